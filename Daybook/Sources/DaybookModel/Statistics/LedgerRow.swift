import Foundation

/// What sums need of an entry, or of several that are alike in all that is told apart.
struct LedgerRow: Hashable, Sendable {
    var day: CalendarDay
    var kind: TransactionKind
    var currency: Currency
    var minorUnits: Int64
    var categoryID: UUID?
    var memo: String
    /// How many entries it stands for.
    var count = 1
}
