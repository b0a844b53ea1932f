// swift-format-ignore-file
import CoreData

@objc(Author) @objcMembers public final class Author: NSManagedObject {
    @NSManaged public var name: String
    @NSManaged public var books: NSSet?

    @nonobjc public class func fetchRequest() -> NSFetchRequest<Author> {
        NSFetchRequest<Author>(entityName: "Author")
    }

    @objc public func rename(_ name: String) { self.name = name }

    func clear() {
        books = []
        self.books = []
    }

    func keep(_ one: Book, _ other: Book) {
        self.books = [one, other]
    }
}

// MARK: Generated accessors for books
extension Author {

    @objc(addBooksObject:)
    @NSManaged public func addToBooks(_ value: Book)

    @objc(removeBooksObject:)
    @NSManaged public func removeFromBooks(_ value: Book)

    @objc(addBooks:)
    @NSManaged public func addToBooks(_ values: NSSet)

    @objc(removeBooks:)
    @NSManaged public func removeFromBooks(_ values: NSSet)

}
