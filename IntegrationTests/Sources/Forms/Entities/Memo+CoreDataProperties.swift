import CoreData
import Foundation

extension Memo {
    @nonobjc public class func fetchRequest() -> NSFetchRequest<Memo> {
        return NSFetchRequest<Memo>(entityName: "Memo")
    }

    @NSManaged public var page: Int32
    @NSManaged public var stateRaw: Int16
    @NSManaged public var text: String?
    @NSManaged public var written: Date?
    @NSManaged public var book: Book?
}

extension Memo: Identifiable {}
