/// Records objects before their first change of an event, and registers undo at its end.
///
/// Belongs to its context's queue.
final class UndoTracking {
    var manager: UndoManager?
    /// True while changes are made on behalf of the framework.
    var isSuspended = false
    private var snapshots: [ObjectSnapshot] = []
    /// Where in `snapshots` an object is.
    private var known: [ObjectIdentifier: Int] = [:]

    private var isActive: Bool { manager?.isUndoRegistrationEnabled ?? false && !isSuspended }

    @inline(__always)
    func willChange(_ object: NSManagedObject) {
        if manager != nil { record(object) }
    }

    func willInsert(_ object: NSManagedObject, in context: NSManagedObjectContext) {
        guard isActive, known[ObjectIdentifier(object)] == nil else { return }
        known[ObjectIdentifier(object)] = snapshots.count
        var snapshot = ObjectSnapshot(object)
        snapshot.wasInserted = false
        snapshot.wasRegistered = false
        snapshots.append(snapshot)
    }

    func willDelete(_ object: NSManagedObject, in context: NSManagedObjectContext) { willChange(object) }

    private func record(_ object: NSManagedObject) {
        guard isActive, known[ObjectIdentifier(object)] == nil else { return }
        // The values of a fault are what an undo has to bring back.
        if object.state.contains(.fault), !object.key.isTemporary { object.realize() }
        known[ObjectIdentifier(object)] = snapshots.count
        snapshots.append(ObjectSnapshot(object))
    }

    /// Notes members that were loaded after the object's snapshot was taken.
    func membersWillChange(_ relationship: RelationshipLayout, of object: NSManagedObject) {
        guard isActive, let index = known[ObjectIdentifier(object)] else { return }
        snapshots[index].noteMembers(of: relationship)
    }

    func endEvent(in context: NSManagedObjectContext) {
        guard !snapshots.isEmpty, let manager else { return }
        let before = Carried(snapshots.map { $0.noting(objectIsGone: $0.object.state.contains(.deleted)) })
        snapshots = []
        known = [:]
        guard manager.isUndoRegistrationEnabled else { return }
        manager.registerUndo(withTarget: context) { context in context.restore(before.value) }
    }

    func clear(in context: NSManagedObjectContext) {
        snapshots = []
        known = [:]
        manager?.removeAllActions(withTarget: context)
    }
}

/// All that one object can lose by a change.
struct ObjectSnapshot {
    let object: NSManagedObject
    let values: ContiguousArray<SlotValue>
    let changed: SlotMask
    let row: PackedRow?
    let key: ObjectKey
    private(set) var toMany: [Members?]
    var wasInserted: Bool
    var wasRegistered: Bool
    let wasUpdated: Bool
    let wasDeleted: Bool
    /// Whether what is to be undone took the object away.
    private(set) var bringsBack = false

    init(_ object: NSManagedObject) {
        self.object = object
        values = object.values
        changed = object.changed
        row = object.row
        key = object.key
        toMany = object.layout.toMany.map { Members(of: object, $0) }
        wasInserted = object.state.contains(.inserted)
        wasRegistered = true
        wasUpdated = object.state.contains(.updated)
        wasDeleted = object.state.contains(.deleted)
    }

    /// The members of a to-many that was loaded.
    struct Members {
        let objects: [NSManagedObject]
        /// Whether the store had them in another order.
        let orderChanged: Bool

        /// Nil when they are not loaded.
        init?(of object: NSManagedObject, _ relationship: RelationshipLayout) {
            guard let state = object.existingToMany(relationship), state.isLoaded else { return nil }
            objects = state.members
            orderChanged = state.orderChanged
        }
    }

    /// Loads the members that a restoration will change, so that they can be gone back to.
    func loadMembers() {
        guard object.state.contains(.registered) else { return }
        for (relationship, known) in zip(object.layout.toMany, toMany) where known != nil {
            _ = object.loadedToMany(relationship)
        }
    }

    /// Takes the members of a to-many in, unless they are known.
    mutating func noteMembers(of relationship: RelationshipLayout) {
        let index = relationship.toManyIndex
        if toMany[index] == nil { toMany[index] = Members(of: object, relationship) }
    }

    /// The snapshot with a note on what became of the object.
    func noting(objectIsGone isGone: Bool) -> ObjectSnapshot {
        var noted = self
        noted.bringsBack = isGone && wasRegistered && !wasDeleted
        return noted
    }
}
