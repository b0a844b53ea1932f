// Stores as files: metadata, removal, replacement, without adding them.

extension NSPersistentStoreCoordinator {
    /// The metadata of a store that need not be open.
    ///
    /// - Throws: `NSCocoaErrorDomain` 134080 and 134010 when there is no such store, 134000 for an unknown type.
    public class func metadataForPersistentStore(
        ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        try StoreRegistry.type(storeType).readMetadata(at: url, options: options)
    }

    /// The metadata of a store that need not be open.
    ///
    /// - Throws: `NSCocoaErrorDomain` 134080 and 134010 when there is no such store, 134000 for an unknown type.
    public class func metadataForPersistentStore(
        type: NSPersistentStore.StoreType, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        try metadataForPersistentStore(ofType: type.rawValue, at: url, options: options)
    }

    /// Sets the metadata of a store that is not open.
    ///
    /// Type, UUID and version hashes stay.
    ///
    /// - Throws: `NSCocoaErrorDomain` 134080 and 134010 when there is no such store, 134000 for an unknown type.
    public class func setMetadata(
        _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) throws {
        try StoreRegistry.type(storeType).writeMetadata(metadata, at: url, options: options)
    }

    /// Sets the metadata of a store that is not open.
    ///
    /// Type, UUID and version hashes stay.
    ///
    /// - Throws: `NSCocoaErrorDomain` 134080 and 134010 when there is no such store, 134000 for an unknown type.
    public class func setMetadata(
        _ metadata: [String: Any]?, type: NSPersistentStore.StoreType, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws {
        try setMetadata(metadata, forPersistentStoreOfType: type.rawValue, at: url, options: options)
    }

    /// Empties a store and removes its external files.
    ///
    /// The database file stays, empty. A store of this coordinator is removed from it; add it again to go on.
    ///
    /// - Throws: `NSCocoaErrorDomain` 134080 and 134180 when that fails, 134000 for an unknown type.
    public func destroyPersistentStore(
        at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil
    ) throws {
        // What is open here is taken out, so that it can be added again.
        for store in persistentStores where store.url?.standardizedFileURL == url.standardizedFileURL {
            try remove(store)
        }
        try StoreRegistry.type(storeType).destroy(at: url, options: options)
    }

    /// Empties a store and removes its external files.
    ///
    /// The database file stays, empty.
    ///
    /// - Throws: `NSCocoaErrorDomain` 134080 and 134180 when that fails, 134000 for an unknown type.
    public final func destroyPersistentStore(
        at url: URL, type: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
    ) throws {
        try destroyPersistentStore(at: url, ofType: type.rawValue, options: options)
    }

    /// Replaces a store by a copy of another one, external files included.
    ///
    /// - Throws: `NSCocoaErrorDomain` 134080 and 134180 when that fails, 134000 for an unknown type.
    public final func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil, ofType storeType: String
    ) throws {
        try StoreRegistry.type(storeType).replace(
            at: destinationURL, with: sourceURL, options: destinationOptions, sourceOptions: sourceOptions)
    }

    /// Replaces a store by a copy of another one, external files included.
    ///
    /// - Throws: `NSCocoaErrorDomain` 134080 and 134180 when that fails, 134000 for an unknown type.
    public final func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
        type: NSPersistentStore.StoreType
    ) throws {
        try replacePersistentStore(
            at: destinationURL, destinationOptions: destinationOptions, withPersistentStoreFrom: sourceURL,
            sourceOptions: sourceOptions, ofType: type.rawValue)
    }
}
