/// A row as predicates and sort descriptors see it: an object with properties that leads to other rows.
final class RowObject: ElementCoding, ObjectIdentity {
    let row: PackedRow
    private let contents: MemoryContents
    private let layout: ModelLayout
    private let store: UInt32

    init(_ row: PackedRow, contents: MemoryContents, layout: ModelLayout, store: UInt32) {
        self.row = row
        self.contents = contents
        self.layout = layout
        self.store = store
    }

    private var key: ObjectKey {
        ObjectKey(store: store, root: UInt32(row.layout.rootIndex), primaryKey: row.primaryKey)
    }

    var predicateIdentity: AnyHashable { AnyHashable(key) }

    func value(forKey key: String) -> Any? { try? predicateValue(forKey: key) }

    /// - Throws: 134020 for a key that is no property of the entity.
    func predicateValue(forKey key: String) throws -> Any? {
        switch row.layout.code(key) {
        case .slot(let index):
            if let relationship = row.layout.toOneBySlot[index] {
                return row.destination(relationship).flatMap { destination in
                    contents.row(layout.entities[Int(destination.entity)].rootIndex, destination.primaryKey)
                        .map(object)
                }
            }
            return Self.value(row, row.layout.slots[index])
        case .toMany(let index):
            return contents.members(of: row.layout.toMany[index], owner: row.primaryKey, layout: layout).map(object)
        case .composite(let index): return dictionary(row.layout.composites[index])
        case .fetched, .unknown:
            switch key {
            case "self", "SELF", "objectID": return self
            case "entity": return row.layout.entity
            default:
                throw CoreDataError.make(
                    NSPersistentStoreIncompatibleSchemaError,
                    "keypath \(key) not found in entity \(row.layout.name)",
                    suggestion: "Check the spelling in the predicate or sort descriptor.")
            }
        }
    }

    func elementValue(at path: ArraySlice<String>) throws -> (value: Any?, rest: ArraySlice<String>)? {
        guard let (place, rest) = try row.layout.element(at: path) else { return nil }
        switch place {
        case .slot(let slot): return (Self.value(row, row.layout.slots[slot]), rest)
        case .composite(let index): return (dictionary(row.layout.composites[index]), rest)
        }
    }

    private func dictionary(_ composite: CompositeLayout) -> [String: Any]? {
        row.layout.dictionary(of: composite) { Self.value(row, row.layout.slots[$0]) }
    }

    private func object(_ row: PackedRow) -> RowObject {
        RowObject(row, contents: contents, layout: layout, store: store)
    }

    /// An attribute's value as Swift has it.
    static func value(_ row: PackedRow, _ slot: Slot) -> Any? {
        let index = slot.index
        if row.isNull(index) { return nil }
        switch slot.kind {
        case .integer: return row.integer(index)
        case .boolean: return row.integer(index) != 0
        case .double: return row.real(index)
        case .float: return Float(row.real(index))
        case .date: return Date(timeIntervalSinceReferenceDate: row.real(index))
        case .decimal: return row.decimal(index)
        case .string: return row.string(index)
        case .uri: return row.string(index).flatMap { URL(string: $0) }
        case .uuid: return row.uuid(index)
        case .binary: return row.data(index).map { slot.allowsExternalStorage ? Data($0.dropFirst()) : $0 }
        case .transformable: return row.data(index)
        case .liveOnly, .toOne, .destinationEntity: return nil
        }
    }
}
