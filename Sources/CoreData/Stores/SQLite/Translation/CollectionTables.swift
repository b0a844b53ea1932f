import SQLite

/// Temporary tables for collections too large for a list of parameters.
enum CollectionTables {
    /// Nobody else's table has such a name: temporary tables belong to one connection.
    static func name(_ number: Int) -> String { "_Z_collection\(number)" }

    /// Fills the tables that a statement will look into.
    ///
    /// Call before it is prepared.
    static func fill(_ bindings: [SQLBinding], binder: ParameterBinder, connection: Connection) throws {
        for binding in bindings {
            guard case .table(let number, let options) = binding.form else { continue }
            let name = name(number)
            try connection.execute(
                "CREATE TEMP TABLE IF NOT EXISTS \(name) (value); DELETE FROM temp.\(name)",
                purpose: "make room for a collection")
            let insert = try connection.statement(
                SQL.of(
                    "INSERT INTO temp.\(name) (value) VALUES (?)", purpose: "hand a collection to a fetch"))
            for element in ParameterBinder.elements(of: binder.operand(binding.source)) {
                try binder.bind(ParameterBinder.folded(element, options), binding.kind, to: insert, 1)
                try insert.run()
            }
        }
    }
}
