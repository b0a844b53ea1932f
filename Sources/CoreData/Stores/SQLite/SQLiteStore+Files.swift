import SQLite

/// What the coordinator does with store files that are not open.
extension SQLiteStore {
    /// The metadata of a closed store, with `NSStoreTypeKey` and `NSStoreUUIDKey`.
    ///
    /// - Throws: `NSCocoaErrorDomain` 134080 when the file cannot be opened or is no store.
    static func readMetadata(at url: URL, options: [AnyHashable: Any]?) throws -> [String: Any] {
        try withConnection(at: url, mode: .readOnly, options: options) { connection in
            guard let (uuid, plist) = try MetadataTable.read(connection) else { throw noStore(url) }
            var metadata = plist
            metadata[NSStoreTypeKey] = NSSQLiteStoreType
            metadata[NSStoreUUIDKey] = uuid
            return metadata
        }
    }

    /// The model kept in a closed store; nil when it keeps none.
    ///
    /// - Throws: `NSCocoaErrorDomain` 134080 when the file or the cached model cannot be read.
    static func cachedModel(at url: URL, options: [AnyHashable: Any]? = nil) throws -> NSManagedObjectModel? {
        try withConnection(at: url, mode: .readOnly, options: options) { try ModelCache.read($0) }
    }

    /// Replaces the metadata of a closed store; the UUID changes when `NSStoreUUIDKey` says so.
    ///
    /// - Throws: as `readMetadata`; 134030 when it cannot be written.
    static func writeMetadata(_ metadata: [String: Any]?, at url: URL, options: [AnyHashable: Any]?) throws {
        try withConnection(at: url, mode: .readWrite, options: options) { connection in
            try connection.write {
                guard let (uuid, plist) = try MetadataTable.read(connection) else { throw noStore(url) }
                try MetadataTable.update(connection, plist: MetadataTable.forFile(metadata ?? [:], over: plist))
                if let new = metadata?[NSStoreUUIDKey] as? String, new != uuid {
                    let statement = try connection.prepareOnce(
                        "UPDATE Z_METADATA SET Z_UUID = ?", purpose: "write the store's UUID")
                    statement.bind(1, text: new)
                    try statement.run()
                }
            }
        }
    }

    /// Empties the database at `url`, honouring its locks, and removes its external files.
    ///
    /// The file itself stays, empty, so that whoever has it open sees an empty database and no stranger's
    /// file. Does nothing when there is no file.
    static func destroy(at url: URL, options: [AnyHashable: Any]?) throws {
        guard FileManager.default.fileExists(atPath: url.path) else { return }
        do {
            try withConnection(at: url, mode: .readWrite, options: options) { try empty($0) }
        } catch let error as NSError where (error.userInfo[NSSQLiteErrorDomain] as? NSNumber)?.int32Value == 26 {
            // what is no database cannot be emptied by SQLite.
            try FileManager.default.removeItem(at: url)
        }
        let support = ExternalFiles.supportDirectory(of: url)
        if FileManager.default.fileExists(atPath: support.path) { try FileManager.default.removeItem(at: support) }
    }

    /// Makes the store at `url` a copy of the one at `source`, honouring locks of both.
    static func replace(
        at url: URL, with source: URL, options: [AnyHashable: Any]?, sourceOptions: [AnyHashable: Any]?
    ) throws {
        guard FileManager.default.fileExists(atPath: source.path) else {
            throw CoreDataError.make(
                NSPersistentStoreOpenError, "There is no store at \(source.path) to copy.",
                suggestion: "Check the source URL.")
        }
        // checks that it is a store before anything at the destination is touched.
        _ = try readMetadata(at: source, options: sourceOptions)
        try withConnection(at: source, mode: .readOnly, options: sourceOptions) { origin in
            try withConnection(at: url, mode: .readWriteCreate, options: options) { try origin.backUp(into: $0) }
        }
        let manager = FileManager.default
        let (from, to) = (ExternalFiles.supportDirectory(of: source), ExternalFiles.supportDirectory(of: url))
        if manager.fileExists(atPath: to.path) { try manager.removeItem(at: to) }
        if manager.fileExists(atPath: from.path) { try SyncedFile.copyPlainFiles(of: from, to: to) }
    }

    /// Whether there is a database with something in it; an emptied one counts as new.
    static func exists(at url: URL, options: [AnyHashable: Any]?) -> Bool {
        guard !StoreLocation(url).isInMemory, let size = try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize,
            size > 0
        else { return false }
        let isEmpty = try? withConnection(at: url, mode: .readOnly, options: options) {
            try MetadataTable.isEmptyDatabase($0)
        }
        return !(isEmpty ?? false)
    }

    private static func empty(_ connection: Connection) throws {
        // the documented way to reset a database to an empty one.
        try connection.resetDatabase()
    }

    private static func noStore(_ url: URL) -> NSError {
        CoreDataError.make(
            NSPersistentStoreOpenError, "The database at \(url.path) is no store: it has no metadata.",
            suggestion: "Check the URL. A store has a table Z_METADATA with one row.")
    }

    private static func withConnection<R>(
        at url: URL, mode: Connection.Mode, options: [AnyHashable: Any]?, _ body: (Connection) throws -> R
    ) throws -> R {
        do {
            let settings = try StoreSettings(options: options)
            let connection = try StoreLocation(url, access: settings.access)
                .open(mode: mode, busyTimeout: settings.timeout)
            defer { connection.close() }
            return try body(connection)
        } catch {
            throw StoreErrors.make(error, during: .opening, store: url)
        }
    }
}
