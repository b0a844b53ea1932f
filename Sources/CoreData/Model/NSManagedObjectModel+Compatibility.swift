import Foundation

extension NSManagedObjectModel {
    /// Whether a store with such metadata was made with the entities of a configuration as they are here.
    ///
    /// - Parameters:
    ///   - configuration: a configuration's name; nil for all entities.
    ///   - metadata: a store's metadata; the hashes are under `NSStoreModelVersionHashes`.
    /// - Returns: false as well when the configuration does not exist or the metadata has no hashes.
    public func isConfiguration(
        withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
    ) -> Bool {
        guard let entities = entities(forConfigurationName: configuration),
            let hashes = Self.versionHashes(inStoreMetadata: metadata), hashes.count == entities.count
        else { return false }
        return entities.allSatisfy { hashes[$0.nameOrEmpty] == $0.versionHash }
    }

    /// The entity version hashes in a store's metadata; nil when there are none.
    static func versionHashes(inStoreMetadata metadata: [String: Any]) -> [String: Data]? {
        switch metadata["NSStoreModelVersionHashes"] {
        case let hashes as [String: Data]: hashes
        case let hashes as [String: Any]:
            hashes.compactMapValues { $0 as? Data }.count == hashes.count
                ? hashes.compactMapValues { $0 as? Data } : nil
        default: nil
        }
    }
}
