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
            let hashes = Self.versionHashes(inStoreMetadata: metadata)
        else { return false }
        // A store keeps super-entities of its entities too, in the configuration or not.
        var supers: [String: Data] = [:]
        for entity in entities {
            var next = entity.superentity
            while let entity = next {
                supers[entity.nameOrEmpty] = entity.versionHash
                next = entity.superentity
            }
        }
        var missing = hashes
        for entity in entities where missing.removeValue(forKey: entity.nameOrEmpty) != entity.versionHash {
            return false
        }
        return missing.allSatisfy { supers[$0.key] == $0.value }
    }

    /// The entity version hashes in a store's metadata; nil when there are none.
    static func versionHashes(inStoreMetadata metadata: [String: Any]) -> [String: Data]? {
        guard let value = metadata["NSStoreModelVersionHashes"] else { return nil }
        // Asked for first: a cast of another dictionary as a whole takes many times as long as one by one.
        if type(of: value) == [String: Data].self { return value as? [String: Data] }
        return (value as? [AnyHashable: Any]).flatMap(converted)
    }

    private static func converted(_ hashes: [AnyHashable: Any]) -> [String: Data]? {
        var result: [String: Data] = [:]
        for (name, hash) in hashes {
            guard let name = name.base as? String, let hash = hash as? Data else { return nil }
            result[name] = hash
        }
        return result
    }
}
