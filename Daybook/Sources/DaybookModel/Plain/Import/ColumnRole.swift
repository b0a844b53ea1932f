import Foundation

/// What a column of a table means.
public enum ColumnRole: String, CaseIterable, Codable, Sendable {
    /// Date, perhaps with time.
    case date
    /// Time of day.
    case time
    /// Amount with a sign, or without one beside `kind`.
    case amount
    /// Money out.
    case outgoing
    /// Money in.
    case incoming
    /// Words that say expense, income or transfer.
    case kind
    /// Category of the first level.
    case category
    /// Category of the second level.
    case subcategory
    /// What an entry was for.
    case text
    /// A second text, put after the first.
    case note
    /// Currency code.
    case currency
    /// Payment method or account.
    case payment
    /// Balance after the entry; not kept, but part of what tells two rows apart.
    case balance
    /// An item's name in Korean or in a language not said.
    case name
    /// An item's name in English.
    case englishName
    /// An item's group.
    case group
    /// An item's number.
    case number
    /// An item's variant.
    case variant
    /// Whether an item is owned.
    case owned
    /// How many are owned.
    case quantity
    /// The amount in another currency, kept as a remark beside the home amount.
    case originalAmount
    /// The currency of `originalAmount`.
    case originalCurrency
    /// A column that is not read.
    case ignored
}
