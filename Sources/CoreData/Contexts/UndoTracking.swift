/// Records objects before their first change of an event, and registers undo at its end.
///
/// Belongs to its context's queue.
final class UndoTracking {
    var manager: UndoManager?
    /// True while changes are made on behalf of the framework.
    var isSuspended = false
    private var snapshots: [ObjectSnapshot] = []
    private var known = Set<ObjectIdentifier>()

    private var isActive: Bool { manager?.isUndoRegistrationEnabled ?? false && !isSuspended }

    @inline(__always)
    func willChange(_ object: NSManagedObject) {
        if manager != nil { record(object) }
    }

    func willInsert(_ object: NSManagedObject, in context: NSManagedObjectContext) {
        guard isActive, known.insert(ObjectIdentifier(object)).inserted else { return }
        var snapshot = ObjectSnapshot(object)
        snapshot.wasInserted = false
        snapshot.wasRegistered = false
        snapshots.append(snapshot)
    }

    func willDelete(_ object: NSManagedObject, in context: NSManagedObjectContext) { willChange(object) }

    private func record(_ object: NSManagedObject) {
        guard isActive, known.insert(ObjectIdentifier(object)).inserted else { return }
        snapshots.append(ObjectSnapshot(object))
    }

    func endEvent(in context: NSManagedObjectContext) {
        guard !snapshots.isEmpty, let manager else { return }
        let before = Carried(snapshots)
        snapshots = []
        known = []
        guard manager.isUndoRegistrationEnabled else { return }
        manager.registerUndo(withTarget: context) { context in context.restore(before.value) }
    }

    func clear(in context: NSManagedObjectContext) {
        snapshots = []
        known = []
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
    let toMany: [[NSManagedObject]?]
    var wasInserted: Bool
    var wasRegistered: Bool
    let wasUpdated: Bool
    let wasDeleted: Bool

    init(_ object: NSManagedObject) {
        self.object = object
        values = object.values
        changed = object.changed
        row = object.row
        key = object.key
        toMany = object.layout.toMany.map { relationship in
            object.existingToMany(relationship).flatMap { $0.isLoaded ? $0.members : nil }
        }
        wasInserted = object.state.contains(.inserted)
        wasRegistered = true
        wasUpdated = object.state.contains(.updated)
        wasDeleted = object.state.contains(.deleted)
    }
}

extension NSManagedObjectContext {
    /// Undo and redo of changes to objects; nil (the default) records nothing.
    public var undoManager: UndoManager? {
        get { undoing.manager }
        set {
            undoing.manager?.removeAllActions(withTarget: self)
            undoing.manager = newValue
            link.tracksEveryChange = newValue != nil
        }
    }

    /// Takes back the last event's changes.
    public func undo() {
        processPendingChanges()
        undoing.manager?.undo()
        processPendingChanges()
    }

    /// Makes the last undone changes again.
    public func redo() {
        processPendingChanges()
        undoing.manager?.redo()
        processPendingChanges()
    }

    /// Puts objects back to what they were, and registers the way back.
    final func restore(_ snapshots: [ObjectSnapshot]) {
        let now = Carried(
            snapshots.map { snapshot in
                var current = ObjectSnapshot(snapshot.object)
                current.wasRegistered = snapshot.object.state.contains(.registered)
                return current
            })
        undoing.isSuspended = true
        for snapshot in snapshots { restore(snapshot) }
        undoing.isSuspended = false
        undoing.manager?.registerUndo(withTarget: self) { context in context.restore(now.value) }
    }

    private final func restore(_ snapshot: ObjectSnapshot) {
        let object = snapshot.object
        object.extras?.publisher?.send()
        guard snapshot.wasRegistered else {
            changes.unmark(object, [.inserted, .updated, .deleted, .propagated])
            markPending(object, .pendingDeleted)
            link.table.remove(object)
            object.state.remove(.registered)
            object.awake(fromSnapshotEvents: .undoInsertion)
            return
        }
        let wasDeleted = object.state.contains(.deleted)
        if !object.state.contains(.registered) {
            object.link = link
            object.state.remove(.invalid)
            register(object)
        }
        // A row that was saved meanwhile stays the base; the older values become changes on top of it.
        if object.row === snapshot.row || object.row == nil {
            object.values = snapshot.values
            object.changed = snapshot.changed
        } else {
            for slot in object.layout.slots.indices where slot < snapshot.values.count || snapshot.row != nil {
                let old = snapshot.values.isEmpty ? SlotValue.unset : snapshot.values[slot]
                let value =
                    if case .unset = old { snapshot.row?.value(object.layout.slots[slot]) ?? .null } else { old }
                if case .key = value { continue }
                object.store(slot, value)
                object.markChanged(slot)
            }
        }
        for (relationship, members) in zip(object.layout.toMany, snapshot.toMany) {
            guard let members, let state = object.existingToMany(relationship), state.isLoaded else { continue }
            let wanted = Set(members.map { ObjectIdentifier($0) })
            for member in state.members where !wanted.contains(ObjectIdentifier(member)) { state.remove(member) }
            for member in members { state.add(member) }
            if relationship.isOrdered { state.reorder(members) }
        }
        if snapshot.wasInserted { changes.markInserted(object) } else { changes.unmark(object, .inserted) }
        if snapshot.wasDeleted {
            changes.markDeleted(object)
            markPending(object, .pendingDeleted)
        } else {
            changes.unmark(object, [.deleted, .propagated])
            markPending(object, snapshot.wasInserted && !wasDeleted ? .pendingInserted : .pendingUpdated)
        }
        let differs = object.row !== snapshot.row || snapshot.wasUpdated || wasDeleted && snapshot.row == nil
        if differs { changes.markUpdated(object) } else { changes.unmark(object, .updated) }
        object.awake(fromSnapshotEvents: wasDeleted ? .undoDeletion : .undoUpdate)
    }
}
