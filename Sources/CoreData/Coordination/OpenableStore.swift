/// How a kind of store is opened and kept, without an instance.
protocol OpenableStore: NSPersistentStore, RowStore {
    /// Opens or creates what is at `url`, sets identity and metadata.
    ///
    /// - Parameter admits: called with the metadata of a store that is there already, before anything in it or about
    ///   it is changed; what it throws is thrown.
    func open(with layout: ModelLayout, admits: ([String: Any]) throws -> Void) throws
    static func readMetadata(at url: URL, options: [AnyHashable: Any]?) throws -> [String: Any]
    static func writeMetadata(_ metadata: [String: Any]?, at url: URL, options: [AnyHashable: Any]?) throws
    static func destroy(at url: URL, options: [AnyHashable: Any]?) throws
    static func replace(
        at url: URL, with source: URL, options: [AnyHashable: Any]?, sourceOptions: [AnyHashable: Any]?) throws
    /// Whether there is something at `url` that has metadata to check before opening.
    static func exists(at url: URL, options: [AnyHashable: Any]?) -> Bool
    /// Called after the last use.
    func close()
}

extension OpenableStore {
    /// Opens what was made with the model.
    ///
    /// A store without hashes (one in 148 known files) cannot be checked; its tables are, by name.
    func open(with layout: ModelLayout) throws {
        try open(with: layout) { metadata in
            guard NSManagedObjectModel.versionHashes(inStoreMetadata: metadata) != nil,
                !layout.model.isConfiguration(withName: configurationName, compatibleWithStoreMetadata: metadata)
            else { return }
            throw StoreCompatibility.error(
                model: layout.model, metadata: metadata, url: url ?? URL(fileURLWithPath: "/dev/null"))
        }
    }

    static func exists(at url: URL, options: [AnyHashable: Any]?) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0 > 0
    }
}
