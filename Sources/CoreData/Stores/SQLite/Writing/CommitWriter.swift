import SQLite

/// One save on its way into one transaction.
///
/// Deletes come first and inserts last, so that a value freed in this save can be taken in it too.
final class CommitWriter {
    let connection: Connection
    let schema: StoreSchema
    private let history: HistoryTables?
    private let files: StagedFiles?
    private let clearsUniqueColumns: Bool
    private let arena = BindingArena()
    var conflicts: [RowConflict] = []

    /// Thrown inside the transaction to roll it back.
    private struct Conflicted: Error {}

    init(
        connection: Connection, schema: StoreSchema, history: HistoryTables?, files: StagedFiles?,
        clearsUniqueColumns: Bool
    ) {
        self.connection = connection
        self.schema = schema
        self.history = history
        self.files = files
        self.clearsUniqueColumns = clearsUniqueColumns
    }

    /// Writes everything, or nothing when rows were found to have changed; those are returned.
    ///
    /// - Throws: `SQLiteError`; nothing was written then.
    func run(_ changes: StoreChanges) throws -> [RowConflict] {
        do {
            try connection.write {
                // first, while values of rows to be deleted can still be read.
                if let history { try history.record(changes, schema: schema, connection: connection) }
                try delete(changes.deletes)
                if clearsUniqueColumns { try clearUniqueColumns(changes.updates) }
                try update(changes.updates)
                // nothing that follows can be of use once rows have conflicts.
                if !conflicts.isEmpty { throw Conflicted() }
                try insert(changes.inserts)
                try MembershipWriter(connection: connection, schema: schema).write(changes.memberships)
                try OrderWriter(connection: connection, schema: schema).write(changes.orders)
                if let metadata = changes.metadata { try write(metadata) }
                try files?.willCommit()
            }
        } catch is Conflicted {
            return conflicts
        }
        return []
    }

    // MARK: Rows

    private func insert(_ inserts: [StoreChanges.RowInsert]) throws {
        var mapping: EntityMapping?
        var statements: WriteStatements?
        var statement: Statement?
        for row in inserts {
            if mapping?.layout !== row.layout || statement == nil {
                let found = try schema.mapping(row.layout)
                mapping = found
                statements = found.writeStatements
                statement = try connection.statement(found.writeStatements.insert)
            }
            guard let mapping, let statements, let statement else { continue }
            arena.reset()
            statement.bind(1, integer: row.primaryKey)
            statement.bind(2, integer: mapping.number)
            statement.bind(3, integer: 1)
            schema.bind(mapping.completed(row.values), statements.insertBindings, to: statement, from: 4, arena: arena)
            try statement.run()
        }
        statement?.clearBindings()
    }

    private func update(_ updates: [StoreChanges.RowUpdate]) throws {
        var mapping: EntityMapping?
        var shape: UpdateStatement?
        var statement: Statement?
        for row in updates {
            if mapping?.layout !== row.layout {
                mapping = try schema.mapping(row.layout)
                shape = nil
            }
            guard let mapping else { continue }
            let values = mapping.completed(row.values)
            if shape == nil || !SetSlots.matches(values, shape?.mask ?? []) {
                let made = mapping.writeStatements.update(for: values)
                statement?.clearBindings()
                shape = made
                statement = try connection.statement(made.sql)
            }
            guard let shape, let statement else { continue }
            if !mapping.externalSlots.isEmpty {
                try noteReplacedFiles(of: mapping, key: row.primaryKey) { !row.values[$0].isUnset }
            }
            arena.reset()
            // a damaged counter must not stop the program; it starts again below zero.
            statement.bind(1, integer: row.expectedVersion &+ 1)
            schema.bind(values, shape.bindings, to: statement, from: 2, arena: arena)
            let next = Int32(2 + shape.bindings.count)
            statement.bind(next, integer: row.primaryKey)
            statement.bind(next + 1, integer: row.expectedVersion)
            try statement.run()
            if connection.changes == 0 {
                conflicts.append(RowConflict(layout: row.layout, primaryKey: row.primaryKey, current: nil))
            }
        }
        statement?.clearBindings()
    }

    /// Remembers the files that the row's stored values refer to, to be removed after the commit.
    func noteReplacedFiles(of mapping: EntityMapping, key: Int64, where isReplaced: (Int) -> Bool) throws {
        guard let files, let sql = mapping.writeStatements.externals else { return }
        let statement = try connection.statement(sql)
        statement.bind(1, integer: key)
        defer { statement.reset() }
        guard try statement.step() else { return }
        for (column, slot) in mapping.externalSlots.enumerated() where isReplaced(slot) {
            if let bytes = statement.bytes(Int32(column)) { files.willReplace(bytes) }
        }
    }

    /// Sets the unique columns of rows that will be updated to NULL, which collides with nothing.
    private func clearUniqueColumns(_ updates: [StoreChanges.RowUpdate]) throws {
        for row in updates {
            let mapping = try schema.mapping(row.layout)
            var columns: [String] = []
            for constraint in mapping.constraints {
                for (slot, column) in zip(constraint.slots, constraint.columns)
                where !row.values[slot].isUnset && !columns.contains(column) {
                    columns.append(column)
                }
            }
            if columns.isEmpty { continue }
            let sets = columns.map { "\($0) = NULL" }.joined(separator: ", ")
            let statement = try connection.prepareOnce(
                "UPDATE \(mapping.table) SET \(sets) WHERE Z_PK = ?", purpose: "clear unique values")
            statement.bind(1, integer: row.primaryKey)
            try statement.run()
        }
    }

    private func write(_ metadata: [String: Any]) throws {
        let old = try MetadataTable.read(connection)?.plist ?? [:]
        try MetadataTable.update(connection, plist: MetadataTable.forFile(metadata, over: old))
    }
}
