import Foundation
import Testing

@testable import DaybookModel

@Suite struct MoneyTests {
    @Test func minorUnits_followTheCurrency() throws {
        #expect(Currency.krw.fractionDigits == 0)
        #expect(Currency.usd.fractionDigits == 2)
        #expect(try #require(Currency(code: "bhd")).fractionDigits == 3)
        #expect(try #require(Currency(code: "CLF")).minorUnitsPerUnit == 10_000)
        #expect(Currency(code: "원") == nil)
        #expect(Currency(code: "KR") == nil)
    }

    @Test func texts_wonShowNoDecimals() {
        let won = Money(minorUnits: 500_000, currency: .krw)
        #expect(won.plainText == "500000")
        #expect(won.groupedText == "500,000")
        #expect(won.formatted(in: .korean) == "500,000원")
        #expect(won.formatted(in: .english) == "₩500,000")
        #expect(won.decimal == 500_000)
    }

    @Test(
        arguments: [
            (5, "0.05", "0.05"), (-120_450, "-1204.50", "-1,204.50"), (100, "1.00", "1.00"), (0, "0.00", "0.00"),
        ] as [(Int64, String, String)])
    func texts_dollarsShowTwoDecimals(units: Int64, plain: String, grouped: String) {
        let money = Money(minorUnits: units, currency: .usd)
        #expect(money.plainText == plain)
        #expect(money.groupedText == grouped)
    }

    @Test func formatted_negative_hasItsSignInFront() throws {
        #expect(Money(minorUnits: -1200, currency: .krw).formatted(in: .korean) == "-1,200원")
        #expect(Money(minorUnits: -1200, currency: .usd).formatted(in: .korean) == "-$12.00")
        let dinar = try #require(Currency(code: "BHD"))
        #expect(Money(minorUnits: 1500, currency: dinar).formatted(in: .english) == "BHD 1.500")
    }

    @Test(arguments: [Currency.krw, .usd, .jpy, .eur])
    func plainText_readAgain_isTheSameAmount(currency: Currency) throws {
        for units: Int64 in [0, 1, 99, 100, 12300, 999_999_999_999] {
            let money = Money(minorUnits: units, currency: currency)
            #expect(try AmountParser.money(money.plainText, currency: currency) == money)
            #expect(try AmountParser.money(money.groupedText, currency: currency) == money)
        }
    }
}
