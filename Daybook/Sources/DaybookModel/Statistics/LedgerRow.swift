import Foundation

/// What sums need of an entry.
struct LedgerRow: Hashable, Sendable {
    var day: CalendarDay
    var kind: TransactionKind
    var currency: Currency
    var minorUnits: Int64
    var categoryID: UUID?
    var memo: String
}
