import Testing

@testable import DaybookModel

@Suite struct SamplePlanTests {
    @Test func plan_isTheSameForTheSameDay() throws {
        let today = try #require(CalendarDay(iso: "2026-03-31"))
        let plan = SamplePlan(today: today, language: .korean)
        #expect(plan.entries == SamplePlan(today: today, language: .korean).entries)
        #expect(plan.entries.map(\.amount) == SamplePlan(today: today, language: .english).entries.map(\.amount))
        #expect(plan.entries != SamplePlan(today: today, language: .korean, seed: 1).entries)
    }

    @Test func plan_fillsEveryMonthAndEveryPlace() throws {
        let today = try #require(CalendarDay(iso: "2026-03-31"))
        let plan = SamplePlan(today: today, language: .english)
        let keys = Set(BuiltInCategories.all.flatMap { [$0.key] + $0.children.map(\.key) })
        for month in try #require(MonthPeriod(year: 2026, month: 3)).twelveMonths {
            let entries = plan.entries.filter { month.contains($0.day) }
            #expect(Set(entries.map(\.kind)) == Set(TransactionKind.allCases))
        }
        #expect(
            plan.entries.allSatisfy { keys.contains($0.categoryKey) && $0.amount.minorUnits > 0 && $0.day <= today })
        #expect(plan.entries.contains { $0.hasReceipt } && plan.entries.contains { $0.amount.currency == .usd })
        #expect(Set(plan.books.map(\.draft.status)) == Set(ReadingStatus.allCases))
        #expect(Set(CountryCatalogue.entries().map(\.code)).isSuperset(of: plan.countries))
    }
}
