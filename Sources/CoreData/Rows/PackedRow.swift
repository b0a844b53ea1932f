/// One row in one allocation: null map, fixed-width slots, and a tail for strings and bytes.
///
/// Filled once by whoever reads the row, then immutable and shared between threads. Values are made when
/// read. In memory: `nullWords` words of null map (bit set = NULL), one word per slot, then the tail.
/// A slot with bytes in the tail holds `offset << 32 | length`, offset counted from the tail's start.
final class PackedRow: ManagedBuffer<PackedRow.Header, UInt64> {

    struct Header {
        /// Layouts live as long as their model, which the coordinator and every object keep.
        unowned(unsafe) let layout: EntityLayout
        let primaryKey: Int64
        /// `Z_OPT`, the optimistic locking counter.
        let version: Int64
        let tailStart: UInt32
        var tailUsed: UInt32
        let tailCapacity: UInt32
    }

    /// An empty row, all slots NULL, with room for `tailCapacity` bytes of strings and data.
    ///
    /// Sizes are limited to 4 GiB a row, which SQLite's own limit on a row (1 GB by default) undercuts.
    static func make(layout: EntityLayout, primaryKey: Int64, version: Int64, tailCapacity: Int) -> PackedRow {
        let fixed = layout.nullWords + layout.slots.count
        let words = fixed + (tailCapacity + 7) / 8
        let buffer = PackedRow.create(minimumCapacity: words) { _ in
            Header(
                layout: layout, primaryKey: primaryKey, version: version, tailStart: UInt32(fixed * 8), tailUsed: 0,
                tailCapacity: UInt32(tailCapacity))
        }
        buffer.withUnsafeMutablePointerToElements { words in
            for index in 0..<layout.nullWords { words[index] = ~0 }
            for index in layout.nullWords..<fixed { words[index] = 0 }
        }
        // safe: `create` makes an instance of the class it is called on.
        return unsafeDowncast(buffer, to: PackedRow.self)
    }

    var layout: EntityLayout { header.layout }
    var primaryKey: Int64 { header.primaryKey }
    var version: Int64 { header.version }
    var reference: RowReference { RowReference(entity: Int32(header.layout.index), primaryKey: header.primaryKey) }

    /// A NaN pattern, which no stored double has (SQLite turns NaN into NULL): the low 32 bits are the
    /// offset of a whole `Decimal` in the tail.
    static let exactDecimalTag: UInt64 = 0xFFFC_0000_0000_0000
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
    private func fill(_ slot: Int, word: UInt64) {
        let nullWords = header.layout.nullWords
        withUnsafeMutablePointerToElements { words in
            words[nullWords + slot] = word
            words[slot >> 6] &= ~(1 << UInt64(slot & 63))
        }
    }

    /// Copies bytes into the tail and points the slot at them.
    ///
    /// The tail must have been made large enough.
    @inline(__always)
    func fill(_ slot: Int, bytes: UnsafeRawPointer?, count: Int) {
        let offset = appendToTail(bytes, count: count)
        fill(slot, word: UInt64(offset) << 32 | UInt64(count))
    }

    private func appendToTail(_ bytes: UnsafeRawPointer?, count: Int) -> UInt32 {
        withUnsafeMutablePointers { header, words in
            let offset = header.pointee.tailUsed
            precondition(Int(offset) + count <= Int(header.pointee.tailCapacity), "A packed row's tail is too small.")
            if count > 0, let bytes {
                // in bounds: checked above.
                (UnsafeMutableRawPointer(words) + Int(header.pointee.tailStart) + Int(offset))
                    .copyMemory(from: bytes, byteCount: count)
            }
            header.pointee.tailUsed = offset + UInt32(count)
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
                fill(slot, word: Self.exactDecimalTag | UInt64(appendToTail($0.baseAddress, count: $0.count)))
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
    @inline(__always)
    func isNull(_ slot: Int) -> Bool {
        withUnsafeMutablePointerToElements { $0[slot >> 6] & (1 << UInt64(slot & 63)) != 0 }
    }

    @inline(__always)
    private func word(_ slot: Int) -> UInt64 {
        let nullWords = header.layout.nullWords
        return withUnsafeMutablePointerToElements { $0[nullWords + slot] }
    }

    /// 0 when NULL.
    @inline(__always)
    func integer(_ slot: Int) -> Int64 { Int64(bitPattern: word(slot)) }

    /// 0 when NULL.
    @inline(__always)
    func real(_ slot: Int) -> Double { Double(bitPattern: word(slot)) }

    /// Calls `body` with the bytes of a tail slot; they are valid during the call only.
    @inline(__always)
    func withBytes<R>(_ slot: Int, _ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        let word = word(slot)
        let start = Int(header.tailStart) + Int(word >> 32)
        return try withUnsafeMutablePointerToElements { words in
            // in bounds: offset and length were written by `fill`, which checks.
            try body(UnsafeRawBufferPointer(start: UnsafeRawPointer(words) + start, count: Int(word & 0xFFFF_FFFF)))
        }
    }

    /// The string of a string or URI slot; nil when NULL.
    @inline(__always)
    func string(_ slot: Int) -> String? {
        isNull(slot) ? nil : withBytes(slot) { String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes of a binary or transformable slot; nil when NULL.
    func data(_ slot: Int) -> Data? {
        isNull(slot) ? nil : withBytes(slot) { Data($0) }
    }

    /// nil when NULL or not sixteen bytes long.
    func uuid(_ slot: Int) -> UUID? {
        if isNull(slot) { return nil }
        return withBytes(slot) { $0.count == 16 ? UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) : nil }
    }

    /// The decimal of a decimal slot; nil when NULL.
    ///
    /// Stores keep decimals as doubles (`sqlite-format`, section 7); such a slot gives the shortest decimal
    /// that reads back as that double. A row built from an object keeps the decimal itself.
    func decimal(_ slot: Int) -> Decimal? {
        if isNull(slot) { return nil }
        let word = word(slot)
        guard word & 0xFFFF_0000_0000_0000 == Self.exactDecimalTag else {
            return DecimalCodec.decimal(from: Double(bitPattern: word))
        }
        let start = Int(header.tailStart) + Int(word & 0xFFFF_FFFF)
        return withUnsafeMutablePointerToElements { words in
            // in bounds: the offset was written by `fill`, which put a whole Decimal there.
            (UnsafeRawPointer(words) + start).loadUnaligned(as: Decimal.self)
        }
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
