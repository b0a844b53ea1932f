import SQLite

extension SQLiteStore {
    func members(of relationship: RelationshipLayout, owners: [Int64], withRows: Bool) throws -> ToManyMembers {
        try reading { opened, reader in
            let schema = opened.schema
            guard let owner = schema[relationship.owner], let mapping = owner.toMany[relationship.toManyIndex],
                let destination = schema[relationship.destination]
            else {
                throw CoreDataError.make(
                    NSCoreDataError, "The to-many relationship \(relationship.name) is not kept in this store.")
            }
            let plan = destination.readPlan(includingSubentities: true, schema: schema)
            let statements = MemberStatements.statements(
                relationship: relationship, mapping: mapping, plan: plan, withRows: withRows, in: opened)
            var result = ToManyMembers()
            // sorted owners make their runs contiguous across chunks, and look-ups go one way.
            let owners = owners.count > 1 ? Array(Set(owners)).sorted() : owners
            var start = 0
            while start < owners.count {
                let chunk = owners[start..<min(start + KeyChunkStatements.limit, owners.count)]
                let (sql, parameters) = statements.statement(count: chunk.count)
                let statement = try reader.connection.statement(sql)
                KeyChunkStatements.bind(chunk, to: statement, parameters: parameters)
                defer { statement.reset() }
                while try statement.step() {
                    if withRows {
                        guard let row = plan.row(statement, base: 1, scratch: reader.scratch) else { continue }
                        result.rows.append(row)
                        result.members.append(row.reference)
                    } else {
                        guard let reference = plan.reference(statement, base: 1) else { continue }
                        result.members.append(reference)
                    }
                    result.owners.append(statement.integer(0))
                }
                start += chunk.count
            }
            return result
        }
    }
}

/// The statements that read members of one relationship.
enum MemberStatements {
    /// From the cache of the store: one set for each relationship, with rows and without.
    static func statements(
        relationship: RelationshipLayout, mapping: ToManyMapping, plan: ReadPlan, withRows: Bool,
        in opened: SQLiteStore.Opened
    ) -> KeyChunkStatements {
        opened.memberStatements.statements(
            owner: relationship.owner, toMany: relationship.toManyIndex, withRows: withRows
        ) {
            let columns = withRows ? plan.columnList : plan.referenceList
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
            return KeyChunkStatements(
                head: "SELECT \(source).\(mapping.ownerColumn), \(columns) FROM \(from) "
                    + "WHERE \(source).\(mapping.ownerColumn) IN (",
                tail: ")\(filter) ORDER BY \(order)", purpose: "read the members of \(relationship.name)")
        }
    }
}
