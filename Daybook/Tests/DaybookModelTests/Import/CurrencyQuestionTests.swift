import Foundation
import Testing

@testable import DaybookModel

/// Whether a file that names no currency may be in the home currency.
@Suite struct CurrencyQuestionTests {
    private func read(_ text: String, home: Currency = .krw, _ options: ImportOptions = ImportOptions()) throws
        -> ParsedFile
    {
        try ImportReader(homeCurrency: home, today: #require(CalendarDay(iso: "2026-06-10"))).read(
            Data(text.utf8), options: options)
    }

    @Test(arguments: [
        "Date,Amount,Memo\n2026-05-01,-10.00,a\n2026-05-02,-25.00,b\n",
        "Date,Amount,Memo\n2026-05-01,-10.00,a\n2026-05-02,-12.50,b\n",
        "Date,Amount,Memo\n2026-05-01,-1.355,a\n2026-05-02,\"-1.025,00\",b\n",
        "Date,Memo,Withdrawal,Deposit\n2026-05-01,a,10.00,\n2026-05-02,b,,20.00\n",
        "!Type:Bank\nD05/23/2026\nPa\nT-10.00\n^\nD05/24/2026\nPb\nT-20.00\n^\n",
        "<OFX><STMTTRN><DTPOSTED>20260501<TRNAMT>-10.00<FITID>1</STMTTRN></OFX>",
    ])
    func zerosForDecimals_askForTheCurrency(text: String) throws {
        #expect(try read(text).questions == [.currency])
        let answered = try read(text, ImportOptions(currency: .usd))
        #expect(answered.questions.isEmpty)
        #expect(answered.rows.allSatisfy { $0.transaction?.amount.currency == .usd })
        // Whoever says won means it.
        #expect(try read(text, ImportOptions(currency: .krw)).questions.isEmpty)
    }

    @Test(arguments: [
        "Date,Amount,Memo\n2026-05-01,-1000,a\n2026-05-02,\"-25,000\",b\n",
        // A single decimal is how programs print a number.
        "Date,Amount,Memo\n2026-05-01,-1000.0,a\n2026-05-02,-2500.0,b\n",
        "Date,Amount,Currency,Memo\n2026-05-01,-1000.00,KRW,a\n2026-05-02,-10.00,USD,b\n",
        "<OFX><CURDEF>KRW<STMTTRN><DTPOSTED>20260501<TRNAMT>-1000.00<FITID>1</STMTTRN></OFX>",
        // One of many may be a slip.
        "Date,Amount,Memo\n2026-05-01,-10.00,a\n" + (1...9).map { "2026-05-02,-\($0)000,b\n" }.joined(),
    ])
    func amountsOfTheHomeCurrency_askNothing(text: String) throws {
        #expect(try read(text).questions.isEmpty)
    }

    @Test func homeCurrencyWithDecimals_asksNothing() throws {
        #expect(
            try read("Date,Amount,Memo\n2026-05-01,-10.00,a\n2026-05-02,-25.00,b\n", home: .usd).questions.isEmpty)
    }

    @Test(.needsSamples) func sampleInWholeDollars_asks() throws {
        let text = String(decoding: try Samples.data("account/payee-memo.qif"), as: UTF8.self)
        #expect(try read(text).questions == [.currency])
    }

    @Test func headerAlone_saysWhatTheNamesAre() throws {
        let error = #expect(throws: DaybookError.self) { try read("Date,Amount,Memo\n") }
        #expect(
            try #require(error).message(in: .english).contains("names of the columns: Date, Amount, Memo"))
        #expect(try #require(error).message(in: .korean).contains("열 이름(Date, Amount, Memo)"))
    }
}
