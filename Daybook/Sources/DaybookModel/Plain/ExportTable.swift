import Foundation

/// A table that can be taken out as CSV.
public enum ExportTable: Hashable, Sendable {
    /// All entries of the account book.
    case entries
    /// All reading plans.
    case plans
    /// All memos.
    case memos
    /// The items of a collection.
    case collection(UUID)
}

/// A file that was made to be taken away.
public struct ExportedFile: Hashable, Sendable {
    /// A name for it, such as `daybook-2026-03-31.zip`.
    public let name: String
    /// Where it is, until the next one is made or Daybook is started anew.
    public let url: URL
    /// Its size.
    public let byteCount: Int

    /// Makes a value.
    public init(name: String, url: URL, byteCount: Int) {
        self.name = name
        self.url = url
        self.byteCount = byteCount
    }
}
