/// A row of a store as an object: the base class of all model classes.
///
/// An object belongs to one context and is used on that context's queue only. It starts as a *fault* (an
/// identity without values) and takes its values when one is read. Its ID may be handed to any thread.
open class NSManagedObject: NSObject {
    // Checks of exclusive access are left out for what property access touches: objects are used on one queue,
    // and nothing here is lent out while other code runs.

    /// Tie to the context; `nil` context inside when the object has none.
    @exclusivity(unchecked)
    final var link: ContextLink
    /// Kept alive by `link.model`; unmanaged because a retain per property access would be felt.
    @exclusivity(unchecked)
    private final var layoutReference: Unmanaged<EntityLayout>
    @exclusivity(unchecked)
    final var key: ObjectKey
    @exclusivity(unchecked)
    private final var currentRow: PackedRow?
    /// Where the values of `row` lie.
    @exclusivity(unchecked)
    private(set) final var rowSlots: RowSlots?
    /// Values by slot that differ from the row or are kept alive: changes, destinations, transformed values.
    ///
    /// Empty when there are none.
    @exclusivity(unchecked)
    final var values: ContiguousArray<SlotValue> = []
    /// Slots assigned since the last save or refresh.
    @exclusivity(unchecked)
    final var changed = SlotMask()
    @exclusivity(unchecked)
    final var state: ObjectState = []
    /// Place in `batch.keys`.
    @exclusivity(unchecked)
    final var batchIndex: Int32 = 0
    /// What few objects need.
    @exclusivity(unchecked)
    final var extras: ObjectExtras?
    /// The fetch that brought this object, for loading its siblings along.
    @exclusivity(unchecked)
    final var batch: FetchBatch?

    /// Where the entity's values lie.
    final var layout: EntityLayout {
        @inline(__always)
        get { layoutReference._withUnsafeGuaranteedRef { $0 } }
        set { layoutReference = Unmanaged.passUnretained(newValue) }
    }

    /// The place of a property by its number; see `EntityLayout.rawCode(id:)`.
    @inline(__always)
    final func rawCode(id: Int) -> Int { layoutReference._withUnsafeGuaranteedRef { $0.rawCode(id: id) } }

    /// The values as stored; nil for a fault and for an object that was never saved.
    final var row: PackedRow? {
        @inline(__always)
        get { currentRow }
        @inline(__always)
        set {
            currentRow = newValue
            rowSlots = newValue?.slots
        }
    }

    /// Makes an object of `entity` and, with a context, inserts it there.
    ///
    /// The designated initializer. Without a context the object is not saved until `insert(_:)` is called.
    public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        let layout: EntityLayout
        if let context {
            (link, layout) = (context as any ObjectBirth).prepare(entity)
        } else {
            layout = Self.detachedLayout(entity)
            link = ModelRuntime.of(layout).detached
        }
        layoutReference = Unmanaged.passUnretained(layout)
        key = ObjectKey(store: 0, root: UInt32(layout.rootIndex), primaryKey: 0)
        super.init()
        if let context {
            (context as any ObjectBirth).adopt(self)
        } else if layout.hasDefaults {
            values = InsertionDefaults.values(of: layout)
        }
    }

    /// Makes an object of the one entity that this class represents, inserted into `context`.
    public required convenience init(context: NSManagedObjectContext) {
        self.init(entity: (context as any ObjectBirth).entity(of: Self.self), insertInto: context)
    }

    /// Makes an empty shell; the context fills it in.
    ///
    /// For the framework.
    ///
    /// Going through the designated initializer lets subclasses that override it set up their own properties.
    public required convenience init(_shellOf entity: NSEntityDescription) {
        self.init(entity: entity, insertInto: nil)
    }

    deinit {
        if state.contains(.registered) {
            link.table.remove(key: key, address: ObjectTable.address(of: self))
        }
    }

    // An object is equal to itself only; said here to spare sets of objects the detour over `Any`.

    open override var hash: Int { Int(bitPattern: ObjectTable.address(of: self) >> 4) }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let object else { return false }
        // safe: what holds a class reference holds it in its first word. Nearly all that differ are told by it,
        // without a cast.
        let first = withUnsafeBytes(of: object) { $0.load(as: UInt.self) }
        guard first == ObjectTable.address(of: self), let other = object as? NSManagedObject else { return false }
        return self === other
    }

    // MARK: Life cycle, for subclasses

    /// Whether changes of properties that are not in the model are ignored.
    ///
    /// Default true.
    open class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { true }

    /// Called once, after the object was inserted and its defaults were set.
    open func awakeFromInsert() {}
    /// Called each time a fault took its values.
    open func awakeFromFetch() {}
    /// Called before the object is saved, and again when that changed it.
    ///
    /// Also for deleted objects.
    open func willSave() {}
    /// Called after the object was saved.
    open func didSave() {}
    /// Called before the values are dropped.
    open func willTurnIntoFault() {}
    /// Called after the values were dropped.
    open func didTurnIntoFault() {}
    /// Called when the object is about to be deleted.
    open func prepareForDeletion() {}
    /// Called when values came back through undo, rollback, refresh or merging.
    open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}

    /// Checks whether the object may be inserted.
    ///
    /// Overrides call super and combine the errors.
    ///
    /// - Throws: `NSCocoaErrorDomain` 1550 to 1690.
    open func validateForInsert() throws { try validateProperties() }
    /// Checks whether the object may be saved with its changes.
    ///
    /// Overrides call super.
    ///
    /// - Throws: `NSCocoaErrorDomain` 1550 to 1690.
    open func validateForUpdate() throws { try validateProperties() }
    /// Checks whether the object may be deleted.
    ///
    /// Overrides call super.
    ///
    /// - Throws: `NSCocoaErrorDomain` 1600.
    open func validateForDelete() throws { try validateDeletion() }

    // MARK: Key-value coding, for subclasses

    /// The value of a property by name: attributes as `NSNumber`, `String`, `Date`, …, relationships as
    /// object, `NSSet` or `NSOrderedSet`.
    open func value(forKey key: String) -> Any? { modeledValue(forKey: key) }
    /// Sets a property by name; a to-many is replaced as a whole.
    open func setValue(_ value: Any?, forKey key: String) { setModeledValue(value, forKey: key) }
    /// Called for a name that is no property.
    ///
    /// Stops the program unless overridden.
    open func value(forUndefinedKey key: String) -> Any? {
        CoreDataError.misuse(
            "The entity \(layout.name) has no property \"\(key)\" to read. Check the name in the model.")
    }
    /// Called for a name that is no property.
    ///
    /// Stops the program unless overridden.
    open func setValue(_ value: Any?, forUndefinedKey key: String) {
        CoreDataError.misuse(
            "The entity \(layout.name) has no property \"\(key)\" to set. Check the name in the model.")
    }

    /// To be called by custom getters before they read a primitive value.
    open func willAccessValue(forKey key: String?) { fireFault(for: key) }
    /// To be called by custom getters after they read a primitive value.
    open func didAccessValue(forKey key: String?) {}
    /// To be called by custom setters before they set a primitive value.
    open func willChangeValue(forKey key: String) { noteChange() }
    /// To be called by custom setters after they set a primitive value.
    open func didChangeValue(forKey key: String) {}

    open override var description: String { longDescription }
}

/// Events for `awake(fromSnapshotEvents:)`.
public struct NSSnapshotEventType: OptionSet, Sendable {
    /// Apple's bits.
    public let rawValue: UInt
    /// Makes a set of events from Apple's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// An insertion was undone.
    public static let undoInsertion = NSSnapshotEventType(rawValue: 2)
    /// A deletion was undone.
    public static let undoDeletion = NSSnapshotEventType(rawValue: 4)
    /// A change was undone.
    public static let undoUpdate = NSSnapshotEventType(rawValue: 8)
    /// The context was rolled back.
    public static let rollback = NSSnapshotEventType(rawValue: 16)
    /// The object was refreshed.
    public static let refresh = NSSnapshotEventType(rawValue: 32)
    /// A merge policy changed values.
    public static let mergePolicy = NSSnapshotEventType(rawValue: 64)
}

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
    /// Its `willSave` has been called and it did not change since.
    static let toldOfSave = ObjectState(rawValue: 262_144)
}

/// The parts of an object that few objects need.
final class ObjectExtras {
    /// To-many relationships that have been touched, by index.
    var toMany: [ToManyState?] = []
    var publisher: ObservableObjectPublisher?
    var objectID: NSManagedObjectID?
    /// Results of fetched properties.
    var fetched: [String: [Any]] = [:]
    /// Values at the last `processPendingChanges`, of the slots changed since.
    var eventValues: [String: Any] = [:]
}

/// The fetch that a group of objects came from: who their siblings are.
final class FetchBatch {
    /// Keys of the objects, in order.
    let keys: [ObjectKey]
    /// How many to load at once.
    let chunk: Int
    /// How many owners the next fault of a to-many loads, by relationship.
    var windows: [String: Int] = [:]

    init(keys: [ObjectKey], chunk: Int) {
        self.keys = keys
        self.chunk = chunk
    }
}

/// How objects come to life: the part of a context that the initializers use.
protocol ObjectBirth {
    func prepare(_ entity: NSEntityDescription) -> (ContextLink, EntityLayout)
    func adopt(_ object: NSManagedObject)
    func entity(of type: NSManagedObject.Type) -> NSEntityDescription
}

extension NSManagedObject {
    /// The layout of an entity for an object without a context.
    fileprivate static func detachedLayout(_ entity: NSEntityDescription) -> EntityLayout {
        if let layout = ModelLayout.layout(of: entity) { return layout }
        CoreDataError.misuse(
            "The entity \(entity.name ?? "without name") belongs to no model; add it to a model before making objects.")
    }
}
