/// Copies all that one open store holds into another, empty one, keys included.
struct StoreCopy {
    private let source: any RowStore
    private let destination: any RowStore
    private let layout: ModelLayout

    /// Rows in memory at once.
    private static let portion = 5000

    init(from source: any RowStore, to destination: any RowStore, layout: ModelLayout) {
        self.source = source
        self.destination = destination
        self.layout = layout
    }

    /// - Throws: what reading and writing throw; the destination may hold a part then.
    func run() throws {
        let entities = layout.entities.filter { source.contains($0) }
        var keys: [(entity: EntityLayout, keys: [Int64])] = []
        for entity in entities {
            let spec = FetchSpec(layout: entity)
            spec.includesSubentities = false
            keys.append((entity, try source.fetchReferences(spec).map(\.primaryKey).sorted()))
        }
        try reserve(keys)
        for (entity, keys) in keys {
            try inPortions(keys) { try copyRows($0, of: entity) }
        }
        // Members can be named once all rows are there.
        for (entity, keys) in keys {
            for relationship in entity.toMany where relationship.isPersistent && isOutside(relationship) {
                try inPortions(keys) { try copyMembers($0, of: relationship, entity) }
            }
        }
    }

    private func inPortions(_ keys: [Int64], _ body: ([Int64]) throws -> Void) throws {
        var start = 0
        while start < keys.count {
            let end = min(start + Self.portion, keys.count)
            try body(Array(keys[start..<end]))
            start = end
        }
    }

    /// Has the destination count on after the keys that are in use.
    private func reserve(_ keys: [(entity: EntityLayout, keys: [Int64])]) throws {
        for (root, group) in Dictionary(grouping: keys, by: { $0.entity.rootIndex }).sorted(by: { $0.key < $1.key }) {
            guard let last = group.compactMap(\.keys.last).max(), last > 0 else { continue }
            guard try destination.reserveKeys(of: layout.entities[root], count: Int(last)) == 1 else {
                throw CoreDataError.make(
                    NSPersistentStoreOperationError, "The store to copy into is not empty.",
                    suggestion: "Copy into a new store.")
            }
        }
    }

    private func copyRows(_ keys: [Int64], of entity: EntityLayout) throws {
        var changes = StoreChanges()
        changes.inserts.reserveCapacity(keys.count)
        for row in try source.rows(of: entity, keys: keys) {
            var values = ContiguousArray<SlotValue>(repeating: .null, count: entity.slots.count)
            for slot in entity.slots where slot.isPersistent && !slot.isDerived && slot.kind != .destinationEntity {
                let value = row.value(slot)
                if slot.allowsExternalStorage, case .data(let stored) = value {
                    values[slot.index] = .data(try source.externalData(stored))
                } else {
                    values[slot.index] = value
                }
            }
            changes.inserts.append(.init(layout: entity, primaryKey: row.primaryKey, values: values))
        }
        try commit(changes)
    }

    /// Whether members' rows do not say all about the relationship.
    private func isOutside(_ relationship: RelationshipLayout) -> Bool {
        relationship.isOrdered || (relationship.isKeptOutsideRows && relationship.leads)
    }

    private func copyMembers(
        _ owners: [Int64], of relationship: RelationshipLayout, _ entity: EntityLayout
    ) throws {
        let found = try source.members(of: relationship, owners: owners)
        var changes = StoreChanges()
        var start = 0
        for run in found.runs {
            let owner = RowReference(entity: Int32(entity.index), primaryKey: run.owner)
            let members = found.rows[start..<run.end].map(\.reference)
            start = run.end
            if relationship.isKeptOutsideRows, relationship.leads {
                changes.memberships.append(
                    .init(relationship: relationship, owner: owner, added: members, removed: []))
            }
            if relationship.isOrdered {
                changes.orders.append(.init(relationship: relationship, owner: owner, members: members))
            }
        }
        try commit(changes)
    }

    private func commit(_ changes: StoreChanges) throws {
        guard case .committed = try destination.commit(changes) else {
            throw CoreDataError.make(
                NSPersistentStoreOperationError, "Copying the store failed: somebody else wrote into the copy.",
                suggestion: "Copy to a place that nobody else uses.")
        }
    }
}
