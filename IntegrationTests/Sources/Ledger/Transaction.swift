import Foundation

/// An entry of the account book, as views know it.
public struct Transaction: Identifiable, Equatable, Sendable {
    public var id: UUID
    public var amount: Decimal
    public var isExpense: Bool
    public var category: String
    public var memo: String
    public var date: Date
    public var photos: [String]

    public init(
        id: UUID = UUID(), amount: Decimal, isExpense: Bool = true, category: String, memo: String = "", date: Date,
        photos: [String] = []
    ) {
        self.id = id
        self.amount = amount
        self.isExpense = isExpense
        self.category = category
        self.memo = memo
        self.date = date
        self.photos = photos
    }
}
