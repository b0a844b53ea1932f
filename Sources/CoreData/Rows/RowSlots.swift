/// The values of a packed row where they lie.
///
/// In memory: the null map (bit set = NULL, the word of the first 64 slots last), the head, one word per slot,
/// then the tail. A slot with bytes in the tail holds `offset << 32 | length`, offset counted from the first slot.
/// Valid as long as the row; reading one costs no reference counting.
struct RowSlots: Equatable {
    /// The word of slot 0.
    private let base: UnsafeMutablePointer<UInt64>

    /// Words of the head: where the tail goes on and ends (32 bits each), version, primary key, layout.
    static let headWords = 4

    /// A NaN pattern, which no stored double has (SQLite turns NaN into NULL): the low 32 bits are the
    /// offset of a whole `Decimal` in the tail.
    static let exactDecimalTag: UInt64 = 0xFFFC_0000_0000_0000

    @inline(__always)
    init(_ base: UnsafeMutablePointer<UInt64>) { self.base = base }

    // MARK: The head

    @inline(__always)
    func setHead(layout: EntityLayout, primaryKey: Int64, version: Int64, tail: UInt32, end: UInt32) {
        base[-1] = UInt64(UInt(bitPattern: Unmanaged.passUnretained(layout).toOpaque()))
        base[-2] = UInt64(bitPattern: primaryKey)
        base[-3] = UInt64(bitPattern: version)
        base[-4] = UInt64(end) << 32 | UInt64(tail)
    }

    /// Layouts live as long as their model, which the coordinator and every object keep.
    @inline(__always)
    var layout: Unmanaged<EntityLayout> {
        // safe: `setHead` put the address of a layout there.
        .fromOpaque(UnsafeRawPointer(bitPattern: UInt(base[-1])).unsafelyUnwrapped)
    }

    @inline(__always)
    var primaryKey: Int64 { Int64(bitPattern: base[-2]) }

    /// `Z_OPT`, the optimistic locking counter.
    @inline(__always)
    var version: Int64 { Int64(bitPattern: base[-3]) }

    /// Next free byte of the tail, counted from the first slot.
    @inline(__always)
    var tailNext: UInt32 { UInt32(truncatingIfNeeded: base[-4]) }

    @inline(__always)
    var tailEnd: UInt32 { UInt32(base[-4] >> 32) }

    /// Notes that the tail is filled up to `offset`.
    @inline(__always)
    func endTail(at offset: UInt32) { base[-4] = UInt64(tailEnd) << 32 | UInt64(offset) }

    // MARK: Filling, for whoever makes the row

    @inline(__always)
    func set(_ slot: Int, _ word: UInt64) {
        base[slot] = word
        base[-1 - Self.headWords - (slot >> 6)] &= ~(1 << UInt64(slot & 63))
    }

    /// A place in the tail.
    @inline(__always)
    func tail(_ offset: UInt32) -> UnsafeMutableRawPointer { UnsafeMutableRawPointer(base) + Int(offset) }

    // MARK: Reading

    @inline(__always)
    func isNull(_ slot: Int) -> Bool {
        base[-1 - Self.headWords - (slot >> 6)] & (1 << UInt64(slot & 63)) != 0
    }

    /// 0 when NULL.
    @inline(__always)
    func integer(_ slot: Int) -> Int64 { Int64(bitPattern: base[slot]) }

    /// 0 when NULL.
    @inline(__always)
    func real(_ slot: Int) -> Double { Double(bitPattern: base[slot]) }

    /// Calls `body` with the bytes of a tail slot; they are valid during the call only.
    @inline(__always)
    func withBytes<R>(_ slot: Int, _ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        let word = base[slot]
        // in bounds: offset and length were written by whoever filled the row, which checks.
        return try body(UnsafeRawBufferPointer(start: tail(UInt32(word >> 32)), count: Int(word & 0xFFFF_FFFF)))
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
    @inline(__always)
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
        let word = base[slot]
        guard word & 0xFFFF_0000_0000_0000 == Self.exactDecimalTag else {
            return DecimalCodec.decimal(from: Double(bitPattern: word))
        }
        // in bounds: the offset was written by `fill`, which put a whole Decimal there.
        return UnsafeRawPointer(tail(UInt32(word & 0xFFFF_FFFF))).loadUnaligned(as: Decimal.self)
    }
}
