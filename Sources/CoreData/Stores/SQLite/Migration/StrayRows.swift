import SQLite

/// Rows whose `Z_ENT` is the number of none of their table's entities.
///
/// A migration carries rows over by their entities; these would be gone without a word.
struct StrayRows {
    let connection: Connection
    let schema: StoreSchema

    private static let purpose = "look for rows of no entity"

    /// Gives the rows of tables that are one entity's alone, as whose objects they are fetched, its number, and refuses
    /// where it is not known whose objects they are.
    ///
    /// Complexity: one pass over each table.
    /// - Throws: 134110 that names tables and counts.
    func settle(store: URL) throws {
        var numbers: [String: [Int64]] = [:]
        for case let mapping? in schema.entities { numbers[mapping.table, default: []].append(mapping.number) }
        var strays: [String] = []
        for (table, numbers) in numbers.sorted(by: { $0.key < $1.key }) {
            if numbers.count == 1 {
                try connection.execute(
                    "UPDATE \(table) SET Z_ENT = \(numbers[0]) WHERE Z_ENT IS NOT \(numbers[0])", purpose: Self.purpose)
                continue
            }
            let list = numbers.map(String.init).joined(separator: ", ")
            let count = try connection.firstInteger(
                "SELECT count(*) FROM \(table) WHERE Z_ENT IS NULL OR Z_ENT NOT IN (\(list))", purpose: Self.purpose)
            guard let count, count > 0 else { continue }
            strays.append("\(count) row\(count == 1 ? "" : "s") of \(SQLName.unquoted(table))")
        }
        if strays.isEmpty { return }
        throw CoreDataError.make(
            NSMigrationError,
            "The store at \(store.path) cannot be migrated: \(strays.joined(separator: ", ")) would be lost, whose "
                + "entity number (Z_ENT) is that of no entity of the table.",
            suggestion: "Give the rows the number of their entity, or remove them; `ondol check` lists them.")
    }
}
