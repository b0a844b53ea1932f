/// How the value of a slot is kept in a packed row.
enum SlotKind: UInt8, Sendable {
    /// Integer 16, 32 and 64: the value.
    case integer
    /// 0 or 1.
    case boolean
    /// The bits of a Double.
    case double
    /// The bits of a Double that holds a Float.
    case float
    /// The bits of a Double: seconds since 2001-01-01 UTC.
    case date
    /// See `PackedRow.decimal(_:)`.
    case decimal
    /// UTF-8 in the tail.
    case string
    /// The absolute string, UTF-8 in the tail.
    case uri
    /// Sixteen bytes in the tail.
    case uuid
    /// Bytes in the tail; with external storage allowed the stored form, tag byte included.
    case binary
    /// The transformer's output in the tail.
    case transformable
    /// Lives in the object's overlay only (transient attributes of undefined type).
    case liveOnly
    /// Primary key of the destination. Its entity is in `RelationshipLayout.entitySlot` where the
    /// destination entity has sub-entities.
    case toOne
    /// Index in the model of the entity that a to-one leads to.
    case destinationEntity
}

/// One value of a row.
struct Slot: Sendable {
    let index: Int
    /// The property's name; for an element of a composite attribute the names from outside in with dots between them.
    let name: String
    let kind: SlotKind
    /// False for transient attributes, which have no column.
    let isPersistent: Bool
    /// True for binary attributes whose values may lie in files.
    let allowsExternalStorage: Bool
    /// The raw attribute type (`NSAttributeType`), 0 for relationships.
    let attributeType: UInt
    /// False when nil is no legal value at save.
    let isOptional: Bool
    /// Derived by the store: never written by a save.
    let isDerived: Bool
    /// Index of the entity's composite attribute that the slot is a part of.
    var composite: Int?

    /// The name of the property that the slot belongs to.
    var propertyName: String {
        guard composite != nil, let dot = name.firstIndex(of: ".") else { return name }
        return String(name[..<dot])
    }
}
