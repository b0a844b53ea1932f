/// The changed objects of a context, in the order of their first change, strongly held.
///
/// Membership is a flag of the object; the lists may hold objects whose flag is gone, which are passed over
/// and dropped when a list is read. So marking an object costs no hashing.
struct ChangeLists {
    private(set) var inserted: [NSManagedObject] = []
    private(set) var updated: [NSManagedObject] = []
    private(set) var deleted: [NSManagedObject] = []
    /// Objects with a `pending…` flag: touched since the last `processPendingChanges`.
    private(set) var pending: [NSManagedObject] = []
    private(set) var insertedCount = 0
    private(set) var updatedCount = 0
    private(set) var deletedCount = 0

    var isEmpty: Bool { insertedCount == 0 && updatedCount == 0 && deletedCount == 0 }

    mutating func markInserted(_ object: NSManagedObject) {
        guard !object.state.contains(.inserted) else { return }
        object.state.insert(.inserted)
        insertedCount += 1
        if !object.state.contains(.listedInserted) {
            object.state.insert(.listedInserted)
            inserted.append(object)
        }
    }

    mutating func markUpdated(_ object: NSManagedObject) {
        guard !object.state.contains(.updated) else { return }
        object.state.insert(.updated)
        updatedCount += 1
        if !object.state.contains(.listedUpdated) {
            object.state.insert(.listedUpdated)
            updated.append(object)
        }
    }

    mutating func markDeleted(_ object: NSManagedObject) {
        guard !object.state.contains(.deleted) else { return }
        object.state.insert(.deleted)
        deletedCount += 1
        if !object.state.contains(.listedDeleted) {
            object.state.insert(.listedDeleted)
            deleted.append(object)
        }
    }

    mutating func unmark(_ object: NSManagedObject, _ flags: ObjectState) {
        if flags.contains(.inserted), object.state.contains(.inserted) { insertedCount -= 1 }
        if flags.contains(.updated), object.state.contains(.updated) { updatedCount -= 1 }
        if flags.contains(.deleted), object.state.contains(.deleted) { deletedCount -= 1 }
        object.state.subtract(flags)
    }

    /// Forgets an insertion of which nobody has heard; takes the object off the lists where it is the last.
    mutating func forgetLast(_ object: NSManagedObject) {
        unmark(object, [.inserted, .updated])
        if inserted.last === object {
            inserted.removeLast()
            object.state.remove(.listedInserted)
        }
        if pending.last === object {
            pending.removeLast()
            object.state.subtract(ObjectState.anyPending)
        }
    }

    /// Notes that `object` changed since the last `processPendingChanges`.
    @inline(__always)
    mutating func markPending(_ object: NSManagedObject, _ flag: ObjectState) {
        if object.state.isDisjoint(with: ObjectState.anyPending) { pending.append(object) }
        object.state.insert(flag)
    }

    /// Hands over the pending objects and forgets them; their flags stay for the caller to read.
    mutating func takePending() -> [NSManagedObject] {
        defer { pending = [] }
        return pending
    }

    mutating func currentInserted() -> [NSManagedObject] {
        Self.compact(&inserted, insertedCount, .inserted, .listedInserted)
        return inserted
    }

    mutating func currentUpdated() -> [NSManagedObject] {
        Self.compact(&updated, updatedCount, .updated, .listedUpdated)
        return updated
    }

    mutating func currentDeleted() -> [NSManagedObject] {
        Self.compact(&deleted, deletedCount, .deleted, .listedDeleted)
        return deleted
    }

    private static func compact(
        _ list: inout [NSManagedObject], _ count: Int, _ flag: ObjectState, _ listed: ObjectState
    ) {
        guard list.count != count else { return }
        list = list.filter { object in
            if object.state.contains(flag) { return true }
            object.state.remove(listed)
            return false
        }
    }

    /// Forgets everything, flags included.
    mutating func removeAll() {
        let flags: ObjectState = [
            .inserted, .updated, .deleted, .listedInserted, .listedUpdated, .listedDeleted, .propagated, .toldOfSave,
        ]
        for object in inserted { object.state.subtract(flags) }
        for object in updated { object.state.subtract(flags) }
        for object in deleted { object.state.subtract(flags) }
        for object in pending { object.state.subtract(ObjectState.anyPending) }
        self = ChangeLists()
    }
}
