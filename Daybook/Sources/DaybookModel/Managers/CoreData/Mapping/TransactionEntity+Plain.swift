import CoreData
import Foundation

extension TransactionEntity {
    /// What comes along when entries are fetched to be shown.
    static let shownRelationships = ["category", "category.parent", "photos", "batch"]

    /// The plain entry.
    ///
    /// - Throws: `DaybookError.storage` when the row lacks what every entry has.
    func plain() throws -> Transaction {
        guard let id, let kind = kind.flatMap(TransactionKind.init), let currency = currency.flatMap(Currency.init),
            let day = CalendarDay(number: Int(day)), let createdAt, let updatedAt
        else { throw DaybookError.storage("an entry's row is damaged") }
        return Transaction(
            id: id, kind: kind, amount: Money(minorUnits: amountMinor, currency: currency),
            category: try category?.plain(), day: day, memo: memo ?? "", payment: payment,
            photos: try plainPhotos(), createdAt: createdAt, updatedAt: updatedAt, trashedAt: trashedAt,
            importBatchID: batch?.id)
    }

    /// Takes the values of a draft; the category is set apart.
    func take(_ draft: TransactionDraft, now: Date) {
        kind = draft.kind.rawValue
        amountMinor = draft.amount.minorUnits
        currency = draft.amount.currency.code
        day = Int32(draft.day.number)
        memo = draft.memo.trimmingBlanks
        payment = draft.payment?.trimmingBlanks.nonEmpty
        updatedAt = now
        let words = [memo ?? "", payment ?? ""].joined(separator: " ")
        searchText = SearchText.folded(words)
        searchInitials = SearchText.initials(words)
    }
}
