import SQLite

/// `Z_METADATA`: the store's UUID and its property list.
///
/// Source: sqlite-format, section 2.
enum MetadataTable {
    private static let versionHashesVersion = 3
    /// The framework version stamped into new stores: the newest whose files the format was checked with.
    private static let frameworkVersion = 1347

    /// True for a new file, and for one that `destroyPersistentStore` emptied.
    static func isEmptyDatabase(_ connection: Connection) throws -> Bool {
        try connection.firstInteger("SELECT count(*) FROM sqlite_master", purpose: "look into the file") == 0
    }

    /// UUID and property list; nil when the database is no store.
    static func read(_ connection: Connection) throws -> (uuid: String, plist: [String: Any])? {
        let hasTable = try connection.firstInteger(
            "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'Z_METADATA'",
            purpose: "look for the metadata")
        guard hasTable == 1 else { return nil }
        let statement = try connection.prepareOnce(
            "SELECT Z_UUID, Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1", purpose: "read the metadata")
        guard try statement.step(), let uuid = statement.string(0) else { return nil }
        guard let bytes = statement.bytes(1) else { return (uuid, [:]) }
        let data = Data(bytes)
        let plist: Any
        do {
            plist =
                try MetadataPropertyList.dictionary(data)
                ?? PropertyListSerialization.propertyList(from: data, options: [], format: nil)
        } catch {
            throw CoreDataError.make(
                NSPersistentStoreOpenError, "The metadata of the store at \(connection.path) is no property list.",
                suggestion: "The file is damaged. Restore it from a backup.", underlying: error)
        }
        guard var dictionary = plist as? [String: Any] else {
            throw CoreDataError.make(
                NSPersistentStoreOpenError, "The metadata of the store at \(connection.path) is no dictionary.",
                suggestion: "The file is damaged. Restore it from a backup.")
        }
        // Converted once: these are looked at more than once.
        if let hashes = NSManagedObjectModel.versionHashes(inStoreMetadata: dictionary) {
            dictionary[NSStoreModelVersionHashesKey] = hashes
        }
        return (uuid, dictionary)
    }

    static func insert(_ connection: Connection, uuid: String, plist: [String: Any]) throws {
        let statement = try connection.prepareOnce(
            "INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)", purpose: "write the metadata")
        statement.bind(1, text: uuid)
        try bind(plist, to: statement, 2)
        try statement.run()
    }

    static func update(_ connection: Connection, plist: [String: Any]) throws {
        let statement = try connection.prepareOnce("UPDATE Z_METADATA SET Z_PLIST = ?", purpose: "write the metadata")
        try bind(plist, to: statement, 1)
        try statement.run()
    }

    private static func bind(_ plist: [String: Any], to statement: Statement, _ index: Int32) throws {
        let data: Data
        do {
            data = try PropertyListSerialization.data(fromPropertyList: plist, format: .binary, options: 0)
        } catch {
            throw CoreDataError.make(
                NSPersistentStoreSaveError, "The metadata cannot be written as a property list.",
                suggestion: "Use strings, numbers, dates, data, arrays and dictionaries as metadata.",
                underlying: error)
        }
        data.withUnsafeBytes { statement.bind(index, blob: $0) }
    }

    /// The property list of a new store.
    static func initial(model: NSManagedObjectModel, entities: [NSEntityDescription]) -> [String: Any] {
        var plist: [String: Any] = [
            NSStoreTypeKey: NSSQLiteStoreType,
            "NSPersistenceFrameworkVersion": frameworkVersion,
            "_NSAutoVacuumLevel": "2",
        ]
        stamp(&plist, model: model, entities: entities)
        return plist
    }

    /// Writes what tells which model a store was made with.
    static func stamp(_ plist: inout [String: Any], model: NSManagedObjectModel, entities: [NSEntityDescription]) {
        var hashes: [String: Data] = [:]
        for entity in entities { hashes[entity.name ?? ""] = entity.versionHash }
        plist[NSStoreModelVersionHashesKey] = hashes
        plist["NSStoreModelVersionHashesVersion"] = versionHashesVersion
        plist[NSStoreModelVersionIdentifiersKey] = model.versionIdentifiers.compactMap { $0 as? String }.sorted()
        plist["NSStoreModelVersionHashesDigest"] = VersionHash.digest(of: hashes)
        plist["NSStoreModelVersionChecksumKey"] = VersionHash.checksum(of: hashes)
    }

    /// Metadata as the app sees and gives it, made fit for the file: the type stays, the UUID has a column
    /// of its own, and nothing of ours gets lost.
    static func forFile(_ metadata: [String: Any], over old: [String: Any]) -> [String: Any] {
        var plist = metadata
        plist[NSStoreUUIDKey] = nil
        plist[NSStoreTypeKey] = NSSQLiteStoreType
        let own = [
            NSStoreModelVersionHashesKey, "NSStoreModelVersionHashesVersion", NSStoreModelVersionIdentifiersKey,
            "NSStoreModelVersionHashesDigest", "NSStoreModelVersionChecksumKey", "NSPersistenceFrameworkVersion",
            "_NSAutoVacuumLevel",
        ]
        for key in own where plist[key] == nil { plist[key] = old[key] }
        return plist
    }
}
