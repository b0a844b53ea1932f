/// Everything a store in memory holds; a value, so that a request can keep the one it began with.
struct MemoryContents: @unchecked Sendable {
    // @unchecked: dictionaries of values and of rows, which never change.

    /// A relationship as the entity that declares it knows it.
    struct RelationshipKey: Hashable, Sendable {
        var entity: Int
        var name: String
    }

    /// Rows by key, by index of the root entity.
    var rows: [Int: [Int64: PackedRow]] = [:]
    /// Keys of the rows that refer to an owner, for to-ones that some to-many is the inverse of.
    var referring: [RelationshipKey: [Int64: Set<Int64>]] = [:]
    /// Members kept outside of rows: many-to-many (on both sides) and to-many without inverse.
    var members: [RelationshipKey: [Int64: [RowReference]]] = [:]
    /// The order of ordered relationships.
    var orders: [RelationshipKey: [Int64: [Int64]]] = [:]

    func row(_ root: Int, _ key: Int64) -> PackedRow? { rows[root]?[key] }

    /// The entity that declares a property, as part of a key.
    ///
    /// An element of a composite attribute belongs to the entity that declares the attribute.
    static func key(_ name: String, of entity: EntityLayout) -> RelationshipKey {
        var owner = entity
        while let index = owner.superIndex {
            let parent = entity.model.entities[index]
            guard parent.entity.propertiesByName[name] != nil || parent.entity.attribute(at: name) != nil else { break }
            owner = parent
        }
        return RelationshipKey(entity: owner.index, name: name)
    }

    /// Members of a to-many in relationship order.
    func members(of relationship: RelationshipLayout, owner: Int64, layout: ModelLayout) -> [PackedRow] {
        let key = Self.key(relationship.name, of: layout.entities[relationship.owner])
        let destination = layout.entities[relationship.destination]
        let root = destination.rootIndex
        var found: [PackedRow]
        if let inverse = relationship.inverseName, !relationship.inverseIsToMany {
            let keys = referring[Self.key(inverse, of: destination)]?[owner] ?? []
            found = keys.sorted().compactMap { row(root, $0) }
        } else {
            found = (members[key]?[owner] ?? []).map(\.primaryKey).sorted().compactMap { row(root, $0) }
        }
        if relationship.isOrdered, let order = orders[key]?[owner] {
            var place: [Int64: Int] = [:]
            for (index, member) in order.enumerated() { place[member] = index }
            // those without a place come first, as NULL does in SQL.
            found = found.enumerated().sorted {
                (place[$0.element.primaryKey] ?? -1, $0.offset) < (place[$1.element.primaryKey] ?? -1, $1.offset)
            }.map(\.element)
        }
        return found
    }
}
