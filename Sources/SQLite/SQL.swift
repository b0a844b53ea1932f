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
}
