import CoreData
import Foundation

/// A model as plain values in a stable order: what `ondol schema` prints in all its forms.
struct SchemaSummary: Codable {
    struct Entity: Codable {
        let name: String
        let className: String
        let parent: String?
        let isAbstract: Bool
        /// In hexadecimal digits.
        let versionHash: String
        let renamingIdentifier: String
        let uniquenessConstraints: [[String]]
        let attributes: [Attribute]
        let relationships: [Relationship]
        let fetchedProperties: [String]
    }

    struct Attribute: Codable {
        let name: String
        let type: String
        let isOptional: Bool
        let isTransient: Bool
        let isDerived: Bool
        /// False when a parent entity declares the attribute.
        let isOwn: Bool
        let defaultValue: String?
    }

    struct Relationship: Codable {
        let name: String
        let destination: String?
        let inverse: String?
        let isToMany: Bool
        let isOrdered: Bool
        let isOptional: Bool
        let isOwn: Bool
        let minCount: Int
        let maxCount: Int
        let deleteRule: String
    }

    let versionChecksum: String
    let versionIdentifiers: [String]
    let configurations: [String: [String]]
    let entities: [Entity]

    init(_ model: NSManagedObjectModel) {
        versionChecksum = model.versionChecksum
        versionIdentifiers = model.versionIdentifiers.compactMap { $0 as? String }.filter { !$0.isEmpty }.sorted()
        var configurations: [String: [String]] = [:]
        for name in model.configurations {
            configurations[name] = (model.entities(forConfigurationName: name) ?? []).compactMap(\.name).sorted()
        }
        self.configurations = configurations
        entities = model.entities.map(Self.entity).sorted { $0.name < $1.name }
    }

    private static func entity(_ entity: NSEntityDescription) -> Entity {
        Entity(
            name: entity.name ?? "", className: entity.managedObjectClassName, parent: entity.superentity?.name,
            isAbstract: entity.isAbstract,
            versionHash: entity.versionHash.map { String(format: "%02x", $0) }.joined(),
            renamingIdentifier: entity.renamingIdentifier ?? "",
            uniquenessConstraints: entity.uniquenessConstraints.map { tuple in
                tuple.compactMap { ($0 as? String) ?? ($0 as? NSPropertyDescription)?.name }
            },
            attributes: entity.attributesByName.values.flatMap { attributes($0, of: entity) }
                .sorted { $0.name < $1.name },
            relationships: entity.relationshipsByName.values.map { relationship($0, of: entity) }
                .sorted { $0.name < $1.name },
            fetchedProperties: entity.propertiesByName.values.filter { $0 is NSFetchedPropertyDescription }.map(\.name)
                .sorted())
    }

    /// The attribute; of a composite one its elements too, by their paths.
    private static func attributes(
        _ attribute: NSAttributeDescription, of entity: NSEntityDescription
    ) -> [Attribute] {
        let isOwn = attribute.entity === entity
        let leaves = (attribute as? NSCompositeAttributeDescription)?.leaves ?? []
        return [Self.attribute(attribute, at: attribute.name, isOwn: isOwn)]
            + leaves.map { Self.attribute($0.attribute, at: "\(attribute.name).\($0.path)", isOwn: isOwn) }
    }

    private static func attribute(_ attribute: NSAttributeDescription, at path: String, isOwn: Bool) -> Attribute {
        Attribute(
            name: path, type: typeName(attribute.attributeType), isOptional: attribute.isOptional,
            isTransient: attribute.isTransient, isDerived: attribute is NSDerivedAttributeDescription,
            isOwn: isOwn, defaultValue: attribute.defaultValue.map { text(of: $0, attribute) })
    }

    /// A default value as the model editor writes it.
    private static func text(of value: Any, _ attribute: NSAttributeDescription) -> String {
        if attribute.attributeType == .booleanAttributeType, let flag = value as? Bool { return flag ? "YES" : "NO" }
        return "\(value)"
    }

    private static func relationship(
        _ relationship: NSRelationshipDescription, of entity: NSEntityDescription
    ) -> Relationship {
        Relationship(
            name: relationship.name, destination: relationship.destinationEntity?.name,
            inverse: relationship.inverseRelationship?.name, isToMany: relationship.isToMany,
            isOrdered: relationship.isOrdered, isOptional: relationship.isOptional,
            isOwn: relationship.entity === entity, minCount: relationship.minCount, maxCount: relationship.maxCount,
            deleteRule: ruleName(relationship.deleteRule))
    }

    /// The name that the model editor gives a type.
    static func typeName(_ type: NSAttributeType) -> String {
        switch type {
        case .undefinedAttributeType: "Undefined"
        case .integer16AttributeType: "Integer 16"
        case .integer32AttributeType: "Integer 32"
        case .integer64AttributeType: "Integer 64"
        case .decimalAttributeType: "Decimal"
        case .doubleAttributeType: "Double"
        case .floatAttributeType: "Float"
        case .stringAttributeType: "String"
        case .booleanAttributeType: "Boolean"
        case .dateAttributeType: "Date"
        case .binaryDataAttributeType: "Binary"
        case .UUIDAttributeType: "UUID"
        case .URIAttributeType: "URI"
        case .transformableAttributeType: "Transformable"
        case .objectIDAttributeType: "ObjectID"
        case .compositeAttributeType: "Composite"
        }
    }

    private static func ruleName(_ rule: NSDeleteRule) -> String {
        switch rule {
        case .noActionDeleteRule: "No Action"
        case .nullifyDeleteRule: "Nullify"
        case .cascadeDeleteRule: "Cascade"
        case .denyDeleteRule: "Deny"
        }
    }
}
