import SQLite

/// Room for the text and blob values of one row while it is read.
///
/// One per connection.
final class RowScratch {
    struct Bytes {
        var start: UnsafeRawPointer?
        var count: Int
    }

    let values: UnsafeMutablePointer<Bytes>
    let capacity: Int

    init(capacity: Int) {
        self.capacity = max(capacity, 1)
        values = .allocate(capacity: self.capacity)
        values.initialize(repeating: Bytes(start: nil, count: 0), count: self.capacity)
    }

    deinit { values.deallocate() }
}

/// Turns the columns of a statement into packed rows of one entity, in one pass.
final class RowDecoder: @unchecked Sendable {
    // @unchecked: nothing changes after init.

    private let layout: EntityLayout
    // Buffers of their own rather than arrays: looking at them takes no reference count. Given back in deinit.
    private let fixed: UnsafeBufferPointer<Column>
    private let tail: UnsafeBufferPointer<Column>
    private let indexByNumber: [Int64: Int32]
    /// Where a row's tail begins, counted from its first slot.
    private let tailStart: UInt32

    private enum Kind: UInt8 {
        case integer
        case boolean
        case real
        case entity
        case text
        case blob
    }

    private struct Column {
        var slot: Int32
        var column: Int32
        var kind: Kind
        /// Of entity columns: the entities that the relationship may lead to.
        var entities: ClosedRange<Int32> = 0...0
    }

    init(mapping: EntityMapping, positions: [String: Int32], indexByNumber: [Int64: Int32]) {
        layout = mapping.layout
        tailStart = UInt32(mapping.layout.slots.count * 8)
        self.indexByNumber = indexByNumber
        var fixed: [Column] = []
        var tail: [Column] = []
        for slot in mapping.layout.slots {
            guard let name = mapping.columns[slot.index], let position = positions[name] else { continue }
            let kind: Kind =
                switch slot.kind {
                case .integer, .toOne: .integer
                case .boolean: .boolean
                case .double, .float, .date, .decimal: .real
                case .destinationEntity: .entity
                case .string, .uri: .text
                case .uuid, .binary, .transformable, .liveOnly: .blob
                }
            var column = Column(slot: Int32(slot.index), column: position, kind: kind)
            if kind == .entity, let relationship = mapping.layout.toOne.first(where: { $0.entitySlot == slot.index }) {
                // a hierarchy's entities have consecutive indices.
                let family = mapping.layout.model.entities[relationship.destination].family
                column.entities = Int32(family.first ?? 0)...Int32(family.last ?? 0)
            }
            if kind == .text || kind == .blob { tail.append(column) } else { fixed.append(column) }
        }
        self.fixed = Self.kept(fixed)
        self.tail = Self.kept(tail)
    }

    deinit {
        fixed.deallocate()
        tail.deallocate()
    }

    private static func kept(_ columns: [Column]) -> UnsafeBufferPointer<Column> {
        let buffer = UnsafeMutableBufferPointer<Column>.allocate(capacity: columns.count)
        _ = buffer.initialize(from: columns)
        return UnsafeBufferPointer(buffer)
    }

    /// The row that `statement` stands on.
    @inline(__always)
    func row(
        _ statement: Statement, base: Int32, scratch: RowScratch, in placing: inout RowPlacing
    ) -> RowSlots {
        // Column values stay valid until the next step: each is asked for in one form only.
        var tailBytes = 0
        let values = scratch.values
        precondition(tail.count <= scratch.capacity, "The scratch was made for a narrower schema.")
        for index in 0..<tail.count {
            let column = base + tail[index].column
            let start: UnsafeRawPointer? =
                tail[index].kind == .text ? UnsafeRawPointer(statement.text(column)) : statement.blob(column)
            let count = start == nil ? (statement.isNull(column) ? -1 : 0) : statement.byteCount(column)
            // in bounds: checked above.
            values[index] = RowScratch.Bytes(start: start, count: count)
            if count > 0 { tailBytes += count }
        }
        let slots = PackedRow.make(
            layout: layout, primaryKey: statement.integer(base), version: statement.integer(base + 1),
            tailCapacity: tailBytes, in: &placing)
        for column in fixed { fill(column, statement, base + column.column, slots: slots) }
        var offset = tailStart
        for index in 0..<tail.count where values[index].count >= 0 {
            let bytes = values[index]
            // in bounds: the tail was made for the sum of these counts.
            if let start = bytes.start { slots.tail(offset).copyMemory(from: start, byteCount: bytes.count) }
            slots.set(Int(tail[index].slot), UInt64(offset) << 32 | UInt64(bytes.count))
            offset += UInt32(bytes.count)
        }
        slots.endTail(at: offset)
        return slots
    }

    /// Writes one slot of fixed width.
    ///
    /// A value of zero is looked at twice, to tell it from NULL.
    @inline(__always)
    private func fill(
        _ column: Column, _ statement: Statement, _ index: Int32, slots: RowSlots
    ) {
        var word: UInt64
        switch column.kind {
        case .real:
            let value = statement.real(index)
            if value == 0, statement.isNull(index) { return }
            // SQLite has no NaN, for which the text stands; an infinity or what another text converts to is fine.
            word = value == 0 && statement.isNotANumber(index) ? Double.nan.bitPattern : value.bitPattern
        case .integer:
            let value = statement.integer(index)
            if value == 0, statement.isNull(index) { return }
            word = UInt64(bitPattern: value)
        case .boolean:
            let value = statement.integer(index)
            if value == 0, statement.isNull(index) { return }
            word = value == 0 ? 0 : 1
        case .entity:
            guard let entity = indexByNumber[statement.integer(index)], column.entities.contains(entity) else { return }
            word = UInt64(entity)
        case .text, .blob:
            return
        }
        slots.set(Int(column.slot), word)
    }
}

extension Statement {
    /// True for the text that stands for a decimal which is no number.
    ///
    /// Source: a store written by iOS 6 has it.
    func isNotANumber(_ column: Int32) -> Bool {
        storageClass(column) == .text && string(column) == "NaN"
    }
}
