/// What an object asks of its context: the only way objects know contexts.
///
/// All calls are made on the context's queue.
protocol ObjectContext: AnyObject {
    /// The newest row of a fault; nil when it is gone. Loads rows of siblings along.
    func row(forFault object: NSManagedObject) throws -> PackedRow?
    /// The destination of a to-one as an object, as a fault if it was not known. Makes those of siblings along.
    func destination(
        _ reference: RowReference, of object: NSManagedObject, through relationship: RelationshipLayout
    ) -> NSManagedObject
    /// The object of a key, registered, as a fault if it was not known.
    func object(key: ObjectKey, layout: EntityLayout) -> NSManagedObject
    /// Loads the members of a to-many fault into `state`. Loads those of siblings along.
    func loadMembers(of relationship: RelationshipLayout, object: NSManagedObject) throws
    /// The result of a fetched property.
    func fetchedProperty(_ name: String, of object: NSManagedObject) throws -> [Any]
    /// Called before an object's first change and at each later one.
    func objectWillChange(_ object: NSManagedObject)
    /// Called before the members of a to-many change, after `objectWillChange(_:)`, where every change is tracked.
    func membersWillChange(_ relationship: RelationshipLayout, of object: NSManagedObject)
    /// What to do about a fault whose row is gone: true = read as nil and count as deleted.
    func handleInaccessible(_ object: NSManagedObject, property: String?) -> Bool
    /// The bytes behind a binary value stored in a file.
    func externalData(_ stored: Data, of object: NSManagedObject) throws -> Data
    /// The object's context as the public type.
    var asAnyObject: AnyObject { get }
}

/// An object's tie to its context: cut when the context goes away, so that objects never dangle.
///
/// One for each context, shared by all its objects. `context` is written on the context's queue only
/// (when the context ends), and read there.
final class ContextLink: @unchecked Sendable {
    // @unchecked: see above; the table has its own lock.

    /// Unsafe because a weak reference costs a side table and an atomic load at each access; the
    /// context clears it in its deinit.
    unowned(unsafe) var context: (any ObjectContext)? {
        didSet { isCut = context == nil }
    }
    /// Whether there is no context, or it is gone; read without a reference count.
    private(set) var isCut: Bool
    let table: ObjectTable
    /// Whether the context wants to hear of every change, not only of an object's first in an event (undo).
    var tracksEveryChange = false
    /// Keeps layouts alive for objects that outlive context and coordinator.
    let model: NSManagedObjectModel?
    /// Whether this is the one below.
    let isDetached: Bool

    /// The tie of all objects that have no context; never freed.
    static let detached = ContextLink(context: nil, model: nil, isDetached: true)
    static let detachedReference = Unmanaged.passUnretained(detached)

    init(context: (any ObjectContext)?, model: NSManagedObjectModel?, isDetached: Bool = false) {
        self.isDetached = isDetached
        self.isCut = context == nil
        self.context = context
        self.table = ObjectTable()
        self.model = model
    }
}
