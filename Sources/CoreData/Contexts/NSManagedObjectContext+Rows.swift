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
        if known == nil, Self.ascend(keys) { return newObjects(of: rows, in: rows.indices, among: batch) }
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

    /// Whether the keys ascend, so that none occurs twice.
    private static func ascend(_ keys: [Int64]) -> Bool {
        for index in keys.indices.dropFirst() where keys[index] <= keys[index - 1] { return false }
        return true
    }

    final func faults(for references: [RowReference], store: UInt32, chunk: Int) -> [NSManagedObject] {
        guard let first = references.first else { return [] }
        let layouts = layouts
        let keys = references.map(\.primaryKey)
        let root = UInt32(layouts.entities[Int(first.entity)].rootIndex)
        let batch = FetchBatch(
            store: store, root: root, keys: keys, chunk: chunk > 0 ? chunk : FetchBatch.defaultChunk)
        let known = link.table.objects(keys[...], store: store, root: root)
        if known == nil, Self.ascend(keys) {
            var maker = ObjectMaker(batch: batch, context: self, first: layouts.entities[Int(first.entity)])
            let objects = references.indices.map { index in
                maker.fault(of: layouts.entities[Int(references[index].entity)], at: index)
            }
            register(objects, keys[...])
            return objects
        }
        return references.indices.map { index in
            // A row may occur twice.
            let object =
                known?[index]
                ?? self.object(key: batch.key(index), layout: layouts.entities[Int(references[index].entity)])
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

    /// A fault, not in the context's table yet.
    @inline(__always)
    mutating func fault(of new: EntityLayout, at index: Int) -> NSManagedObject {
        if !layout._withUnsafeGuaranteedRef({ $0 === new }) { see(new) }
        return object(at: index)
    }

    @inline(__always)
    private func object(at index: Int) -> NSManagedObject {
        let object = entity._withUnsafeGuaranteedRef { type.init(_shellOf: $0) }
        object.become(ObjectKey(store: batch.store, root: batch.root, primaryKey: batch.keys[index]), in: link)
        object.batch = batch
        object.batchIndex = Int32(truncatingIfNeeded: index)
        return object
    }

    private mutating func see(_ new: EntityLayout) {
        layout = .passUnretained(new)
        entity = .passUnretained(new.entity)
        type = ModelRuntime.of(new.model).type(of: new)
    }
}
