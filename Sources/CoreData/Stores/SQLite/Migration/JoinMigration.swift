import SQLite

/// How a join table of the new schema comes about.
struct JoinPlan {
    enum Action {
        /// It stays as it is.
        case keep
        /// It gets other names.
        case rename(JoinMapping)
        /// It is made anew and filled from an old one, whose columns may be in the other order.
        case copy(JoinMapping, isSwapped: Bool)
        /// It is made empty.
        case make
    }

    var schema: JoinSchema
    var action: Action
}

extension MigrationPlan {
    /// How the join tables come about; the new schema takes over the names that existing tables keep.
    func planJoins(_ links: [LinkPlan]) -> [JoinPlan] {
        var result: [JoinPlan] = []
        for schema in new.joins {
            let link = links.first { link in
                if case .join(let pair) = link.form { return pair.naming == schema.naming }
                return false
            }
            result.append(plan(schema, link))
        }
        renumberNewColumns(&result)
        new.joins = result.map(\.schema)
        return result
    }

    private func plan(_ schema: JoinSchema, _ link: LinkPlan?) -> JoinPlan {
        guard let link, link.isDirect, let source = link.forward.first,
            let join = old.joins.first(where: { $0.naming == source.key || $0.other == source.key })
        else { return JoinPlan(schema: schema, action: .make) }
        var schema = schema
        var isSwapped = join.naming != source.key
        if isSwapped, schema.naming.entity == schema.other.entity, join.naming.name == schema.other.name,
            join.other.name == schema.naming.name
        {
            // of two relationships of one entity either may name the table; an existing choice stays.
            schema = flipped(schema)
            isSwapped = false
        }
        if isSwapped { return JoinPlan(schema: schema, action: .copy(join, isSwapped: true)) }
        schema = withSuffixes(of: join, schema)
        guard (join.memberOrder == nil) == (schema.memberOrder == nil),
            (join.ownerOrder == nil) == (schema.ownerOrder == nil)
        else { return JoinPlan(schema: schema, action: .copy(join, isSwapped: false)) }
        let q = SQLName.quoted
        let isSame =
            q(schema.name) == join.table && q(schema.ownerColumn) == join.ownerColumn
            && q(schema.memberColumn) == join.memberColumn
        return JoinPlan(schema: schema, action: isSame ? .keep : .rename(join))
    }

    /// Column names are unique among the join tables of a store: new ones go around those that stay.
    private func renumberNewColumns(_ joins: inout [JoinPlan]) {
        var used = Set<String>()
        func isExisting(_ join: JoinPlan) -> Bool {
            switch join.action {
            case .keep, .rename: true
            case .copy, .make: false
            }
        }
        for join in joins where isExisting(join) {
            used.formUnion([join.schema.ownerColumn, join.schema.memberColumn])
        }
        func claim(_ base: String) -> String {
            var name = base
            var number = 0
            while !used.insert(name).inserted {
                number += 1
                name = "\(base)\(number)"
            }
            return name
        }
        for index in joins.indices where !isExisting(joins[index]) {
            var schema = joins[index].schema
            schema.ownerColumn = claim("Z_\(new.numbers[schema.naming.entity])\(schema.other.name.uppercased())")
            if schema.naming != schema.other {
                schema.memberColumn = claim("Z_\(new.numbers[schema.other.entity])\(schema.naming.name.uppercased())")
            }
            schema.memberOrder = schema.memberOrder.map { _ in SchemaPlan.orderColumn(for: schema.memberColumn) }
            schema.ownerOrder = schema.ownerOrder.map { _ in SchemaPlan.orderColumn(for: schema.ownerColumn) }
            joins[index].schema = schema
        }
    }

    private func flipped(_ schema: JoinSchema) -> JoinSchema {
        JoinSchema(
            naming: schema.other, other: schema.naming,
            name: "Z_\(new.numbers[schema.other.entity])\(schema.other.name.uppercased())",
            ownerColumn: schema.memberColumn, memberColumn: schema.ownerColumn, memberOrder: schema.ownerOrder,
            ownerOrder: schema.memberOrder)
    }

    /// Numbers at the end of column names follow no known rule, so those that a file has stay.
    private func withSuffixes(of join: JoinMapping, _ schema: JoinSchema) -> JoinSchema {
        guard schema.naming != schema.other else { return schema }
        func name(_ planned: String, _ existing: String, oldBase: String, newBase: String) -> String {
            let existing = SQLName.unquoted(existing)
            guard existing.hasPrefix(oldBase) else { return planned }
            let suffix = existing.dropFirst(oldBase.count)
            return suffix.allSatisfy { $0.isASCII && $0.isNumber } ? newBase + suffix : planned
        }
        func base(_ number: Int64?, _ name: String) -> String { "Z_\(number ?? 0)\(name.uppercased())" }
        var schema = schema
        if join.other.name == schema.other.name {
            schema.ownerColumn = name(
                schema.ownerColumn, join.ownerColumn,
                oldBase: base(old[join.naming.entity]?.number, join.other.name),
                newBase: base(new.numbers[schema.naming.entity], schema.other.name))
        }
        if join.naming.name == schema.naming.name {
            schema.memberColumn = name(
                schema.memberColumn, join.memberColumn,
                oldBase: base(old[join.other.entity]?.number, join.naming.name),
                newBase: base(new.numbers[schema.other.entity], schema.naming.name))
        }
        schema.memberOrder = schema.memberOrder.map { _ in SchemaPlan.orderColumn(for: schema.memberColumn) }
        schema.ownerOrder = schema.ownerOrder.map { _ in SchemaPlan.orderColumn(for: schema.ownerColumn) }
        return schema
    }
}

/// Brings join tables into their new form.
struct JoinMigration {
    private let connection: Connection
    private let plan: MigrationPlan
    private let joins: [JoinPlan]
    private var places: [String: String] = [:]
    private var leftovers: [String] = []

    init(connection: Connection, plan: MigrationPlan, joins: [JoinPlan]) {
        self.connection = connection
        self.plan = plan
        self.joins = joins
    }

    /// The quoted names of tables that stay as they are.
    var kept: Set<String> {
        Set(
            joins.compactMap { join in
                if case .keep = join.action { return SQLName.quoted(join.schema.name) }
                return nil
            })
    }

    private func execute(_ text: String) throws { try connection.execute(text, purpose: "migrate the join tables") }

    /// Gives every old table that does not stay another name.
    mutating func setAside() throws {
        let kept = kept
        for join in plan.old.joins where !kept.contains(join.table) && places[join.table] == nil {
            let aside = "Z__JOIN\(places.count)"
            try execute("ALTER TABLE \(join.table) RENAME TO \(aside)")
            places[join.table] = aside
            leftovers.append(aside)
        }
    }

    /// Makes and fills the new tables.
    mutating func fill() throws {
        for join in joins {
            switch join.action {
            case .keep: continue
            case .make: try execute(join.schema.creation)
            case .rename(let old): try rename(old, to: join.schema)
            case .copy(let old, let isSwapped): try copy(old, to: join.schema, isSwapped: isSwapped)
            }
        }
    }

    private mutating func rename(_ old: JoinMapping, to schema: JoinSchema) throws {
        guard let place = places[old.table] else { return }
        let q = SQLName.quoted
        var columns = [(old.ownerColumn, q(schema.ownerColumn)), (old.memberColumn, q(schema.memberColumn))]
        for (from, to) in [(old.memberOrder, schema.memberOrder), (old.ownerOrder, schema.ownerOrder)] {
            if let from, let to { columns.append((from, q(to))) }
        }
        columns = columns.filter { $0.0 != $0.1 }
        for (index, column) in columns.enumerated() {
            try execute("ALTER TABLE \(place) RENAME COLUMN \(column.0) TO Z__COLUMN\(index)")
        }
        for (index, column) in columns.enumerated() {
            try execute("ALTER TABLE \(place) RENAME COLUMN Z__COLUMN\(index) TO \(column.1)")
        }
        try execute("ALTER TABLE \(place) RENAME TO \(q(schema.name))")
        leftovers.removeAll { $0 == place }
    }

    private func copy(_ old: JoinMapping, to schema: JoinSchema, isSwapped: Bool) throws {
        guard let place = places[old.table] else { return }
        try execute(schema.creation)
        let (owner, member) =
            isSwapped ? (old.memberColumn, old.ownerColumn) : (old.ownerColumn, old.memberColumn)
        let (memberOrder, ownerOrder) =
            isSwapped ? (old.ownerOrder, old.memberOrder) : (old.memberOrder, old.ownerOrder)
        var targets = [schema.ownerColumn, schema.memberColumn]
        var sources = [owner, member]
        if let column = schema.memberOrder {
            targets.append(column)
            sources.append(memberOrder ?? OrderKeys.made(partition: owner, order: member))
        }
        if let column = schema.ownerOrder {
            targets.append(column)
            sources.append(ownerOrder ?? OrderKeys.made(partition: member, order: owner))
        }
        try execute(
            "INSERT INTO \(SQLName.quoted(schema.name)) (\(targets.map(SQLName.quoted).joined(separator: ", "))) "
                + "SELECT \(sources.joined(separator: ", ")) FROM \(place)")
    }

    func dropOldTables() throws {
        for table in leftovers { try execute("DROP TABLE \(table)") }
    }
}

/// Positions for lists that had none.
enum OrderKeys {
    /// 2048, 3072, … as for a new list; source: sqlite-format, section 6.
    static func made(partition: String, order: String) -> String {
        "1024 + 1024 * row_number() OVER (PARTITION BY \(partition) ORDER BY \(order))"
    }
}
