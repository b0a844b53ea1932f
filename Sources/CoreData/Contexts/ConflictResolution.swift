/// Brings the conflicts of a commit before the context's merge policy and applies its decisions.
struct ConflictResolution {
    private let context: NSManagedObjectContext
    private let coordinator: NSPersistentStoreCoordinator

    init(_ context: NSManagedObjectContext, _ coordinator: NSPersistentStoreCoordinator) {
        self.context = context
        self.coordinator = coordinator
    }

    /// - Throws: the policy's error.
    func resolve(_ outcomes: [(store: NSPersistentStore, outcome: CommitOutcome)], in set: inout SaveSet) throws {
        guard let policy = context.mergePolicy as? NSMergePolicy else {
            CoreDataError.misuse("mergePolicy: a \(type(of: context.mergePolicy)) is no NSMergePolicy.")
        }
        var optimistic: [NSMergeConflict] = []
        var constraints: [NSConstraintConflict] = []
        for (store, outcome) in outcomes {
            switch outcome {
            case .committed: break
            case .conflicts(let rows): optimistic += rows.compactMap { conflict($0, store) }
            case .constraintViolations(let violations): constraints += violations.compactMap { conflict($0, store) }
            }
        }
        guard !optimistic.isEmpty || !constraints.isEmpty else {
            throw CoreDataError.make(
                NSPersistentStoreSaveConflictsError, "A store reported conflicts that concern no object of the save.",
                suggestion: "Reset the context and make the changes anew.")
        }
        if !optimistic.isEmpty { try policy.resolve(mergeConflicts: optimistic) }
        if !constraints.isEmpty { try policy.resolve(mergeConflicts: constraints) }
        context.processPendingChanges()
        context.propagateDeletes()
        rebuild(&set)
    }

    private func object(_ layout: EntityLayout, _ primaryKey: Int64, _ store: NSPersistentStore) -> NSManagedObject? {
        context.link.table.object(
            ObjectKey(store: store.identity.number, root: UInt32(layout.rootIndex), primaryKey: primaryKey))
    }

    private func conflict(_ row: RowConflict, _ store: NSPersistentStore) -> NSMergeConflict? {
        object(row.layout, row.primaryKey, store).map {
            NSMergeConflict(
                $0, current: row.current,
                knownToCoordinator: coordinator.hasSaved(
                    $0.key, version: row.current?.version ?? 0))
        }
    }

    private func conflict(_ violation: ConstraintViolation, _ store: NSPersistentStore) -> NSConstraintConflict? {
        guard let mine = object(violation.layout, violation.primaryKey, store) else { return nil }
        var objects = [mine]
        if let other = violation.otherPrimaryKey.flatMap({ object(violation.layout, $0, store) }) {
            objects.append(other)
        }
        var database: NSManagedObject?
        if let existing = violation.existing {
            let found = context.objects(for: [existing], store: store.identity.number)
            database = found.first
        }
        return NSConstraintConflict(
            constraint: violation.constraint, database: database,
            databaseSnapshot: violation.existing.map { mine.snapshot(of: $0) }, conflicting: objects,
            conflictingSnapshots: objects.map { object in
                object.layout.slots.reduce(into: [String: Any]()) { result, slot in
                    if let composite = object.layout.composite(of: slot) {
                        result[composite.path] = object.compositeValue(composite)
                    } else if slot.kind != .toOne, slot.kind != .destinationEntity {
                        result[slot.name] = object.anyValue(slot.index)
                    }
                }
            })
    }

    /// What is to be saved after the policy has spoken.
    private func rebuild(_ set: inout SaveSet) {
        for object in context.changes.currentUpdated() where object.state.contains(.resurrected) {
            object.state.remove(.resurrected)
            context.changes.unmark(object, .updated)
            context.changes.markInserted(object)
        }
        for object in context.changes.currentDeleted() where object.state.contains(.resurrected) {
            object.state.remove(.resurrected)
            object.state.insert(.inaccessible)
            object.row = nil
        }
        set.inserted = context.changes.currentInserted().filter { !$0.state.contains(.deleted) }
        set.updated = context.changes.currentUpdated().filter(\.isUpdated)
        set.deleted = context.changes.currentDeleted().filter { !$0.state.contains(.inserted) }
    }
}

extension NSManagedObjectContext {
    /// The row is gone and the policy lets it be gone.
    final func dropAfterConflict(_ object: NSManagedObject) {
        if object.state.contains(.deleted) {
            object.state.insert(.inaccessible)
            object.row = nil
            return
        }
        changes.unmark(object, [.updated])
        markPending(object, .pendingDeleted)
        expel(object)
    }
}

extension NSManagedObject {
    /// A row's attributes and to-one IDs by name.
    final func snapshot(of row: PackedRow) -> [String: Any] {
        var result: [String: Any] = [:]
        for slot in layout.slots where slot.isPersistent && slot.kind != .destinationEntity && !row.isNull(slot.index) {
            if let relationship = layout.toOneBySlot[slot.index] {
                guard let reference = row.destination(relationship) else { continue }
                let destination = layout.model.entities[Int(reference.entity)]
                result[slot.name] = NSManagedObjectID(
                    key: ObjectKey(
                        store: key.store, root: UInt32(destination.rootIndex), primaryKey: reference.primaryKey),
                    layout: destination, identity: storeIdentity)
            } else if let composite = layout.composite(of: slot) {
                result[composite.path] = layout.dictionary(of: composite) {
                    row.value(layout.slots[$0]).anyValue(of: layout.slots[$0])
                }
            } else {
                result[slot.name] = row.value(slot).anyValue(of: slot)
            }
        }
        return result
    }

    final func forgetAllToMany() {
        if let states = extras?.toMany { for state in states { state?.forget(keepingChanges: false) } }
    }

    /// Takes over the values of an object that gives way to this one.
    final func takeValues(of other: NSManagedObject, all: Bool) {
        for slot in other.layout.slots where slot.isPersistent && slot.kind != .destinationEntity {
            guard all || other.hasChanged(slot.index), case .slot(let mine) = layout.code(slot.name) else {
                continue
            }
            if let theirs = other.layout.toOneBySlot[slot.index] {
                guard let relationship = layout.toOneBySlot[mine] else { continue }
                setDestination(other.readDestination(theirs), of: relationship)
            } else {
                let value =
                    slot.kind == .transformable
                    ? other.readObject(slot.index).map { .object($0) } ?? .null
                    : slot.kind == .binary
                        ? other.readData(slot.index).map { .data($0) } ?? .null
                        : other.currentValue(slot.index)
                write(mine, value)
            }
        }
    }
}
