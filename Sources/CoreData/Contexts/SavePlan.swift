/// The changes of a save in the terms of stores.
struct SavePlan {
    /// By store.
    private(set) var changes: [(store: NSPersistentStore, changes: StoreChanges)] = []
    /// Values of the inserted objects, in their order.
    private(set) var insertedValues: [ContiguousArray<SlotValue>] = []
    /// Objects whose own row changes, with the changed values.
    private(set) var updated: [(NSManagedObject, ContiguousArray<SlotValue>)] = []

    private let coordinator: NSPersistentStoreCoordinator
    private var places: [UInt32: Int] = [:]

    init(_ set: SaveSet, _ context: NSManagedObjectContext) throws {
        coordinator = try context.requiredCoordinator
        insertedValues.reserveCapacity(set.inserted.count)
        for object in set.inserted {
            let values = try SavedValues.all(of: object)
            insertedValues.append(values)
            let place = try place(of: object)
            changes[place].changes.inserts.append(
                .init(layout: object.layout, primaryKey: object.key.primaryKey, values: values))
            try addMemberships(of: object, place)
        }
        for object in set.updated {
            let place = try place(of: object)
            if object.state.contains(.checked) || object.changesOwnRow {
                // A fault with changes has its row read now: the version is needed.
                object.realize()
                let values = try SavedValues.changed(of: object)
                updated.append((object, values))
                changes[place].changes.updates.append(
                    .init(
                        layout: object.layout, primaryKey: object.key.primaryKey,
                        expectedVersion: object.row?.version ?? 0, values: values))
            }
            try addMemberships(of: object, place)
        }
        for object in set.deleted where !object.key.isTemporary {
            if object.state.contains(.inaccessible) && object.row == nil { continue }
            object.realize()
            guard let row = object.row else { continue }
            let place = try place(of: object)
            changes[place].changes.deletes.append(
                .init(layout: object.layout, primaryKey: object.key.primaryKey, expectedVersion: row.version))
        }
    }

    private mutating func place(of object: NSManagedObject) throws -> Int {
        if let place = places[object.key.store] { return place }
        guard let store = StoreIdentity.numbered(object.key.store)?.store,
            store.persistentStoreCoordinator === coordinator
        else {
            throw CoreDataError.make(
                NSPersistentStoreOperationError,
                "The store of \(object.briefDescription) has been removed from the coordinator.",
                suggestion: "Reset the context, or add the store again and fetch the objects anew.")
        }
        if store.isReadOnly {
            throw CoreDataError.make(
                NSPersistentStoreSaveError,
                "The store at \(store.url?.path ?? "an unknown place") was opened read-only; \(object.briefDescription) "
                    + "cannot be saved to it.",
                suggestion: "Open the store without NSReadOnlyPersistentStoreOption.")
        }
        places[object.key.store] = changes.count
        changes.append((store, StoreChanges()))
        return changes.count - 1
    }

    /// To-many changes that no member's row carries.
    private mutating func addMemberships(of object: NSManagedObject, _ place: Int) throws {
        guard let states = object.extras?.toMany, !states.isEmpty else { return }
        let owner = RowReference(entity: Int32(object.layout.index), primaryKey: object.key.primaryKey)
        for relationship in object.layout.toMany where relationship.isPersistent {
            guard let state = states[relationship.toManyIndex], state.hasChanges else { continue }
            if relationship.isKeptOutsideRows, relationship.leads {
                let added = try state.added.values.filter { !$0.state.contains(.deleted) }
                    .map { try SavedValues.reference(to: $0, from: object, relationship.name) }
                let removed = state.removed.values.filter { !$0.key.isTemporary }.map {
                    RowReference(entity: Int32($0.layout.index), primaryKey: $0.key.primaryKey)
                }
                if !added.isEmpty || !removed.isEmpty {
                    changes[place].changes.memberships.append(
                        .init(
                            relationship: relationship, owner: owner,
                            added: added.sorted { $0.primaryKey < $1.primaryKey }, removed: removed))
                }
            }
            if relationship.isOrdered {
                let members = try object.loadedToMany(relationship).members
                    .filter { !$0.state.contains(.deleted) }
                    .map { try SavedValues.reference(to: $0, from: object, relationship.name) }
                changes[place].changes.orders.append(.init(relationship: relationship, owner: owner, members: members))
            }
        }
    }
}

extension NSManagedObject {
    /// Whether a save writes this object's own row: some stored slot was assigned.
    final var changesOwnRow: Bool {
        for slot in layout.slots where slot.isPersistent && hasChanged(slot.index) { return true }
        return false
    }
}

/// Slot values in the form stores take.
enum SavedValues {
    /// All values of a new object.
    static func all(of object: NSManagedObject) throws -> ContiguousArray<SlotValue> {
        var values = object.values
        if let row = object.row {
            // Saved before and gone from the store: what is unchanged comes from the last row.
            for slot in object.layout.slots where slot.isPersistent {
                if values.isEmpty { values = ContiguousArray(repeating: .unset, count: object.layout.slots.count) }
                if case .unset = values[slot.index] { values[slot.index] = row.value(slot) }
            }
        } else if values.isEmpty {
            values = ContiguousArray(repeating: .null, count: object.layout.slots.count)
        }
        if object.layout.hasLiveSlots { try encode(&values, of: object) }
        return values
    }

    /// The assigned values of a changed object.
    static func changed(of object: NSManagedObject) throws -> ContiguousArray<SlotValue> {
        var values = ContiguousArray<SlotValue>(repeating: .unset, count: object.layout.slots.count)
        for slot in object.layout.slots where slot.isPersistent && object.hasChanged(slot.index) {
            values[slot.index] = object.liveValue(slot.index)
        }
        if object.layout.hasLiveSlots { try encode(&values, of: object) }
        return values
    }

    private static func encode(_ values: inout ContiguousArray<SlotValue>, of object: NSManagedObject) throws {
        for index in values.indices {
            switch values[index] {
            case .destination(let destination):
                // safe: only objects are ever stored as destinations.
                let destination = unsafeDowncast(destination, to: NSManagedObject.self)
                if destination.state.contains(.deleted) || destination.state.contains(.invalid) {
                    values[index] = .null
                } else {
                    values[index] = .key(
                        try reference(to: destination, from: object, object.layout.slots[index].name))
                }
            case .object(let live):
                let slot = object.layout.slots[index]
                guard slot.isPersistent, let attribute = object.layout.entity.attribute(at: slot.name) else {
                    values[index] = .unset
                    continue
                }
                values[index] = .data(try ValueTransformation.data(from: live, attribute: attribute))
            default: break
            }
        }
    }

    static func reference(
        to destination: NSManagedObject, from object: NSManagedObject, _ name: String
    ) throws -> RowReference {
        guard destination.key.store == object.key.store else {
            if destination.key.isTemporary {
                throw CoreDataError.make(
                    NSManagedObjectReferentialIntegrityError,
                    "\(object.layout.name).\(name) leads to \(destination.briefDescription), which is in no context and "
                        + "cannot be saved along.",
                    suggestion: "Insert the other object into the same context.")
            }
            throw CoreDataError.make(
                NSManagedObjectExternalRelationshipError,
                "\(object.layout.name).\(name) leads to \(destination.briefDescription), an object of another store.",
                suggestion: "Keep related objects in one store: use assign(_:to:) or configurations.")
        }
        return RowReference(entity: Int32(destination.layout.index), primaryKey: destination.key.primaryKey)
    }
}
