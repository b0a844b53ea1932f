import SQLite

extension SQLiteStore {
    func members(
        of relationship: RelationshipLayout, owners: [Int64], at snapshots: GenerationSnapshots?
    ) throws -> ToManyMembers {
        try reading(at: snapshots) { opened, reader in
            let (owner, mapping, plan) = try Self.kept(relationship, in: opened.schema)
            let statements = MemberStatements.statements(
                relationship: relationship, mapping: mapping, plan: plan, in: opened)
            var result = ToManyMembers()
            // The column that names the owner comes first, unless it is among the values anyway.
            let (base, ownerColumn) = MemberStatements.ownerColumn(mapping, plan).map { (Int32(0), $0) } ?? (1, 0)
            // sorted owners make their runs contiguous across chunks, and look-ups go one way.
            let owners = owners.ascendingOnce
            if let scan = MemberScan(relationship, mapping, plan, owner: owner),
                let members = try scan.members(of: owners, reader)
            {
                return members
            }
            var start = 0
            while start < owners.count {
                let chunk = owners[start..<min(start + KeyChunkStatements.limit, owners.count)]
                let (sql, parameters) = statements.statement(count: chunk.count)
                let statement = try reader.connection.statement(sql)
                KeyChunkStatements.bind(chunk, to: statement, parameters: parameters)
                defer { statement.reset() }
                while try statement.step() {
                    if plan.read(statement, base: base, scratch: reader.scratch, into: &result.rows) {
                        result.note(owner: statement.integer(ownerColumn))
                    }
                }
                start += chunk.count
            }
            return result
        }
    }

    func readsMembersInOnePass(_ relationship: RelationshipLayout, owners: Int) throws -> Bool {
        try reading { opened, reader in
            let (owner, mapping, plan) = try Self.kept(relationship, in: opened.schema)
            return try MemberScan(relationship, mapping, plan, owner: owner)?.pays(owners: owners, reader.connection)
                ?? false
        }
    }

    /// Where a to-many is kept, and how its members are read.
    private static func kept(
        _ relationship: RelationshipLayout, in schema: StoreSchema
    ) throws -> (owner: EntityMapping, mapping: ToManyMapping, plan: ReadPlan) {
        guard let owner = schema[relationship.owner], let mapping = owner.toMany[relationship.toManyIndex],
            let destination = schema[relationship.destination]
        else {
            throw CoreDataError.make(
                NSCoreDataError, "The to-many relationship \(relationship.name) is not kept in this store.")
        }
        return (owner, mapping, destination.readPlan(includingSubentities: true, schema: schema))
    }
}

/// The statements that read members of one relationship.
enum MemberStatements {
    /// Where a row of the plan says who owns it; nil when it does not.
    static func ownerColumn(_ mapping: ToManyMapping, _ plan: ReadPlan) -> Int32? {
        mapping.isJoin ? nil : plan.position(of: mapping.ownerColumn)
    }

    /// From the cache of the store: one set for each relationship.
    static func statements(
        relationship: RelationshipLayout, mapping: ToManyMapping, plan: ReadPlan,
        in opened: SQLiteStore.Opened
    ) -> KeyChunkStatements {
        opened.memberStatements.statements(
            owner: relationship.owner, toMany: relationship.toManyIndex
        ) {
            let source = mapping.isJoin ? "j" : "t0"
            let from =
                mapping.isJoin
                ? "\(mapping.table) j JOIN \(plan.table) t0 ON t0.Z_PK = j.\(mapping.memberColumn)"
                : "\(plan.table) t0"
            let filter = plan.entityFilter.map { " AND \($0)" } ?? ""
            let order = [
                "\(source).\(mapping.ownerColumn)", mapping.orderColumn.map { "\(source).\($0)" },
                mapping.isJoin ? "j.\(mapping.memberColumn)" : "t0.Z_PK",
            ].compactMap { $0 }.joined(separator: ", ")
            let owner = ownerColumn(mapping, plan) == nil ? "\(source).\(mapping.ownerColumn), " : ""
            return KeyChunkStatements(
                head: "SELECT \(owner)\(plan.columnList) FROM \(from) "
                    + "WHERE \(source).\(mapping.ownerColumn) IN (",
                tail: ")\(filter) ORDER BY \(order)", purpose: "read the members of \(relationship.name)")
        }
    }
}
