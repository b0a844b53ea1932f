// Objects of rows that a store has brought.

extension NSManagedObjectContext {
    /// The objects of rows of one entity hierarchy, in order; known ones are kept, faults take the row.
    final func objects(for rows: RowList, store: UInt32, refreshing: Bool = false) -> [NSManagedObject] {
        guard let first = rows.first else { return [] }
        // One has no siblings.
        if rows.count == 1 { return [object(of: first, store: store, refreshing: refreshing)] }
        let keys = rows.keys
        let root = UInt32(first.layout.rootIndex)
        let batch = FetchBatch(store: store, root: root, keys: keys, chunk: FetchBatch.defaultChunk)
        let known = link.table.objects(keys[...], store: store, root: root)
        if known == nil, keys.ascend(by: \.self) { return newObjects(of: rows, in: rows.indices, among: batch) }
        return objects(
            of: rows, in: rows.indices, among: batch, known: known ?? [], areNew: true, refreshing: refreshing)
    }

    /// The objects of rows of which some may be known or occur twice.
    ///
    /// - Parameters:
    ///   - rows: those of `batch`.
    ///   - range: the part of them that is wanted.
    ///   - known: the known objects of the part, nil for others; empty when there is none.
    ///   - areNew: whether known faults take the rows.
    final func objects(
        of rows: RowList, in range: Range<Int>, among batch: FetchBatch, known: [NSManagedObject?], areNew: Bool,
        refreshing: Bool = false
    ) -> [NSManagedObject] {
        guard let start = range.first else { return [] }
        var maker = ObjectMaker(batch: batch, context: self, first: rows[start].layout)
        var objects: [NSManagedObject] = []
        objects.reserveCapacity(range.count)
        rows.forEach(in: range) { index, slots, block in
            // A row may occur twice.
            let known = known.isEmpty ? nil : known[index - start]
            if let found = known ?? link.table.object(batch.key(index)) {
                if areNew { take(PackedRow(block: block, slots: slots), into: found, refreshing: refreshing) }
                found.batch = batch
                found.batchIndex = Int32(truncatingIfNeeded: index)
                objects.append(found)
                return
            }
            let object = maker.object(of: slots, in: block, at: index)
            register(object)
            objects.append(object)
        }
        return objects
    }

    private final func object(of row: PackedRow, store: UInt32, refreshing: Bool) -> NSManagedObject {
        let key = row.key(store: store)
        guard let known = link.table.object(key) else { return makeFault(key: key, layout: row.layout, row: row) }
        take(row, into: known, refreshing: refreshing)
        return known
    }

    /// The objects of rows of which none occurs twice and none is known.
    ///
    /// - Parameters:
    ///   - rows: those of `batch`.
    ///   - range: the part of them that is wanted.
    final func newObjects(of rows: RowList, in range: Range<Int>, among batch: FetchBatch) -> [NSManagedObject] {
        guard let start = range.first else { return [] }
        var maker = ObjectMaker(batch: batch, context: self, first: rows[start].layout)
        let objects = [NSManagedObject](unsafeUninitializedCapacity: range.count) { buffer, count in
            rows.forEach(in: range) { index, slots, block in
                // in bounds: there is one object for each index of the range.
                buffer.initializeElement(at: count, to: maker.object(of: slots, in: block, at: index))
                count += 1
            }
        }
        register(objects, batch.keys[range])
        return objects
    }

    /// What a known object does with a row that was read once more.
    private final func take(_ row: PackedRow, into object: NSManagedObject, refreshing: Bool) {
        if object.state.contains(.fault) {
            if object.row == nil || object.row?.version != row.version {
                object.row = row
                object.layout = row.layout
            }
        } else if refreshing && !object.hasChanges {
            merge(row, into: object)
        }
    }

    final func faults(for references: [RowReference], store: UInt32, chunk: Int) -> [NSManagedObject] {
        guard let first = references.first else { return [] }
        let entities = layouts.entities
        let keys = references.map(\.primaryKey)
        let root = UInt32(entities[Int(first.entity)].rootIndex)
        let batch = FetchBatch(
            store: store, root: root, keys: keys, chunk: chunk > 0 ? chunk : FetchBatch.defaultChunk)
        let known = link.table.objects(keys[...], store: store, root: root)
        if known == nil, keys.ascend(by: \.self) {
            var maker = ObjectMaker(batch: batch, context: self, first: entities[Int(first.entity)])
            var entity = first.entity
            let objects = [NSManagedObject](unsafeUninitializedCapacity: keys.count) { buffer, count in
                for reference in references {
                    if reference.entity != entity {
                        entity = reference.entity
                        maker.see(entities[Int(entity)])
                    }
                    // in bounds: there is one object for each reference.
                    buffer.initializeElement(at: count, to: maker.object(at: count))
                    count += 1
                }
            }
            register(objects, keys[...])
            return objects
        }
        return references.indices.map { index in
            // A row may occur twice.
            let object =
                known?[index]
                ?? self.object(key: batch.key(index), layout: entities[Int(references[index].entity)])
            object.batch = batch
            object.batchIndex = Int32(truncatingIfNeeded: index)
            return object
        }
    }
}

/// Makes the objects of one fetch: what is the same for all is looked up once.
private struct ObjectMaker {
    private let batch: FetchBatch
    private let link: ContextLink
    // Of the entity that came last. Unmanaged: the context's model keeps both.
    private var layout: Unmanaged<EntityLayout>
    private var entity: Unmanaged<NSEntityDescription>
    private var type: NSManagedObject.Type

    init(batch: FetchBatch, context: NSManagedObjectContext, first: EntityLayout) {
        self.batch = batch
        link = context.link
        layout = .passUnretained(first)
        entity = .passUnretained(first.entity)
        type = ModelRuntime.of(first.model).type(of: first)
    }

    /// A fault with its row at hand, not in the context's table yet.
    @inline(__always)
    mutating func object(of slots: RowSlots, in block: RowBlock, at index: Int) -> NSManagedObject {
        if slots.layout.toOpaque() != layout.toOpaque() { see(slots.layout._withUnsafeGuaranteedRef { $0 }) }
        let object = object(at: index)
        object.take(block, slots)
        return object
    }

    /// A fault of the entity that was seen last, not in the context's table yet.
    @inline(__always)
    func object(at index: Int) -> NSManagedObject {
        let object = entity._withUnsafeGuaranteedRef { type.init(_shellOf: $0) }
        object.become(ObjectKey(store: batch.store, root: batch.root, primaryKey: batch.keys[index]), in: link)
        object.batch = batch
        object.batchIndex = Int32(truncatingIfNeeded: index)
        return object
    }

    /// Goes over to another entity.
    mutating func see(_ new: EntityLayout) {
        layout = .passUnretained(new)
        entity = .passUnretained(new.entity)
        type = ModelRuntime.of(new.model).type(of: new)
    }
}
