// swift-format-ignore-file
import CoreData

#if canImport(ObjectiveC)
@objc(Author)
@objcMembers
#endif
public final class Author: NSManagedObject {
    @NSManaged public var name: String
    @NSManaged public var books: NSSet?

    @nonobjc public class func fetchRequest() -> NSFetchRequest<Author> {
        NSFetchRequest<Author>(entityName: "Author")
    }

    #if canImport(ObjectiveC)
    @objc
    #endif
    public func rename(_ name: String) { self.name = name }

    func clear() {
        books = NSSet()
        self.books = NSSet()
    }

    func keep(_ one: Book, _ other: Book) {
        self.books = NSSet(array: [one, other])
    }
}

// MARK: Generated accessors for books
extension Author {

    #if canImport(ObjectiveC)
    @objc(addBooksObject:)
    #endif
    @NSManaged public func addToBooks(_ value: Book)

    #if canImport(ObjectiveC)
    @objc(removeBooksObject:)
    #endif
    @NSManaged public func removeFromBooks(_ value: Book)

    #if canImport(ObjectiveC)
    @objc(addBooks:)
    #endif
    @NSManaged public func addToBooks(_ values: NSSet)

    #if canImport(ObjectiveC)
    @objc(removeBooks:)
    #endif
    @NSManaged public func removeFromBooks(_ values: NSSet)

}
