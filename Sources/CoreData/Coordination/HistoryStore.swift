/// A store that records what is saved.
protocol HistoryStore: RowStore {
    /// Whether it does.
    var keepsHistory: Bool { get }
    /// The number of the last transaction ever recorded; 0 for none.
    func lastTransaction() throws -> Int64
    /// The transactions after a place, in order; `withChanges`: with what each changed.
    ///
    /// - Throws: 134301 when transactions after the place have been deleted.
    func transactions(after place: HistoryPlace, withChanges: Bool) throws -> [RecordedTransaction]
    /// Deletes whole transactions before a place.
    func deleteTransactions(before place: HistoryPlace) throws
}

/// A place between transactions.
enum HistoryPlace {
    /// Before the first for reading, after the last for deleting.
    case none
    case transaction(Int64)
    case date(Date)
}

/// A transaction as a store recorded it.
struct RecordedTransaction {
    var number: Int64
    var timestamp: Date
    var author: String?
    var bundleID: String?
    var contextName: String?
    var processID: String?
    var changes: [RecordedChange] = []
}

/// One changed row of a transaction.
struct RecordedChange {
    var number: Int64
    /// 0 insert, 1 update, 2 delete.
    var type: Int64
    var layout: EntityLayout
    var primaryKey: Int64
    /// Names of the changed properties, of updates.
    var properties: [String] = []
    /// Values that outlive a deleted row, by name.
    var tombstone: [String: Any] = [:]
}
