/// The kinds of requests a coordinator executes.
public enum NSPersistentStoreRequestType: UInt, Sendable {
    /// A fetch.
    case fetchRequestType = 1
    /// A save.
    case saveRequestType = 2
    /// A batch insert.
    case batchInsertRequestType = 5
    /// A batch update.
    case batchUpdateRequestType = 6
    /// A batch delete.
    case batchDeleteRequestType = 7
}

/// What a context or coordinator is asked to do; the base class of all requests.
///
/// A request belongs to the thread that made it until it has been handed over.
open class NSPersistentStoreRequest: NSObject, NSCopying {
    /// The stores to ask; nil for all that hold the entity.
    open var affectedStores: [NSPersistentStore]?

    /// The kind of request.
    open var requestType: NSPersistentStoreRequestType {
        fatalError("\(type(of: self)) must override `requestType`.")
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        fatalError("\(type(of: self)) must override `copy(with:)`.")
    }
}
