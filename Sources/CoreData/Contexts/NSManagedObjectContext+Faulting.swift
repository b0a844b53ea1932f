// Firing faults and relationship faults, for one object and its siblings at once.

extension NSManagedObjectContext: ObjectContext {
    var asAnyObject: AnyObject { self }

    func row(forFault object: NSManagedObject) throws -> PackedRow? {
        confinement.check("Firing a fault of \(object.layout.name)")
        if let parent = parentContext { return try rowFromParent(parent, object) }
        guard !object.key.isTemporary else { return nil }
        var wanted = [object]
        wanted += siblings(of: object) { $0.state.contains(.fault) && !$0.hasRow && !$0.key.isTemporary }
        if !wanted.ascend(by: \.key.primaryKey) { wanted.sort { $0.key.primaryKey < $1.key.primaryKey } }
        let rows = try requiredCoordinator.rows(
            store: object.key.store, layout: object.layout, keys: wanted.map(\.key.primaryKey), at: snapshots)
        // Both ascend. An object may be among them twice.
        var mine: PackedRow?
        var next = 0
        rows.forEach(in: rows.indices) { _, slots, block in
            let key = slots.primaryKey
            while next < wanted.count, wanted[next].key.primaryKey <= key {
                let fault = wanted[next]
                next += 1
                if fault.key.primaryKey < key { continue }
                if fault === object {
                    mine = PackedRow(block: block, slots: slots)
                } else if !fault.hasRow {
                    fault.take(block, slots)
                }
            }
        }
        letGoOfEarlierRows(than: object)
        if let mine, mine.layout !== object.layout, mine.layout.isKind(of: object.layout) {
            object.layout = mine.layout
        }
        return mine
    }

    /// After a batch was read: gives back the rows of one that was read before the last, so that a walk over the results
    /// of a fetch with a batch size takes memory for two batches.
    ///
    /// Of objects which only the results hold and which have nothing but their row: it comes back as it went.
    private final func letGoOfEarlierRows(than object: NSManagedObject) {
        guard let batch = object.batch, batch.chunk < FetchBatch.defaultChunk, !keepsObjects else { return }
        let start = Int(object.batchIndex)
        batch.loaded.append(start..<min(batch.keys.count, start + batch.chunk))
        guard batch.loaded.count > FetchBatch.partsHeld else { return }
        let part = batch.loaded.removeFirst()
        for old in link.table.heldOnce(batch.keys[part], store: batch.store, root: batch.root)
        where old.batch === batch && old.hasRow && old.isPlain {
            if old.state.contains(.fault) { old.row = nil } else { old.turnIntoFault() }
        }
    }

    /// Objects of the same fetch that come after `object` and fulfil `condition`: at most `limit`, among a chunk.
    private final func siblings(
        of object: NSManagedObject, limit: Int = .max, where condition: (NSManagedObject) -> Bool
    ) -> [NSManagedObject] {
        guard let batch = object.batch, batch.keys.count > 1 else { return [] }
        var found: [NSManagedObject] = []
        var start = Int(object.batchIndex)
        let end = min(batch.keys.count, start + batch.chunk)
        while start < end, found.count < limit {
            let part = start..<min(end, start + Self.siblingsAtOnce)
            for sibling in link.table.living(batch.keys[part], store: batch.store, root: batch.root) {
                if found.count >= limit { break }
                if sibling !== object, condition(sibling) { found.append(sibling) }
            }
            start = part.upperBound
        }
        return found
    }

    /// How many siblings are looked up at once, when few may be wanted.
    private static let siblingsAtOnce = 512

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
        let state = object.toManyState(own)
        if let ahead = state.ahead, let members = members(ahead, areNew: false) {
            state.load(members)
            return
        }
        var owners = [object]
        if let batch = object.batch {
            let window = try window(of: own, for: object, in: batch)
            owners += siblings(of: object, limit: window - 1) { sibling in
                !sibling.key.isTemporary && sibling.layout === object.layout
                    && !(sibling.existingToMany(own)?.isAtHand ?? false)
            }
        }
        try load(own, of: owners, store: object.key.store)
        if let ahead = state.ahead, let members = members(ahead, areNew: true) { state.load(members) }
    }

    /// How many objects' members to load with the fault of one: few at first, in case only some are ever looked at,
    /// then as many as one statement takes, or, where one pass over the members brings them all, as many as seem to be
    /// wanted by how many were.
    private final func window(
        of relationship: RelationshipLayout, for object: NSManagedObject, in batch: FetchBatch
    ) throws -> Int {
        let left = batch.keys.count - Int(object.batchIndex)
        let window = batch.nextWindow(for: relationship.name)
        // A short rest is not worth a reading of its own.
        let wanted = min(window + window / 4 >= left ? left : window, batch.chunk)
        if wanted <= FetchBatch.ownersAtOnce { return max(1, wanted) }
        let paysOff = try requiredCoordinator.readsMembersInOnePass(
            store: object.key.store, relationship: relationship, owners: wanted)
        return paysOff ? wanted : FetchBatch.ownersAtOnce
    }

    /// Reads a to-many of several objects of one entity, members' rows included.
    ///
    /// Goes by as many owners as one statement takes, or in one pass where that brings the members of all.
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
        let mark = recentWrites.mark()
        let keys = owners.map(\.key.primaryKey)
        let found = try requiredCoordinator.members(
            store: store, relationship: relationship, owners: keys, at: snapshots)
        // With a to-one on the other side a row is a member once, and every change of it passes by its owner: the
        // rows can wait until they are asked for.
        let isWaiting = relationship.inverseName != nil && !relationship.inverseIsToMany
        let objects = isWaiting ? [] : objects(for: found.rows, store: store)
        let ahead = isWaiting ? membersAhead(found.rows, store: store, mark: mark) : nil
        // Both ascend by owner, once the owners do; mostly they do anyway.
        let isAscending = keys.ascend(by: \.self)
        var start = 0
        var runs = found.runs[...]
        var last: Int64?
        for owner in isAscending ? owners : owners.sorted(by: { $0.key.primaryKey < $1.key.primaryKey }) {
            // One may be among them twice.
            if owner.key.primaryKey == last { continue }
            last = owner.key.primaryKey
            let state = owner.toManyState(relationship)
            guard let run = runs.first, run.owner == owner.key.primaryKey else {
                state.load([])
                continue
            }
            if let ahead {
                state.expect(MembersAhead.Part(all: ahead, start: Int32(start), end: Int32(run.end)))
            } else {
                state.load(Array(objects[start..<run.end]))
            }
            start = run.end
            runs.removeFirst()
        }
    }

    private final func membersAhead(_ rows: RowList, store: UInt32, mark: Int) -> MembersAhead? {
        guard let first = rows.first else { return nil }
        let batch = FetchBatch(
            store: store, root: UInt32(first.layout.rootIndex), keys: rows.keys, chunk: FetchBatch.defaultChunk)
        return MembersAhead(rows: rows, batch: batch, mark: mark)
    }

    /// The members whose rows were read ahead, as objects; nil when some may have been written since.
    ///
    /// - Parameter areNew: whether the rows are as new as any: known faults take them then.
    private final func members(_ part: MembersAhead.Part, areNew: Bool) -> [NSManagedObject]? {
        let (all, range) = (part.all, part.range)
        let (batch, keys) = (all.batch, all.batch.keys[range])
        if !areNew, recentWrites.mayHaveTouched(keys, store: batch.store, root: batch.root, since: all.mark) {
            return nil
        }
        guard let known = link.table.objects(keys, store: batch.store, root: batch.root) else {
            return newObjects(of: all.rows, in: range, among: batch)
        }
        return objects(of: all.rows, in: range, among: batch, known: known, areNew: areNew)
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
    /// How many batches of a fetch with a batch size keep their rows.
    static let partsHeld = 2

    /// How many objects' members seem to be wanted with the next fault of a relationship: who goes on after the first
    /// hundred mostly walks over all.
    func nextWindow(for relationship: String) -> Int {
        let window = windows[relationship, default: 100]
        windows[relationship] = min(window * 16, Self.defaultChunk)
        return window
    }

    /// How many owners' members are loaded with one statement; what is read is then still near when it is used.
    static let ownersAtOnce = 256
}
