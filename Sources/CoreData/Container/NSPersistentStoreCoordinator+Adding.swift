import Dispatch

// Adding stores: here, because only this room knows the kinds of stores that come with the module.

extension NSPersistentStoreCoordinator {
    /// Adds a store: opens what is at `storeURL`, or makes it.
    ///
    /// - Parameters:
    ///   - storeType: `NSSQLiteStoreType`, `NSInMemoryStoreType` or a registered type.
    ///   - configuration: the model configuration whose entities live there; nil for all.
    ///   - storeURL: where; may be nil for stores in memory.
    ///   - options: see the `NS…Option` keys.
    /// - Throws: `NSCocoaErrorDomain` 134000 for an unknown type, 134010 and 134080 when the file is no such
    ///   store or cannot be opened, 134100 when the model is not the one it was made with and the options do
    ///   not ask for a migration, 134130, 134140, 134111 or 134110 when the migration fails.
    @discardableResult
    public func addPersistentStore(
        ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        let type = try StoreRegistry.type(storeType)
        // What the descriptions do not enforce while a model is built in code.
        try managedObjectModel.checkConsistency()
        if let configuration, managedObjectModel.entities(forConfigurationName: configuration) == nil {
            throw CoreDataError.make(
                NSCoreDataError, "The model has no configuration named \"\(configuration)\".",
                suggestion: "Its configurations: \(managedObjectModel.configurations.joined(separator: ", ")).")
        }
        let url = storeURL ?? URL(fileURLWithPath: "/dev/null")
        if storeURL == nil && storeType != NSInMemoryStoreType {
            throw CoreDataError.make(
                NSPersistentStoreOpenError, "A store of type \(storeType) needs a URL.",
                suggestion: "Pass the file's URL, or use NSInMemoryStoreType.")
        }
        if storeType != NSInMemoryStoreType, url.path != "/dev/null",
            let open = persistentStores.first(where: { $0.url?.standardizedFileURL == url.standardizedFileURL })
        {
            throw CoreDataError.make(
                NSPersistentStoreOperationError,
                "The store at \(open.url?.path ?? url.path) has been added to this coordinator already.",
                suggestion: "Use persistentStore(for:) to find it.")
        }
        let store = type.init(
            persistentStoreCoordinator: self, configurationName: configuration, at: url, options: options)
        try open(store, at: url, configuration: configuration, options: options)
        append(store)
        store.didAdd(to: self)
        postStoresChange([NSAddedPersistentStoresKey: [store]])
        return store
    }

    /// Adds a store of a typed kind; see `addPersistentStore(ofType:configurationName:at:options:)`.
    @discardableResult
    public func addPersistentStore(
        type: NSPersistentStore.StoreType, configuration: String? = nil, at storeURL: URL,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        try addPersistentStore(
            ofType: type.rawValue, configurationName: configuration, at: storeURL, options: options)
    }

    /// Adds the store that a description describes; asynchronously if it says so.
    ///
    /// `block` is called once, with the error if there was one; on a queue of the framework when asynchronous.
    public func addPersistentStore(
        with storeDescription: NSPersistentStoreDescription,
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        let work = Carried { [self] in
            do {
                _ = try addPersistentStore(
                    ofType: storeDescription.type, configurationName: storeDescription.configuration,
                    at: storeDescription.url, options: storeDescription.allOptions)
                block(storeDescription, nil)
            } catch {
                block(storeDescription, error)
            }
        }
        if storeDescription.shouldAddStoreAsynchronously {
            DispatchQueue.global(qos: .userInitiated).async { work.value() }
        } else {
            work.value()
        }
    }

    /// Opens what fits the model; migrates what does not if the options say so, and opens it then.
    private final func open(
        _ store: any OpenableStore, at url: URL, configuration: String?, options: [AnyHashable: Any]?
    ) throws {
        let ignoresHashes = options?[StoreAccess.ignoresVersionHashesOption] != nil
        var refused: [String: Any]?
        let admits = { [managedObjectModel] (metadata: [String: Any]) in
            if ignoresHashes
                || managedObjectModel.isConfiguration(
                    withName: configuration, compatibleWithStoreMetadata: metadata)
            {
                return
            }
            refused = metadata
            throw StoreCompatibility.error(model: managedObjectModel, metadata: metadata, url: url)
        }
        do {
            try store.open(with: layout, admits: admits)
        } catch {
            guard let metadata = refused, AutomaticMigration.isWanted(options) else { throw error }
            try AutomaticMigration.run(
                type: type(of: store), at: url, metadata: metadata, model: managedObjectModel,
                configuration: configuration, options: options)
            try store.open(with: layout, admits: admits)
        }
    }
}
