import Foundation

@testable import CoreData

/// Descriptions built in code, as the tests of this room need them.
enum ModelFixtures {
    static func attribute(
        _ name: String, _ type: NSAttributeType = .stringAttributeType, isOptional: Bool = true
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = isOptional
        return attribute
    }

    static func relationship(
        _ name: String, to destination: NSEntityDescription, maxCount: Int = 1
    ) -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        relationship.name = name
        relationship.destinationEntity = destination
        relationship.maxCount = maxCount
        return relationship
    }

    static func entity(_ name: String, _ properties: [NSPropertyDescription] = []) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = properties
        return entity
    }

    static func model(_ entities: [NSEntityDescription]) -> NSManagedObjectModel {
        let model = NSManagedObjectModel()
        model.entities = entities
        return model
    }

    /// The cars of the format reference: Car, SportCar, LuxuryCar, Person.
    ///
    /// Source: model-format, section 3, test vectors.
    static func cars() -> NSManagedObjectModel {
        let person = entity(
            "Person",
            [
                attribute("firstName"), attribute("lastName"),
                attribute("updatedAt", .dateAttributeType, isOptional: false),
            ])
        let car = entity(
            "Car",
            [
                attribute("maker"), attribute("markedForDeletionAsOf", .dateAttributeType), attribute("model"),
                attribute("numberPlate", isOptional: false),
            ])
        let owner = relationship("owner", to: person)
        let cars = relationship("cars", to: car, maxCount: 0)
        owner.inverseRelationship = cars
        cars.inverseRelationship = owner
        car.properties += [owner]
        person.properties += [cars]
        car.uniquenessConstraints = [["numberPlate"]]
        person.uniquenessConstraints = [["firstName", "lastName"]]
        let sport = entity("SportCar")
        let luxury = entity("LuxuryCar", [attribute("isLimitedEdition", .booleanAttributeType)])
        car.subentities = [sport]
        sport.subentities = [luxury]
        return model([car, sport, luxury, person])
    }

    static func hex(_ data: Data) -> String { data.map { String(format: "%02x", $0) }.joined() }
}
