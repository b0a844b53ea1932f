import Foundation
import Testing

@testable import DaybookModel

/// The sums that the database makes are those that adding up the entries gives, whatever the entries are.
@Suite struct LedgerSumsTests {
    private func filled(seed: UInt64) async throws -> TestDaybook {
        let daybook = try TestDaybook()
        var random = SampleRandom(seed: seed)
        let keys: [(String, TransactionKind)] = [
            ("food", .expense), ("food.cafe", .expense), ("household", .expense), ("salary", .income),
            ("transfer", .transfer),
        ]
        let categories = try await value(daybook.data.categories.categories())
        for number in 0..<120 {
            let (key, kind) = keys[random.next(in: 0...keys.count - 1)]
            let category = categories.first { $0.builtInKey == key } ?? categories.first { $0.kind == kind }
            let day = try #require(CalendarDay(year: 2026, month: random.next(in: 1...4), day: random.next(in: 1...28)))
            let currency: Currency = random.next(in: 0...3) == 0 ? .usd : .krw
            let added = try await value(
                daybook.data.transactions.add(
                    TransactionDraft(
                        kind: kind,
                        amount: Money(minorUnits: Int64(random.next(in: 1...90_000)), currency: currency),
                        categoryID: category?.id, day: day, memo: ["", "빵", "책", "\(number % 9)"][number % 4]),
                    photos: []))
            if number % 10 == 0 { _ = try await value(daybook.data.transactions.delete(id: added.id)) }
        }
        return daybook
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func sums_areThoseOfTheEntries(seed: UInt64) async throws {
        let daybook = try await filled(seed: seed)
        let manager = try daybook.data.transactions
        let whole = try await value(manager.transactions(matching: TransactionFilter(), limit: nil, offset: 0))
        func rows(_ period: MonthPeriod?) -> [LedgerRow] {
            whole.transactions.filter { entry in period.map { $0.contains(entry.day) } ?? false }.map {
                LedgerRow(
                    day: $0.day, kind: $0.kind, currency: $0.amount.currency, minorUnits: $0.amount.minorUnits,
                    categoryID: $0.category?.id, memo: $0.memo)
            }
        }
        var categories: [UUID: DaybookModel.Category] = [:]
        for category in try await value(daybook.data.categories.categories()) { categories[category.id] = category }
        let today = try #require(CalendarDay(iso: "2026-03-17"))
        for month in 1...5 {
            let period = try #require(MonthPeriod(year: 2026, month: month))
            #expect(
                try await value(manager.summary(of: period, today: today))
                    == LedgerMath.summary(
                        of: period, rows: rows(period), previous: rows(period.previous), home: .krw, today: today),
                "seed \(seed)")
            for currency in [Currency.krw, .usd] {
                #expect(
                    try await value(manager.statistics(of: period, currency: currency))
                        == LedgerMath.statistics(
                            of: period, currency: currency, rows: rows(period), previous: rows(period.previous),
                            categories: categories), "seed \(seed)")
                #expect(
                    try await value(manager.monthTotals(of: [period], currency: currency)).map(\.totals)
                        == [LedgerMath.totals(rows(period), in: currency)], "seed \(seed)")
            }
        }
        // A page's sums are those of everything that passes, and pages together are the whole.
        for filter in [
            TransactionFilter(), TransactionFilter(text: "빵"), TransactionFilter(kinds: [.expense], currency: .krw),
        ] {
            let all = try await value(manager.transactions(matching: filter, limit: nil, offset: 0))
            var parts: [Transaction] = []
            for offset in stride(from: 0, to: all.count, by: 7) {
                let part = try await value(manager.transactions(matching: filter, limit: 7, offset: offset))
                #expect(part.count == all.transactions.count && part.totals == all.totals)
                parts += part.transactions
            }
            #expect(parts == all.transactions, "seed \(seed)")
        }
        for entry in whole.transactions.prefix(20) {
            let place = try await value(manager.placeInDay(of: entry.id))
            let sameDay = whole.transactions.filter { $0.day == entry.day }
            #expect(sameDay[place].id == entry.id)
        }
    }
}
