import Foundation

@testable import CoreData

/// A model as tests describe it: every entity and property has an identity that outlives renaming.
struct ModelSketch {
    struct Attribute {
        var id: Int
        var name: String
        var type: NSAttributeType
        var isOptional = true
        var defaultValue: Any?
        var isExternal = false
        var renamedFrom: String?
    }

    struct Relationship {
        var id: Int
        var name: String
        /// Identity of the destination entity.
        var destination: Int
        /// Identity of the inverse; nil for none.
        var inverse: Int?
        var isToMany = false
        var isOrdered = false
        var renamedFrom: String?
    }

    struct Entity {
        var id: Int
        var name: String
        var parent: Int?
        var isAbstract = false
        var attributes: [Attribute] = []
        var relationships: [Relationship] = []
        var unique: [[String]] = []
        var indexed: [String] = []
        var renamedFrom: String?
    }

    var entities: [Entity] = []

    func entity(_ id: Int) -> Entity? { entities.first { $0.id == id } }

    /// The entity and those above it, root first.
    func line(of id: Int) -> [Entity] {
        guard let entity = entity(id) else { return [] }
        return (entity.parent.map { line(of: $0) } ?? []) + [entity]
    }

    /// The entities that inherit from one, itself included.
    func family(of id: Int) -> Set<Int> {
        Set(entities.filter { candidate in line(of: candidate.id).contains { $0.id == id } }.map(\.id))
    }

    func attributes(of id: Int) -> [Attribute] { line(of: id).flatMap(\.attributes) }
    func relationships(of id: Int) -> [Relationship] { line(of: id).flatMap(\.relationships) }
    func relationship(_ id: Int) -> Relationship? {
        entities.flatMap(\.relationships).first { $0.id == id }
    }

    /// The model, built anew at each call.
    func model() -> NSManagedObjectModel {
        var descriptions: [Int: NSEntityDescription] = [:]
        var relationships: [Int: NSRelationshipDescription] = [:]
        for entity in entities {
            let description = NSEntityDescription()
            description.name = entity.name
            description.isAbstract = entity.isAbstract
            description.renamingIdentifier = entity.renamedFrom
            var properties: [NSPropertyDescription] = []
            for attribute in entity.attributes {
                let made = NSAttributeDescription()
                made.name = attribute.name
                made.attributeType = attribute.type
                made.isOptional = attribute.isOptional
                made.defaultValue = attribute.defaultValue
                made.allowsExternalBinaryDataStorage = attribute.isExternal
                made.renamingIdentifier = attribute.renamedFrom
                properties.append(made)
            }
            for relationship in entity.relationships {
                let made = NSRelationshipDescription()
                made.name = relationship.name
                made.isOptional = true
                made.maxCount = relationship.isToMany ? 0 : 1
                made.isOrdered = relationship.isOrdered
                made.renamingIdentifier = relationship.renamedFrom
                relationships[relationship.id] = made
                properties.append(made)
            }
            description.properties = properties
            description.uniquenessConstraints = entity.unique
            description.indexes = entity.indexed.compactMap { name in
                guard let property = properties.first(where: { $0.name == name }) else { return nil }
                return NSFetchIndexDescription(
                    name: "by\(name)",
                    elements: [NSFetchIndexElementDescription(property: property, collationType: .binary)])
            }
            descriptions[entity.id] = description
        }
        for entity in entities {
            for relationship in entity.relationships {
                relationships[relationship.id]?.destinationEntity = descriptions[relationship.destination]
                relationships[relationship.id]?.inverseRelationship = relationship.inverse.flatMap { relationships[$0] }
            }
            descriptions[entity.id]?.subentities = entities.filter { $0.parent == entity.id }.compactMap {
                descriptions[$0.id]
            }
        }
        let model = NSManagedObjectModel()
        model.entities = entities.compactMap { descriptions[$0.id] }
        return model
    }
}
