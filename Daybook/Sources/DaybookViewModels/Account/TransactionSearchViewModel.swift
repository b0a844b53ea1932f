import Combine
import DaybookModel
import Foundation

/// Entries of all time that pass a filter, page by page, with the sums of all of them.
@MainActor
public final class TransactionSearchViewModel: ScreenViewModel {
    /// Entries on a page.
    public static let pageSize = 100

    /// The filter as typed.
    @Published public var text = ""
    /// The only kind shown; nil for all.
    @Published public var kind: TransactionKind?
    /// The category's identity as text, `none` for entries without one, or empty.
    @Published public var category = ""
    /// The lowest amount as typed.
    @Published public var minimum = ""
    /// The highest amount as typed.
    @Published public var maximum = ""
    /// The first day as typed.
    @Published public var from = ""
    /// The last day as typed.
    @Published public var through = ""
    /// Only entries of this import.
    @Published public var importBatch: UUID?
    /// The page, from 0.
    @Published public var page = 0

    /// What was found; nil before the first search and after a wrong filter.
    @Published public private(set) var list: TransactionList?
    /// What is wrong with the filter.
    @Published public private(set) var errors = FormErrors()
    /// All categories, for choosing.
    @Published public private(set) var categories: [DaybookModel.Category] = []

    /// Whether any condition is set.
    public var isFiltered: Bool {
        !text.isEmpty || kind != nil || !category.isEmpty || !minimum.isEmpty || !maximum.isEmpty || !from.isEmpty
            || !through.isEmpty || importBatch != nil
    }

    /// Whether a page follows.
    public var hasNextPage: Bool { (list?.count ?? 0) > (page + 1) * Self.pageSize }

    /// Searches; a field that cannot be read is noted and nothing is searched.
    public func load() async {
        errors = FormErrors()
        guard let all = await value(of: services.categories.categories()),
            let settings = await value(of: services.settings.settings())
        else { return }
        categories = all
        guard let filter = filter(homeCurrency: settings.homeCurrency) else {
            list = nil
            return
        }
        await search(filter)
        // What was on a later page may be on an earlier one by now.
        let last = max(0, (list?.count ?? 1) - 1) / Self.pageSize
        if page > last {
            page = last
            await search(filter)
        }
    }

    private func search(_ filter: TransactionFilter) async {
        list = await value(
            of: services.transactions.transactions(
                matching: filter, limit: Self.pageSize, offset: page * Self.pageSize))
    }

    /// Searches again.
    public override func reload() async { await load() }

    private func filter(homeCurrency: Currency) -> TransactionFilter? {
        var filter = TransactionFilter(text: text.trimmingCharacters(in: .whitespacesAndNewlines))
        if let kind { filter.kinds = [kind] }
        if category == "none" { filter.withoutCategory = true } else { filter.categoryID = UUID(uuidString: category) }
        filter.importBatchID = importBatch
        filter.from = errors.check { () throws(DaybookError) in
            try DayParser.optionalDay(from, today: services.today(), field: .startDay)
        }.flatMap(\.self)
        filter.through = errors.check { () throws(DaybookError) in
            try DayParser.optionalDay(through, today: services.today(), field: .endDay)
        }.flatMap(\.self)
        for (typed, path) in [(minimum, \TransactionFilter.minimumAmount), (maximum, \.maximumAmount)]
        where !typed.isEmpty {
            filter[keyPath: path] =
                errors.check { () throws(DaybookError) in
                    try AmountParser.money(typed, currency: homeCurrency)
                }?.minorUnits
            // An amount is meant in the home currency; amounts of others cannot be compared with it.
            filter.currency = homeCurrency
        }
        if let least = filter.minimumAmount, let most = filter.maximumAmount, most < least {
            errors.add(.validation(.amount, .lowestAboveHighest))
        }
        if let first = filter.from, let last = filter.through, last < first {
            errors.add(.validation(.endDay, .endBeforeStart))
        }
        return errors.isEmpty ? filter : nil
    }
}
