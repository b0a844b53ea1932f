import CoreData

/// The three ways to make an object, and an initializer of one's own.
public enum ObjectCreation {
    public static func byName(in context: NSManagedObjectContext) -> Book {
        let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context) as! Book
        book.title = "by name"
        return book
    }

    public static func byEntity(in context: NSManagedObjectContext) throws -> Book {
        guard let entity = NSEntityDescription.entity(forEntityName: "Book", in: context) else {
            throw CocoaError(.featureUnsupported)
        }
        let book = Book(entity: entity, insertInto: context)
        book.title = "by entity"
        return book
    }

    /// Outside any context, inserted later.
    public static func inserted(into context: NSManagedObjectContext) -> Book {
        let book = Book(entity: Book.entity(), insertInto: nil)
        book.title = "inserted"
        context.insert(book)
        return book
    }
}

extension Book {
    public convenience init(title: String, pages: Int, author: Author? = nil, context: NSManagedObjectContext) {
        self.init(context: context)
        self.title = title
        self.pages = Int32(pages)
        self.author = author
    }
}
