import SQLite

/// Makes the tables of a new store.
struct SchemaCreation {
    let connection: Connection
    let plan: SchemaPlan

    /// The bookkeeping tables, spelled as in every store.
    ///
    /// Source: sqlite-format, section 2.
    static let bookkeeping = [
        "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
        "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
        "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
    ]

    /// All statements that make the schema, in order.
    static func statements(for plan: SchemaPlan) -> [String] {
        plan.tables.map(\.creation) + plan.joins.map(\.creation) + plan.indexes.map(\.creation) + bookkeeping
    }

    /// Makes tables, indexes and the rows of `Z_PRIMARYKEY`.
    ///
    /// Call inside a transaction.
    ///
    /// - Throws: 134020 when two entities would be kept in one table; `SQLiteError`.
    func run() throws {
        try checkTables()
        for statement in Self.statements(for: plan) {
            try connection.execute(statement, purpose: "make the tables of a new store")
        }
        let insert = SQL(
            "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)",
            purpose: "number the entities")
        for entity in plan.entities {
            let statement = try connection.statement(insert)
            statement.bind(1, integer: plan.numbers[entity.index])
            statement.bind(2, text: entity.name)
            statement.bind(3, integer: entity.superIndex.map { plan.numbers[$0] } ?? 0)
            try statement.run()
        }
    }

    /// Names that differ in case only are one name to SQLite.
    private func checkTables() throws {
        var owners: [String: Int] = [:]
        for table in plan.tables {
            guard let other = owners.updateValue(table.root, forKey: table.name.uppercased()) else { continue }
            let names = [other, table.root].map { plan.layout.entities[$0].name }.joined(separator: " and ")
            throw CoreDataError.make(
                NSPersistentStoreIncompatibleSchemaError,
                "The entities \(names) would both be kept in the table \(table.name).",
                suggestion: "Rename one: their names differ in case only, which SQLite does not tell apart.")
        }
    }
}
