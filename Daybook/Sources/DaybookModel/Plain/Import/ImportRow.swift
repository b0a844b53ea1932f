/// What is known about a row before it is imported.
public enum ImportRowState: String, CaseIterable, Codable, Sendable {
    /// Will be added.
    case new
    /// Was imported before; will be left out.
    case seen
    /// Looks like something that is there already: an entry of the same day, amount and kind, which is added unless
    /// skipped, or a book of the same title and author, which is left out unless chosen.
    case similar
    /// Is there under another name; the item takes over the name that the file says.
    case renamed
    /// Cannot be read; the reason says why.
    case unreadable
    /// Left out by rule, such as a row of sums.
    case leftOut
}

/// A row of the file as the preview shows it.
public struct ImportRow: Hashable, Sendable, Identifiable {
    /// The line in the file where the row starts, from 1.
    public let line: Int
    /// The row's cells as read.
    public let cells: [String]
    /// What will become of it.
    public let state: ImportRowState
    /// Why it cannot be read or is left out.
    public let problem: ImportProblem?
    /// What it reads as, for the account book.
    public let transaction: ImportedTransaction?
    /// What it reads as, for reading.
    public let book: ImportedBook?
    /// What it reads as, for collections.
    public let item: ImportedItem?

    /// Whether an import adds it, or takes its name over.
    public var isWanted: Bool { (state == .new || state == .similar || state == .renamed) && problem == nil }

    /// The line.
    public var id: Int { line }

    /// Makes a row value.
    public init(
        line: Int, cells: [String], state: ImportRowState, problem: ImportProblem? = nil,
        transaction: ImportedTransaction? = nil, book: ImportedBook? = nil, item: ImportedItem? = nil
    ) {
        self.line = line
        self.cells = cells
        self.state = state
        self.problem = problem
        self.transaction = transaction
        self.book = book
        self.item = item
    }
}
