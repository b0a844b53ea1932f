// Saving: validate, hand the changes to the store in one transaction, take over what was saved.

extension NSManagedObjectContext {
    /// The work of `save()`.
    final func saveChanges() throws {
        confinement.check("save()")
        guard hasChanges else { return takeNewestGeneration() }
        guard !isSaving else {
            throw CoreDataError.make(
                132_001, "Attempt to recursively call -save: on the context aborted.",
                suggestion: "Do not save from willSave, validation, or observers of the save.")
        }
        isSaving = true
        defer { isSaving = false }
        post(.NSManagedObjectContextWillSave)
        processPendingChanges()
        needsPropagation = needsPropagation || !propagatesDeletesAtEndOfEvent
        propagateDeletes()
        processPendingChanges()
        try dropGhosts()
        try callWillSave()
        try validateChanges()
        let set = SaveSet(
            inserted: changes.currentInserted().filter { !$0.state.contains(.deleted) },
            updated: changes.currentUpdated().filter(\.isUpdated),
            deleted: changes.currentDeleted().filter { !$0.state.contains(.inserted) })
        if let parent = parentContext {
            try saveToParent(parent, set)
        } else {
            try saveToStores(set)
            takeNewestGeneration()
        }
    }

    /// Forgets changes of objects that the store does not have: the other end of a reference that dangles, which
    /// was only ever asked to forget or take a member.
    private final func dropGhosts() throws {
        for object in changes.currentUpdated()
        where object.state.contains(.fault) && object.row == nil && !object.key.isTemporary && parentContext == nil {
            if let row = try row(forFault: object) {
                object.row = row
            } else {
                changes.unmark(object, .updated)
                for state in object.extras?.toMany ?? [] { state?.forget(keepingChanges: false) }
            }
        }
    }

    /// Calls `willSave` until no object changes any more.
    private final func callWillSave() throws {
        defer {
            for object in changes.inserted { object.state.remove(.toldOfSave) }
            for object in changes.updated { object.state.remove(.toldOfSave) }
            for object in changes.deleted { object.state.remove(.toldOfSave) }
        }
        for _ in 0..<1000 {
            var isFirst = true
            for list in [changes.currentInserted(), changes.currentUpdated(), changes.currentDeleted()] {
                for object in list where object.state.isDisjoint(with: [.toldOfSave, .inaccessible]) {
                    isFirst = false
                    object.state.insert(.toldOfSave)
                    object.willSave()
                }
            }
            if isFirst { return }
            // Those that willSave changed are asked again, as are others that became dirty.
            for object in changes.pending { object.state.remove(.toldOfSave) }
            processPendingChanges()
            propagateDeletes()
        }
        CoreDataError.misuse(
            """
            Failed to process pending changes before save. The context is still dirty after 1000 attempts. Typically \
            this recursive dirtying is caused by a bad validation method, -willSave, or notification handler.
            """)
    }

    private final func validateChanges() throws {
        var errors: [any Error] = []
        func check(_ body: () throws -> Void) {
            do { try body() } catch { errors.append(error) }
        }
        for object in changes.currentDeleted()
        where !object.state.contains(.inserted) && !object.state.contains(.inaccessible) {
            check(object.validateForDelete)
        }
        for object in changes.currentInserted() where !object.state.contains(.deleted) {
            check(object.validateForInsert)
        }
        for object in changes.currentUpdated() where object.isUpdated && !object.state.contains(.checked) {
            check(object.validateForUpdate)
        }
        // A single error keeps its type: what an override threw is what the caller of `save` catches.
        if errors.count == 1, let only = errors.first { throw only }
        if let error = NSManagedObject.combined(errors.map { $0 as NSError }) { throw error }
    }

    /// Gives permanent IDs to new objects, so that they can be referred to before they are saved.
    ///
    /// - Throws: 134060 when no store takes an object, 134030 and 134180 when a store fails.
    public func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
        try obtainKeysFromParent(for: objects)
        let temporary = objects.filter { $0.key.isTemporary && $0.state.contains(.registered) }
        guard let first = temporary.first else { return }
        let coordinator = try requiredCoordinator
        if explicitStores.isEmpty, temporary.allSatisfy({ $0.layout === first.layout }) {
            try giveKeys(temporary, of: try coordinator.store(for: first.layout, explicit: nil))
            return
        }
        var groups: [StoreAndRoot: [NSManagedObject]] = [:]
        var order: [StoreAndRoot] = []
        for object in temporary {
            let store = try coordinator.store(for: object.layout, explicit: explicitStores[ObjectIdentifier(object)])
            let group = StoreAndRoot(store: store, root: object.layout.rootIndex)
            if groups[group] == nil { order.append(group) }
            groups[group, default: []].append(object)
        }
        for group in order {
            if let members = groups[group] { try giveKeys(members, of: group.store) }
        }
    }

    /// Draws keys of a store for objects of one hierarchy.
    private final func giveKeys(_ objects: [NSManagedObject], of store: NSPersistentStore) throws {
        let layout = objects[0].layout
        let first = try store.asRowStore().reserveKeys(of: layout, count: objects.count)
        let former = hasChildren ? objects.map(\.key) : []
        link.table.rekey(
            objects,
            from: ObjectKey(store: store.identity.number, root: UInt32(layout.rootIndex), primaryKey: first))
        for (key, object) in zip(former, objects) { noteKey(key, object.key) }
    }

    private struct StoreAndRoot: Hashable {
        let store: NSPersistentStore
        let root: Int
    }

    final func rekey(_ object: NSManagedObject, _ key: ObjectKey) {
        noteKey(object.key, key)
        link.table.remove(object)
        object.key = key
        link.table.insert(object)
    }

    // MARK: To the stores

    final func saveToStores(_ set: SaveSet) throws {
        let coordinator = try requiredCoordinator
        guard !coordinator.persistentStores.isEmpty else {
            throw CoreDataError.make(
                NSPersistentStoreSaveError,
                "This NSPersistentStoreCoordinator has no persistent stores. It cannot perform a save operation.",
                suggestion: "Call loadPersistentStores or addPersistentStore first, and look at its error.")
        }
        let newcomers = set.inserted
        let formerKeys = newcomers.map(\.key)
        var set = set
        do {
            try obtainPermanentIDs(for: set.inserted)
            var attempts = 0
            while true {
                let plan = try SavePlan(set, self)
                let outcome = try coordinator.commit(plan.changes, author: transactionAuthor, contextName: name)
                if outcome.isEmpty {
                    finish(set, plan, coordinator)
                    return
                }
                attempts += 1
                guard attempts <= 100 else {
                    throw CoreDataError.make(
                        NSPersistentStoreSaveConflictsError,
                        "Rows kept being changed by others while saving; gave up after 100 attempts.",
                        suggestion: "Save again, or let fewer writers change the same rows.")
                }
                try ConflictResolution(self, coordinator).resolve(outcome, in: &set)
            }
        } catch {
            // The save left nothing behind: new objects are as temporary as they were.
            for (object, key) in zip(newcomers, formerKeys)
            where key.isTemporary && object.key != key && object.state.contains(.inserted) {
                rekey(object, key)
            }
            throw error
        }
    }

    /// The store has everything: objects take over what was saved.
    private final func finish(_ set: SaveSet, _ plan: SavePlan, _ coordinator: NSPersistentStoreCoordinator) {
        recentWrites.note(set.updated)
        recentWrites.note(set.deleted)
        for (index, object) in set.inserted.enumerated() {
            object.commit(plan.insertedValues[index], version: 1)
            changes.unmark(object, [.inserted, .updated])
        }
        for (object, values) in plan.updated {
            object.commit(values, version: (object.row?.version ?? 0) &+ 1)
        }
        for object in set.updated {
            changes.unmark(object, .updated)
            object.state.remove(.checked)
            object.changed = SlotMask()
            if let states = object.extras?.toMany { for state in states { state?.commit() } }
        }
        readDerived(set.inserted + plan.updated.map(\.0), coordinator)
        explicitStores = [:]
        let rows = { (objects: [NSManagedObject]) in objects.map { SavedChange.Row($0) } }
        // New rows matter to other contexts only; of the rest the coordinator keeps the versions.
        let saved = SavedChange(
            inserted: coordinator.hasClients(besides: self) ? rows(set.inserted) : [], updated: rows(set.updated),
            deleted: rows(set.deleted))
        for object in set.deleted { changes.unmark(object, [.deleted, .updated, .propagated]) }
        if !isQuiet { finishObjects(set) }
        for object in set.deleted { expel(object) }
        if !isQuiet { coordinator.didSave(saved, by: self) }
        tellChildrenOfKeys()
    }

    /// Reads what the store computed for saved objects.
    ///
    /// Only where the row is still the one that was saved: what others saved since must show as a conflict.
    private final func readDerived(_ objects: [NSManagedObject], _ coordinator: NSPersistentStoreCoordinator) {
        let derived = objects.filter { $0.layout.hasDerived }
        if derived.isEmpty { return }
        let groups = Dictionary(grouping: derived) { UInt64($0.key.store) << 32 | UInt64($0.key.root) }
        for group in groups.values {
            let store = group[0].key.store
            do {
                let rows = try coordinator.rows(
                    store: store, layout: group[0].layout, keys: group.map(\.key.primaryKey))
                for row in rows {
                    guard let object = link.table.object(row.key(store: store)) else { continue }
                    if object.row?.version == row.version { object.row = row }
                }
            } catch {
                // The save is done and stays.
                CoreDataError.report(
                    "The derived attributes of saved objects could not be read, and are those of before until the "
                        + "objects are refreshed: \(error.localizedDescription)")
            }
        }
    }

    /// `didSave`, and the notifications.
    final func finishObjects(_ set: SaveSet) {
        for object in set.inserted { object.didSave() }
        for object in set.updated { object.didSave() }
        for object in set.deleted { object.didSave() }
        let count = set.inserted.count + set.updated.count + set.deleted.count
        if count <= NotificationUse.bulk || NotificationUse.ofSaves.isPossible {
            var info: [AnyHashable: Any] = [:]
            if !set.inserted.isEmpty { info[NSInsertedObjectsKey] = Set(set.inserted) }
            if !set.updated.isEmpty { info[NSUpdatedObjectsKey] = Set(set.updated) }
            if !set.deleted.isEmpty { info[NSDeletedObjectsKey] = Set(set.deleted) }
            post(NotificationUse.ofSaves.posted, info)
        }
        if count <= NotificationUse.bulk || NotificationUse.ofSavedIDs.isPossible {
            var ids: [AnyHashable: Any] = [:]
            if !set.inserted.isEmpty { ids[NSInsertedObjectIDsKey] = Set(set.inserted.map(\.objectID)) }
            if !set.updated.isEmpty { ids[NSUpdatedObjectIDsKey] = Set(set.updated.map(\.objectID)) }
            if !set.deleted.isEmpty { ids[NSDeletedObjectIDsKey] = Set(set.deleted.map(\.objectID)) }
            post(NotificationUse.ofSavedIDs.posted, ids)
        }
    }
}

/// The objects of one save.
struct SaveSet {
    var inserted: [NSManagedObject]
    var updated: [NSManagedObject]
    var deleted: [NSManagedObject]
}

extension NSManagedObject {
    /// Makes the saved values the object's row.
    final func commit(_ saved: ContiguousArray<SlotValue>, version: Int64) {
        row = PackedRow.updated(row, layout: layout, primaryKey: key.primaryKey, version: version, values: saved)
        keepLiveValues()
        changed = SlotMask()
        state.remove(.fault)
        if let states = extras?.toMany { for state in states { state?.commit() } }
    }

    /// Drops values that the row has now; destinations, live objects and transient values stay.
    private final func keepLiveValues() {
        if !hasValues { return }
        if !layout.hasLiveSlots {
            values = []
            return
        }
        var live = false
        for slot in layout.slots {
            switch values[slot.index] {
            case .destination, .object: live = true
            default:
                if slot.isPersistent { values[slot.index] = .unset } else { live = true }
            }
        }
        if !live { values = [] }
    }
}
