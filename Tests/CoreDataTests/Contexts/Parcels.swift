import Foundation

@testable import CoreData

/// A model with composite attributes, nested ones, ones with defaults, in an entity with a sub-entity and a relationship.
enum Parcels {
    static func attribute(
        _ name: String, _ type: NSAttributeType, optional: Bool = true, default value: Any? = nil,
        renamed identifier: String? = nil
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = optional
        attribute.defaultValue = value
        if let identifier { attribute.renamingIdentifier = identifier }
        return attribute
    }

    static func composite(
        _ name: String, optional: Bool = true, renamed identifier: String? = nil, _ elements: [NSAttributeDescription]
    ) -> NSCompositeAttributeDescription {
        let composite = NSCompositeAttributeDescription()
        composite.name = name
        composite.isOptional = optional
        composite.elements = elements
        if let identifier { composite.renamingIdentifier = identifier }
        return composite
    }

    static func size() -> NSCompositeAttributeDescription {
        let width = attribute("width", .doubleAttributeType, optional: false)
        width.setValidationPredicates(
            [NSPredicate(format: "SELF >= 0")], withValidationWarnings: [NSValidationNumberTooSmallError])
        return composite(
            "size", [width, attribute("height", .doubleAttributeType), attribute("unit", .stringAttributeType)])
    }

    static func origin() -> NSCompositeAttributeDescription {
        composite(
            "origin",
            [
                attribute("city", .stringAttributeType),
                composite("geo", [attribute("lat", .doubleAttributeType), attribute("lon", .doubleAttributeType)]),
                attribute("id", .UUIDAttributeType), attribute("sent", .dateAttributeType),
                attribute("weight", .decimalAttributeType), attribute("count", .integer16AttributeType),
                attribute("ok", .booleanAttributeType), attribute("raw", .binaryDataAttributeType),
                attribute("link", .URIAttributeType), attribute("ratio", .floatAttributeType),
                attribute("extra", .transformableAttributeType),
            ])
    }

    /// - Parameter properties: the attributes of Parcel; nil for all that there are.
    static func model(_ properties: [NSPropertyDescription]? = nil, constraint: [String] = []) -> NSManagedObjectModel {
        let parcel = NSEntityDescription()
        parcel.name = "Parcel"
        let crate = NSEntityDescription()
        crate.name = "Crate"
        let shelf = NSEntityDescription()
        shelf.name = "Shelf"
        let toShelf = NSRelationshipDescription()
        toShelf.name = "shelf"
        toShelf.destinationEntity = shelf
        toShelf.maxCount = 1
        let toParcels = NSRelationshipDescription()
        toParcels.name = "parcels"
        toParcels.destinationEntity = parcel
        toShelf.inverseRelationship = toParcels
        toParcels.inverseRelationship = toShelf
        parcel.properties =
            (properties ?? [
                attribute("name", .stringAttributeType), size(), origin(),
                composite(
                    "mark",
                    [
                        attribute("a", .integer16AttributeType, default: 3),
                        attribute("b", .stringAttributeType, default: "x"),
                    ]),
            ]) + [toShelf]
        crate.properties = [composite("seal", [attribute("code", .stringAttributeType)])]
        parcel.subentities = [crate]
        shelf.properties = [
            attribute("name", .stringAttributeType),
            composite("dims", [attribute("depth", .integer32AttributeType)]), toParcels,
        ]
        if !constraint.isEmpty { parcel.uniquenessConstraints = [constraint] }
        let model = NSManagedObjectModel()
        model.entities = [parcel, crate, shelf]
        return model
    }

    /// Runs `body` on the queue of a fresh stack.
    static func run(
        _ kind: League.Kind = .sqlite, _ model: NSManagedObjectModel = model(), options: [AnyHashable: Any]? = nil,
        _ body: (League) throws -> Void
    ) throws {
        let stack = try League(kind, model: model, options: options)
        defer { stack.remove() }
        try stack.context.performAndWait { try body(stack) }
    }
}

extension NSManagedObject {
    /// A composite's value, for comparisons.
    func composite(_ key: String) -> NSDictionary? {
        (value(forKey: key) as? [String: Any]).map { NSDictionary(dictionary: $0) }
    }
}
