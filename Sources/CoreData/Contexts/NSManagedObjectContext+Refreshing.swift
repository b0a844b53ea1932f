// Refresh, rollback, reset.

extension NSManagedObjectContext {
    final func refreshObject(_ object: NSManagedObject, merging flag: Bool) {
        guard object.link === link, !object.key.isTemporary || parentContext != nil else { return }
        recentWrites.note(object.key)
        if flag && object.hasChanges {
            if let row = try? row(forFault: object) { merge(row, into: object) }
        } else {
            if object.state.contains(.updated) || object.state.contains(.deleted) {
                changes.unmark(object, [.updated, .deleted, .propagated])
            }
            object.turnIntoFault()
        }
        markPending(object, .pendingRefreshed)
        object.awake(fromSnapshotEvents: .refresh)
    }

    /// Refreshes every object; unsaved changes are kept.
    public func refreshAllObjects() {
        processPendingChanges()
        recentWrites.noteAll()
        for object in link.table.all {
            if object.hasChanges {
                if object.state.contains(.updated), !object.key.isTemporary {
                    refresh(object, mergeChanges: true)
                }
            } else if !object.key.isTemporary {
                object.turnIntoFault()
                markPending(object, .pendingRefreshed)
            }
        }
        processPendingChanges()
    }

    /// Gives a registered object a newer row; its own unsaved changes stay on top.
    final func merge(_ row: PackedRow, into object: NSManagedObject) {
        object.row = row
        object.forgetUnchangedValues()
        markPending(object, .pendingRefreshed)
        object.extras?.publisher?.send()
    }

    final func rollBack() {
        propagatesNothing {
            for object in changes.currentInserted() {
                changes.unmark(object, [.inserted, .updated, .deleted, .propagated])
                object.extras?.publisher?.send()
                expel(object)
            }
            for object in changes.currentUpdated() + changes.currentDeleted() {
                changes.unmark(object, [.updated, .deleted, .propagated])
                object.extras?.publisher?.send()
                object.values = []
                object.changed = SlotMask()
                if let extras = object.extras { for state in extras.toMany { state?.forget(keepingChanges: false) } }
                markPending(object, .pendingRefreshed)
                object.awake(fromSnapshotEvents: .rollback)
            }
        }
        undoing.clear(in: self)
        processPendingChanges()
    }

    private final func propagatesNothing(_ body: () -> Void) {
        needsPropagation = false
        let wasSuspended = undoing.isSuspended
        undoing.isSuspended = true
        body()
        undoing.isSuspended = wasSuspended
    }

    final func resetAll() {
        takeNewestGeneration()
        recentWrites.noteAll()
        let objects = link.table.all
        let areHeardOf = objects.count <= NotificationUse.bulk || NotificationUse.ofChanges.isPossible
        let ids = areHeardOf ? objects.map(\.objectID) : []
        changes.removeAll()
        needsPropagation = false
        newlyDeleted = []
        undoing.clear(in: self)
        keptObjects = []
        explicitStores = [:]
        for object in objects {
            link.table.remove(object)
            object.abandon()
            object.values = []
            object.row = nil
            object.extras?.toMany = []
            object.state.insert(.fault)
        }
        if !ids.isEmpty { post(NotificationUse.ofChanges.posted, [NSInvalidatedAllObjectsKey: ids]) }
    }

    /// Has the next save check an unchanged object for changes made by others.
    public func detectConflicts(for object: NSManagedObject) {
        guard object.link === link, !object.key.isTemporary else { return }
        object.realize()
        object.state.insert(.checked)
        changes.markUpdated(object)
    }
}
