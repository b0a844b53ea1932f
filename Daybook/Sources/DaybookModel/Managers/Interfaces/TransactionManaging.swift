import Combine
import Foundation

/// The account book's entries.
public protocol TransactionManaging: Sendable {
    /// The entries that pass a filter, newest first, with the sums of all of them.
    func transactions(matching filter: TransactionFilter, limit: Int?, offset: Int) -> AnyPublisher<
        TransactionList, DaybookError
    >
    /// The entries of a period that pass a filter, newest first, with the sums of all of them.
    func transactions(
        in period: MonthPeriod, matching filter: TransactionFilter, limit: Int?, offset: Int
    ) -> AnyPublisher<TransactionList, DaybookError>
    /// How many entries of its day stand before an entry. Fails with `.notFound`.
    func placeInDay(of id: UUID) -> AnyPublisher<Int, DaybookError>
    /// An entry, also when it is in the trash. Fails with `.notFound`.
    func transaction(id: UUID) -> AnyPublisher<Transaction, DaybookError>
    /// What the start page tells of a period; `today` bounds the comparison with the period before.
    func summary(of period: MonthPeriod, today: CalendarDay) -> AnyPublisher<PeriodSummary, DaybookError>
    /// The figures of a period in one currency.
    func statistics(of period: MonthPeriod, currency: Currency) -> AnyPublisher<PeriodStatistics, DaybookError>
    /// The sums of each month, in the order of `periods`.
    func monthTotals(of periods: [MonthPeriod], currency: Currency) -> AnyPublisher<[MonthTotals], DaybookError>
    /// The category last used with a memo, nil when there is none.
    func suggestedCategory(forMemo memo: String, kind: TransactionKind) -> AnyPublisher<Category?, DaybookError>
    /// Adds an entry with its photos. Fails with `.validation` at the first field that is wrong.
    func add(_ draft: TransactionDraft, photos: [PhotoUpload]) -> AnyPublisher<Transaction, DaybookError>
    /// Changes an entry. With `ifUnchangedSince` (the `updatedAt` that was read) fails with `.conflict` when it moved on.
    func update(id: UUID, with draft: TransactionDraft, photos: PhotoEdits, ifUnchangedSince: Date?) -> AnyPublisher<
        Transaction, DaybookError
    >
    /// Copies an entry to another day, without photos.
    func duplicate(id: UUID, on day: CalendarDay) -> AnyPublisher<Transaction, DaybookError>
    /// Moves an entry to the trash. Fails with `.notFound` when there is none or it is there already.
    func delete(id: UUID) -> AnyPublisher<Transaction, DaybookError>
    /// Moves an entry to the trash if it is still as it was seen, to take back what brought it. Fails with `.conflict`.
    func delete(asSeen: Transaction) -> AnyPublisher<Transaction, DaybookError>
    /// Takes back what a step changed; what was changed since stays. Fails with `.conflict` where both changed one value.
    func undo(_ revision: Revision<Transaction>) -> AnyPublisher<Transaction, DaybookError>
    /// Takes an entry out of the trash.
    func restore(id: UUID) -> AnyPublisher<Transaction, DaybookError>
}
