import Synchronization

/// The text of a statement with a number of its own, by which connections find their prepared copy.
///
/// Looking a statement up by number costs a fraction of hashing its text. One object serves all
/// connections; keep it as long as the statement may be run again.
package final class SQL: Sendable {
    package let id: Int
    package let text: String
    /// What the statement is for; the object of "could not …" in errors.
    package let purpose: String

    private static let counter = Atomic<Int>(0)

    package init(_ text: String, purpose: String) {
        self.id = Self.counter.add(1, ordering: .relaxed).newValue
        self.text = text
        self.purpose = purpose
    }

    /// Statements by text, for those whose text is put together when they are run.
    private static let made = Mutex<[String: SQL]>([:])

    /// The statement with this text: one in the process, kept for good, so texts must be of few shapes.
    package static func of(_ text: String, purpose: String) -> SQL {
        made.withLock { made in
            // Equivalent texts of other code units are other statements.
            if let known = made[text], known.text.utf8.elementsEqual(text.utf8) { return known }
            let sql = SQL(text, purpose: purpose)
            made[text] = sql
            return sql
        }
    }
}
