/// One FROM clause under construction: its first table, and the joins that paths have asked for.
final class QueryScope {
    let names: AliasNames
    private(set) var joins = ""
    private var joined: [String: RowPlace] = [:]

    init(names: AliasNames) { self.names = names }

    /// The row that a to-one leads to from `place`; the same join for the same path.
    func follow(_ relationship: RelationshipLayout, from place: RowPlace, schema: StoreSchema) throws -> RowPlace {
        let step = "\(place.alias).\(relationship.name)"
        if let known = joined[step] { return known }
        guard let column = place.mapping.columns[relationship.slot],
            let destination = schema[relationship.destination]
        else { throw Refusal.error("keypath \(relationship.name) not found in entity \(place.mapping.layout.name)") }
        let alias = names.next()
        joins +=
            " LEFT OUTER JOIN \(destination.table) \(alias) ON \(place.alias).\(column) = \(alias).Z_PK"
        let result = RowPlace(alias: alias, mapping: destination, scope: self)
        joined[step] = result
        return result
    }
}

/// Names of tables inside one statement.
final class AliasNames {
    private var count = 0

    func next() -> String {
        defer { count += 1 }
        return "t\(count)"
    }
}

/// A row inside a statement: what a key path starts from.
struct RowPlace {
    var alias: String
    var mapping: EntityMapping
    var scope: QueryScope

    var root: Int { mapping.layout.rootIndex }

    /// The row's key.
    var key: SQLExpression { SQLExpression(text: "\(alias).Z_PK", kind: .object(root: root)) }
}
