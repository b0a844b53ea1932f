/// What words in a column of kinds mean.
enum KindWords {
    /// The kind that a word says, and whether it takes back an earlier entry; nil when it is not known.
    static func kind(_ word: String) -> (kind: TransactionKind, isCancellation: Bool)? {
        let text = String(word.lowercased().filter { !$0.isWhitespace && $0 != "." })
        if let kind = words[text] { return (kind, false) }
        let isCancellation = text.contains("취소") || text.contains("환불") || text.contains("cancel")
        if text.contains("이체출금") || text.contains("이체입금") || text.contains("transfer") {
            return (.transfer, isCancellation)
        }
        // A bank's own words: 체크카드출금, 인터넷입금.
        if text.contains("출금") || text.contains("지급") || text.contains("지출") { return (.expense, isCancellation) }
        if text.contains("입금") || text.contains("수입") { return (.income, isCancellation) }
        if isCancellation { return (.income, true) }
        return nil
    }

    private static let words: [String: TransactionKind] = [
        "지출": .expense, "출금": .expense, "출": .expense, "exp": .expense, "expense": .expense, "withdrawal": .expense,
        "debit": .expense, "승인": .expense, "결제": .expense, "out": .expense, "dr": .expense, "일시불": .expense,
        "수입": .income, "입금": .income, "입": .income, "income": .income, "deposit": .income, "credit": .income,
        "in": .income, "cr": .income,
        "이체": .transfer, "이체출금": .transfer, "이체입금": .transfer, "transfer-out": .transfer, "transfer-in": .transfer,
        "transfer": .transfer,
    ]
}
