import SQLite

extension SQLiteStore {
    /// Writes one save in one transaction.
    ///
    /// Binary values of attributes that allow external storage are raw bytes in `changes`; the store puts
    /// tag and file reference in front.
    func commit(_ changes: StoreChanges) throws -> CommitOutcome {
        let opened = try current()
        try checkWritable()
        do {
            guard let externals = opened.externals, externals.concerns(changes) else {
                return try opened.connections.write { connection in
                    try Self.commit(changes, opened: opened, connection: connection, files: nil)
                }
            }
            var staged = changes
            let files = try externals.stage(&staged)
            do {
                let outcome = try opened.connections.write { connection in
                    try Self.commit(staged, opened: opened, connection: connection, files: files)
                }
                if case .committed = outcome { try files.finish() } else { try files.abandon() }
                return outcome
            } catch {
                try files.abandon()
                throw error
            }
        } catch {
            throw StoreErrors.make(error, during: .writing, store: url)
        }
    }

    private static func commit(
        _ changes: StoreChanges, opened: Opened, connection: Connection, files: StagedFiles?
    ) throws -> CommitOutcome {
        var clearsUniqueColumns = false
        while true {
            let writer = CommitWriter(
                connection: connection, schema: opened.schema, history: opened.history, files: files,
                clearsUniqueColumns: clearsUniqueColumns)
            do {
                let conflicts = try writer.run(changes)
                if conflicts.isEmpty { return .committed }
                return .conflicts(try conflicts.map { try $0.resolved(connection, opened.schema) })
            } catch let error as SQLiteError where error.isUniqueViolation {
                let finder = ViolationFinder(connection: connection, schema: opened.schema)
                let violations = try finder.violations(of: changes)
                if !violations.isEmpty { return .constraintViolations(violations) }
                // rows that exchange values collide halfway only: clear the values first, then write.
                if clearsUniqueColumns { throw error }
                clearsUniqueColumns = true
            }
        }
    }
}

extension RowConflict {
    /// With the row as it is now.
    fileprivate func resolved(_ connection: Connection, _ schema: StoreSchema) throws -> RowConflict {
        var result = self
        result.current = try RowLookup(connection: connection, schema: schema).row(layout, primaryKey)
        return result
    }
}

/// Reads single rows on the writing connection.
struct RowLookup {
    let connection: Connection
    let schema: StoreSchema

    func row(_ layout: EntityLayout, _ primaryKey: Int64) throws -> PackedRow? {
        let root = schema.layout.entities[layout.rootIndex]
        let plan = try schema.mapping(root).readPlan(includingSubentities: true, schema: schema)
        let statement = try connection.statement(plan.rowsByKey(count: 1).sql)
        statement.bind(1, integer: primaryKey)
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        var alone = RowList()
        _ = plan.read(statement, base: 0, scratch: RowScratch(capacity: schema.widestRow), into: &alone)
        return alone.first
    }
}
