import Foundation

/// Finds the model that a store was made with.
enum SourceModels {
    /// The model with exactly the store's entities: the one that the store keeps of itself, a version of a model
    /// that is compiled into the program or lies in its bundles, or a union of such; nil for none.
    ///
    /// - Parameter configuration: the configuration whose entities the store holds; nil for all.
    static func model(
        of type: any MigratableStore.Type, at url: URL, metadata: [String: Any], configuration: String?,
        options: [AnyHashable: Any]?
    ) -> NSManagedObjectModel? {
        guard let hashes = NSManagedObjectModel.versionHashes(inStoreMetadata: metadata) else { return nil }
        if let kept = type.keptModel(at: url, options: options), fits(kept, hashes, configuration) { return kept }
        if let model = ModelSearch.allVersions(in: nil).first(where: { fits($0, hashes, configuration) }) {
            return model
        }
        return NSManagedObjectModel.mergedModel(from: nil, forStoreMetadata: metadata)
    }

    /// Whether a store with these hashes can have been made with `model`.
    static func fits(_ model: NSManagedObjectModel, _ hashes: [String: Data], _ configuration: String?) -> Bool {
        if configuration == nil, model.entities.count != hashes.count { return false }
        let entities = model.entitiesByName
        return !hashes.isEmpty && hashes.allSatisfy { entities[$0.key]?.versionHash == $0.value }
    }
}
