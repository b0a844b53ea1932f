import Testing

@testable import DaybookModel

@Suite struct AmountParserTests {
    @Test(
        arguments: [
            ("12300", 12300), ("12,300", 12300), ("₩12,300", 12300), ("12,300원", 12300), ("1.2만", 12000),
            ("3만5천", 35000), ("3만 5,000", 35000), ("1억2000만", 120_000_000), ("만", 10000), ("1200+3500-500", 4200),
            ("3*4500", 13500), ("-500", -500), ("１２３００", 12300), ("1.50*2", 3), ("0", 0),
        ] as [(String, Int64)])
    func money_won_readsWhatPeopleType(text: String, expected: Int64) throws {
        #expect(try AmountParser.money(text, currency: .krw) == Money(minorUnits: expected, currency: .krw))
    }

    @Test(arguments: [("12.5", 1250), ("1,204.50", 120450), (".5", 50), ("$3", 300)] as [(String, Int64)])
    func money_dollars_keepsCents(text: String, expected: Int64) throws {
        #expect(try AmountParser.money(text, currency: .usd).minorUnits == expected)
    }

    @Test(arguments: ["abc", "1,23", "12,3000", "1..2", "1.", "+", "3천5만", "1+", "3**2", "1 원 만 x", "１,２", "--3"])
    func money_notANumber_isRefused(text: String) {
        #expect(throws: DaybookError.validation(.amount, .unreadable)) {
            try AmountParser.money(text, currency: .krw)
        }
    }

    @Test(
        arguments: [
            ("$5", "$", .krw), ("5원", "원", .usd), ("€3+€4", "€", .krw), ("¥100", "¥", .krw), ("₩100", "₩", .eur),
        ] as [(String, String, Currency)])
    func money_withTheSignOfAnotherCurrency_isAsked(text: String, sign: String, currency: Currency) {
        #expect(throws: DaybookError.validation(.amount, .otherCurrency(sign: sign, currency: currency))) {
            try AmountParser.money(text, currency: currency)
        }
    }

    @Test(arguments: [("$5", "AUD"), ("¥500", "CNY"), ("¥500", "JPY"), ("$1", "TWD")])
    func money_withASignThatSeveralCurrenciesShare_isRead(text: String, code: String) throws {
        #expect(try AmountParser.money(text, currency: #require(Currency(code: code))).minorUnits > 0)
    }

    @Test(arguments: [("KRW", true), ("USD", true), ("BHD", true), ("XXX", false), ("ABC", false), ("XTS", false)])
    func currency_thatIsNoMoney_isNotKnown(code: String, isKnown: Bool) throws {
        #expect(try #require(Currency(code: code)).isKnown == isKnown)
    }

    @Test func offeredCurrencies_areAllKnown() {
        let unknown = Currency.offered.filter { !$0.isKnown }
        #expect(unknown.isEmpty)
    }

    @Test func money_wonWithDecimals_isRefused() {
        #expect(throws: DaybookError.validation(.amount, .tooManyDecimals(allowed: 0))) {
            try AmountParser.money("12.5", currency: .krw)
        }
        #expect(throws: DaybookError.validation(.amount, .tooManyDecimals(allowed: 2))) {
            try AmountParser.money("1.234", currency: .usd)
        }
    }

    @Test(arguments: ["99999999999999999999999", "9000000000000000000*9", "999999999999+1", "99999999999억"])
    func money_tooLarge_isRefused(text: String) {
        #expect(throws: DaybookError.validation(.amount, .tooLarge(limit: "999,999,999,999"))) {
            try AmountParser.money(text, currency: .krw)
        }
    }

    @Test func money_blank_isMissing() {
        #expect(throws: DaybookError.validation(.amount, .missing)) { try AmountParser.money("  ", currency: .krw) }
    }

    @Test(arguments: ["0", "-1"])
    func positiveMoney_zeroOrLess_isRefused(text: String) {
        #expect(throws: DaybookError.validation(.amount, .notPositive)) {
            try AmountParser.positiveMoney(text, currency: .krw)
        }
    }
}
