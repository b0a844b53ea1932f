/// Why data cannot be carried from one version of a model to another without a mapping model.
package struct MigrationObstacle: Sendable, Equatable {
    /// The entity of the destination.
    package var entity: String
    /// The property of the destination; nil when the entity itself is concerned.
    package var property: String?
    /// What is in the way, one sentence.
    package var reason: String
    /// What to do about it, one sentence.
    package var remedy: String
}

extension ModelComparison {
    /// All that is in the way of a lightweight migration, in the order of entity and property names.
    ///
    /// Source: semantics, section 12.2.
    package var obstacles: [MigrationObstacle] {
        var result = mergedHierarchies
        for entity in destination.entitiesInNameOrder where source(of: entity) != nil {
            for property in entity.properties.sortedByName() {
                let inherited = entity.superentity?.propertiesByName[property.name] != nil
                let origin = sourceProperty(property.name, of: entity)
                // Said once, of the uppermost entity that has a source.
                if inherited, let parent = entity.superentity, source(of: parent) != nil,
                    (origin == nil) == (sourceProperty(property.name, of: parent) == nil)
                {
                    continue
                }
                if let attribute = property as? NSAttributeDescription {
                    if let obstacle = obstacle(to: attribute, from: origin as? NSAttributeDescription, of: entity) {
                        result.append(obstacle)
                    }
                }
            }
        }
        return result
    }

    private func obstacle(
        to attribute: NSAttributeDescription, from origin: NSAttributeDescription?, of entity: NSEntityDescription
    ) -> MigrationObstacle? {
        if attribute.isTransient || attribute is NSDerivedAttributeDescription { return nil }
        let stored = origin.flatMap { $0.isTransient ? nil : $0 }
        if let stored, stored.attributeType != attribute.attributeType {
            return MigrationObstacle(
                entity: entity.nameOrEmpty, property: attribute.name,
                reason: "Source and destination attribute types are incompatible "
                    + "(\(stored.attributeType.sourceName) became \(attribute.attributeType.sourceName)).",
                remedy:
                    "Add the attribute under another name and carry the values over in code, or give a mapping model.")
        }
        if !attribute.isOptional, attribute.defaultValue == nil, stored?.isOptional ?? true {
            return MigrationObstacle(
                entity: entity.nameOrEmpty, property: attribute.name,
                reason: "Validation error missing attribute values on mandatory destination attribute: "
                    + (stored == nil ? "it is new" : "it was optional") + " and has no default value.",
                remedy: "Give the attribute a default value, or make it optional.")
        }
        return nil
    }

    /// Entities of several hierarchies cannot come into one: their keys would collide.
    private var mergedHierarchies: [MigrationObstacle] {
        var result: [MigrationObstacle] = []
        for root in destination.entitiesInNameOrder where root.superentity == nil {
            let origins = root.selfAndDescendants.compactMap { source(of: $0)?.rootEntity.nameOrEmpty }
            let distinct = Set(origins).sorted { $0.precedesByCodePoint($1) }
            guard distinct.count > 1 else { continue }
            result.append(
                MigrationObstacle(
                    entity: root.nameOrEmpty, property: nil,
                    reason:
                        "Entities of several hierarchies (\(distinct.joined(separator: ", "))) cannot be merged into "
                        + "one.",
                    remedy: "Keep their parents apart, or give a mapping model."))
        }
        return result
    }
}
