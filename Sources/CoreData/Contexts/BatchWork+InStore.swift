// Batches that the store carries out by itself.

extension BatchWork {
    /// What a batch changed: how many objects, and which if that was wanted.
    struct Outcome {
        var count: Int
        var ids: [NSManagedObjectID] = []

        init(_ ids: [NSManagedObjectID]) {
            count = ids.count
            self.ids = ids
        }

        init(_ outcome: RowsChange.Outcome, _ store: NSPersistentStore, _ entities: [EntityLayout]) {
            count = outcome.count
            let identity = store.identity
            ids = outcome.references.map { reference in
                let layout = entities[Int(reference.entity)]
                let key = ObjectKey(
                    store: identity.number, root: UInt32(layout.rootIndex), primaryKey: reference.primaryKey)
                return NSManagedObjectID(key: key, layout: layout, identity: identity)
            }
        }
    }

    /// Lets the one store concerned do the work; nil when there are several, or it cannot.
    func inStore(
        _ core: FetchRequestCore, _ layout: EntityLayout, _ stores: [NSPersistentStore]?, wantsIDs: Bool,
        _ kind: (NSPersistentStore) throws -> RowsChange.Kind?
    ) throws -> Outcome? {
        let stores = try scratch.requiredCoordinator.stores(holding: layout, among: stores)
        guard stores.count == 1, let kind = try kind(stores[0]) else { return nil }
        let change = RowsChange(
            rows: try scratch.spec(core, layout), kind: kind, wantsReferences: wantsIDs,
            author: scratch.transactionAuthor, contextName: scratch.name)
        guard let outcome = try scratch.requiredCoordinator.carryOut(change, in: stores[0]) else { return nil }
        return Outcome(outcome, stores[0], scratch.layouts.entities)
    }

    /// New values that are the same for all rows, by slot; nil when one is not, or does not fit.
    func constants(
        _ values: [(String, Any)], _ layout: EntityLayout, _ store: NSPersistentStore
    ) -> ContiguousArray<SlotValue>? {
        var slots = ContiguousArray<SlotValue>(repeating: .unset, count: layout.slots.count)
        for (name, value) in values {
            guard case .slot(let slot) = layout.code(name), layout.composite(of: layout.slots[slot]) == nil,
                let constant = constant(value, layout.slots[slot], layout.toOneBySlot[slot], store)
            else { return nil }
            slots[slot] = constant
        }
        return slots
    }

    private func constant(
        _ value: Any, _ slot: Slot, _ relationship: RelationshipLayout?, _ store: NSPersistentStore
    ) -> SlotValue? {
        var value = SlotValue.unwrapped(value)
        if let expression = value as? NSExpression {
            guard expression.expressionType == .constantValue else { return nil }
            value = SlotValue.unwrapped(expression.constantValue)
        }
        guard let relationship else { return SlotValue(value, for: slot) }
        guard let value else { return .null }
        // With the entity that its row has, which an ID need not know.
        guard let id = (value as? NSManagedObjectID) ?? (value as? NSManagedObject)?.objectID, !id.isTemporaryID,
            id.key.store == store.identity.number, let destination = try? scratch.existingObject(with: id),
            destination.layout.isKind(of: destination.layout.model.entities[relationship.destination])
        else { return nil }
        return .key(RowReference(entity: Int32(destination.layout.index), primaryKey: id.key.primaryKey))
    }
}
