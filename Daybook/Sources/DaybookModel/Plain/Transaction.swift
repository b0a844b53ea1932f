import Foundation

/// An entry of the account book.
public struct Transaction: Identifiable, Hashable, Sendable {
    /// The entry's identity.
    public let id: UUID
    /// Expense, income or transfer.
    public var kind: TransactionKind
    /// The amount, never negative; the kind says the direction.
    ///
    /// A cancellation read from a bank file is an entry of the other kind.
    public var amount: Money
    /// The category; imported entries may have none yet.
    public var category: Category?
    /// The calendar day, without a time zone.
    public var day: CalendarDay
    /// Free text; may be empty.
    public var memo: String
    /// The payment method or account.
    public var payment: String?
    /// The photos in their order.
    public var photos: [Photo]
    /// When it was made.
    public var createdAt: Date
    /// When it was last changed.
    public var updatedAt: Date
    /// When it was moved to the trash; nil for a living entry.
    public var trashedAt: Date?
    /// The import that brought it.
    public var importBatchID: UUID?

    /// Makes an entry value; nothing is stored.
    public init(
        id: UUID, kind: TransactionKind, amount: Money, category: Category?, day: CalendarDay, memo: String,
        payment: String? = nil, photos: [Photo] = [], createdAt: Date, updatedAt: Date, trashedAt: Date? = nil,
        importBatchID: UUID? = nil
    ) {
        self.id = id
        self.kind = kind
        self.amount = amount
        self.category = category
        self.day = day
        self.memo = memo
        self.payment = payment
        self.photos = photos
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.trashedAt = trashedAt
        self.importBatchID = importBatchID
    }

    /// The amount with the sign of its effect: income positive, expense negative, transfer zero.
    public var signedAmount: Money {
        switch kind {
        case .income: amount
        case .expense: amount.negated
        case .transfer: Money(minorUnits: 0, currency: amount.currency)
        }
    }
}

/// What a person gives to make or change an entry.
public struct TransactionDraft: Hashable, Sendable {
    /// Expense, income or transfer.
    public var kind: TransactionKind
    /// The amount; must be above zero.
    public var amount: Money
    /// The category; required.
    public var categoryID: UUID?
    /// The calendar day.
    public var day: CalendarDay
    /// Free text.
    public var memo: String
    /// The payment method or account.
    public var payment: String?

    /// Makes a draft.
    public init(
        kind: TransactionKind = .expense, amount: Money, categoryID: UUID?, day: CalendarDay, memo: String = "",
        payment: String? = nil
    ) {
        self.kind = kind
        self.amount = amount
        self.categoryID = categoryID
        self.day = day
        self.memo = memo
        self.payment = payment
    }

    /// The values of an entry that exists, to be edited or put back.
    public init(_ transaction: Transaction) {
        self.init(
            kind: transaction.kind, amount: transaction.amount, categoryID: transaction.category?.id,
            day: transaction.day, memo: transaction.memo, payment: transaction.payment)
    }
}

/// Which entries a list shows; every condition that is set must hold.
public struct TransactionFilter: Hashable, Sendable {
    /// Words looked for in memo, payment and category, case, width and Hangul initials aside.
    public var text: String
    /// The kinds allowed; empty means all.
    public var kinds: Set<TransactionKind>
    /// The category or its parent.
    public var categoryID: UUID?
    /// Only entries that have no category.
    public var withoutCategory: Bool
    /// The lowest amount, in minor units of `currency` or of whatever the entry has.
    public var minimumAmount: Int64?
    /// The highest amount.
    public var maximumAmount: Int64?
    /// The only currency allowed.
    public var currency: Currency?
    /// The first day.
    public var from: CalendarDay?
    /// The last day, included.
    public var through: CalendarDay?
    /// Only entries of this import.
    public var importBatchID: UUID?

    /// Makes a filter; without arguments everything passes.
    public init(
        text: String = "", kinds: Set<TransactionKind> = [], categoryID: UUID? = nil,
        withoutCategory: Bool = false, minimumAmount: Int64? = nil, maximumAmount: Int64? = nil,
        currency: Currency? = nil, from: CalendarDay? = nil, through: CalendarDay? = nil, importBatchID: UUID? = nil
    ) {
        self.text = text
        self.kinds = kinds
        self.categoryID = categoryID
        self.withoutCategory = withoutCategory
        self.minimumAmount = minimumAmount
        self.maximumAmount = maximumAmount
        self.currency = currency
        self.from = from
        self.through = through
        self.importBatchID = importBatchID
    }
}

/// A list of entries with the sums of everything in it.
public struct TransactionList: Hashable, Sendable {
    /// The entries, newest day first, then newest made first.
    public let transactions: [Transaction]
    /// How many entries pass the filter, also those beyond the limit.
    public let count: Int
    /// The sums of all that pass, one for each currency, the home currency first.
    public let totals: [Totals]

    /// Makes a list value.
    public init(transactions: [Transaction], count: Int, totals: [Totals]) {
        self.transactions = transactions
        self.count = count
        self.totals = totals
    }
}
