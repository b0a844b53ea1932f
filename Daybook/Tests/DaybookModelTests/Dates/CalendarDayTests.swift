import Foundation
import Testing

@testable import DaybookModel

@Suite struct CalendarDayTests {
    @Test func dayCount_everyDayOfEightHundredYears_goesUpByOneAndComesBack() throws {
        var day = try #require(CalendarDay(year: 1590, month: 12, day: 31))
        let end = try #require(CalendarDay(year: 2410, month: 1, day: 1))
        var weekday = day.weekday
        while day < end {
            let next = day.adding(days: 1)
            weekday = (weekday + 1) % 7
            try #require(next.dayCount == day.dayCount + 1 && next > day && next.weekday == weekday)
            try #require(CalendarDay(number: next.number) == next && CalendarDay(iso: next.iso) == next)
            day = next
        }
    }

    @Test func adding_beyondTheCalendar_staysAtItsEnds() throws {
        let day = try #require(CalendarDay(year: 2026, month: 1, day: 1))
        #expect(day.adding(days: -10_000_000).iso == "0001-01-01")
        #expect(day.adding(days: 10_000_000).iso == "9999-12-31")
    }

    @Test(arguments: [
        "2026-02-29", "2026-13-01", "2026-00-10", "2026-1-01", "2026-01-1", "26-01-01", "", "abcd-ef-gh", "２０２６-01-01",
    ])
    func init_noSuchDay_isNil(text: String) {
        #expect(CalendarDay(iso: text) == nil)
    }

    @Test(arguments: [
        ("UTC", "2026-02-01"), ("Asia/Seoul", "2026-02-02"), ("America/Los_Angeles", "2026-02-01"),
        ("Pacific/Kiritimati", "2026-02-02"),
    ])
    func day_ofAMoment_isTheZonesOwn(zone: String, expected: String) throws {
        // 2026-02-01 15:30:00 UTC
        let moment = Date(timeIntervalSince1970: 1_769_959_800)
        let timeZone = try #require(TimeZone(identifier: zone))
        #expect(CalendarDay(moment, in: timeZone).iso == expected)
    }

    @Test func formatted_saysTheWeekday() throws {
        let day = try #require(CalendarDay(iso: "2026-03-31"))
        #expect(day.formatted(in: .korean) == "2026년 3월 31일 (화)")
        #expect(day.formatted(in: .english) == "Tue, Mar 31, 2026")
    }
}
