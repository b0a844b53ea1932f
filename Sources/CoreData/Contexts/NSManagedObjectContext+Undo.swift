// Undo and redo: objects are put back to what their snapshots say, saved meanwhile or not.

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
        let now = snapshots.map { snapshot in
            snapshot.loadMembers()
            var current = ObjectSnapshot(snapshot.object)
            current.wasRegistered = snapshot.object.state.contains(.registered)
            return current
        }
        undoing.isSuspended = true
        // Objects before values: these lead to objects.
        let places = snapshots.map { place(of: $0) }
        for (snapshot, place) in zip(snapshots, places) where place != .lost {
            restore(snapshot, isNewInStore: place == .returned)
        }
        // What the deletion of an insertion takes along belongs to this step.
        propagateDeletes()
        undoing.isSuspended = false
        let back = Carried(
            now.map { snapshot in
                let state = snapshot.object.state
                return snapshot.noting(objectIsGone: state.contains(.deleted) || !state.contains(.registered))
            })
        undoing.manager?.registerUndo(withTarget: self) { context in context.restore(back.value) }
    }

    /// Where an object to be restored is.
    private enum Place {
        /// In the context.
        case here
        /// Its deletion was saved and is taken back now: it has to be saved anew, under its old ID.
        case returned
        /// Others deleted it, and nobody asks for it.
        case lost
    }

    /// Takes an object that left the context in again, if it is to come back.
    private final func place(of snapshot: ObjectSnapshot) -> Place {
        let object = snapshot.object
        if object.state.contains(.removedElsewhere) { return .lost }
        guard snapshot.wasRegistered, !object.state.contains(.registered) else { return .here }
        let wasSaved = object.state.contains(.invalid) && !object.key.isTemporary
        if wasSaved, !snapshot.bringsBack { return .lost }
        object.link = link
        object.state.remove(.invalid)
        register(object)
        return wasSaved && parentContext == nil ? .returned : .here
    }

    private final func restore(_ snapshot: ObjectSnapshot, isNewInStore: Bool) {
        let object = snapshot.object
        object.extras?.publisher?.send()
        guard snapshot.wasRegistered else {
            takeAway(object)
            return
        }
        let wasDeleted = object.state.contains(.deleted)
        // Refreshed since: its row is what counts now.
        if !isNewInStore, object.state.contains(.fault), !object.key.isTemporary { object.realize() }
        // Saved since: its row stays the base, and what was there before becomes changes on top of it.
        let isSavedSince =
            snapshot.wasInserted && !isNewInStore && !object.key.isTemporary && !object.state.contains(.inserted)
        let isRebased = isSavedSince || (snapshot.row != nil && object.row?.slots != snapshot.row?.slots)
        // Brought back by the undo of a later step, and not saved yet.
        let isReturned = isNewInStore || object.state.contains(.inserted) && !object.key.isTemporary
        var differs = snapshot.wasUpdated
        if isNewInStore || !isRebased || object.row == nil {
            object.values = snapshot.values
            object.changed = snapshot.changed
            if isNewInStore { object.row = snapshot.row ?? object.row }
        } else {
            differs = rebase(object, on: snapshot)
        }
        restoreMembers(of: object, snapshot, areAllNew: isNewInStore)
        if isReturned || snapshot.wasInserted && !isSavedSince {
            changes.markInserted(object)
        } else {
            changes.unmark(object, .inserted)
        }
        if snapshot.wasDeleted {
            changes.markDeleted(object)
            markPending(object, .pendingDeleted)
        } else {
            changes.unmark(object, [.deleted, .propagated])
            let comesIn = isNewInStore || snapshot.wasInserted && !wasDeleted
            markPending(object, comesIn ? .pendingInserted : .pendingUpdated)
        }
        let hasOtherMembers = object.extras?.toMany.contains { $0?.hasChanges ?? false } ?? false
        if differs || hasOtherMembers { changes.markUpdated(object) } else { changes.unmark(object, .updated) }
        object.awake(fromSnapshotEvents: wasDeleted || isNewInStore ? .undoDeletion : .undoUpdate)
    }

    /// Undoes an insertion: an object that was saved since is deleted.
    private final func takeAway(_ object: NSManagedObject) {
        if object.state.contains(.registered), !object.state.contains(.inserted), !object.key.isTemporary {
            deleteObject(object)
        } else {
            changes.unmark(object, [.inserted, .updated, .deleted, .propagated])
            markPending(object, .pendingDeleted)
            link.table.remove(object)
            object.state.remove(.registered)
            // Its row is gone for good: it has to be made anew should it come back.
            if !object.key.isTemporary { object.state.insert(.invalid) }
        }
        object.awake(fromSnapshotEvents: .undoInsertion)
    }

    /// Makes the values of a snapshot changes of an object that has another row by now.
    ///
    /// - Returns: Whether any value differs from that row.
    private final func rebase(_ object: NSManagedObject, on snapshot: ObjectSnapshot) -> Bool {
        object.values = []
        object.changed = SlotMask()
        for slot in object.layout.slots where slot.kind != .destinationEntity {
            // What was not changed then is in the row of then; the rest of the values was kept for reading only.
            let isFromRow = slot.isPersistent && snapshot.row != nil && !snapshot.changed.contains(slot.index)
            let live = snapshot.values.isEmpty ? SlotValue.unset : snapshot.values[slot.index]
            var value = isFromRow || live.isUnset ? snapshot.row?.value(slot) ?? .null : live
            if slot.isPersistent, value.isStored(as: object.row?.value(slot) ?? .null) { continue }
            if case .key(let reference) = value {
                value = .destination(self.object(reference: reference, store: object.key.store))
            }
            object.store(slot.index, value)
            if slot.isPersistent { object.markChanged(slot.index) }
        }
        return object.changesOwnRow
    }

    private final func restoreMembers(of object: NSManagedObject, _ snapshot: ObjectSnapshot, areAllNew: Bool) {
        for (relationship, known) in zip(object.layout.toMany, snapshot.toMany) {
            let state = object.existingToMany(relationship)
            if areAllNew {
                let members = known?.objects ?? (state?.isLoaded ?? false ? state?.members : nil) ?? []
                object.toManyState(relationship).forget(keepingChanges: false)
                object.toManyState(relationship).load([])
                for member in members where member.state.contains(.registered) {
                    object.toManyState(relationship).add(member)
                }
                continue
            }
            guard let known else { continue }
            object.loadedToMany(relationship).restore(
                known.objects, wasReordered: known.orderChanged, isOrdered: relationship.isOrdered)
        }
    }
}

extension SlotValue {
    /// Whether `stored`, from a row, is this value.
    fileprivate func isStored(as stored: SlotValue) -> Bool {
        switch (self, stored) {
        case (.null, .null): true
        case (.integer(let mine), .integer(let other)): mine == other
        case (.real(let mine), .real(let other)): mine == other
        case (.string(let mine), .string(let other)): mine.hasSameBytes(as: other)
        case (.data(let mine), .data(let other)): mine == other
        case (.uuid(let mine), .uuid(let other)): mine == other
        case (.decimal(let mine), .decimal(let other)): mine == other
        case (.key(let mine), .key(let other)): mine == other
        case (.destination(let mine), .key(let other)):
            // safe: only objects are ever stored as destinations.
            unsafeDowncast(mine, to: NSManagedObject.self).key.primaryKey == other.primaryKey
        default: false
        }
    }
}
