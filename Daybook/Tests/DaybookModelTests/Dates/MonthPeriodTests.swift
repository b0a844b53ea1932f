import Testing

@testable import DaybookModel

@Suite struct MonthPeriodTests {
    @Test(arguments: 1...31)
    func months_ofAnyStartDay_tileTheCalendar(startDay: Int) throws {
        var period = try #require(MonthPeriod(year: 2023, month: 11, startDay: startDay))
        for _ in 0..<40 {
            let next = try #require(period.next)
            #expect(period.last.adding(days: 1) == next.first)
            #expect(next.previous == period)
            for day in period.days {
                try #require(MonthPeriod.month(containing: day, startDay: startDay) == period)
            }
            period = next
        }
    }

    @Test func month_startingOnThe31st_usesTheLastDayOfShortMonths() throws {
        let february = try #require(MonthPeriod(year: 2026, month: 2, startDay: 31))
        #expect(february.first.iso == "2026-02-28")
        #expect(february.last.iso == "2026-03-30")
    }

    @Test func year_holdsItsTwelveMonths() throws {
        let year = try #require(MonthPeriod(year: 2026, startDay: 25))
        #expect(year.first.iso == "2026-01-25")
        #expect(year.last.iso == "2027-01-24")
        #expect(year.twelveMonths.count == 12)
        #expect(year.next?.year == 2027)
    }

    @Test func twelveMonths_endWithTheMonthItself() throws {
        let month = try #require(MonthPeriod(year: 2026, month: 2))
        #expect(month.twelveMonths.map(\.first.iso).first == "2025-03-01")
        #expect(month.twelveMonths.last == month)
    }
}
