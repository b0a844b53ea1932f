import Foundation

/// The properties of one entity, inherited ones included, by name and in name order.
///
/// Made once when a model is first used, and for every question before that. All arrays are in
/// ascending order of names by code point.
final class PropertyTable: @unchecked Sendable {
    // @unchecked Sendable: immutable, and the descriptions in it are immutable once a model is shared.

    /// All properties, inherited, transient and fetched ones included.
    let properties: [NSPropertyDescription]
    let propertiesByName: [String: NSPropertyDescription]
    /// All attributes, transient and derived ones included.
    let attributes: [NSAttributeDescription]
    let attributesByName: [String: NSAttributeDescription]
    /// All relationships, transient ones included.
    let relationships: [NSRelationshipDescription]
    let relationshipsByName: [String: NSRelationshipDescription]
    let fetchedProperties: [NSFetchedPropertyDescription]

    init(of entity: NSEntityDescription) {
        // An ancestor's property wins over one of the same name further down: a sub-entity may not
        // redeclare it, and `ModelConsistency` reports it when somebody tries.
        var byName: [String: NSPropertyDescription] = [:]
        for ancestor in entity.ancestorsRootFirst + [entity] {
            for property in ancestor.declaredProperties where byName[property.name] == nil {
                byName[property.name] = property
            }
        }
        properties = byName.values.sortedByName()
        propertiesByName = byName
        attributes = properties.compactMap { $0 as? NSAttributeDescription }
        attributesByName = Dictionary(uniqueKeysWithValues: attributes.map { ($0.name, $0) })
        relationships = properties.compactMap { $0 as? NSRelationshipDescription }
        relationshipsByName = Dictionary(uniqueKeysWithValues: relationships.map { ($0.name, $0) })
        fetchedProperties = properties.compactMap { $0 as? NSFetchedPropertyDescription }
    }
}
