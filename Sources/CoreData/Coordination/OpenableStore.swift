/// How a kind of store is opened and kept, without an instance.
protocol OpenableStore: NSPersistentStore, RowStore {
    /// Opens or creates what is at `url`, sets identity and metadata.
    func open(with layout: ModelLayout) throws
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
    static func exists(at url: URL, options: [AnyHashable: Any]?) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0 > 0
    }
}
