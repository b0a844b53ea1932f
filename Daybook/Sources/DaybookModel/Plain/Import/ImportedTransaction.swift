/// An entry as a file tells it.
public struct ImportedTransaction: Hashable, Sendable {
    /// Expense, income or transfer.
    public var kind: TransactionKind
    /// The amount, not negative.
    public var amount: Money
    /// The day.
    public var day: CalendarDay
    /// The time of day as `13:04:35` or `13:04`, when the file tells it; part of what tells two rows apart.
    public var time: String?
    /// What it was for.
    public var memo: String
    /// Category of the first level.
    public var category: String?
    /// Category of the second level.
    public var subcategory: String?
    /// Payment method or account.
    public var payment: String?
    /// Balance after the entry as written; part of what tells two rows apart.
    public var balance: String?
    /// Whether the row takes back an earlier one.
    public var isCancellation: Bool
    /// The source's own identity of the entry, unique within its account.
    public var sourceID: String?

    /// Makes a value.
    public init(
        kind: TransactionKind, amount: Money, day: CalendarDay, time: String? = nil, memo: String,
        category: String? = nil, subcategory: String? = nil, payment: String? = nil, balance: String? = nil,
        isCancellation: Bool = false, sourceID: String? = nil
    ) {
        self.kind = kind
        self.amount = amount
        self.day = day
        self.time = time
        self.memo = memo
        self.category = category
        self.subcategory = subcategory
        self.payment = payment
        self.balance = balance
        self.isCancellation = isCancellation
        self.sourceID = sourceID
    }
}
