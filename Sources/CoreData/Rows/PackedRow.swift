/// One row: a null map, a head, fixed-width slots, and a tail for strings and bytes, side by side in a block.
///
/// Filled once by whoever reads the row, then immutable and shared between threads. Values are made when
/// read, through `slots`.
struct PackedRow {
    /// Keeps the memory of `slots`.
    let block: RowBlock
    /// The values; valid as long as the block.
    let slots: RowSlots

    @inline(__always)
    init(block: RowBlock, slots: RowSlots) {
        self.block = block
        self.slots = slots
    }

    /// An empty row, all slots NULL, with room for `tailCapacity` bytes of strings and data.
    ///
    /// Sizes are limited to 4 GiB a row, which SQLite's own limit on a row (1 GB by default) undercuts.
    @inline(__always)
    static func make(
        layout: EntityLayout, primaryKey: Int64, version: Int64, tailCapacity: Int, in placing: inout RowPlacing
    ) -> RowSlots {
        let nullWords = layout.nullWords
        let slotCount = layout.slots.count
        let before = nullWords + RowSlots.headWords
        let start = placing.place(words: before + slotCount + (tailCapacity + 7) / 8)
        for index in 0..<nullWords { start[index] = ~0 }
        let slots = RowSlots(start + before)
        let tail = UInt32(slotCount * 8)
        slots.setHead(
            layout: layout, primaryKey: primaryKey, version: version, tail: tail, end: tail + UInt32(tailCapacity))
        for index in before..<(before + slotCount) { start[index] = 0 }
        return slots
    }

    /// The same, in a block of its own.
    static func make(layout: EntityLayout, primaryKey: Int64, version: Int64, tailCapacity: Int) -> PackedRow {
        var alone = RowPlacing()
        let slots = make(
            layout: layout, primaryKey: primaryKey, version: version, tailCapacity: tailCapacity, in: &alone)
        return PackedRow(block: alone.block, slots: slots)
    }

    var layout: EntityLayout { withExtendedLifetime(block) { slots.layout.takeUnretainedValue() } }
    var primaryKey: Int64 { withExtendedLifetime(block) { slots.primaryKey } }
    var version: Int64 { withExtendedLifetime(block) { slots.version } }
    var reference: RowReference { RowReference(entity: Int32(withLayout { $0.index }), primaryKey: primaryKey) }

    /// Reads something of the layout without a reference count.
    @inline(__always)
    private func withLayout<R>(_ body: (EntityLayout) -> R) -> R {
        withExtendedLifetime(block) { slots.layout._withUnsafeGuaranteedRef(body) }
    }

    /// The key of the row in a store.
    @inline(__always)
    func key(store: UInt32) -> ObjectKey {
        ObjectKey(store: store, root: withLayout { UInt32(truncatingIfNeeded: $0.rootIndex) }, primaryKey: primaryKey)
    }
}

// MARK: - Filling

extension PackedRow {
    /// Sets a slot to a 64-bit pattern: integers, booleans (0 or 1), keys, entity indices.
    @inline(__always)
    func fill(_ slot: Int, integer value: Int64) { fill(slot, word: UInt64(bitPattern: value)) }

    /// Sets a double, float, date or decimal slot.
    @inline(__always)
    func fill(_ slot: Int, real value: Double) { fill(slot, word: value.bitPattern) }

    @inline(__always)
    private func fill(_ slot: Int, word: UInt64) { withExtendedLifetime(block) { slots.set(slot, word) } }

    /// Copies bytes into the tail and points the slot at them.
    ///
    /// The tail must have been made large enough.
    @inline(__always)
    func fill(_ slot: Int, bytes: UnsafeRawPointer?, count: Int) {
        let offset = appendToTail(bytes, count: count)
        fill(slot, word: UInt64(offset) << 32 | UInt64(count))
    }

    private func appendToTail(_ bytes: UnsafeRawPointer?, count: Int) -> UInt32 {
        withExtendedLifetime(block) {
            let offset = slots.tailNext
            precondition(Int(offset) + count <= Int(slots.tailEnd), "A packed row's tail is too small.")
            // in bounds: checked above.
            if count > 0, let bytes { slots.tail(offset).copyMemory(from: bytes, byteCount: count) }
            slots.endTail(at: offset + UInt32(count))
            return offset
        }
    }

    /// Sets any value.
    ///
    /// Costs more than the typed forms; made for rows built from objects.
    func fill(_ slot: Int, value: SlotValue) {
        switch value {
        case .unset, .null, .object, .destination: break
        case .integer(let value): fill(slot, integer: value)
        case .real(let value): fill(slot, real: value)
        case .string(var value):
            value.withUTF8 { fill(slot, bytes: $0.baseAddress, count: $0.count) }
        case .data(let value):
            value.withUnsafeBytes { fill(slot, bytes: $0.baseAddress, count: $0.count) }
        case .uuid(let value):
            withUnsafeBytes(of: value.uuid) { fill(slot, bytes: $0.baseAddress, count: 16) }
        case .decimal(let value):
            withUnsafeBytes(of: value) {
                fill(slot, word: RowSlots.exactDecimalTag | UInt64(appendToTail($0.baseAddress, count: $0.count)))
            }
        case .key(let reference):
            fill(slot, integer: reference.primaryKey)
        }
    }

    /// Bytes of tail that `value` will need.
    static func tailSize(of value: SlotValue) -> Int {
        switch value {
        case .string(let value): value.utf8.count
        case .data(let value): value.count
        case .uuid: 16
        case .decimal: MemoryLayout<Decimal>.size
        default: 0
        }
    }
}

// MARK: - Reading

extension PackedRow {
    @inline(__always) func isNull(_ slot: Int) -> Bool { withExtendedLifetime(block) { slots.isNull(slot) } }
    @inline(__always) func integer(_ slot: Int) -> Int64 { withExtendedLifetime(block) { slots.integer(slot) } }
    @inline(__always) func real(_ slot: Int) -> Double { withExtendedLifetime(block) { slots.real(slot) } }
    @inline(__always) func string(_ slot: Int) -> String? { withExtendedLifetime(block) { slots.string(slot) } }
    func data(_ slot: Int) -> Data? { withExtendedLifetime(block) { slots.data(slot) } }
    func uuid(_ slot: Int) -> UUID? { withExtendedLifetime(block) { slots.uuid(slot) } }
    func decimal(_ slot: Int) -> Decimal? { withExtendedLifetime(block) { slots.decimal(slot) } }

    /// Calls `body` with the bytes of a tail slot; they are valid during the call only.
    @inline(__always)
    func withBytes<R>(_ slot: Int, _ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try withExtendedLifetime(block) { try slots.withBytes(slot, body) }
    }

    /// The destination of a to-one; nil when NULL.
    func destination(_ relationship: RelationshipLayout) -> RowReference? {
        if isNull(relationship.slot) { return nil }
        let key = integer(relationship.slot)
        if let entitySlot = relationship.entitySlot, !isNull(entitySlot) {
            return RowReference(entity: Int32(integer(entitySlot)), primaryKey: key)
        }
        return RowReference(entity: Int32(relationship.destination), primaryKey: key)
    }

    /// The value of any slot in its general form; to-ones as `key`.
    func value(_ slot: Slot) -> SlotValue {
        let index = slot.index
        if isNull(index) { return .null }
        switch slot.kind {
        case .integer, .boolean, .destinationEntity: return .integer(integer(index))
        case .double, .float, .date: return .real(real(index))
        case .decimal: return decimal(index).map(SlotValue.decimal) ?? .null
        case .string, .uri: return string(index).map(SlotValue.string) ?? .null
        case .uuid: return uuid(index).map(SlotValue.uuid) ?? .null
        case .binary, .transformable: return data(index).map(SlotValue.data) ?? .null
        case .liveOnly: return .null
        case .toOne: return layout.toOneBySlot[index].flatMap { destination($0) }.map(SlotValue.key) ?? .null
        }
    }
}
