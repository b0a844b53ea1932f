import CoreData
import SQLite

/// One row of a store.
struct StoredRow {
    let reference: ObjectReference
    /// `Z_OPT`.
    let version: Int64
    /// In the order of the entity's attributes.
    let values: [StoredValue]
    /// In the order of the entity's relationships to one object.
    let destinations: [ObjectReference?]
}

/// Reads the rows of one entity, its sub-entities apart.
final class StoreRows {
    let entity: StoreMap.Entity
    private let map: StoreMap
    private let connection: Connection
    private let types: [NSAttributeType]
    private let columns: String
    /// Which rows of the table are the entity's.
    private let condition: String
    private let byKey: Statement
    /// Position of the entity column of each to-one; nil where it has none.
    private let entityPositions: [Int32?]

    init(_ entity: StoreMap.Entity, in store: OpenedStore) throws {
        self.entity = entity
        map = try store.map()
        connection = store.connection
        let description = try store.description(of: entity)
        types = entity.attributes.map { description.attribute(at: $0.name)?.attributeType ?? .undefinedAttributeType }
        var names = ["Z_PK", "Z_OPT"] + entity.attributes.map(\.column) + entity.toOne.map(\.column)
        var positions: [Int32?] = []
        for relationship in entity.toOne {
            if let column = relationship.entityColumn {
                positions.append(Int32(names.count))
                names.append(column)
            } else {
                positions.append(nil)
            }
        }
        entityPositions = positions
        columns = names.joined(separator: ", ")
        condition = entity.ownCondition(in: map)
        byKey = try connection.prepareOnce(
            "SELECT \(columns) FROM \(entity.table) WHERE Z_PK = ? AND \(condition)",
            purpose: "read an object of \(entity.name)")
    }

    /// The row with this key; nil when there is none.
    func row(_ key: Int64) throws -> StoredRow? {
        byKey.reset()
        byKey.bind(1, integer: key)
        defer { byKey.reset() }
        return try byKey.step() ? row(byKey) : nil
    }

    /// All rows, by ascending key.
    func forEach(_ body: (StoredRow) throws -> Void) throws {
        let statement = try connection.prepareOnce(
            "SELECT \(columns) FROM \(entity.table) WHERE \(condition) ORDER BY Z_PK",
            purpose: "read the objects of \(entity.name)")
        while try statement.step() { try body(row(statement)) }
    }

    private func row(_ statement: Statement) -> StoredRow {
        var values: [StoredValue] = []
        values.reserveCapacity(types.count)
        for (index, attribute) in entity.attributes.enumerated() {
            values.append(
                StoredValue(
                    statement, Int32(index + 2), type: types[index], isExternal: attribute.allowsExternalStorage))
        }
        var destinations: [ObjectReference?] = []
        let first = Int32(2 + entity.attributes.count)
        for (index, relationship) in entity.toOne.enumerated() {
            let column = first + Int32(index)
            guard !statement.isNull(column) else {
                destinations.append(nil)
                continue
            }
            let number = entityPositions[index].map { statement.integer($0) }
            let destination = number.flatMap { map.indexByNumber[$0] } ?? relationship.destination
            destinations.append(ObjectReference(entity: destination, key: statement.integer(column)))
        }
        return StoredRow(
            reference: ObjectReference(entity: entity.index, key: statement.integer(0)),
            version: statement.integer(1), values: values, destinations: destinations)
    }
}

/// Reads rows, members of to-many relationships and values at the end of key paths, of all entities.
final class StoreReader {
    let store: OpenedStore
    let map: StoreMap
    private var rows: [Int: StoreRows] = [:]
    private var members: [String: Statement] = [:]
    private var entities: [Int: Statement] = [:]

    init(_ store: OpenedStore) throws {
        self.store = store
        map = try store.map()
    }

    func rows(of entity: Int) throws -> StoreRows {
        if let known = rows[entity] { return known }
        let made = try StoreRows(map.entities[entity], in: store)
        rows[entity] = made
        return made
    }

    /// The row of an object; nil when there is none.
    ///
    /// The entity of the reference may be a super-entity of the object's.
    func row(_ reference: ObjectReference) throws -> StoredRow? {
        guard let actual = try resolved(reference) else { return nil }
        return try rows(of: actual.entity).row(actual.key)
    }

    /// The row of an object whose entity is known to be just the one of the reference.
    func exactRow(_ reference: ObjectReference) throws -> StoredRow? {
        try rows(of: reference.entity).row(reference.key)
    }

    /// The reference with the entity that the row really has; nil when there is no such row.
    func resolved(_ reference: ObjectReference) throws -> ObjectReference? {
        let entity = map.entities[reference.entity]
        let statement: Statement
        if let known = entities[entity.root] {
            statement = known
            statement.reset()
        } else {
            statement = try store.connection.prepareOnce(
                "SELECT Z_ENT FROM \(entity.table) WHERE Z_PK = ?", purpose: "look for an object of \(entity.name)")
            entities[entity.root] = statement
        }
        defer { statement.reset() }
        statement.bind(1, integer: reference.key)
        guard try statement.step() else { return nil }
        if entity.isAlone(in: map) { return reference }
        guard let index = map.indexByNumber[statement.integer(0)], entity.familyNumbers.contains(statement.integer(0))
        else { return nil }
        return ObjectReference(entity: index, key: reference.key)
    }

    /// The members of a to-many, in order where it is ordered; at most `limit`.
    func members(
        _ relationship: StoreMap.ToMany, of owner: ObjectReference, limit: Int = -1
    ) throws -> [ObjectReference] {
        let destination = map.entities[relationship.destination]
        let statement = try prepared(relationship, owner, purpose: "read") {
            let order = relationship.orderColumn.map { "m.\($0), " } ?? "d.Z_ENT, "
            if relationship.isJoin {
                return "SELECT d.Z_PK, d.Z_ENT FROM \(relationship.table) m JOIN \(destination.table) d "
                    + "ON d.Z_PK = m.\(relationship.memberColumn) WHERE m.\(relationship.ownerColumn) = ?1 "
                    + "ORDER BY \(order)d.Z_PK LIMIT ?2"
            }
            return "SELECT Z_PK, Z_ENT FROM \(destination.table) WHERE \(relationship.ownerColumn) = ?1 "
                + "ORDER BY \(relationship.orderColumn ?? "Z_ENT"), Z_PK LIMIT ?2"
        }
        defer { statement.reset() }
        statement.bind(1, integer: owner.key)
        statement.bind(2, integer: Int64(limit))
        var result: [ObjectReference] = []
        while try statement.step() {
            guard
                let entity = destination.isAlone(in: map)
                    ? destination.index : map.indexByNumber[statement.integer(1)]
            else { continue }
            result.append(ObjectReference(entity: entity, key: statement.integer(0)))
        }
        return result
    }

    /// How many members a to-many has.
    func count(_ relationship: StoreMap.ToMany, of owner: ObjectReference) throws -> Int {
        let destination = map.entities[relationship.destination]
        let statement = try prepared(relationship, owner, purpose: "count") {
            relationship.isJoin
                ? "SELECT count(*) FROM \(relationship.table) m JOIN \(destination.table) d "
                    + "ON d.Z_PK = m.\(relationship.memberColumn) WHERE m.\(relationship.ownerColumn) = ?1"
                : "SELECT count(*) FROM \(destination.table) WHERE \(relationship.ownerColumn) = ?1"
        }
        defer { statement.reset() }
        statement.bind(1, integer: owner.key)
        return try statement.step() ? Int(statement.integer(0)) : 0
    }

    private func prepared(
        _ relationship: StoreMap.ToMany, _ owner: ObjectReference, purpose: String, _ text: () -> String
    ) throws -> Statement {
        let key = "\(purpose) \(owner.entity) \(relationship.name)"
        if let known = members[key] {
            known.reset()
            return known
        }
        let made = try store.connection.prepareOnce(
            text(), purpose: "\(purpose) \(map.entities[owner.entity].name).\(relationship.name)")
        members[key] = made
        return made
    }

    /// A few words that tell an object from others: its name, title or first text; nil when it has none.
    func label(of row: StoredRow) -> String? {
        let attributes = map.entities[row.reference.entity].attributes
        var best: (rank: Int, text: String)?
        for (attribute, value) in zip(attributes, row.values) {
            guard case .string(let text) = value, !text.isEmpty else { continue }
            let rank = Self.telling.firstIndex(of: attribute.name.lowercased()) ?? Self.telling.count
            if rank < best?.rank ?? .max { best = (rank, text) }
        }
        return best?.text
    }

    private static let telling = ["name", "title", "displayname", "label", "subject", "text", "identifier", "id"]
}
