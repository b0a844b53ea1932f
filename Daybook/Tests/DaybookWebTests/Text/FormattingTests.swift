import DaybookModel
import Foundation
import Testing

@testable import DaybookWeb

struct FormattingTests {
    @Test(arguments: [
        ("ko-KR,ko;q=0.9,en;q=0.8", Language.korean), ("en-US,en;q=0.9,ko;q=0.8", .english), ("fr,ko;q=0.5", .korean),
        ("fr", .english), ("en;q=0.1, ko;q=0.2", .korean), ("", .english),
    ])
    func language_fromAcceptLanguage_isTheBetterOne(header: String, language: Language) {
        #expect(Language(acceptLanguage: header) == language)
    }

    @Test(arguments: TransactionKind.allCases)
    func nothing_hasNoSign(kind: TransactionKind) {
        #expect(Money(minorUnits: 0, currency: .usd).signed(as: kind, in: .english) == "$0.00")
        #expect(Money(minorUnits: 0, currency: .krw).signed(as: kind, in: .korean) == "0원")
    }

    @Test func signed_amounts_haveASignBesideTheColour() {
        let money = Money(minorUnits: 12_300, currency: .krw)
        #expect(money.signed(as: .income, in: .korean) == "+12,300원")
        #expect(money.signed(as: .expense, in: .english) == "−₩12,300")
        #expect(money.negated.readable(in: .korean) == "−12,300원")
    }

    @Test(arguments: [
        (500_000, Language.korean, "50만"), (12_300, .korean, "1.2만"), (17_700, .korean, "1.8만"),
        (9_900, .korean, "9,900"),
        (123_456_789, .korean, "1.2억"), (9_999_999, .korean, "1,000만"), (99_999_999, .korean, "1억"),
        (1_000_300_000_000, .korean, "1조"), (1_234_567, .english, "1.2M"), (45_600, .english, "45.6K"),
        (2_850_000, .english, "2.9M"), (999_950, .english, "1M"), (1_000_300_000_000, .english, "1T"),
        (1_500_000_000, .english, "1.5B"),
    ])
    func short_amounts_areRoundedAndFitACalendarCell(units: Int64, language: Language, text: String) {
        #expect(Money(minorUnits: units, currency: .krw).short(in: language, home: .krw) == text)
    }

    @Test(arguments: [(2878, "$29"), (5392, "$54"), (1_234_567, "$12.3K")])
    func short_amountsOfAnotherCurrency_carryItsMark(cents: Int64, text: String) {
        #expect(Money(minorUnits: cents, currency: .usd).short(in: .english, home: .krw) == text)
        #expect(!Money(minorUnits: cents, currency: .usd).short(in: .english, home: .usd).contains("$"))
    }

    @Test func short_days_leaveOutTheYear() throws {
        let day = try #require(CalendarDay(iso: "2026-03-31"))
        #expect(day.short(in: .korean) == "3월 31일 (화)")
        #expect(day.short(in: .english) == "Tue, Mar 31")
    }

    @Test func readable_moment_isInTheZoneGiven() throws {
        let moment = Date(timeIntervalSince1970: 1_774_915_200)
        let seoul = try #require(TimeZone(identifier: "Asia/Seoul"))
        #expect(moment.readable(in: .korean, timeZone: seoul) == "2026년 3월 31일 (화) 9:00")
        let angeles = try #require(TimeZone(identifier: "America/Los_Angeles"))
        #expect(moment.readable(in: .english, timeZone: angeles) == "Mon, Mar 30, 2026 17:00")
    }

    @Test(arguments: [("2026-03", 2026, 3), ("2026-12", 2026, 12)])
    func period_ofAnAddress_comesBack(text: String, year: Int, month: Int) throws {
        let period = try #require(PeriodParameter.period(text, startDay: 1))
        #expect(period.year == year)
        #expect(period.month == month)
        #expect(PeriodParameter.text(period) == text)
    }

    @Test(arguments: ["2026-13", "2026-", "x", "2026-1-1", "-3", "99999"])
    func period_ofNonsense_isNone(text: String) {
        #expect(PeriodParameter.period(text, startDay: 1) == nil)
    }

    @Test func version_inAForm_isExact() {
        for seconds in [0.1, 799_999_999.123_456_789, -1] {
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            #expect(VersionParameter.date(VersionParameter.text(date)) == date)
        }
        #expect(VersionParameter.date("zz") == nil)
    }

    @Test func counted_one_isSingularInEnglish() {
        #expect(Phrase.memoCount(1) == Phrase("메모 1개", "1 memo"))
        #expect(Phrase.memoCount(2000) == Phrase("메모 2,000개", "2,000 memos"))
    }
}
