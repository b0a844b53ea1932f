/// An item as a file tells it.
public struct ImportedItem: Hashable, Sendable {
    /// The names.
    public var names: [Language: String]
    /// The group.
    public var group: String?
    /// The number.
    public var number: String?
    /// The variant.
    public var variant: String?
    /// The note.
    public var note: String?
    /// Whether it is owned.
    public var isOwned: Bool
    /// How many are owned.
    public var quantity: Int

    /// Makes a value.
    public init(
        names: [Language: String], group: String? = nil, number: String? = nil, variant: String? = nil,
        note: String? = nil, isOwned: Bool = false, quantity: Int = 1
    ) {
        self.names = names
        self.group = group
        self.number = number
        self.variant = variant
        self.note = note
        self.isOwned = isOwned
        self.quantity = quantity
    }
}
