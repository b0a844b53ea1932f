extension PackedRow {
    /// A row with `values` laid over `base`: what a save leaves behind.
    ///
    /// - Parameters:
    ///   - base: the row before; nil for a new one.
    ///   - values: one per slot; `.unset` keeps the base's.
    ///   - version: the new version.
    static func updated(
        _ base: PackedRow?, layout: EntityLayout, primaryKey: Int64, version: Int64,
        values: ContiguousArray<SlotValue>
    ) -> PackedRow {
        if base == nil, !layout.hasExternals, !layout.hasEntitySlots {
            return made(layout: layout, primaryKey: primaryKey, version: version, values: values)
        }
        var tail = 0
        for slot in layout.slots {
            let value = values[slot.index]
            if case .unset = value {
                tail += base?.tailLength(slot) ?? 0
            } else {
                tail += tailSize(of: value) + (slot.allowsExternalStorage ? 1 : 0)
            }
        }
        let row = make(layout: layout, primaryKey: primaryKey, version: version, tailCapacity: tail)
        for slot in layout.slots {
            switch values[slot.index] {
            case .unset:
                if let base, !base.isNull(slot.index), slot.kind != .destinationEntity { row.copy(slot, from: base) }
            case .data(let data) where slot.allowsExternalStorage:
                // The stored form: a tag byte before the bytes (sqlite-format, section 7).
                row.fill(slot.index, value: .data(Data([1]) + data))
            case let value:
                row.fill(slot.index, value: value)
            }
        }
        for relationship in layout.toOne {
            guard let entitySlot = relationship.entitySlot else { continue }
            switch values[relationship.slot] {
            case .key(let reference): row.fill(entitySlot, integer: Int64(reference.entity))
            case .unset:
                if let base, !base.isNull(entitySlot) { row.fill(entitySlot, integer: base.integer(entitySlot)) }
            default: break
            }
        }
        return row
    }

    /// A new row whose values are all stored as they are.
    private static func made(
        layout: EntityLayout, primaryKey: Int64, version: Int64, values: ContiguousArray<SlotValue>
    ) -> PackedRow {
        values.withUnsafeBufferPointer { values in
            var tail = 0
            for index in values.indices { tail += tailSize(of: values[index]) }
            let row = make(layout: layout, primaryKey: primaryKey, version: version, tailCapacity: tail)
            for index in values.indices { row.fill(index, value: values[index]) }
            return row
        }
    }

    private func tailLength(_ slot: Slot) -> Int {
        if isNull(slot.index) { return 0 }
        switch slot.kind {
        case .string, .uri, .uuid, .binary, .transformable: return withBytes(slot.index) { $0.count }
        case .decimal: return MemoryLayout<Decimal>.size
        default: return 0
        }
    }

    private func copy(_ slot: Slot, from base: PackedRow) {
        switch slot.kind {
        case .string, .uri, .uuid, .binary, .transformable:
            base.withBytes(slot.index) { fill(slot.index, bytes: $0.baseAddress, count: $0.count) }
        case .decimal: fill(slot.index, value: base.value(slot))
        default: fill(slot.index, integer: base.integer(slot.index))
        }
    }
}
