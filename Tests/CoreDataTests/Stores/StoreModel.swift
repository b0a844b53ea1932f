import Foundation

@testable import CoreData

/// A model with one of everything that stores treat differently.
///
/// - `Item`: every attribute type; `code` and (`kind`, `number`) are unique.
/// - `Parent` ⟷ `Child`: one-to-many; `Parent.steps` ⟷ `Step.parent`: ordered.
/// - `Animal` with `Dog` and `Puppy`: a hierarchy; `Child.pet` leads into it.
/// - `Parent.tags` ⟷ `Tag.parents`: many-to-many; `Tag.related`: ordered on one side; `Tag.loose`: no inverse.
enum StoreModel {
    static func make() -> NSManagedObjectModel {
        let item = entity(
            "Item",
            [
                attribute("code", .stringAttributeType), attribute("kind", .stringAttributeType),
                attribute("number", .integer64AttributeType), attribute("small", .integer16AttributeType),
                attribute("flag", .booleanAttributeType), attribute("score", .doubleAttributeType),
                attribute("ratio", .floatAttributeType), attribute("created", .dateAttributeType),
                attribute("amount", .decimalAttributeType), attribute("link", .URIAttributeType),
                attribute("uuid", .UUIDAttributeType), attribute("bytes", .binaryDataAttributeType),
                external("image"), attribute("blob", .transformableAttributeType), transient("shown"),
            ])
        item.uniquenessConstraints = [["code"], ["kind", "number"]]
        let parent = entity(
            "Parent", [attribute("name", .stringAttributeType), attribute("rank", .integer64AttributeType)])
        let child = entity(
            "Child", [attribute("name", .stringAttributeType), attribute("value", .integer64AttributeType)])
        let step = entity("Step", [attribute("title", .stringAttributeType)])
        let tag = entity("Tag", [attribute("name", .stringAttributeType)])
        let animal = entity("Animal", [attribute("name", .stringAttributeType)])
        let dog = entity("Dog", [attribute("breed", .stringAttributeType), attribute("age", .integer32AttributeType)])
        let puppy = entity("Puppy", [attribute("weeks", .integer16AttributeType)])
        let cat = entity("Cat", [attribute("age", .doubleAttributeType)])
        dog.subentities = [puppy]
        animal.subentities = [dog, cat]

        pair(toMany("children", child), on: parent, toOne("parent", parent), on: child)
        pair(toMany("steps", step, isOrdered: true), on: parent, toOne("parent", parent), on: step)
        pair(toMany("tags", tag), on: parent, toMany("parents", parent), on: tag)
        pair(toMany("related", tag, isOrdered: true), on: tag, toMany("relatedBy", tag), on: tag)
        pair(toMany("owners", child), on: animal, toOne("pet", animal), on: child)
        add([toMany("loose", step, isOrdered: true), toOne("favourite", step)], to: tag)

        let model = NSManagedObjectModel()
        model.entities = [item, parent, child, step, tag, animal, dog, puppy, cat]
        return model
    }

    // MARK: Pieces

    static func entity(_ name: String, _ properties: [NSPropertyDescription]) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = properties
        return entity
    }

    static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = true
        return attribute
    }

    static func external(_ name: String) -> NSAttributeDescription {
        let attribute = attribute(name, .binaryDataAttributeType)
        attribute.allowsExternalBinaryDataStorage = true
        return attribute
    }

    static func transient(_ name: String) -> NSAttributeDescription {
        let attribute = attribute(name, .stringAttributeType)
        attribute.isTransient = true
        return attribute
    }

    static func toOne(_ name: String, _ destination: NSEntityDescription) -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        relationship.name = name
        relationship.destinationEntity = destination
        relationship.maxCount = 1
        relationship.isOptional = true
        return relationship
    }

    static func toMany(
        _ name: String, _ destination: NSEntityDescription, isOrdered: Bool = false
    ) -> NSRelationshipDescription {
        let relationship = toOne(name, destination)
        relationship.maxCount = 0
        relationship.isOrdered = isOrdered
        return relationship
    }

    static func add(_ properties: [NSPropertyDescription], to entity: NSEntityDescription) {
        entity.properties += properties
    }

    static func pair(
        _ first: NSRelationshipDescription, on entity: NSEntityDescription, _ second: NSRelationshipDescription,
        on other: NSEntityDescription
    ) {
        first.inverseRelationship = second
        second.inverseRelationship = first
        add([first], to: entity)
        add([second], to: other)
    }
}
