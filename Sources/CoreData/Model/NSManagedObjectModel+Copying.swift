import Foundation

extension NSManagedObjectModel {
    /// `copy()` with its type.
    final func duplicate() -> NSManagedObjectModel {
        let copy = NSManagedObjectModel()
        copy.entities = Self.duplicate(entities)
        let byName = copy.entitiesByName
        for name in configurations {
            let members = entities(forConfigurationName: name) ?? []
            copy.setEntities(members.compactMap { byName[$0.nameOrEmpty] }, forConfigurationName: name)
        }
        copy.templates = templates
        copy.versionIdentifiers = versionIdentifiers
        copy.localizationDictionary = localizationDictionary
        return copy
    }

    /// Copies of the entities, with parents, destinations and inverses among the copies.
    static func duplicate(_ entities: [NSEntityDescription]) -> [NSEntityDescription] {
        let copies = entities.map { $0.duplicate() }
        var copyOf: [ObjectIdentifier: NSEntityDescription] = [:]
        for (entity, copy) in zip(entities, copies) { copyOf[ObjectIdentifier(entity)] = copy }
        for (entity, copy) in zip(entities, copies) {
            copy.subentities = entity.subentities.compactMap { copyOf[ObjectIdentifier($0)] }
        }
        for copy in copies {
            for case let relationship as NSRelationshipDescription in copy.declaredProperties {
                let inverse = relationship.inverseRelationship
                if let destination = relationship.destinationEntity.flatMap({ copyOf[ObjectIdentifier($0)] }) {
                    relationship.destinationEntity = destination
                }
                if let inverse, let owner = inverse.declaringEntity.flatMap({ copyOf[ObjectIdentifier($0)] }) {
                    relationship.inverseRelationship =
                        owner.declaredProperties.first { $0.name == inverse.name } as? NSRelationshipDescription
                }
            }
        }
        return copies
    }
}
