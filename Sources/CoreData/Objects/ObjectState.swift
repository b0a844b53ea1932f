/// Flags of an object.
struct ObjectState: OptionSet {
    let rawValue: UInt32
    /// In its context's table.
    static let registered = ObjectState(rawValue: 1)
    /// Has no values; the next access fires it.
    static let fault = ObjectState(rawValue: 2)
    static let inserted = ObjectState(rawValue: 4)
    static let updated = ObjectState(rawValue: 8)
    static let deleted = ObjectState(rawValue: 16)
    /// Its row is gone from the store; reads give nil.
    static let inaccessible = ObjectState(rawValue: 32)
    /// In the context's list of the same name (also after the flag above was cleared).
    static let listedInserted = ObjectState(rawValue: 64)
    static let listedUpdated = ObjectState(rawValue: 128)
    static let listedDeleted = ObjectState(rawValue: 256)
    /// Changed since the last `processPendingChanges`.
    static let pendingInserted = ObjectState(rawValue: 512)
    static let pendingUpdated = ObjectState(rawValue: 1024)
    static let pendingDeleted = ObjectState(rawValue: 2048)
    static let pendingRefreshed = ObjectState(rawValue: 4096)
    static let anyPending: ObjectState = [.pendingInserted, .pendingUpdated, .pendingDeleted, .pendingRefreshed]
    /// Its deletion has been propagated along the delete rules.
    static let propagated = ObjectState(rawValue: 8192)
    /// Changes are made on behalf of the framework: no tracking.
    static let silent = ObjectState(rawValue: 16384)
    /// Forgotten by `reset()`, or its delete was saved.
    static let invalid = ObjectState(rawValue: 32768)
    /// Given to `detectConflicts(for:)`.
    static let checked = ObjectState(rawValue: 65536)
    /// Its row is gone and a merge policy wants it written again.
    static let resurrected = ObjectState(rawValue: 131_072)
    /// Without a context, and its default values have not been asked for yet.
    static let pristine = ObjectState(rawValue: 524_288)
    /// Deleted by somebody else, which the context has taken over: nothing is left to save.
    static let removedElsewhere = ObjectState(rawValue: 1_048_576)
    /// In its `prepareForDeletion`.
    static let preparingDeletion = ObjectState(rawValue: 2_097_152)
    /// A primitive value is being set: the change is not announced.
    static let unannounced = ObjectState(rawValue: 4_194_304)
    /// Its `willSave` has been called and it did not change since.
    static let toldOfSave = ObjectState(rawValue: 262_144)
}

/// The parts of an object that few objects need.
final class ObjectExtras {
    /// To-many relationships that have been touched, by index.
    var toMany: [ToManyState?] = []
    /// What `NSManagedObject.changed` knows of slots from 64 on.
    var changedHigh: [UInt64] = []
    var publisher: ObservableObjectPublisher?
    var objectID: NSManagedObjectID?
    /// Results of fetched properties.
    var fetched: [String: [Any]] = [:]

    var hasOnlyID: Bool { toMany.isEmpty && changedHigh.isEmpty && publisher == nil && fetched.isEmpty }
}
