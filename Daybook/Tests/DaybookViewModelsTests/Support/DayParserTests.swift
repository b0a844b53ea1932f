import DaybookModel
import Testing

@testable import DaybookViewModels

struct DayParserTests {
    private static let today = CalendarDay(number: 2026_03_31)

    @Test(arguments: [
        ("31", 2026_03_31), ("3/1", 2026_03_01), ("12.25", 2026_12_25), ("2025-02-28", 2025_02_28),
        ("2025.2.8", 2025_02_08), ("20240229", 2024_02_29), ("26/1/2", 2026_01_02), ("2026년 3월 5일", 2026_03_05),
        ("3월 5일", 2026_03_05), ("오늘", 2026_03_31), ("어제", 2026_03_30), ("그제", 2026_03_29), ("Yesterday", 2026_03_30),
        (" 내일 ", 2026_04_01), ("２０２６－０３－０５", 2026_03_05), ("2026. 3. 5.", 2026_03_05), ("Mar 5", 2026_03_05),
        ("5 March 2025", 2025_03_05), ("march 5, 2025", 2025_03_05), ("Sept 1", 2026_09_01),
    ])
    func day_asPeopleWriteIt_isRead(typed: String, number: Int) throws {
        let today = try #require(Self.today)
        #expect(try DayParser.day(typed, today: today) == CalendarDay(number: number))
    }

    @Test(arguments: [
        ("2/30", 2026, 2, 30), ("20260230", 2026, 2, 30), ("2/29", 2026, 2, 29), ("Apr 31", 2026, 4, 31),
        ("2025-11-31", 2025, 11, 31),
    ])
    func day_thatItsMonthLacks_isToldSo(typed: String, year: Int, month: Int, day: Int) throws {
        let today = try #require(Self.today)
        #expect(throws: DaybookError.validation(.day, .noSuchDay(year: year, month: month, day: day))) {
            try DayParser.day(typed, today: today)
        }
    }

    @Test(arguments: ["9999-12-31", "0001-01-01", "1899-12-31", "22000101"])
    func day_inAYearThatIsNotKept_isRefused(typed: String) throws {
        let today = try #require(Self.today)
        #expect(throws: DaybookError.validation(.day, .yearOutOfRange(first: 1900, last: 2199))) {
            try DayParser.day(typed, today: today)
        }
    }

    @Test(arguments: [
        "32", "2026-13-01", "abc", "1/2/3/4", "99999999999999999999", "-5x", "-1", "/3", "martian 3", "Mar",
        "Mar 3 4 5",
    ])
    func day_thatIsNone_isRefused(typed: String) throws {
        let today = try #require(Self.today)
        #expect(throws: DaybookError.validation(.day, .unreadable)) { try DayParser.day(typed, today: today) }
    }

    @Test func day_blank_isMissingOrNoDay() throws {
        let today = try #require(Self.today)
        #expect(throws: DaybookError.validation(.startDay, .missing)) {
            try DayParser.day("  ", today: today, field: .startDay)
        }
        #expect(try DayParser.optionalDay("  ", today: today, field: .startDay) == nil)
    }
}
