import Foundation
import Testing

@testable import DaybookModel

@Suite struct ColumnStyleTests {
    private let today = CalendarDay(iso: "2026-04-10")

    private func dates(_ cells: [String]) throws -> DateColumn { try DateColumn(cells: cells, today: #require(today)) }

    @Test(
        arguments: [
            ("2026.03.31 23:58:12", "2026-03-31", "23:58:12"), ("2026-03-31", "2026-03-31", nil),
            ("20260331", "2026-03-31", nil), ("2026년 3월 31일 오후 2:05", "2026-03-31", "14:05"),
            ("2026년 3월 31일 오전 12:05", "2026-03-31", "00:05"), ("2026/03/31 13:04:35", "2026-03-31", "13:04:35"),
            ("2026-03-31T00:00:00+09:00", "2026-03-31", "00:00:00"), ("20260331235812", "2026-03-31", "23:58:12"),
            ("Mar 31, 2026", "2026-03-31", nil), ("31 March 2026", "2026-03-31", nil),
        ] as [(String, String, String?)])
    func day_writtenInManyWays_isRead(cell: String, day: String, time: String?) throws {
        let column = try dates([cell])
        #expect(column.day(cell)?.iso == day)
        #expect(column.time(cell) == time)
        #expect(!column.isAmbiguous)
    }

    @Test func order_oneClearDate_settlesTheFile() throws {
        let column = try dates(["07/03/2026", "16/03/2026", "01/02/2026"])
        #expect(column.order == .dayMonthYear)
        #expect(!column.isAmbiguous)
        #expect(column.day("07/03/2026")?.iso == "2026-03-07")
        let american = try dates(["01/02/26", "12/19/25"])
        #expect(american.order == .monthDayYear)
        #expect(american.day("01/02/26")?.iso == "2026-01-02")
    }

    @Test func order_noClearDate_isAsked() throws {
        #expect(try dates(["07/03/2026", "01/02/2026"]).isAmbiguous)
        #expect(try !dates(["03/03/2026"]).isAmbiguous)
    }

    @Test func order_yearsToCome_areNotBelieved() throws {
        let column = try dates(["2026-03-31", "31-03-26"])
        #expect(column.day("31-03-26")?.iso == "2026-03-31")
        #expect(column.day("2026-03-31")?.iso == "2026-03-31")
    }

    @Test(arguments: ["", "합계", "12300", "2026-13-01", "2026.02.30", "99999999999999999999"])
    func day_notADate_isNil(cell: String) throws {
        #expect(try dates(["2026-03-31"]).day(cell) == nil)
    }

    private func plain(_ number: ExactNumber?, _ currency: Currency) throws -> String? {
        try number?.money(currency).plainText
    }

    @Test(arguments: [
        ("12,300", "12300"), ("\u{20A9}12,300", "12300"), ("12,300원", "12300"), ("-3.000", "-3000"),
        ("(1,200)", "-1200"),
        ("1,200-", "-1200"), ("+500", "500"), ("2450000.00", "2450000"), ("△1,000", "-1000"),
    ])
    func amount_won_hasNoDecimals(cell: String, expected: String) throws {
        let column = AmountColumn(cells: [cell], currency: .krw)
        #expect(try plain(column.number(cell), .krw) == expected)
        #expect(!column.isAmbiguous)
    }

    @Test func amount_style_isOneForTheColumn() throws {
        let cells = ["1.355,90", "-3.000", "12,5"]
        let column = AmountColumn(cells: cells, currency: .eur)
        #expect(column.decimalMark == .comma)
        #expect(!column.isAmbiguous)
        #expect(try cells.map { try plain(column.number($0), .eur) } == ["1355.90", "-3000.00", "12.50"])
        #expect(column.number("110.7") == nil)
    }

    @Test func amount_cellsThatDisagree_areAsked() {
        #expect(AmountColumn(cells: ["-110.7", "-3.000"], currency: .eur).isAmbiguous)
        #expect(AmountColumn(cells: ["1.355,90", "1,355.90"], currency: .eur).isAmbiguous)
        #expect(AmountColumn(cells: ["1,200"], currency: Currency(code: "BHD") ?? .eur).isAmbiguous)
    }

    @Test(arguments: ["", "-", "abc", "12a", "1,23,456", "1,2345", "1.2.3.4,5,6", "999999999999999999999999999"])
    func amount_notANumber_isNil(cell: String) {
        #expect(AmountColumn(cells: ["1,234.50"], currency: .usd).number(cell) == nil)
    }
}
