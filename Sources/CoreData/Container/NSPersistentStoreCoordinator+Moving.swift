// Moving an open store to another place or kind.

extension NSPersistentStoreCoordinator {
    /// Copies an open store to another place, in another kind of store if need be, and goes on with the copy.
    ///
    /// The old store is removed from the coordinator; its file stays as it is, for the caller to destroy. A store that
    /// stays of its kind is copied as a file: UUID, object IDs and history are those of before. Another kind gets a
    /// UUID of its own, keeps the keys within it, and begins a new history. Objects of the old store become invalid:
    /// save or let go of them before, and fetch them anew. Unsaved changes are not copied.
    ///
    /// - Parameters:
    ///   - store: one of this coordinator's.
    ///   - url: where the copy goes; there must be no store yet.
    ///   - options: those the copy is opened with.
    ///   - storeType: `NSSQLiteStoreType`, `NSInMemoryStoreType` or a registered type.
    /// - Returns: the store that was added.
    /// - Throws: `NSCocoaErrorDomain` 134070 when the store is not the coordinator's or there is a store at `url`
    ///   already, 134000 for an unknown type, 134080 and 134180 when copying fails. The old store is in use as before
    ///   then, and nothing is left at `url`.
    public func migratePersistentStore(
        _ store: NSPersistentStore, to url: URL, options: [AnyHashable: Any]? = nil, withType storeType: String
    ) throws -> NSPersistentStore {
        let type = try StoreRegistry.type(storeType)
        guard let source = store as? any OpenableStore, persistentStores.contains(where: { $0 === store }) else {
            throw CoreDataError.make(
                NSPersistentStoreOperationError, "The store to move is not one of this coordinator's.",
                suggestion: "Take it from persistentStores.")
        }
        guard !type.exists(at: url, options: options) else {
            throw CoreDataError.make(
                NSPersistentStoreOperationError, "There is a store at \(url.path) already; it was left as it is.",
                suggestion: "Choose another place, destroy that store first, or use replacePersistentStore.")
        }
        let wasThere = FileManager.default.fileExists(atPath: url.path)
        let isFile = store.type == storeType && storeType != NSInMemoryStoreType
        let configuration =
            store.configurationName == NSManagedObjectModel.defaultConfigurationName ? nil : store.configurationName
        var added: NSPersistentStore?
        do {
            if isFile, let old = store.url {
                try type.replace(at: url, with: old, options: options, sourceOptions: store.options)
            }
            let copy = try addPersistentStore(
                ofType: storeType, configurationName: configuration, at: url, options: options)
            added = copy
            if !isFile, let destination = copy as? any OpenableStore {
                try StoreCopy(from: source, to: destination, layout: layout).run()
            }
            try remove(store)
            return copy
        } catch {
            do {
                if let added { try remove(added) }
                if storeType != NSInMemoryStoreType { try Self.clear(type, at: url, options, keepsFile: wasThere) }
            } catch {
                CoreDataError.report(
                    "What a failed move of a store left at \(url.path) could not be removed; remove it before the next "
                        + "attempt: \(error.localizedDescription)")
            }
            throw error
        }
    }

    /// Copies an open store to another place and goes on with the copy; see
    /// `migratePersistentStore(_:to:options:withType:)`.
    ///
    /// - Throws: as that.
    public final func migratePersistentStore(
        _ store: NSPersistentStore, to url: URL, options: [AnyHashable: Any]? = nil, type: NSPersistentStore.StoreType
    ) throws -> NSPersistentStore {
        try migratePersistentStore(store, to: url, options: options, withType: type.rawValue)
    }

    /// Removes a copy that was begun.
    private static func clear(
        _ type: any OpenableStore.Type, at url: URL, _ options: [AnyHashable: Any]?, keepsFile: Bool
    ) throws {
        let manager = FileManager.default
        guard manager.fileExists(atPath: url.path) else { return }
        try type.destroy(at: url, options: options)
        if keepsFile { return }
        for path in ["", "-wal", "-shm"].map({ url.path + $0 }) where manager.fileExists(atPath: path) {
            try manager.removeItem(atPath: path)
        }
    }
}
