import Foundation

/// Tells how one version of a model goes over into another, as a mapping model.
enum Inference {
    /// - Throws: 134190 that names the entity and property in the way, with Apple's keys `entity`, `property`
    ///   and `reason` in the user info; all of them under `NSDetailedErrors` when there are several.
    static func check(from source: NSManagedObjectModel, to destination: NSManagedObjectModel) throws {
        let obstacles = ModelComparison(from: source, to: destination).obstacles
        guard let first = obstacles.first else { return }
        let errors = obstacles.map(error)
        if errors.count == 1 { throw errors[0] }
        throw CoreDataError.make(
            NSInferredMappingModelError,
            errors.map(\.localizedDescription).joined(separator: " "), suggestion: first.remedy,
            userInfo: [
                "entity": first.entity, "property": first.property ?? "", "reason": first.reason,
                NSDetailedErrorsKey: errors,
            ])
    }

    private static func error(_ obstacle: MigrationObstacle) -> NSError {
        let subject = obstacle.property.map { "\(obstacle.entity).\($0)" } ?? obstacle.entity
        var info: [String: Any] = ["entity": obstacle.entity, "reason": obstacle.reason]
        if let property = obstacle.property { info["property"] = property }
        return CoreDataError.make(
            NSInferredMappingModelError, "\(subject): \(obstacle.reason)", suggestion: obstacle.remedy, userInfo: info)
    }
}

extension Inference {
    /// The entity mappings of an inferred migration, in the order of the entities' names.
    static func mappings(_ comparison: ModelComparison) -> [NSEntityMapping] {
        var result: [NSEntityMapping] = []
        for entity in comparison.destination.entitiesInNameOrder {
            result.append(mapping(to: entity, comparison))
        }
        for entity in comparison.source.entitiesInNameOrder where comparison.destination(of: entity) == nil {
            let mapping = NSEntityMapping()
            mapping.name = "IEM_Remove_\(entity.nameOrEmpty)"
            mapping.mappingType = .removeEntityMappingType
            mapping.sourceEntityName = entity.name
            mapping.sourceEntityVersionHash = entity.versionHash
            result.append(mapping)
        }
        return result
    }

    private static func mapping(to entity: NSEntityDescription, _ comparison: ModelComparison) -> NSEntityMapping {
        let mapping = NSEntityMapping()
        mapping.destinationEntityName = entity.name
        mapping.destinationEntityVersionHash = entity.versionHash
        guard let origin = comparison.source(of: entity) else {
            mapping.name = "IEM_Add_\(entity.nameOrEmpty)"
            mapping.mappingType = .addEntityMappingType
            return mapping
        }
        let isSame = origin.versionHash == entity.versionHash
        mapping.name = "IEM_\(isSame ? "Copy" : "Transform")_\(entity.nameOrEmpty)"
        mapping.mappingType = isSame ? .copyEntityMappingType : .transformEntityMappingType
        mapping.sourceEntityName = origin.name
        mapping.sourceEntityVersionHash = origin.versionHash
        var attributes: [NSPropertyMapping] = []
        var relationships: [NSPropertyMapping] = []
        for property in entity.properties.sortedByName() where !property.isTransient {
            let made = NSPropertyMapping()
            made.name = property.name
            let old = comparison.sourceProperty(property.name, of: entity)
            switch property {
            case is NSDerivedAttributeDescription: continue
            case let composite as NSCompositeAttributeDescription
            where (old as? NSCompositeAttributeDescription)?.isTransient == false
                && old?.versionHash != composite.versionHash:
                attributes += elements(of: composite, entity, comparison)
            case is NSAttributeDescription:
                if let old, !old.isTransient { made.valueExpression = value(of: old.name) }
                attributes.append(made)
            case is NSRelationshipDescription:
                if let old, !old.isTransient { made.valueExpression = destinations(of: old.name) }
                relationships.append(made)
            default: continue
            }
        }
        mapping.attributeMappings = attributes
        mapping.relationshipMappings = relationships
        return mapping
    }

    /// One mapping for each element of a composite that is another than it was.
    private static func elements(
        of composite: NSCompositeAttributeDescription, _ entity: NSEntityDescription, _ comparison: ModelComparison
    ) -> [NSPropertyMapping] {
        composite.leaves.map { leaf in
            let made = NSPropertyMapping()
            made.name = "\(composite.name).\(leaf.path)"
            if let old = comparison.sourcePath(made.name ?? "", of: entity) { made.valueExpression = value(of: old) }
            return made
        }
    }

    /// `$source.name`.
    private static func value(of name: String) -> NSExpression {
        NSExpression(node: .keyPath(base: .variable("source"), path: name.split(separator: ".").map(String.init)))
    }

    /// `FUNCTION($manager, "destinationInstancesForSourceRelationshipNamed:sourceInstances:", "name", $source.name)`.
    private static func destinations(of name: String) -> NSExpression {
        NSExpression(
            node: .function(
                name: "destinationInstancesForSourceRelationshipNamed:sourceInstances:", operand: .variable("manager"),
                arguments: [
                    .constant(ConstantNode(value: name, argument: nil)),
                    .keyPath(base: .variable("source"), path: [name]),
                ]))
    }
}
