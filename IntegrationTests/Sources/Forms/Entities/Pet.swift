import CoreData

/// A class by hand whose count is changed by its own methods only, and dates in every form that is written.
public class Pet: NSManagedObject {
    @NSManaged public private(set) var petCount: Int64
    @NSManaged fileprivate(set) public var name: String?
    @NSManaged public var born: TimeInterval
    @NSManaged public var fed: Double
    @NSManaged public var seen: TimeInterval?
    @NSManaged public var chipped: Date?
    @NSManaged public var washed: NSDate?
    @NSManaged public var untyped: Any?

    public func pet() { petCount += 1 }

    public func rename(_ name: String?) { self.name = name }
}

/// Properties generated; being `Identifiable` is too.
public class Bowl: NSManagedObject {}

/// Takes anything with an identity.
public func identity<T: Identifiable>(of value: T) -> T.ID { value.id }
