import SQLite

/// A fault that an SQL query can find, with the statements that mend it.
struct CheckRule {
    let kind: Finding.Kind
    let severity: Finding.Severity
    var entity: String?
    var property: String?
    /// Selects the key and the entity number of each faulty object, or NULLs, and what the message tells.
    let query: String
    /// Makes the message from the row that the statement stands on.
    let message: (Statement) -> String
    var repair: (description: String, statements: [String])?
}
