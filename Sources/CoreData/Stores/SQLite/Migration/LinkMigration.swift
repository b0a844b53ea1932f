import SQLite

/// Carries connections over whose place in the schema changes: from keys in rows to join tables and back.
///
/// They are collected as pairs of keys before the tables change, and written after.
struct LinkMigration {
    private let connection: Connection
    private let plan: MigrationPlan
    private var collected: [SchemaPlan.PropertyKey: String] = [:]

    init(connection: Connection, plan: MigrationPlan) {
        self.connection = connection
        self.plan = plan
    }

    private func execute(_ text: String) throws {
        try connection.execute(text, purpose: "migrate the relationships")
    }

    // MARK: Collecting

    /// Keeps the connections of a link in a table of its own.
    mutating func collect(_ link: LinkPlan) throws {
        let table = "temp.OndolPairs\(collected.count)"
        collected[link.key] = table
        try execute(
            "CREATE TABLE \(table) (owner INTEGER, member INTEGER, memberPosition INTEGER, ownerPosition INTEGER)")
        let destination = plan.new.layout.entities[link.relationship.destination]
        for source in link.forward where isSameTable(source, owner: link.owner, member: destination) {
            try execute("INSERT INTO \(table) \(pairs(of: source))")
        }
        for source in link.backward where isSameTable(source, owner: destination, member: link.owner) {
            try execute(
                "INSERT INTO \(table) (member, owner, ownerPosition, memberPosition) \(pairs(of: source))")
        }
    }

    /// Keys say nothing when a side's rows come from another table than the keys referred to.
    private func isSameTable(
        _ source: MigrationPlan.OldRelationship, owner: EntityLayout, member: EntityLayout
    ) -> Bool {
        plan.oldTable(of: owner) == source.mapping.table
            && plan.oldTable(of: member) == plan.old[source.layout.destination]?.table
    }

    /// Owner, member, position among the owner's members, position among the member's owners.
    private func pairs(of source: MigrationPlan.OldRelationship) -> String {
        guard source.layout.isToMany else {
            let mapping = source.mapping
            let column = mapping.columns[source.layout.slot] ?? "NULL"
            let order = mapping.orderColumns[source.layout.slot] ?? "NULL"
            let numbers = mapping.familyNumbers.map(String.init).joined(separator: ", ")
            return "SELECT Z_PK, \(column), NULL, \(order) FROM \(mapping.table) "
                + "WHERE \(column) IS NOT NULL AND Z_ENT IN (\(numbers))"
        }
        guard let place = source.mapping.toMany[source.layout.toManyIndex] else {
            return "SELECT NULL, NULL, NULL, NULL WHERE 0"
        }
        var ownerOrder: String?
        if let join = place.join { ownerOrder = join.naming == source.key ? join.ownerOrder : join.memberOrder }
        return "SELECT \(place.ownerColumn), \(place.memberColumn), \(place.orderColumn ?? "NULL"), "
            + "\(ownerOrder ?? "NULL") FROM \(place.table) WHERE \(place.ownerColumn) IS NOT NULL"
    }

    // MARK: Writing

    /// Writes the connections of a link, or the positions it lacks.
    func write(_ link: LinkPlan) throws {
        guard !link.isDirect, let table = collected[link.key] else {
            if link.needsOrder { try makePositions(link) }
            return
        }
        let pairs = "temp.OndolValid"
        let destination = plan.new.layout.entities[link.relationship.destination]
        try execute(
            "CREATE TABLE \(pairs) AS SELECT p.owner, p.member, p.memberPosition, p.ownerPosition, "
                + "o.Z_ENT AS ownerEntity, m.Z_ENT AS memberEntity FROM \(table) p "
                + "JOIN \(plan.table(of: link.owner)) o ON o.Z_PK = p.owner "
                + "JOIN \(plan.table(of: destination)) m ON m.Z_PK = p.member "
                + "WHERE o.Z_ENT IN (\(plan.familyNumbers(of: link.owner))) "
                + "AND m.Z_ENT IN (\(plan.familyNumbers(of: destination)))")
        switch link.form {
        case .foreignKey: try writeKeys(link, first(of: pairs, per: "owner", by: "memberPosition, member"))
        case .foreignKeys:
            let chosen = first(
                of: "(\(first(of: pairs, per: "owner", by: "memberPosition, member")))", per: "member",
                by: "ownerPosition, owner")
            try writeKeys(link, chosen)
            try writeInverseKeys(link, chosen)
        case .stray: try writeStrays(link, first(of: pairs, per: "member", by: "ownerPosition, owner"))
        case .join(let pair): try writeJoin(pair, pairs)
        }
        try execute("DROP TABLE \(pairs)")
        try execute("DROP TABLE \(table)")
    }

    /// One of the pairs of each owner or member.
    private func first(of pairs: String, per side: String, by order: String) -> String {
        "SELECT owner, member, memberPosition, ownerPosition, ownerEntity, memberEntity FROM (SELECT *, "
            + "row_number() OVER (PARTITION BY \(side) ORDER BY \(order)) AS place FROM \(pairs)) WHERE place = 1"
    }

    private func writeKeys(_ link: LinkPlan, _ pairs: String) throws {
        try writeKeys(
            link.relationship, of: link.owner, pairs: pairs, row: "owner", key: "member", position: "ownerPosition")
    }

    private func writeInverseKeys(_ link: LinkPlan, _ pairs: String) throws {
        let destination = plan.new.layout.entities[link.relationship.destination]
        guard let inverse = link.relationship.inverseName.flatMap({ destination.relationship(named: $0) }) else {
            return
        }
        try writeKeys(
            inverse, of: destination, pairs: pairs, row: "member", key: "owner", position: "memberPosition")
    }

    private func writeKeys(
        _ relationship: RelationshipLayout, of entity: EntityLayout, pairs: String, row: String, key: String,
        position: String
    ) throws {
        let columns = plan.new.slotColumns[entity.index] ?? []
        guard let column = columns[relationship.slot] else { return }
        let table = plan.table(of: entity)
        var sets = ["\(SQLName.quoted(column)) = c.\(key)"]
        if let entityColumn = relationship.entitySlot.flatMap({ columns[$0] }) {
            sets.append("\(SQLName.quoted(entityColumn)) = c.\(key)Entity")
        }
        if let order = plan.new.orderColumns[plan.new.key(relationship.name, of: entity)] {
            sets.append("\(SQLName.quoted(order)) = c.made")
        }
        let made = OrderKeys.made(partition: key, order: "\(position), \(row)")
        try execute(
            "UPDATE \(table) SET \(sets.joined(separator: ", ")) FROM (SELECT *, \(made) AS made FROM (\(pairs))) c "
                + "WHERE \(table).Z_PK = c.\(row)")
    }

    private func writeStrays(_ link: LinkPlan, _ pairs: String) throws {
        guard let columns = plan.new.strayColumns[link.key] else { return }
        let table = plan.table(of: plan.new.layout.entities[link.relationship.destination])
        var sets = ["\(SQLName.quoted(columns.owner)) = c.owner"]
        if let order = columns.order { sets.append("\(SQLName.quoted(order)) = c.made") }
        let made = OrderKeys.made(partition: "owner", order: "memberPosition, member")
        try execute(
            "UPDATE \(table) SET \(sets.joined(separator: ", ")) FROM (SELECT *, \(made) AS made FROM (\(pairs))) c "
                + "WHERE \(table).Z_PK = c.member")
    }

    private func writeJoin(_ pair: SchemaPlan.JoinPair, _ pairs: String) throws {
        guard let schema = plan.new.joins.first(where: { $0.naming == pair.naming && $0.other == pair.other }) else {
            return
        }
        var targets = [schema.ownerColumn, schema.memberColumn]
        var sources = ["owner", "member"]
        if let column = schema.memberOrder {
            targets.append(column)
            sources.append(OrderKeys.made(partition: "owner", order: "memberPosition, member"))
        }
        if let column = schema.ownerOrder {
            targets.append(column)
            sources.append(OrderKeys.made(partition: "member", order: "ownerPosition, owner"))
        }
        try execute(
            "INSERT OR IGNORE INTO \(SQLName.quoted(schema.name)) "
                + "(\(targets.map(SQLName.quoted).joined(separator: ", "))) "
                + "SELECT \(sources.joined(separator: ", ")) FROM \(pairs)")
    }

    /// Positions for a list that had no order: by key.
    private func makePositions(_ link: LinkPlan) throws {
        let destination = plan.new.layout.entities[link.relationship.destination]
        let place: (table: String, key: String?, order: String?)
        switch link.form {
        case .foreignKey:
            place = (
                plan.table(of: link.owner), plan.new.slotColumns[link.owner.index]?[link.relationship.slot],
                plan.new.orderColumns[plan.new.key(link.relationship.name, of: link.owner)]
            )
        case .stray:
            let columns = plan.new.strayColumns[link.key]
            place = (plan.table(of: destination), columns?.owner, columns?.order)
        case .foreignKeys, .join: return
        }
        guard let key = place.key.map(SQLName.quoted), let order = place.order.map(SQLName.quoted) else { return }
        try execute(
            "UPDATE \(place.table) SET \(order) = c.made FROM (SELECT Z_PK AS row, "
                + "\(OrderKeys.made(partition: key, order: "Z_PK")) AS made FROM \(place.table) "
                + "WHERE \(key) IS NOT NULL) c WHERE \(place.table).Z_PK = c.row")
    }
}
