import CoreData

/// Highlights and notes that are there, however the file that brought them named their place.
///
/// A reader writes one highlight into several kinds of files, each of which names the place in the book in its own way.
struct HighlightLikeness {
    private struct Known {
        let book: BookLikeness
        let kind: String
        let text: String
        let page: String?
        let day: Int
    }

    /// By the titles of their books as they are compared.
    private var known: [String: [Known]] = [:]

    /// Fetches the memos of the books that a file names; those in the trash are not there.
    init(of books: [ImportedBook], in context: NSManagedObjectContext) throws {
        let wanted = Dictionary(grouping: books.map { BookLikeness($0) }, by: \.title)
        guard !wanted.isEmpty else { return }
        for plan in try context.all(ReadingPlanEntity.self, .living) {
            let book = BookLikeness(plan)
            guard wanted[book.title]?.contains(where: book.isLike) == true else { continue }
            let memos = try context.all(
                MemoEntity.self, NSPredicate(format: "plan == %@ AND trashedAt == nil", plan))
            known[book.title, default: []] += memos.map {
                Known(
                    book: book, kind: $0.kind ?? "", text: Self.plain($0.text ?? ""), page: $0.page, day: Int($0.day))
            }
        }
    }

    /// Whether a memo of a book is there: the same words on the same page or day, or one highlight within the other on
    /// the same page and day.
    func isThere(_ memo: ImportedMemo, of book: ImportedBook) -> Bool {
        let likeness = BookLikeness(book)
        let text = Self.plain(memo.text)
        return known[likeness.title]?.contains { known in
            guard known.book.isLike(likeness), known.kind == memo.kind.rawValue else { return false }
            let isPage = memo.page != nil && known.page == memo.page
            let isDay = memo.day?.number == known.day
            if known.text == text { return isPage || isDay }
            return memo.kind == .quotation && isPage && isDay
                && (known.text.contains(text) || text.contains(known.text))
        } ?? false
    }

    /// Words with single blanks between them, without the punctuation at the end, where a stretched highlight goes on.
    private static func plain(_ text: String) -> String {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return String(words.reversed().drop { $0.isPunctuation || $0.isWhitespace }.reversed())
    }
}
