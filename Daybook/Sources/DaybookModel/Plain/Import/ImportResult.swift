import Foundation

/// What an import did; `added + renamed + seen + leftOut + unreadable.count` equals `total`.
public struct ImportResult: Hashable, Sendable {
    /// The import; nil when nothing was added.
    public let batchID: UUID?
    /// The rows of the file.
    public let total: Int
    /// The rows that became entries, plans or items.
    public let added: Int
    /// The rows whose names items took over that were there under others.
    public let renamed: Int
    /// The rows that were there from an earlier import.
    public let seen: Int
    /// The rows left out by rule or by choice.
    public let leftOut: Int
    /// The rows that could not be read.
    public let unreadable: [UnreadableRow]
    /// The collection that items went to.
    public let collectionID: UUID?

    /// A row that could not be read, and why.
    public struct UnreadableRow: Hashable, Sendable {
        /// The line in the file, from 1.
        public let line: Int
        /// Why.
        public let problem: ImportProblem

        /// Makes a value.
        public init(line: Int, problem: ImportProblem) {
            self.line = line
            self.problem = problem
        }
    }

    /// Makes a result value.
    public init(
        batchID: UUID?, total: Int, added: Int, renamed: Int = 0, seen: Int, leftOut: Int,
        unreadable: [UnreadableRow], collectionID: UUID? = nil
    ) {
        self.batchID = batchID
        self.total = total
        self.added = added
        self.renamed = renamed
        self.seen = seen
        self.leftOut = leftOut
        self.unreadable = unreadable
        self.collectionID = collectionID
    }
}

/// An import that was done.
public struct ImportBatch: Identifiable, Hashable, Sendable {
    /// The import's identity.
    public let id: UUID
    /// The file's name.
    public let fileName: String
    /// The kind of file.
    public let format: ImportFormat
    /// When it was done.
    public let importedAt: Date
    /// How many things it added.
    public let addedCount: Int
    /// When it was undone.
    public let undoneAt: Date?

    /// Makes a value.
    public init(
        id: UUID, fileName: String, format: ImportFormat, importedAt: Date, addedCount: Int, undoneAt: Date?
    ) {
        self.id = id
        self.fileName = fileName
        self.format = format
        self.importedAt = importedAt
        self.addedCount = addedCount
        self.undoneAt = undoneAt
    }
}
