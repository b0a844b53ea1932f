import CoreData

/// Written by hand, as apps do that want their to-many relationships as Swift sets.
final class Parent: NSManagedObject {
    @NSManaged var name: String?
    @NSManaged var rank: Int64
    @NSManaged var children: Set<Child>
}
