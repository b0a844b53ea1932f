/// The objects of a batch insert on their way into the store.
///
/// Of most, the values are all that is needed: the object is let go at once. Where a new object may have to give way to
/// a row that is there, or is related to others, it is saved like any object.
struct BatchNewcomers {
    private let layout: EntityLayout
    private let scratch: NSManagedObjectContext
    private let wantsIDs: Bool
    /// Whether a row can be in the way of another.
    private let hasConstraints: Bool
    private var rows: [ContiguousArray<SlotValue>] = []
    private var objects: [NSManagedObject] = []
    private(set) var outcome = BatchWork.Outcome([])

    /// How many wait to be saved.
    var count: Int { rows.count + objects.count }

    init(_ layout: EntityLayout, _ scratch: NSManagedObjectContext, wantsIDs: Bool) {
        self.layout = layout
        self.scratch = scratch
        self.wantsIDs = wantsIDs
        // A constraint of any entity of the hierarchy spans the whole table.
        hasConstraints = layout.model.entities[layout.rootIndex].family.contains {
            !layout.model.entities[$0].entity.uniquenessConstraints.isEmpty
        }
    }

    mutating func take(_ object: NSManagedObject) throws {
        guard !hasConstraints, Self.isAlone(object) else {
            objects.append(object)
            return
        }
        rows.append(try SavedValues.all(of: object))
        scratch.expelInserted(object)
    }

    /// Whether the object's values are all there is to it.
    private static func isAlone(_ object: NSManagedObject) -> Bool {
        if let states = object.extras?.toMany, states.contains(where: { $0?.hasChanges ?? false }) { return false }
        guard object.layout.hasLiveSlots else { return true }
        return object.values.allSatisfy { value in
            switch value {
            case .destination, .object: false
            default: true
            }
        }
    }

    /// Writes what waits.
    mutating func save() throws {
        try saveRows()
        try scratch.saveQuietly()
        // An upsert may have let an existing row survive instead of the new object.
        let survivors = objects.filter { !$0.state.contains(.invalid) }
        outcome.count += survivors.count
        if wantsIDs { outcome.ids += survivors.map(\.objectID) }
        objects = []
        scratch.resetAll()
    }

    private mutating func saveRows() throws {
        if rows.isEmpty { return }
        let coordinator = try scratch.requiredCoordinator
        let store = try coordinator.store(for: layout, explicit: nil)
        let first = try store.asRowStore().reserveKeys(of: layout, count: rows.count)
        var changes = StoreChanges()
        changes.inserts.reserveCapacity(rows.count)
        for (index, values) in rows.enumerated() {
            changes.inserts.append(.init(layout: layout, primaryKey: first + Int64(index), values: values))
        }
        let unsettled = try coordinator.commit(
            [(store, changes)], author: scratch.transactionAuthor, contextName: scratch.name)
        guard unsettled.isEmpty else {
            throw CoreDataError.make(
                NSManagedObjectConstraintMergeError,
                "A batch insert of \(layout.name) collides with rows that the store at \(store.url?.path ?? "no URL") has.",
                suggestion: "The file has a unique index that the model does not know; open it with its own model.")
        }
        outcome.count += rows.count
        if wantsIDs {
            let (identity, root) = (store.identity, UInt32(layout.rootIndex))
            outcome.ids += rows.indices.map { index in
                NSManagedObjectID(
                    key: ObjectKey(store: identity.number, root: root, primaryKey: first + Int64(index)),
                    layout: layout, identity: identity)
            }
        }
        rows.removeAll(keepingCapacity: true)
    }
}
