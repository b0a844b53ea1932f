/// One row in one allocation: null map, fixed-width slots, and a tail for strings and bytes.
///
/// Filled once by whoever reads the row, then immutable and shared between threads. Values are made when
/// read, through `slots`.
final class PackedRow: ManagedBuffer<PackedRow.Header, UInt64> {

    struct Header {
        /// Layouts live as long as their model, which the coordinator and every object keep.
        let layout: Unmanaged<EntityLayout>
        let primaryKey: Int64
        /// `Z_OPT`, the optimistic locking counter.
        let version: Int64
        /// Next free byte of the tail, and its end; both counted from the first slot.
        var tailNext: UInt32
        let tailEnd: UInt32
    }

    /// An empty row, all slots NULL, with room for `tailCapacity` bytes of strings and data.
    ///
    /// Sizes are limited to 4 GiB a row, which SQLite's own limit on a row (1 GB by default) undercuts.
    static func make(layout: EntityLayout, primaryKey: Int64, version: Int64, tailCapacity: Int) -> PackedRow {
        let nullWords = layout.nullWords
        let fixed = nullWords + layout.slots.count
        let tail = layout.slots.count * 8
        let buffer = PackedRow.create(minimumCapacity: fixed + (tailCapacity + 7) / 8) { _ in
            Header(
                layout: .passUnretained(layout), primaryKey: primaryKey, version: version, tailNext: UInt32(tail),
                tailEnd: UInt32(tail + tailCapacity))
        }
        buffer.withUnsafeMutablePointerToElements { words in
            for index in 0..<nullWords { words[index] = ~0 }
            for index in nullWords..<fixed { words[index] = 0 }
        }
        // safe: `create` makes an instance of the class it is called on.
        return unsafeDowncast(buffer, to: PackedRow.self)
    }

    var layout: EntityLayout { withUnsafeMutablePointerToHeader { $0.pointee.layout.takeUnretainedValue() } }
    var primaryKey: Int64 { withUnsafeMutablePointerToHeader { $0.pointee.primaryKey } }
    var version: Int64 { withUnsafeMutablePointerToHeader { $0.pointee.version } }
    var reference: RowReference { RowReference(entity: Int32(withLayout { $0.index }), primaryKey: primaryKey) }

    /// Reads something of the layout without a reference count.
    @inline(__always)
    private func withLayout<R>(_ body: (EntityLayout) -> R) -> R {
        withUnsafeMutablePointerToHeader { $0.pointee.layout._withUnsafeGuaranteedRef(body) }
    }

    /// The key of the row in a store.
    @inline(__always)
    func key(store: UInt32) -> ObjectKey {
        ObjectKey(store: store, root: withLayout { UInt32(truncatingIfNeeded: $0.rootIndex) }, primaryKey: primaryKey)
    }

    @inline(__always)
    func has(_ layout: Unmanaged<EntityLayout>) -> Bool {
        withUnsafeMutablePointerToHeader { $0.pointee.layout.toOpaque() == layout.toOpaque() }
    }

    /// The values; valid as long as the row.
    @inline(__always)
    var slots: RowSlots {
        withUnsafeMutablePointers { header, words in
            RowSlots(words + header.pointee.layout._withUnsafeGuaranteedRef { $0.nullWords })
        }
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
    private func fill(_ slot: Int, word: UInt64) { withExtendedLifetime(self) { slots.set(slot, word) } }

    /// Copies bytes into the tail and points the slot at them.
    ///
    /// The tail must have been made large enough.
    @inline(__always)
    func fill(_ slot: Int, bytes: UnsafeRawPointer?, count: Int) {
        let offset = appendToTail(bytes, count: count)
        fill(slot, word: UInt64(offset) << 32 | UInt64(count))
    }

    private func appendToTail(_ bytes: UnsafeRawPointer?, count: Int) -> UInt32 {
        let slots = slots
        return withUnsafeMutablePointerToHeader { header in
            let offset = header.pointee.tailNext
            precondition(Int(offset) + count <= Int(header.pointee.tailEnd), "A packed row's tail is too small.")
            // in bounds: checked above.
            if count > 0, let bytes { slots.tail(offset).copyMemory(from: bytes, byteCount: count) }
            header.pointee.tailNext = offset + UInt32(count)
            return offset
        }
    }

    /// Notes that the tail is filled up to `offset`, for whoever filled it through `slots`.
    @inline(__always)
    func endTail(at offset: UInt32) { withUnsafeMutablePointerToHeader { $0.pointee.tailNext = offset } }

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
    @inline(__always) func isNull(_ slot: Int) -> Bool { withExtendedLifetime(self) { slots.isNull(slot) } }
    @inline(__always) func integer(_ slot: Int) -> Int64 { withExtendedLifetime(self) { slots.integer(slot) } }
    @inline(__always) func real(_ slot: Int) -> Double { withExtendedLifetime(self) { slots.real(slot) } }
    @inline(__always) func string(_ slot: Int) -> String? { withExtendedLifetime(self) { slots.string(slot) } }
    func data(_ slot: Int) -> Data? { withExtendedLifetime(self) { slots.data(slot) } }
    func uuid(_ slot: Int) -> UUID? { withExtendedLifetime(self) { slots.uuid(slot) } }
    func decimal(_ slot: Int) -> Decimal? { withExtendedLifetime(self) { slots.decimal(slot) } }

    /// Calls `body` with the bytes of a tail slot; they are valid during the call only.
    @inline(__always)
    func withBytes<R>(_ slot: Int, _ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try withExtendedLifetime(self) { try slots.withBytes(slot, body) }
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
