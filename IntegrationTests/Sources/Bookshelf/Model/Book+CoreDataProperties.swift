// swift-format-ignore-file
import Foundation
import CoreData


extension Book {

    @nonobjc public class func fetchRequest() -> NSFetchRequest<Book> {
        return NSFetchRequest<Book>(entityName: "Book")
    }

    @NSManaged public var added: Date?
    @NSManaged public var identifier: UUID?
    @NSManaged public var isRead: Bool
    #if canImport(ObjectiveC)
    @objc
    #endif
    @NSManaged public var kind: BookKind
    @NSManaged public var title: String?
    @NSManaged public var author: Author?

}

extension Book : Identifiable {

}
