/// What an entry of the account book does to the balance.
public enum TransactionKind: String, CaseIterable, Codable, Sendable {
    /// Money spent.
    case expense
    /// Money received.
    case income
    /// Money moved between a person's own accounts; never counted in totals.
    case transfer
}
