import CoreData

/// What makes two books look alike, however their files write title and author.
struct BookLikeness {
    /// The title as it is compared; never empty unless the title is.
    let title: String
    private let author: Set<String>

    init(title: String, author: String?) {
        let words = Self.words(Self.withoutBrackets(title)).joined(separator: " ")
        self.title = words.isEmpty ? SearchText.folded(title) : words
        self.author = Set(Self.words(author ?? ""))
    }

    init(_ book: ImportedBook) { self.init(title: book.title, author: book.author) }

    init(_ plan: ReadingPlanEntity) { self.init(title: plan.title ?? "", author: plan.author) }

    /// The books that are there, by their titles.
    static func all(in context: NSManagedObjectContext) throws -> [String: [BookLikeness]] {
        Dictionary(grouping: try context.all(ReadingPlanEntity.self, .living).map { BookLikeness($0) }, by: \.title)
    }

    /// Whether two are the same by all signs: the title, and the author where both are known.
    ///
    /// Of the author one word in common is enough: `Thoreau, Henry David` and `Henry D. Thoreau` are one person.
    func isLike(_ other: BookLikeness) -> Bool {
        title == other.title && (author.isEmpty || other.author.isEmpty || !author.isDisjoint(with: other.author))
    }

    /// Letters and digits, without case, width and accents.
    private static func words(_ text: String) -> [String] {
        SearchText.folded(text).split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// The title without what shops put behind it in brackets, unless nothing else is there.
    private static func withoutBrackets(_ title: String) -> String {
        let text = title.trimmingBlanks
        guard let open = text.lastIndex(where: { "([（".contains($0) }), let last = text.last, ")]）".contains(last),
            open > text.startIndex
        else { return text }
        return String(text[..<open])
    }
}
