/// A row of a store as an object: the base class of all model classes.
///
/// An object belongs to one context and is used on that context's queue only. It starts as a *fault* (an
/// identity without values) and takes its values when one is read. Its ID may be handed to any thread.
open class NSManagedObject: NSObject {
    // Checks of exclusive access are left out for what property access touches: objects are used on one queue,
    // and nothing here is lent out while other code runs.

    /// Tie to the context: `ContextLink.detached` when the object has none, else retained by hand.
    @exclusivity(unchecked)
    private final var linkReference: Unmanaged<ContextLink> = ContextLink.detachedReference
    /// Kept alive by `link.model`; unmanaged because a retain per property access would be felt.
    @exclusivity(unchecked)
    private final var layoutReference: Unmanaged<EntityLayout>
    @exclusivity(unchecked)
    final var key: ObjectKey
    @exclusivity(unchecked)
    private final var rowBlock: RowBlock?
    /// Where the values of `row` lie, in `rowBlock`.
    @exclusivity(unchecked)
    private(set) final var rowSlots: RowSlots?
    /// `values`, nil when there are none: most objects never have any, and nil takes no reference count.
    @exclusivity(unchecked)
    private final var overlay: ContiguousArray<SlotValue>?
    /// The first 64 of `changed`.
    @exclusivity(unchecked)
    private final var changedLow: UInt64 = 0
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

    /// Tie to the context; `nil` context inside when the object has none.
    final var link: ContextLink {
        @inline(__always)
        get { linkReference._withUnsafeGuaranteedRef { $0 } }
        set {
            let old = linkReference
            linkReference = newValue.isDetached ? .passUnretained(newValue) : .passRetained(newValue)
            Self.release(old)
        }
    }

    /// Gives back what `linkReference` holds.
    private static func release(_ link: Unmanaged<ContextLink>) {
        if !link._withUnsafeGuaranteedRef({ $0.isDetached }) { link.release() }
    }

    /// Values by slot that differ from the row or are kept alive: changes, destinations, transformed values.
    ///
    /// Empty when there are none.
    final var values: ContiguousArray<SlotValue> {
        @inline(__always)
        get { overlay ?? [] }
        @inline(__always)
        _modify {
            // Taken out meanwhile, so that the change is made in place.
            var lent = overlay ?? []
            overlay = nil
            defer { overlay = lent.isEmpty ? nil : lent }
            yield &lent
        }
    }

    /// Whether `values` holds any.
    final var hasValues: Bool {
        @inline(__always)
        get { overlay != nil }
    }

    /// Slots assigned since the last save or refresh.
    final var changed: SlotMask {
        get { SlotMask(low: changedLow, high: extras?.changedHigh ?? []) }
        set {
            changedLow = newValue.low
            if !newValue.high.isEmpty || extras != nil { extrasMade().changedHigh = newValue.high }
        }
    }

    /// Whether a slot is among `changed`.
    @inline(__always)
    final func hasChanged(_ slot: Int) -> Bool {
        slot < 64 ? changedLow & (1 << UInt64(slot)) != 0 : changed.contains(slot)
    }

    /// Enters a slot in `changed`.
    @inline(__always)
    final func markChanged(_ slot: Int) {
        if slot < 64 { changedLow |= 1 << UInt64(slot) } else { changed.insert(slot) }
    }

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
        get {
            guard let rowSlots, let rowBlock else { return nil }
            return PackedRow(block: rowBlock, slots: rowSlots)
        }
        @inline(__always)
        set {
            rowBlock = newValue?.block
            rowSlots = newValue?.slots
        }
    }

    /// Whether there is a `row`.
    final var hasRow: Bool {
        @inline(__always)
        get { rowSlots != nil }
    }

    /// Whether the object has nothing but its row, if that, and its ID.
    final var isPlain: Bool {
        overlay == nil && changedLow == 0 && (extras?.hasOnlyID ?? true)
            && state.subtracting([.fault, .registered]).isEmpty
    }

    /// Makes an object of `entity` and, with a context, inserts it there.
    ///
    /// The designated initializer. Without a context the object is not saved until `insert(_:)` is called.
    public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        if let context {
            let (link, layout) = (context as any ObjectBirth).prepare(entity)
            linkReference = .passRetained(link)
            layoutReference = .passUnretained(layout)
        } else {
            layoutReference = Self.detachedLayout(entity)
        }
        key = ObjectKey(
            store: 0, root: layoutReference._withUnsafeGuaranteedRef { UInt32(truncatingIfNeeded: $0.rootIndex) },
            primaryKey: 0)
        super.init()
        if let context {
            (context as any ObjectBirth).adopt(self)
        } else if layoutReference._withUnsafeGuaranteedRef({ $0.hasDefaults }) {
            state = .pristine
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
            let (key, address) = (key, ObjectTable.address(of: self))
            linkReference._withUnsafeGuaranteedRef { $0.table.remove(key: key, address: address) }
        }
        Self.release(linkReference)
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

/// How objects come to life: the part of a context that the initializers use.
protocol ObjectBirth {
    func prepare(_ entity: NSEntityDescription) -> (ContextLink, EntityLayout)
    func adopt(_ object: NSManagedObject)
    func entity(of type: NSManagedObject.Type) -> NSEntityDescription
}

extension NSManagedObject {
    /// The layout of an entity for an object without a context.
    fileprivate static func detachedLayout(_ entity: NSEntityDescription) -> Unmanaged<EntityLayout> {
        if let layout = ModelLayout.compiledLayout(of: entity) { return layout }
        if let layout = ModelLayout.layout(of: entity) { return .passUnretained(layout) }
        CoreDataError.misuse(
            "The entity \(entity.name ?? "without name") belongs to no model; add it to a model before making objects.")
    }

    /// Makes a shell the fault of a row.
    ///
    /// The caller enters it in the table of `link`.
    @inline(__always)
    final func become(_ key: ObjectKey, in link: ContextLink) {
        linkReference = .passRetained(link)
        self.key = key
        state = [.fault, .registered]
    }

    /// Gives a shell its row.
    @inline(__always)
    final func take(_ block: RowBlock, _ slots: RowSlots) {
        rowBlock = block
        rowSlots = slots
    }
}
