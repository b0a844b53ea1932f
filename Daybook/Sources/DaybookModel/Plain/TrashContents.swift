/// What is in the trash, or a window of it.
public struct TrashContents: Hashable, Sendable {
    /// Entries, latest deleted first.
    public let transactions: [Transaction]
    /// Plans; their memos go with them.
    public let plans: [ReadingPlan]
    /// Memos deleted by themselves.
    public let memos: [Memo]
    /// Collections.
    public let collections: [ItemCollection]
    /// Items deleted by themselves.
    public let items: [CollectionItem]
    /// Categories; those below a deleted one go with it.
    public let categories: [Category]
    /// How many there are of each, those outside the window included.
    public let counts: Counts

    /// How many things of each kind there are.
    public struct Counts: Hashable, Sendable {
        /// Entries.
        public var transactions = 0
        /// Plans.
        public var plans = 0
        /// Memos deleted by themselves.
        public var memos = 0
        /// Collections.
        public var collections = 0
        /// Items deleted by themselves.
        public var items = 0
        /// Categories.
        public var categories = 0

        /// Counts of nothing.
        public init() {}

        /// The count of the kind that has most.
        public var largest: Int { max(transactions, plans, memos, collections, items, categories) }
    }

    /// Makes a value; without `counts` the lists are all there is.
    public init(
        transactions: [Transaction], plans: [ReadingPlan], memos: [Memo], collections: [ItemCollection],
        items: [CollectionItem] = [], categories: [Category] = [], counts: Counts? = nil
    ) {
        self.transactions = transactions
        self.plans = plans
        self.memos = memos
        self.collections = collections
        self.items = items
        self.categories = categories
        var all = Counts()
        (all.transactions, all.plans, all.memos) = (transactions.count, plans.count, memos.count)
        (all.collections, all.items, all.categories) = (collections.count, items.count, categories.count)
        self.counts = counts ?? all
    }

    /// Whether nothing is in it.
    public var isEmpty: Bool { counts.largest == 0 }
}
