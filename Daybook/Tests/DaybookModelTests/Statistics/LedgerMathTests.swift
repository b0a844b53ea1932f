import Foundation
import Testing

@testable import DaybookModel

@Suite struct LedgerMathTests {
    private let food = Category(id: UUID(), name: "food", kind: .expense)
    private let pay = Category(id: UUID(), name: "pay", kind: .income)
    private func cafe() -> Category {
        Category(id: cafeID, name: "cafe", kind: .expense, parentID: food.id, parentName: "food")
    }
    private let cafeID = UUID()

    private func row(
        _ day: String, _ kind: TransactionKind, _ amount: Int64, _ category: UUID? = nil, _ currency: Currency = .krw,
        memo: String = ""
    ) throws -> LedgerRow {
        try LedgerRow(
            day: #require(CalendarDay(iso: day)), kind: kind, currency: currency, minorUnits: amount,
            categoryID: category, memo: memo)
    }

    @Test func totals_transfersNeverCount_andCurrenciesStayApart() throws {
        let rows = [
            try row("2026-03-01", .income, 1000), try row("2026-03-02", .expense, 300),
            try row("2026-03-02", .transfer, 5000), try row("2026-03-03", .expense, 250, nil, .usd),
        ]
        #expect(
            LedgerMath.totals(rows, home: .krw) == [
                Totals(currency: .krw, incomeMinorUnits: 1000, expenseMinorUnits: 300),
                Totals(currency: .usd, incomeMinorUnits: 0, expenseMinorUnits: 250),
            ])
        #expect(LedgerMath.totals([], home: .krw).map(\.balance.minorUnits) == [0])
    }

    @Test func summary_comparesTheSameDayOfTheMonthBefore() throws {
        let march = try #require(MonthPeriod(year: 2026, month: 3))
        let previous = [try row("2026-02-10", .expense, 100), try row("2026-02-28", .expense, 900)]
        let rows = [try row("2026-03-10", .expense, 40), try row("2026-03-31", .expense, 60)]
        func compared(_ today: String) throws -> [Int64] {
            let summary = LedgerMath.summary(
                of: march, rows: rows, previous: previous, home: .krw, today: try #require(CalendarDay(iso: today)))
            return [summary.previousExpenseToSameDay.minorUnits, summary.expenseToSameDay.minorUnits]
        }
        #expect(try compared("2026-03-09") == [0, 0])
        #expect(try compared("2026-03-10") == [100, 40])
        #expect(try compared("2026-03-30") == [1000, 40])
        #expect(try compared("2026-04-15") == [1000, 100])
    }

    @Test func statistics_sharesAddUpToTheTotal() throws {
        let rows = [
            try row("2026-03-01", .expense, 700, cafeID, memo: "latte"), try row("2026-03-02", .expense, 200, food.id),
            try row("2026-03-03", .expense, 100, memo: "latte"), try row("2026-03-03", .income, 5000, pay.id),
            try row("2026-03-03", .expense, 9999, food.id, .usd), try row("2026-03-03", .transfer, 77, food.id),
        ]
        let previous = [try row("2026-02-01", .expense, 500, cafeID)]
        let statistics = LedgerMath.statistics(
            of: try #require(MonthPeriod(year: 2026, month: 3)), currency: .krw, rows: rows, previous: previous,
            categories: [food.id: food, cafeID: cafe(), pay.id: pay])
        #expect(statistics.totals.expense.minorUnits == 1000)
        #expect(statistics.expenses.map(\.category?.name) == ["food", nil])
        #expect(statistics.expenses.map(\.amount.minorUnits) == [900, 100])
        #expect(statistics.expenses.map(\.previousAmount.minorUnits) == [500, 0])
        #expect(statistics.expenses.map(\.share) == [0.9, 0.1])
        #expect(statistics.expenses[0].children.map(\.amount.minorUnits) == [700, 200])
        #expect(statistics.expenses[1].children.isEmpty)
        #expect(statistics.incomes.map(\.amount.minorUnits) == [5000])
        #expect(
            statistics.topMemos == [MemoTotal(memo: "latte", amount: Money(minorUnits: 800, currency: .krw), count: 2)])
        #expect(statistics.otherCurrencies == [.usd])
    }
}
