/// What is in the trash.
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

    /// Makes a value.
    public init(
        transactions: [Transaction], plans: [ReadingPlan], memos: [Memo], collections: [ItemCollection],
        items: [CollectionItem] = [], categories: [Category] = []
    ) {
        self.transactions = transactions
        self.plans = plans
        self.memos = memos
        self.collections = collections
        self.items = items
        self.categories = categories
    }

    /// Whether nothing is in it.
    public var isEmpty: Bool {
        transactions.isEmpty && plans.isEmpty && memos.isEmpty && collections.isEmpty && items.isEmpty
            && categories.isEmpty
    }
}
