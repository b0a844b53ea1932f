import CSQLite

/// What SQLite said, and what we were doing when it said it.
package struct SQLiteError: Error, CustomStringConvertible, Sendable {
    /// The extended result code.
    package let code: Int32
    /// SQLite's own words.
    package let message: String
    /// What the statement was for, such as "insert a row of Item".
    package let purpose: String
    /// The text of the statement; it never holds a user's values.
    ///
    /// Nil for calls that are no statement.
    package let sql: String?
    /// The database file.
    package let path: String

    package init(code: Int32, message: String, purpose: String, sql: String? = nil, path: String) {
        self.code = code
        self.message = message
        self.purpose = purpose
        self.sql = sql
        self.path = path
    }

    /// The result code without its extension.
    package var primaryCode: Int32 { code & 0xFF }

    package var description: String {
        "SQLite could not \(purpose) (\(path)): \(message) [\(code)]" + (sql.map { ": \($0)" } ?? "")
    }

    package var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }
    package var isFull: Bool { primaryCode == SQLITE_FULL }
    package var isReadOnly: Bool { primaryCode == SQLITE_READONLY }
    package var isCorrupt: Bool { primaryCode == SQLITE_CORRUPT }
    package var isNotADatabase: Bool { primaryCode == SQLITE_NOTADB }
    package var isCannotOpen: Bool { primaryCode == SQLITE_CANTOPEN }
    /// A UNIQUE index or a primary key refused a row.
    package var isUniqueViolation: Bool {
        code == 19 | (8 << 8) || code == 19 | (6 << 8) || code == 19 | (10 << 8)
    }
}
