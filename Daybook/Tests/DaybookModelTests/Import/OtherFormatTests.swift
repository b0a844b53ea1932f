import Foundation
import Testing

@testable import DaybookModel

@Suite struct OtherFormatTests {
    private func read(_ text: String, _ options: ImportOptions = ImportOptions()) throws -> ParsedFile {
        try ImportReader(homeCurrency: .usd, today: #require(CalendarDay(iso: "2026-04-10"))).read(
            Data(text.utf8), options: options)
    }

    @Test func qif_splitsAndTransfersAndAccounts() throws {
        let file = try read(
            """
            !Account
            NChecking
            TBank
            ^
            !Type:Bank
            D1/ 3'26
            T-60.00
            PMega Store
            LHousehold
            SFood:Groceries
            Efood
            $-40.00
            SHousehold
            $-20.00
            ^
            D1/31'26
            T-500
            L[Savings]
            ^
            !Type:Invst
            D1/31'26
            T5
            ^
            """)
        #expect(file.format == .qif && file.questions.isEmpty)
        #expect(file.rows.map(\.state) == [.new, .new, .new, .leftOut])
        let entries = file.rows.compactMap(\.transaction)
        #expect(entries.map(\.amount.minorUnits) == [4000, 2000, 50000])
        #expect(entries.map(\.kind) == [.expense, .expense, .transfer])
        #expect(entries.map(\.payment) == ["Checking", "Checking", "Checking"])
        #expect(entries[0].day.iso == "2026-01-03" && entries[0].subcategory == "Groceries")
        #expect(file.rows.map(\.line) == [6, 6, 16, 21])
    }

    @Test func ofx_badRows_areListed() throws {
        let file = try read(
            "<OFX><STMTTRN><DTPOSTED>2026<TRNAMT>1<FITID>1</STMTTRN><STMTTRN><DTPOSTED>20260301<TRNAMT>abc<FITID>2<STMTTRN><DTPOSTED>20260301<TRNAMT>2<FITID>3"
        )
        #expect(file.rows.map(\.problem) == [.date("2026"), .amount("abc"), nil])
    }

    @Test func homebank_withoutHeader_isKnownByItsShape() throws {
        let file = try read("2026-03-31;6;;Green Grocer;weekly shop;-34.50;Food;\n2026-03-30;5;;;;-5;;\n")
        #expect(file.format == .homebank)
        #expect(file.rows.compactMap(\.transaction).map(\.kind) == [.expense, .transfer])
    }

    @Test(arguments: [
        "return {", "return { [\"a\"] = ", "return { [\"annotations\"] = { [1] = { [\"text\"] = \"x } } }",
        "return os.execute(\"x\")",
        String(repeating: "return {", count: 1) + String(repeating: "{", count: 5000), "{\"entries\": [", "[[[", "{}",
        "!Type:Bank\nD\n^\n^\n", "<OFX>", "a (b)\n- Your Highlight on page 1\n\nx\n==========",
    ])
    func brokenFiles_areRefusedOrListed(text: String) {
        do {
            let file = try read(text)
            #expect(!file.rows.isEmpty)
        } catch {
            #expect(error is DaybookError)
        }
    }

    @Test func lua_oddForms_areRead() {
        let value = LuaTableReader.read("-- c\nreturn { a = 1, ['b'] = 'x\\ny', [3] = true, nested = { 'p', 'q', }; }")
        #expect(value?["a"]?.integer == 1)
        #expect(value?["b"]?.text == "x\ny")
        #expect(value?["3"] == .flag(true))
        #expect(value?["nested"]?.list?.map(\.text) == ["p", "q"])
    }

    @Test func formats_haveNamesInBothLanguages() {
        for format in ImportFormat.allCases {
            for language in Language.allCases { #expect(!format.title(in: language).isEmpty) }
        }
    }
}
