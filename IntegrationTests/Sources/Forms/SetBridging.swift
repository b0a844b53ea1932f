import CoreData

/// To-many relationships between `NSSet` and Swift's collections.
public enum SetBridging {
    public static func typed(_ author: Author) -> Set<Book> { author.books as? Set<Book> ?? [] }

    public static func array(_ author: Author) -> [Book] {
        (author.books?.allObjects as? [Book] ?? []).sorted { ($0.title ?? "") < ($1.title ?? "") }
    }

    public static func replace(_ books: [Book], of author: Author) {
        author.books = NSSet(array: books)
    }

    public static func replaceSet(_ books: Set<Book>, of author: Author) {
        author.books = books as NSSet
    }

    public static func accessors(_ author: Author, _ one: Book, _ more: Set<Book>) {
        author.addToBooks(one)
        author.addToBooks(more as NSSet)
        author.removeFromBooks(one)
    }

    public static func keyValueCoding(_ author: Author, _ book: Book) -> Int {
        author.mutableSetValue(forKey: "books").add(book)
        return author.mutableSetValue(forKey: "books").count
    }

    public static func ordered(_ book: Book) -> [String?] {
        (book.memos?.array as? [Memo] ?? []).map(\.text)
    }
}
