import SQLite
import Synchronization

/// The statements that write rows of one entity, and how slots are bound to them.
final class WriteStatements: Sendable {
    /// Inserts a whole row: key, entity and version are the first three parameters.
    let insert: SQL
    let insertBindings: [SlotBinding]
    /// Deletes a row with a known version.
    let delete: SQL
    /// Deletes rows that share one version: that is the first parameter.
    var deleteMany: KeyChunkStatements {
        if let known = deletions.get() { return known }
        let made = KeyChunkStatements(
            head: "DELETE FROM \(mapping.mapping.table) WHERE Z_OPT = ? AND Z_PK IN (", tail: ")",
            purpose: "delete rows of \(mapping.mapping.layout.name)")
        deletions.set(made)
        return made
    }

    private let deletions = Kept<KeyChunkStatements>()
    /// Reads a row's stored binaries that may lie in files.
    let externals: SQL?

    private let mapping: EntityReference
    /// Updates by the set of slots they write; grows with the shapes of an app's saves.
    private let updates = Mutex<[[UInt64]: UpdateStatement]>([:])

    /// Lets a statement set refer to the mapping that owns it.
    private struct EntityReference: @unchecked Sendable {
        // safe: mappings own their statements, and are immutable.
        unowned let mapping: EntityMapping
    }

    init(mapping: EntityMapping) {
        self.mapping = EntityReference(mapping: mapping)
        var bindings: [SlotBinding] = []
        var names: [String] = []
        for slot in mapping.layout.slots where mapping.writes(slot) {
            guard let column = mapping.columns[slot.index] else { continue }
            names.append(column)
            bindings.append(SlotBinding(slot, in: mapping.layout))
        }
        insertBindings = bindings
        let columns = (["Z_PK", "Z_ENT", "Z_OPT"] + names).joined(separator: ", ")
        let places = Array(repeating: "?", count: names.count + 3).joined(separator: ", ")
        let name = mapping.layout.name
        insert = SQL("INSERT INTO \(mapping.table) (\(columns)) VALUES (\(places))", purpose: "insert a row of \(name)")
        delete = SQL("DELETE FROM \(mapping.table) WHERE Z_PK = ? AND Z_OPT = ?", purpose: "delete a row of \(name)")
        let external = mapping.externalSlots.compactMap { mapping.columns[$0] }
        externals =
            external.isEmpty
            ? nil
            : SQL(
                "SELECT \(external.joined(separator: ", ")) FROM \(mapping.table) WHERE Z_PK = ?",
                purpose: "read stored binaries of \(name)")
    }

    /// The statement that writes the slots that are set in `values`.
    func update(for values: ContiguousArray<SlotValue>) -> UpdateStatement {
        let mask = SetSlots.mask(of: values)
        if let known = updates.withLock({ $0[mask] }) { return known }
        let made = UpdateStatement(mapping: mapping.mapping, values: values, mask: mask)
        return updates.withLock { updates in
            if let other = updates[mask] { return other }
            updates[mask] = made
            return made
        }
    }
}

extension EntityMapping {
    /// True for columns that a save writes: all but those that triggers keep.
    func writes(_ slot: Slot) -> Bool { !slot.isDerived || computed.contains { $0.slot == slot.index } }

    /// `values` with computed attributes filled in.
    @inline(__always)
    func completed(_ values: ContiguousArray<SlotValue>) -> ContiguousArray<SlotValue> {
        if computed.isEmpty { return values }
        var result = values
        for item in computed { result[item.slot] = item.value(from: values) }
        return result
    }
}

/// Which slots of a change are set, 64 to a word.
enum SetSlots {
    static func mask(of values: ContiguousArray<SlotValue>) -> [UInt64] {
        var mask = [UInt64](repeating: 0, count: (values.count + 63) / 64)
        for index in values.indices where !values[index].isUnset { mask[index >> 6] |= 1 << UInt64(index & 63) }
        return mask
    }

    /// True when exactly the slots of `mask` are set.
    @inline(__always)
    static func matches(_ values: ContiguousArray<SlotValue>, _ mask: [UInt64]) -> Bool {
        if mask.count != (values.count + 63) / 64 { return false }
        for index in values.indices {
            let isWanted = mask[index >> 6] & (1 << UInt64(index & 63)) != 0
            if values[index].isUnset == isWanted { return false }
        }
        return true
    }
}

/// `UPDATE … SET Z_OPT = ?, … WHERE Z_PK = ? AND Z_OPT = ?` for one set of slots.
final class UpdateStatement: Sendable {
    let sql: SQL
    let mask: [UInt64]
    /// Bound from parameter 2 on; a binding of a to-one with an order key takes a second parameter.
    let bindings: [SlotBinding]

    init(mapping: EntityMapping, values: ContiguousArray<SlotValue>, mask: [UInt64]) {
        self.mask = mask
        let setters = UpdateSetters(mapping: mapping, values: values)
        bindings = setters.bindings
        sql = SQL(
            "UPDATE \(mapping.table) SET \((["Z_OPT = ?"] + setters.texts).joined(separator: ", ")) "
                + "WHERE Z_PK = ? AND Z_OPT = ?",
            purpose: "update a row of \(mapping.layout.name)")
    }
}

/// `column = ?` for the slots that are set in a change.
struct UpdateSetters {
    /// One for each parameter.
    private(set) var bindings: [SlotBinding] = []
    fileprivate var texts: [String] = []
    var text: String { texts.joined(separator: ", ") }

    init(mapping: EntityMapping, values: ContiguousArray<SlotValue>) {
        for slot in mapping.layout.slots where mapping.writes(slot) {
            guard let column = mapping.columns[slot.index] else { continue }
            let binding = SlotBinding(slot, in: mapping.layout)
            if values[binding.source].isUnset { continue }
            bindings.append(binding)
            texts.append("\(column) = ?")
            if let order = mapping.orderColumns[slot.index] {
                // a row that moves to another list loses its place; the new list's order is written after.
                bindings.append(binding)
                texts.append("\(order) = CASE WHEN \(column) IS ? THEN \(order) ELSE NULL END")
            }
        }
    }
}

/// How one column gets its value from a change.
struct SlotBinding: Sendable {
    /// The slot whose value is looked at; for the entity column of a to-one that of the to-one itself.
    var source: Int
    var isEntity: Bool

    init(source: Int, isEntity: Bool) {
        self.source = source
        self.isEntity = isEntity
    }

    init(_ slot: Slot, in layout: EntityLayout) {
        isEntity = slot.kind == .destinationEntity
        source =
            isEntity ? layout.toOne.first { $0.entitySlot == slot.index }?.slot ?? slot.index : slot.index
    }
}

extension StoreSchema {
    /// Binds `values` to parameters from `first` on, one for each of `bindings`.
    @inline(__always)
    func bind(
        _ values: ContiguousArray<SlotValue>, _ bindings: [SlotBinding], to statement: Statement, from first: Int32,
        arena: BindingArena
    ) {
        var index = first
        for binding in bindings {
            switch values[binding.source] {
            case .unset, .null: statement.bindNull(index)
            case .integer(let value): statement.bind(index, integer: value)
            case .real(let value): statement.bind(index, real: value)
            case .string(let value): arena.bind(value, to: statement, index)
            case .data(let value): arena.bind(value, to: statement, index)
            case .uuid(let value): arena.bind(value, to: statement, index)
            case .decimal(let value):
                // SQLite has no NaN and would store NULL; Apple's framework writes the text.
                if value.isNaN {
                    statement.bind(index, text: "NaN")
                } else {
                    statement.bind(index, real: DecimalCodec.double(from: value))
                }
            case .key(let reference):
                if binding.isEntity {
                    statement.bind(index, integer: self[Int(reference.entity)]?.number ?? 0)
                } else {
                    statement.bind(index, integer: reference.primaryKey)
                }
            case .object(let object), .destination(let object):
                fatalError("A save handed a live \(type(of: object)) to the store; it takes rows only.")
            }
            index += 1
        }
    }
}
