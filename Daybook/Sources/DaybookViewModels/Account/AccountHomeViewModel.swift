import Combine
import DaybookModel
import Foundation

/// The account book's start page: a month's sums and its entries by day.
@MainActor
public final class AccountHomeViewModel: ScreenViewModel {
    /// A day with its sums and entries.
    public struct Day: Identifiable, Equatable, Sendable {
        /// The day.
        public let day: CalendarDay
        /// What came in and went out.
        public let totals: [Totals]
        /// The entries, newest first.
        public var transactions: [Transaction]
        /// The day.
        public var id: CalendarDay { day }
    }

    /// Entries on a page of the list.
    public static let pageSize = 200

    /// The month shown.
    @Published public private(set) var period: MonthPeriod
    /// The month's sums.
    @Published public private(set) var summary: PeriodSummary?
    /// The days that have entries on this page, newest first.
    @Published public private(set) var days: [Day] = []
    /// The entry shown beside the list.
    @Published public private(set) var selection: Transaction?
    /// The emoji of each category; one of the second level without its own has its parent's.
    @Published public private(set) var icons: [UUID: String] = [:]
    /// The page of the list, from 0.
    @Published public private(set) var page = 0
    /// Whether the account book has no entry at all.
    @Published public private(set) var isBookEmpty = false

    /// Makes a model for a month; `load` fetches.
    public init(services: DaybookServices, period: MonthPeriod) {
        self.period = period
        super.init(services: services)
    }

    /// Whether a page follows.
    public var hasNextPage: Bool { (summary?.count ?? 0) > (page + 1) * Self.pageSize }

    /// Which part of the month's entries is loaded.
    public enum Part: Equatable, Sendable {
        /// None of them: the sums only.
        case none
        /// A page, from 0; one that there is not becomes the last one.
        case page(Int)
        /// The page on which a day begins.
        case day(CalendarDay)
        /// The page that has the entry which is selected.
        case selection
    }

    private var part = Part.page(0)

    /// Fetches the month's sums and a part of its entries.
    public func load(_ wanted: Part = .page(0)) async {
        part = wanted
        guard let summary = await value(of: services.transactions.summary(of: period, today: services.today()))
        else { return }
        self.summary = summary
        guard let place = await place(summary), let categories = await value(of: services.categories.categories())
        else { return }
        icons = CategoryIcons.all(categories)
        page = min(max(0, place), max(0, summary.count - 1)) / Self.pageSize
        isBookEmpty = false
        if summary.count == 0 {
            let all = await value(
                of: services.transactions.transactions(matching: TransactionFilter(), limit: 0, offset: 0))
            isBookEmpty = all?.count == 0
        }
        guard part != .none,
            let list = await value(
                of: services.transactions.transactions(
                    in: period, matching: TransactionFilter(), limit: Self.pageSize, offset: page * Self.pageSize))
        else {
            days = []
            return
        }
        let byDay = Dictionary(grouping: list.transactions, by: \.day)
        let sums = Dictionary(uniqueKeysWithValues: summary.days.map { ($0.day, $0.totals) })
        days = byDay.keys.sorted(by: >).map { Day(day: $0, totals: sums[$0] ?? [], transactions: byDay[$0] ?? []) }
    }

    /// How many entries of the month stand before the part that is wanted; nil when that cannot be told.
    private func place(_ summary: PeriodSummary) async -> Int? {
        func before(_ day: CalendarDay) -> Int { summary.days.reduce(0) { $0 + ($1.day > day ? $1.count : 0) } }
        switch part {
        case .none: return 0
        case .page(let page): return min(page, summary.count) * Self.pageSize
        case .day(let day): return before(day)
        case .selection:
            guard let selection, summary.count > Self.pageSize else { return 0 }
            guard let inDay = await value(of: services.transactions.placeInDay(of: selection.id)) else { return nil }
            return before(selection.day) + inDay
        }
    }

    /// Fetches anew; a selection that is gone is cleared.
    public override func reload() async {
        if let selected = selection { await select(selected.id) }
        await load(part == .selection && selection == nil ? .page(page) : part)
    }

    /// Shows an entry beside the list; one that is in the trash or gone clears the selection.
    public func select(_ id: UUID) async {
        switch await result(of: services.transactions.transaction(id: id)) {
        case .success(let transaction):
            selection = transaction.trashedAt == nil ? transaction : nil
            if transaction.trashedAt != nil { drop(id) }
        case .failure(let failure):
            selection = nil
            if case .notFound = failure { drop(id) }
            error = failure
        }
    }

    /// Moves an entry to the trash and drops it from the list.
    ///
    /// - Returns: whether it was.
    @discardableResult
    public func delete(id: UUID, undo center: UndoCenter) async -> UUID? {
        let transactions = services.transactions
        switch await result(of: transactions.delete(id: id)) {
        case .success(let deleted):
            drop(id)
            error = nil
            return center.record(
                .entryDeleted(deleted), undo: DaybookServices.undo { transactions.restore(id: id) })
        case .failure(let failure):
            // Deleted elsewhere already: it must not stay in the list.
            if case .notFound = failure { drop(id) }
            error = failure
            return nil
        }
    }

    private func drop(_ id: UUID) {
        for index in days.indices { days[index].transactions.removeAll { $0.id == id } }
        days.removeAll { $0.transactions.isEmpty }
        if selection?.id == id { selection = nil }
    }
}
