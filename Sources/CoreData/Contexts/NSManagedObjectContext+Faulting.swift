// Firing faults and relationship faults, for one object and its siblings at once.

extension NSManagedObjectContext: ObjectContext {
    var asAnyObject: AnyObject { self }

    func row(forFault object: NSManagedObject) throws -> PackedRow? {
        confinement.check("Firing a fault of \(object.layout.name)")
        if let parent = parentContext { return try rowFromParent(parent, object) }
        guard !object.key.isTemporary else { return nil }
        let siblings = siblings(of: object) { $0.state.contains(.fault) && $0.row == nil && !$0.key.isTemporary }
        let keys = [object.key.primaryKey] + siblings.map(\.key.primaryKey)
        let rows = try requiredCoordinator.rows(store: object.key.store, layout: object.layout, keys: keys)
        var mine: PackedRow?
        for row in rows {
            let key = ObjectKey(store: object.key.store, root: object.key.root, primaryKey: row.primaryKey)
            if key == object.key {
                mine = row
            } else if let sibling = link.table.object(key), sibling.row == nil {
                sibling.row = row
            }
        }
        if let mine, mine.layout !== object.layout, mine.layout.isKind(of: object.layout) {
            object.layout = mine.layout
        }
        return mine
    }

    /// Objects of the same fetch that come after `object` and fulfil `condition`: at most `limit`, among a chunk.
    private final func siblings(
        of object: NSManagedObject, limit: Int = .max, where condition: (NSManagedObject) -> Bool
    ) -> [NSManagedObject] {
        guard let batch = object.batch, batch.keys.count > 1 else { return [] }
        var found: [NSManagedObject] = []
        let start = Int(object.batchIndex)
        let end = min(batch.keys.count, start + batch.chunk)
        for index in start..<end where batch.key(index) != object.key {
            if found.count >= limit { break }
            if let sibling = link.table.object(batch.key(index)), condition(sibling) { found.append(sibling) }
        }
        return found
    }

    func destination(
        _ reference: RowReference, of object: NSManagedObject, through relationship: RelationshipLayout
    ) -> NSManagedObject {
        let made = self.object(reference: reference, store: object.key.store)
        guard made.state.contains(.fault), made.row == nil, made.batch == nil, !made.key.isTemporary else {
            return made
        }
        // The siblings' destinations are made along, so that firing one of them loads all.
        let (store, root) = (made.key.store, made.key.root)
        var keys = [made.key.primaryKey]
        var known: Set<Int64> = [made.key.primaryKey]
        var destinations = [made]
        for sibling in siblings(of: object, where: { $0.row != nil && $0.layout === object.layout }) {
            guard case .unset = sibling.liveValue(relationship.slot),
                let reference = sibling.row?.destination(relationship)
            else { continue }
            let destination = self.object(reference: reference, store: object.key.store)
            sibling.store(relationship.slot, .destination(destination))
            guard destination.state.contains(.fault), destination.row == nil,
                destination.key.store == store, destination.key.root == root,
                known.insert(destination.key.primaryKey).inserted
            else { continue }
            keys.append(destination.key.primaryKey)
            destinations.append(destination)
        }
        if keys.count > 1 {
            let batch = FetchBatch(store: store, root: root, keys: keys, chunk: FetchBatch.defaultChunk)
            for (index, destination) in destinations.enumerated() {
                destination.batch = batch
                destination.batchIndex = Int32(index)
            }
        }
        return made
    }

    /// The object of a row of a certain store.
    final func object(reference: RowReference, store: UInt32) -> NSManagedObject {
        object(key: key(of: reference, store: store), layout: layouts.entities[Int(reference.entity)])
    }

    /// The key of a row of a certain store.
    final func key(of reference: RowReference, store: UInt32) -> ObjectKey {
        let root = UInt32(layouts.entities[Int(reference.entity)].rootIndex)
        return ObjectKey(store: store, root: root, primaryKey: reference.primaryKey)
    }

    func object(key: ObjectKey, layout: EntityLayout) -> NSManagedObject {
        link.table.object(key) ?? makeFault(key: key, layout: layout, row: nil)
    }

    func loadMembers(of relationship: RelationshipLayout, object: NSManagedObject) throws {
        if let parent = parentContext {
            try loadMembersFromParent(parent, relationship, object)
            return
        }
        guard !object.key.isTemporary else {
            object.toManyState(relationship).load([])
            return
        }
        // The relationship as the object's own entity sees it.
        let own = object.layout.relationship(named: relationship.name) ?? relationship
        var owners = [object]
        if let batch = object.batch {
            let window = batch.window(for: relationship.name)
            owners += siblings(of: object, limit: window - 1) { sibling in
                !sibling.key.isTemporary && sibling.layout === object.layout
                    && !(sibling.existingToMany(own)?.isLoaded ?? false)
            }
        }
        try load(own, of: owners, store: object.key.store)
    }

    /// Loads a to-many of several objects of one entity, members' rows included.
    ///
    /// Goes by as many owners as one statement takes: what is in memory between rows and objects stays small.
    /// Where one pass brings the members of all, there is one.
    final func load(_ relationship: RelationshipLayout, of owners: [NSManagedObject], store: UInt32) throws {
        if owners.count > FetchBatch.ownersAtOnce,
            try requiredCoordinator.readsMembersInOnePass(
                store: store, relationship: relationship, owners: owners.count)
        {
            try load(relationship, ofFew: owners, store: store)
            return
        }
        var start = 0
        while start < owners.count {
            let end = min(start + FetchBatch.ownersAtOnce, owners.count)
            try load(relationship, ofFew: Array(owners[start..<end]), store: store)
            start = end
        }
    }

    private final func load(_ relationship: RelationshipLayout, ofFew owners: [NSManagedObject], store: UInt32) throws {
        var byKey: [Int64: NSManagedObject] = [:]
        byKey.reserveCapacity(owners.count)
        for owner in owners { byKey[owner.key.primaryKey] = owner }
        let found = try requiredCoordinator.members(
            store: store, relationship: relationship, owners: owners.map(\.key.primaryKey))
        // With a to-one on the other side a row is a member once: if none is known, all can be made without looking.
        let batch =
            relationship.inverseName != nil && !relationship.inverseIsToMany
            ? unknownMembers(found.rows, store: store) : nil
        let objects = batch == nil ? objects(for: found.rows, store: store) : []
        var start = 0
        while start < found.owners.count {
            let owner = found.owners[start]
            var end = start + 1
            while end < found.owners.count && found.owners[end] == owner { end += 1 }
            let members =
                batch.map { newObjects(of: found.rows[start..<end], among: $0) } ?? Array(objects[start..<end])
            byKey.removeValue(forKey: owner)?.toManyState(relationship).load(members)
            start = end
        }
        for owner in byKey.values { owner.toManyState(relationship).load([]) }
    }

    /// The batch of rows of which the context knows none; nil when it knows any.
    private final func unknownMembers(_ rows: [PackedRow], store: UInt32) -> FetchBatch? {
        guard let first = rows.first else { return nil }
        let root = UInt32(first.layout.rootIndex)
        let keys = rows.map(\.primaryKey)
        guard link.table.objects(keys, store: store, root: root) == nil else { return nil }
        return FetchBatch(store: store, root: root, keys: keys, chunk: FetchBatch.defaultChunk)
    }

    func fetchedProperty(_ name: String, of object: NSManagedObject) throws -> [Any] {
        guard let property = object.layout.entity.propertiesByName[name] as? NSFetchedPropertyDescription,
            let template = property.template
        else { return [] }
        let core = FetchRequestCore(template)
        core.predicate = core.predicate?.withSubstitutionVariables([
            "FETCH_SOURCE": object, "FETCHED_PROPERTY": property,
        ])
        return try results(of: core, stores: nil, as: NSFetchRequestResult.self)
    }

    func objectWillChange(_ object: NSManagedObject) {
        confinement.check("Changing \(object.briefDescription)")
        undoing.willChange(object)
        guard object.state.contains(.registered) else { return }
        if object.state.contains(.inserted) {
            markPending(object, .pendingUpdated)
            return
        }
        changes.markUpdated(object)
        markPending(object, .pendingUpdated)
    }

    func membersWillChange(_ relationship: RelationshipLayout, of object: NSManagedObject) {
        undoing.membersWillChange(relationship, of: object)
    }

    func handleInaccessible(_ object: NSManagedObject, property: String?) -> Bool {
        let description = property.flatMap { object.layout.entity.propertiesByName[$0] }
        guard shouldHandleInaccessibleFault(object, for: object.objectID, triggeredByProperty: description) else {
            return false
        }
        changes.markDeleted(object)
        object.state.insert(.propagated)
        return true
    }

    func externalData(_ stored: Data, of object: NSManagedObject) throws -> Data {
        try requiredCoordinator.externalData(stored, store: object.key.store)
    }
}

extension FetchBatch {
    /// How many siblings are loaded with one fault of a plain fetch.
    static let defaultChunk = 10_000

    /// How many siblings' members to load with the next relationship fault: few at first, in case only some
    /// are ever looked at, then more, so that a walk over many objects needs few statements.
    ///
    /// One pass for all would take less of SQLite's time, but what it brings has left the processor's cache by
    /// the time it is looked at.
    func window(for relationship: String) -> Int {
        let window = windows[relationship, default: 100]
        windows[relationship] = min(Self.ownersAtOnce, chunk)
        return max(1, min(window, chunk))
    }

    /// How many owners' members are loaded with one statement; what is loaded is then still near when it is used.
    static let ownersAtOnce = 512
}
