import SQLite

/// Finds which rows of a save collide with which, after SQLite has refused it.
///
/// Runs outside the refused transaction, on the state before it.
struct ViolationFinder {
    let connection: Connection
    let schema: StoreSchema

    private struct Candidate {
        var layout: EntityLayout
        var primaryKey: Int64
        var values: ContiguousArray<SlotValue>
        /// The stored row of an update, for the slots that are not set.
        var stored: PackedRow?

        func value(_ slot: Int) -> SlotValue {
            if !values[slot].isUnset { return values[slot] }
            return stored.map { $0.value($0.layout.slots[slot]) } ?? .null
        }
    }

    /// The unique values of a row, comparable across rows of a table.
    private struct Claim: Hashable {
        var columns: [String]
        var values: [String]
    }

    func violations(of changes: StoreChanges) throws -> [ConstraintViolation] {
        var candidates: [Candidate] = []
        var freed: [String: Set<Int64>] = [:]
        let lookup = RowLookup(connection: connection, schema: schema)
        for row in changes.deletes {
            freed[try schema.mapping(row.layout).table, default: []].insert(row.primaryKey)
        }
        for row in changes.updates {
            let mapping = try schema.mapping(row.layout)
            guard mapping.constraints.contains(where: { $0.slots.contains { !row.values[$0].isUnset } }) else {
                continue
            }
            freed[mapping.table, default: []].insert(row.primaryKey)
            candidates.append(
                Candidate(
                    layout: row.layout, primaryKey: row.primaryKey, values: row.values,
                    stored: try lookup.row(row.layout, row.primaryKey)))
        }
        for row in changes.inserts where !(try schema.mapping(row.layout).constraints.isEmpty) {
            candidates.append(
                Candidate(layout: row.layout, primaryKey: row.primaryKey, values: row.values, stored: nil))
        }
        return try candidates.reduce(into: Search()) { try search($1, freed: freed, &$0) }.found
    }

    private struct Search {
        var found: [ConstraintViolation] = []
        var claims: [Claim: Int64] = [:]
    }

    private func search(_ candidate: Candidate, freed: [String: Set<Int64>], _ search: inout Search) throws {
        let mapping = try schema.mapping(candidate.layout)
        for constraint in mapping.constraints {
            let values = constraint.slots.map { candidate.value($0) }
            // NULLs never collide.
            if values.contains(where: { $0.isNull || $0.isUnset }) { continue }
            let claim = Claim(
                columns: [mapping.table] + constraint.columns, values: values.map { Self.text($0) })
            var violation = ConstraintViolation(
                layout: schema.layout.entities[constraint.declaring], constraint: constraint.names,
                primaryKey: candidate.primaryKey, existing: nil, otherPrimaryKey: nil)
            if let other = search.claims[claim] {
                violation.otherPrimaryKey = other
                search.found.append(violation)
                continue
            }
            search.claims[claim] = candidate.primaryKey
            let others = try holders(of: constraint, values, mapping)
            for other in others
            where other != candidate.primaryKey && !(freed[mapping.table]?.contains(other) ?? false) {
                violation.existing = try RowLookup(connection: connection, schema: schema).row(mapping.layout, other)
                search.found.append(violation)
            }
        }
    }

    /// Keys of stored rows with these values.
    private func holders(
        of constraint: ConstraintMapping, _ values: [SlotValue], _ mapping: EntityMapping
    ) throws -> [Int64] {
        let condition = constraint.columns.map { "\($0) = ?" }.joined(separator: " AND ")
        let statement = try connection.statement(
            SQL.of(
                "SELECT Z_PK FROM \(mapping.table) WHERE \(condition)", purpose: "look for rows with equal values"))
        let arena = BindingArena()
        var row = ContiguousArray<SlotValue>()
        for value in values { row.append(value) }
        schema.bind(
            row, row.indices.map { SlotBinding(source: $0, isEntity: false) }, to: statement, from: 1, arena: arena)
        var keys: [Int64] = []
        while try statement.step() { keys.append(statement.integer(0)) }
        statement.reset()
        statement.clearBindings()
        return keys
    }

    /// A value as text, equal for values that SQLite takes for equal.
    private static func text(_ value: SlotValue) -> String {
        switch value {
        case .integer(let value): "n\(Double(value))/\(value)"
        case .real(let value): "r\(value)"
        case .string(let value): "s\(value.utf8.map { String($0, radix: 16) }.joined(separator: "."))"
        case .data(let value): "b\(value.base64EncodedString())"
        case .uuid(let value): "b\(withUnsafeBytes(of: value.uuid) { Data($0) }.base64EncodedString())"
        case .decimal(let value): "r\(DecimalCodec.double(from: value))"
        case .key(let reference): "k\(reference.primaryKey)"
        case .unset, .null, .object, .destination: ""
        }
    }
}
