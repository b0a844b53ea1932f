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
                    result += obstacles(
                        to: attribute, at: attribute.name, from: origin as? NSAttributeDescription, of: entity,
                        mayBeNil: false)
                }
            }
        }
        return result
    }

    /// - Parameters:
    ///   - path: the attribute's name, or the path of a composite attribute's element.
    ///   - mayBeNil: whether the attribute is an element of one that is new and may be nil.
    private func obstacles(
        to attribute: NSAttributeDescription, at path: String, from origin: NSAttributeDescription?,
        of entity: NSEntityDescription, mayBeNil: Bool
    ) -> [MigrationObstacle] {
        if attribute.isTransient || attribute is NSDerivedAttributeDescription { return [] }
        let stored = origin.flatMap { $0.isTransient ? nil : $0 }
        if let composite = attribute as? NSCompositeAttributeDescription,
            stored == nil || stored is NSCompositeAttributeDescription
        {
            return obstacles(
                to: composite, at: path, from: stored as? NSCompositeAttributeDescription, of: entity,
                mayBeNil: mayBeNil)
        }
        return obstacle(to: attribute, at: path, from: stored, of: entity, mayBeNil: mayBeNil).map { [$0] } ?? []
    }

    private func obstacles(
        to composite: NSCompositeAttributeDescription, at path: String, from origin: NSCompositeAttributeDescription?,
        of entity: NSEntityDescription, mayBeNil: Bool
    ) -> [MigrationObstacle] {
        let isFilled = composite.leaves.contains { !$0.attribute.isOptional && $0.attribute.defaultValue != nil }
        if !composite.isOptional, !mayBeNil, origin?.isOptional ?? true, !isFilled {
            return [missing(at: path, isNew: origin == nil, of: entity)]
        }
        guard let origin else {
            let inside = mayBeNil || composite.isOptional
            return composite.elements.sortedByName().flatMap {
                obstacles(to: $0, at: "\(path).\($0.name)", from: nil, of: entity, mayBeNil: inside)
            }
        }
        return Self.elementPairs(from: origin, to: composite).flatMap {
            obstacles(to: $0.new, at: "\(path).\($0.new.name)", from: $0.old, of: entity, mayBeNil: false)
        }
    }

    private func missing(at path: String, isNew: Bool, of entity: NSEntityDescription) -> MigrationObstacle {
        MigrationObstacle(
            entity: entity.nameOrEmpty, property: path,
            reason: "Validation error missing attribute values on mandatory destination attribute: "
                + (isNew ? "it is new" : "it was optional") + " and has no default value.",
            remedy: "Give the attribute a default value, or make it optional.")
    }

    private func obstacle(
        to attribute: NSAttributeDescription, at path: String, from stored: NSAttributeDescription?,
        of entity: NSEntityDescription, mayBeNil: Bool
    ) -> MigrationObstacle? {
        if let stored, stored.attributeType != attribute.attributeType {
            return MigrationObstacle(
                entity: entity.nameOrEmpty, property: path,
                reason: "Source and destination attribute types are incompatible "
                    + "(\(stored.attributeType.sourceName) became \(attribute.attributeType.sourceName)).",
                remedy:
                    "Add the attribute under another name and carry the values over in code, or give a mapping model.")
        }
        if !attribute.isOptional, !mayBeNil, attribute.defaultValue == nil, stored?.isOptional ?? true {
            return missing(at: path, isNew: stored == nil, of: entity)
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
