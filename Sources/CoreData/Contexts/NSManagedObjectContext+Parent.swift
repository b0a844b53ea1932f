// Child contexts: reading through a parent's memory, saving into it.

extension NSManagedObjectContext {
    /// The parent's current state of an object as a row; nil when the parent has none.
    final func rowFromParent(_ parent: NSManagedObjectContext, _ object: NSManagedObject) throws -> PackedRow? {
        takePermanentKeys()
        let key = object.key
        let layout = object.layout
        let state = try parent.performAndWait { () throws -> ParentState? in
            let id = NSManagedObjectID(key: key, layout: layout, identity: object.storeIdentity)
            guard
                let theirs = parent.registered(key)
                    ?? (key.isTemporary ? nil : try? parent.existingObject(with: id))
            else { return nil }
            if theirs.state.contains(.deleted) { return nil }
            return try parent.state(of: theirs)
        }
        guard let state else { return nil }
        adopt(state, into: object)
        return state.row
    }

    /// What a child needs of one of this context's objects.
    final func state(of object: NSManagedObject) throws -> ParentState {
        object.realize()
        var values = ContiguousArray<SlotValue>(repeating: .null, count: object.layout.slots.count)
        var destinations: [(Int, ObjectKey, EntityLayout)] = []
        for slot in object.layout.slots {
            if let relationship = object.layout.toOneBySlot[slot.index] {
                if let destination = object.readDestination(relationship) {
                    destinations.append((slot.index, destination.key, destination.layout))
                }
                continue
            }
            switch slot.kind {
            case .transformable, .liveOnly:
                if let live = object.readObject(slot.index) { values[slot.index] = .object(live) }
            case .binary: values[slot.index] = object.readData(slot.index).map { .data($0) } ?? .null
            case .destinationEntity: break
            default: values[slot.index] = object.currentValue(slot.index)
            }
        }
        // The row counts the parent's changes too: another state of the parent is another version.
        let row = PackedRow.updated(
            nil, layout: object.layout, primaryKey: object.key.primaryKey, version: object.row?.version ?? 0,
            values: values)
        return ParentState(row: row, live: values, destinations: destinations)
    }

    /// Lays the parent's state under an object of this context.
    final func adopt(_ state: ParentState, into object: NSManagedObject) {
        object.layout = state.row.layout
        for (slot, value) in state.live.enumerated() {
            if case .object = value, !object.hasChanged(slot) { object.store(slot, value) }
        }
        for (slot, key, layout) in state.destinations where !object.hasChanged(slot) {
            object.store(slot, .destination(self.object(key: key, layout: layout)))
        }
    }

    final func loadMembersFromParent(
        _ parent: NSManagedObjectContext, _ relationship: RelationshipLayout, _ object: NSManagedObject
    ) throws {
        takePermanentKeys()
        let key = object.key
        let found = try parent.performAndWait { () throws -> [(ObjectKey, EntityLayout)] in
            guard
                let theirs = parent.registered(key)
                    ?? (key.isTemporary ? nil : parent.object(key: key, layout: object.layout))
            else { return [] }
            let own = theirs.layout.relationship(named: relationship.name) ?? relationship
            return theirs.loadedToMany(own).members.map { ($0.key, $0.layout) }
        }
        object.toManyState(relationship).load(found.map { self.object(key: $0.0, layout: $0.1) })
    }

    final func fetchFromParent(
        _ parent: NSManagedObjectContext, _ core: FetchRequestCore, _ layout: EntityLayout,
        _ stores: [NSPersistentStore]?
    ) throws -> [NSManagedObject] {
        if core.includesPendingChanges { processPendingChanges() }
        takePermanentKeys()
        let request = Carried(core.copy())
        request.value.includesPendingChanges = true
        request.value.predicate = core.predicate
        let found = try parent.performAndWait { () throws -> [(ObjectKey, EntityLayout, ParentState?)] in
            try parent.fetchObjects(request.value, stores: stores).map { object in
                (object.key, object.layout, core.includesPropertyValues ? try parent.state(of: object) : nil)
            }
        }
        var objects: [NSManagedObject] = []
        for (key, layout, state) in found {
            let object = object(key: key, layout: layout)
            if let state, object.state.contains(.fault), object.row == nil {
                object.row = state.row
                adopt(state, into: object)
            }
            objects.append(object)
        }
        if core.includesPendingChanges {
            let overlay = PendingOverlay(self, core, layout)
            if overlay.isNeeded { objects = try overlay.apply(to: objects) }
        }
        if !core.returnsObjectsAsFaults { for object in objects { object.realize() } }
        return objects
    }

    /// Pushes a save one level up, into the parent's memory.
    final func saveToParent(_ parent: NSManagedObjectContext, _ set: SaveSet) throws {
        takePermanentKeys()
        let transfer = ParentTransfer(
            inserted: set.inserted.map { ParentTransfer.Change($0, all: true) },
            updated: set.updated.map { ParentTransfer.Change($0, all: false) },
            deleted: set.deleted.map { ($0.key, $0.layout) })
        let box = Carried(transfer)
        parent.performAndWait { parent.receive(box.value) }
        for object in set.inserted {
            changes.unmark(object, [.inserted, .updated])
            object.commitToParent()
        }
        for object in set.updated {
            changes.unmark(object, .updated)
            object.commitToParent()
        }
        for object in set.deleted { changes.unmark(object, [.deleted, .updated, .propagated]) }
        finishObjects(set)
        for object in set.deleted { expel(object) }
        parent.tellChildren(of: set, except: self)
    }

    /// Applies a child's save; on this context's queue.
    private final func receive(_ transfer: ParentTransfer) {
        var mine: [ObjectKey: NSManagedObject] = [:]
        func object(_ key: ObjectKey, _ layout: EntityLayout) -> NSManagedObject {
            if let known = mine[key] ?? registered(key) { return known }
            return makeFault(key: key, layout: layout, row: nil)
        }
        for change in transfer.inserted where registered(change.key) == nil {
            let type = ModelRuntime.of(change.layout.model).type(of: change.layout)
            let made = type.init(_shellOf: change.layout.entity)
            made.link = link
            made.key = change.key
            made.values = InsertionDefaults.values(of: change.layout)
            register(made)
            changes.markInserted(made)
            markPending(made, .pendingInserted)
            mine[change.key] = made
        }
        for change in transfer.inserted + transfer.updated {
            let target = object(change.key, change.layout)
            target.realize()
            for (slot, value) in change.values { target.write(slot, value) }
            for (slot, destination) in change.destinations {
                target.write(slot, destination.map { .destination(object($0.0, $0.1)) } ?? .null)
            }
            for (index, members, ordered) in change.toMany {
                let state = target.loadedToMany(target.layout.toMany[index])
                target.noteChange()
                for (key, layout) in members.removed { state.remove(object(key, layout)) }
                for (key, layout) in members.added { state.add(object(key, layout)) }
                if let ordered { state.reorder(ordered.map { object($0.0, $0.1) }) }
            }
        }
        for (key, layout) in transfer.deleted {
            let target = object(key, layout)
            target.state.insert(.propagated)
            changes.markDeleted(target)
            markPending(target, .pendingDeleted)
        }
        processPendingChanges()
    }

    /// Lets the other children merge.
    private final func tellChildren(of set: SaveSet, except child: NSManagedObjectContext) {
        let rows = { (objects: [NSManagedObject]) in
            objects.map { SavedChange.Row(key: $0.key, layout: $0.layout, row: nil) }
        }
        let change = SavedChange(
            inserted: rows(set.inserted), updated: rows(set.updated), deleted: rows(set.deleted))
        for other in children where other !== child {
            other.coordinatorDidSave(change)
        }
    }
}

/// A parent's object as a child sees it.
struct ParentState {
    let row: PackedRow
    /// Live values that a row cannot carry.
    let live: ContiguousArray<SlotValue>
    let destinations: [(Int, ObjectKey, EntityLayout)]
}

/// A child's save on its way to the parent: keys and values, no objects of the child.
private struct ParentTransfer {
    struct Change {
        let key: ObjectKey
        let layout: EntityLayout
        var values: [(Int, SlotValue)] = []
        var destinations: [(Int, (ObjectKey, EntityLayout)?)] = []
        var toMany:
            [(
                Int, (added: [(ObjectKey, EntityLayout)], removed: [(ObjectKey, EntityLayout)]),
                [(ObjectKey, EntityLayout)]?
            )] = []

        init(_ object: NSManagedObject, all: Bool) {
            key = object.key
            layout = object.layout
            for slot in layout.slots
            where slot.kind != .destinationEntity && (all || object.hasChanged(slot.index)) {
                switch object.liveValue(slot.index) {
                case .unset: continue
                case .destination(let destination):
                    // safe: only objects are ever stored as destinations.
                    let destination = unsafeDowncast(destination, to: NSManagedObject.self)
                    destinations.append((slot.index, (destination.key, destination.layout)))
                case .null where slot.kind == .toOne: destinations.append((slot.index, nil))
                case let value: values.append((slot.index, value))
                }
            }
            for relationship in layout.toMany {
                guard let state = object.existingToMany(relationship), state.hasChanges else { continue }
                let ordered =
                    relationship.isOrdered ? object.loadedToMany(relationship).members.map { ($0.key, $0.layout) } : nil
                toMany.append(
                    (
                        relationship.toManyIndex,
                        (
                            state.added.values.map { ($0.key, $0.layout) },
                            state.removed.values.map { ($0.key, $0.layout) }
                        ), ordered
                    ))
            }
        }
    }

    let inserted: [Change]
    let updated: [Change]
    let deleted: [(ObjectKey, EntityLayout)]
}

extension NSManagedObject {
    /// The parent has the values now; they stay here as what was last saved.
    fileprivate final func commitToParent() {
        var saved = values
        if saved.isEmpty { saved = ContiguousArray(repeating: .unset, count: layout.slots.count) }
        for slot in saved.indices {
            if case .destination = saved[slot] { saved[slot] = .unset }
        }
        row = PackedRow.updated(
            row, layout: layout, primaryKey: key.primaryKey, version: row?.version ?? 0, values: saved)
        changed = SlotMask()
        if let states = extras?.toMany { for state in states { state?.commit() } }
    }
}
