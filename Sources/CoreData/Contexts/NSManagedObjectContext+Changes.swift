// The end of an event: delete rules are followed, undo is registered, observers are told.

extension NSManagedObjectContext {
    /// Notes that an object changed in this event.
    @inline(__always)
    final func markPending(_ object: NSManagedObject, _ flag: ObjectState) {
        if changes.pending.isEmpty, concurrencyType == .mainQueueConcurrencyType { scheduleEndOfEvent() }
        changes.markPending(object, flag)
    }

    /// On the main queue an event ends with the turn of the run loop; `perform` ends those of other queues.
    private final func scheduleEndOfEvent() {
        guard !isEndOfEventScheduled else { return }
        isEndOfEventScheduled = true
        confinement.async { [weak self] in
            guard let self else { return }
            isEndOfEventScheduled = false
            processPendingChanges()
        }
    }

    final func endEvent() {
        guard !isProcessing else { return }
        guard !changes.pending.isEmpty || needsPropagation else { return }
        isProcessing = true
        defer { isProcessing = false }
        var rounds = 0
        // Observers may change objects again; those changes are a new event.
        while !changes.pending.isEmpty || needsPropagation {
            rounds += 1
            if rounds > 100 {
                CoreDataError.misuse(
                    "processPendingChanges: observers of ObjectsDidChange keep changing objects; stopped after 100 rounds."
                )
            }
            if propagatesDeletesAtEndOfEvent || isSaving { propagateDeletes() } else { needsPropagation = false }
            undoing.endEvent(in: self)
            announce(changes.takePending())
        }
    }

    /// Follows the delete rules of all deleted objects, transitively.
    final func propagateDeletes() {
        guard needsPropagation else { return }
        // All there are at first, then what each round brings: a long chain takes a round for each link.
        var candidates = changes.currentDeleted()
        defer { newlyDeleted = [] }
        while needsPropagation {
            needsPropagation = false
            newlyDeleted = []
            let open = candidates.filter { $0.state.contains(.deleted) && !$0.state.contains(.propagated) }
            defer { candidates = newlyDeleted }
            prefetchForDeletion(open)
            for object in open {
                object.state.insert(.propagated)
                if object.state.contains(.inaccessible) { continue }
                for relationship in object.layout.relationships { propagate(object, relationship) }
            }
        }
    }

    /// One statement per relationship instead of one per object.
    private final func prefetchForDeletion(_ objects: [NSManagedObject]) {
        guard objects.count > 1, parentContext == nil else { return }
        var groups: [Int: [NSManagedObject]] = [:]
        for object in objects where !object.key.isTemporary { groups[object.layout.index, default: []].append(object) }
        for group in groups.values {
            let layout = group[0].layout
            for relationship in layout.toMany
            where relationship.deleteRule != .noActionDeleteRule && relationship.isPersistent {
                let missing = group.filter {
                    !($0.existingToMany(relationship)?.isAtHand ?? false) && $0.key.store == group[0].key.store
                }
                // A failure shows again, with its message, when the members are asked for one by one.
                if missing.count > 1 { try? load(relationship, of: missing, store: group[0].key.store) }
            }
        }
    }

    private final func propagate(_ object: NSManagedObject, _ relationship: RelationshipLayout) {
        if relationship.deleteRule == .noActionDeleteRule { return }
        if relationship.deleteRule == .nullifyDeleteRule && relationship.inverseName == nil { return }
        if !relationship.isToMany, !relationship.isPersistent, object.state.contains(.fault) { return }
        let destinations: [NSManagedObject]
        if relationship.isToMany {
            destinations = object.loadedToMany(relationship).members
            // An undo gives them back, whatever becomes of the object's own list meanwhile.
            if link.tracksEveryChange { undoing.membersWillChange(relationship, of: object) }
        } else {
            if goesAlong(object, relationship) { return }
            destinations = object.readDestination(relationship).map { [$0] } ?? []
        }
        for destination in destinations where !destination.state.contains(.deleted) {
            switch relationship.deleteRule {
            case .cascadeDeleteRule: delete(destination)
            case .denyDeleteRule: break
            default:
                if let inverse = relationship.inverseName { destination.removeInverse(inverse, object) }
            }
        }
    }

    /// Whether a to-one that was not looked at yet leads to an object that is deleted too.
    ///
    /// Most objects of a cascade do: nothing is made for them.
    private final func goesAlong(_ object: NSManagedObject, _ relationship: RelationshipLayout) -> Bool {
        guard case .unset = object.liveValue(relationship.slot), let reference = object.row?.destination(relationship),
            Int(reference.entity) < layouts.entities.count
        else { return false }
        return link.table.object(key(of: reference, store: object.key.store))?.state.contains(.deleted) ?? false
    }

    /// Posts ObjectsDidChange for objects with `pending…` flags, and clears the flags.
    private final func announce(_ objects: [NSManagedObject]) {
        guard !objects.isEmpty else { return }
        if isQuiet || (objects.count > NotificationUse.bulk && !NotificationUse.ofChanges.isPossible) {
            for object in objects { object.state.subtract(ObjectState.anyPending) }
            forgetUnsavedDeleted(objects)
            return
        }
        var inserted = Set<NSManagedObject>()
        var updated = Set<NSManagedObject>()
        var deleted = Set<NSManagedObject>()
        var refreshed = Set<NSManagedObject>()
        for object in objects {
            let state = object.state
            object.state.subtract(ObjectState.anyPending)
            if state.contains(.deleted) {
                if state.contains(.pendingInserted) && state.contains(.inserted) { continue }
                if state.contains(.pendingDeleted) { deleted.insert(object) }
            } else if state.contains(.pendingInserted) {
                inserted.insert(object)
            } else if state.contains(.pendingRefreshed) {
                refreshed.insert(object)
            } else if state.contains(.pendingUpdated) {
                updated.insert(object)
            } else if state.contains(.pendingDeleted) {
                deleted.insert(object)
            }
        }
        forgetUnsavedDeleted(objects)
        var info: [AnyHashable: Any] = [:]
        if !inserted.isEmpty { info[NSInsertedObjectsKey] = inserted }
        if !updated.isEmpty { info[NSUpdatedObjectsKey] = updated }
        if !deleted.isEmpty { info[NSDeletedObjectsKey] = deleted }
        if !refreshed.isEmpty { info[NSRefreshedObjectsKey] = refreshed }
        if !info.isEmpty { post(NotificationUse.ofChanges.posted, info) }
    }

    /// Inserted and deleted within the context's memory only: gone as if it had never been.
    private final func forgetUnsavedDeleted(_ objects: [NSManagedObject]) {
        for object in objects
        where object.state.contains(.inserted) && object.state.contains(.deleted) && object.state.contains(.propagated)
        {
            changes.unmark(object, [.inserted, .updated, .deleted])
            expel(object)
        }
    }

    /// Takes an object out of the context for good.
    final func expel(_ object: NSManagedObject) {
        link.table.remove(object)
        if !keptObjects.isEmpty { keptObjects.remove(object) }
        if !explicitStores.isEmpty { explicitStores[ObjectIdentifier(object)] = nil }
        object.abandon()
    }
}

extension NSManagedObject {
    /// Cuts the tie to the context.
    ///
    /// Values stay readable, faults do not fire any more.
    final func abandon() {
        state.subtract([.registered, .inserted, .updated, .deleted, .propagated])
        state.insert(.invalid)
        link = .detached
        batch = nil
    }

    /// Drops all values.
    final func turnIntoFault(keepingRow: Bool = false) {
        willTurnIntoFault()
        values = []
        changed = SlotMask()
        if !keepingRow { row = nil }
        if let extras {
            for state in extras.toMany { state?.forget(keepingChanges: false) }
            extras.fetched = [:]
        }
        state.insert(.fault)
        state.remove(.inaccessible)
        didTurnIntoFault()
    }

    /// Lets go of all other objects.
    ///
    /// Its own values stay. For objects whose context is gone.
    final func letGoOfOthers() {
        if hasValues {
            for relationship in layout.toOne {
                if case .destination = values[relationship.slot] { values[relationship.slot] = .unset }
            }
        }
        guard let extras else { return }
        for state in extras.toMany { if let state { state.letGo() } }
        extras.fetched = [:]
    }

    /// Lets go of what is kept alive besides changes: destinations, members, fetched properties.
    final func forgetUnchangedValues() {
        if hasValues {
            for slot in values.indices where !hasChanged(slot) { values[slot] = .unset }
        }
        guard let extras else { return }
        for (relationship, state) in zip(layout.toMany, extras.toMany) {
            guard let state else { continue }
            // An order that is to be saved is more than who was added and removed.
            if relationship.isOrdered, state.isLoaded, state.hasChanges { continue }
            state.forget(keepingChanges: state.hasChanges)
        }
        extras.fetched = [:]
    }
}
