import Foundation

extension NSManagedObjectModel {
    /// Makes the union of several models; nil when two of them define an entity differently.
    ///
    /// The new model holds copies; `merging(_:)` says why when it does not work.
    ///
    /// - Parameter models: the models; nil for all that `mergedModel(from: nil)` finds.
    public convenience init?(byMerging models: [NSManagedObjectModel]?) {
        let models = models ?? ModelSearch.currentModels(in: nil)
        guard let merged = try? Self.merging(models) else { return nil }
        self.init()
        adopt(merged)
    }

    /// Makes the union of those of several models that a store was made with; nil when they do not suffice.
    ///
    /// - Parameters:
    ///   - models: the models among which to look.
    ///   - metadata: the store's metadata.
    public convenience init?(byMerging models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any]) {
        guard let found = Self.model(among: models, forStoreMetadata: metadata) else { return nil }
        self.init()
        adopt(found.duplicate())
    }

    /// The union of all models in bundles.
    ///
    /// Of packages the current version counts. Models that were compiled into the program count as part of
    /// the main bundle.
    ///
    /// - Parameter bundles: where to look; nil for the main bundle.
    /// - Returns: nil when there is no model, or two define an entity differently.
    public class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
        let models = ModelSearch.currentModels(in: bundles)
        return models.isEmpty ? nil : try? merging(models)
    }

    /// The model that a store was made with, looked for among all versions of all models in bundles.
    ///
    /// - Parameters:
    ///   - bundles: where to look; nil for the main bundle and the models compiled into the program.
    ///   - metadata: the store's metadata.
    /// - Returns: nil when no version, or union of versions, has exactly the store's entities.
    public class func mergedModel(
        from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
    ) -> NSManagedObjectModel? {
        model(among: ModelSearch.allVersions(in: bundles), forStoreMetadata: metadata)
    }

    /// The union of several models: copies of their entities, configurations, templates and identifiers.
    ///
    /// - Throws: `ModelError` of code `mergeConflict` that names the entity or template the models disagree on.
    public class func merging(_ models: [NSManagedObjectModel]) throws(ModelError) -> NSManagedObjectModel {
        var chosen: [String: NSEntityDescription] = [:]
        var ordered: [NSEntityDescription] = []
        var templates: [String: FetchTemplate] = [:]
        for model in models {
            for entity in model.entities {
                guard let present = chosen[entity.nameOrEmpty] else {
                    chosen[entity.nameOrEmpty] = entity
                    ordered.append(entity)
                    continue
                }
                guard present === entity || present.isEquivalent(to: entity) else {
                    throw ModelError(
                        .mergeConflict, "The models to merge define the entity differently.",
                        remedy: "Make the definitions equal, or keep the models apart.", entity: entity.name)
                }
            }
            for (name, template) in model.templates {
                guard templates[name] == nil || templates[name] == template else {
                    throw ModelError(
                        .mergeConflict, "The models to merge define the fetch request \"\(name)\" differently.",
                        remedy: "Rename one of them.")
                }
                templates[name] = template
            }
        }
        let merged = NSManagedObjectModel()
        merged.entities = duplicate(byName: ordered)
        let byName = merged.entitiesByName
        for name in Set(models.flatMap(\.configurations)).sorted(by: { $0.precedesByCodePoint($1) }) {
            var members: [String] = []
            for member in models.flatMap({ $0.entities(forConfigurationName: name) ?? [] })
            where !members.contains(member.nameOrEmpty) {
                members.append(member.nameOrEmpty)
            }
            merged.setEntities(members.compactMap { byName[$0] }, forConfigurationName: name)
        }
        merged.templates = templates
        merged.versionIdentifiers = models.reduce(into: []) { $0.formUnion($1.versionIdentifiers) }
        return merged
    }

    /// The model among `models` whose entities have exactly the hashes in a store's metadata, or the union
    /// of those models that have nothing but such entities.
    static func model(
        among models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any]
    ) -> NSManagedObjectModel? {
        guard let hashes = versionHashes(inStoreMetadata: metadata) else { return nil }
        if let exact = models.first(where: { $0.entityVersionHashesByName == hashes }) { return exact }
        // A store may hold one configuration of a model, and an app may split its model over several files.
        if let larger = models.first(where: { model in
            model.configurations.contains { model.isConfiguration(withName: $0, compatibleWithStoreMetadata: metadata) }
        }) {
            return larger
        }
        let parts = models.filter { model in
            model.entityVersionHashesByName.allSatisfy { hashes[$0.key] == $0.value }
        }
        guard !parts.isEmpty, let union = try? merging(parts), union.entityVersionHashesByName == hashes else {
            return nil
        }
        return union
    }

    /// Copies entities of several models, which refer to one another by name across the models.
    private static func duplicate(byName entities: [NSEntityDescription]) -> [NSEntityDescription] {
        let copies = entities.map { $0.duplicate() }
        var copyNamed: [String: NSEntityDescription] = [:]
        for copy in copies { copyNamed[copy.nameOrEmpty] = copy }
        var children: [String: [NSEntityDescription]] = [:]
        for entity in entities {
            guard let parent = entity.superentity?.name, let copy = copyNamed[entity.nameOrEmpty] else { continue }
            children[parent, default: []].append(copy)
        }
        for (parent, members) in children { copyNamed[parent]?.subentities = members }
        for copy in copies {
            for case let relationship as NSRelationshipDescription in copy.declaredProperties {
                let inverse = relationship.inverseRelationship
                if let destination = relationship.destinationEntity?.name.flatMap({ copyNamed[$0] }) {
                    relationship.destinationEntity = destination
                }
                if let inverse, let owner = inverse.declaringEntity?.name.flatMap({ copyNamed[$0] }) {
                    relationship.inverseRelationship =
                        owner.declaredProperties.first { $0.name == inverse.name } as? NSRelationshipDescription
                }
            }
        }
        return copies
    }
}
