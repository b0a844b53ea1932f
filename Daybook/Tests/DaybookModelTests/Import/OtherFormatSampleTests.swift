import Foundation
import Testing

@testable import DaybookModel

/// The sample files of further programs.
@Suite(.needsSamples) struct OtherFormatSampleTests {
    private func read(_ path: String, _ options: ImportOptions = ImportOptions()) throws -> ParsedFile {
        let today = try #require(CalendarDay(iso: "2026-04-10"))
        return try ImportReader(homeCurrency: .krw, today: today).read(Samples.data(path), options: options)
    }

    private func entries(_ file: ParsedFile) -> [String] {
        file.rows.map { row in
            guard let entry = row.transaction else { return "\(row.line) \(row.state.rawValue)" }
            let category = [entry.category, entry.subcategory].compactMap { $0 }.joined(separator: ":")
            return
                "\(entry.day) \(entry.kind.rawValue) \(entry.amount.plainText) \(entry.amount.currency) \(entry.memo) [\(category)]"
        }
    }

    @Test func ofx_sgml_readsUnclosedTagsAndEntities() throws {
        let file = try read("account/statement-sgml-entities.qfx")
        #expect(file.format == .ofx)
        #expect(
            entries(file) == [
                "2026-03-31 expense 54.10 CAD PREAUTHORIZED DEBIT;NORTH RIVER POWER & WATER;Electronic Funds Transfer []",
                "2026-03-01 expense 900.00 CAD TPAY <DEFTPYMT> · PREAUTHORIZED DEBIT;EXAMPLE REALTY;Electronic Funds Transfer []",
            ])
        #expect(file.rows[0].transaction?.sourceID == "26090000000000000000000001")
        #expect(file.rows[0].transaction?.payment == "00000 00-00001")
    }

    @Test func ofx_xml_readsCDATA() throws {
        let file = try read("account/statement-xml-cdata-krw.ofx")
        #expect(
            entries(file) == [
                "2026-03-31 expense 16850 KRW 가람마트 <본점> & 카페 · 체크카드 가람마트 []",
                "2026-03-28 income 2450000 KRW 하늘상사 []",
            ])
    }

    @Test func qif_readsCategoriesAndMissingFields() throws {
        let options = ImportOptions(currency: .usd)
        #expect(
            entries(try read("account/categories.qif", options)) == [
                "2025-12-19 expense 100.58 USD Corner Outlet [Usual Expenses:Shopping]",
                "2025-12-19 expense 20.15 USD Green Grocer [Groceries]",
                "2025-12-19 expense 1040.60 USD River Restaurant [Food]",
            ])
        #expect(
            entries(try read("account/payee-memo.qif", options)).map { $0.dropFirst(29) } == [
                "Payee and memo · note text []", "Payee only []", "Memo only []", " []",
            ])
        let unfit = try read("account/categories.qif")
        #expect(unfit.rows[0].problem == .tooManyDecimals("-100.58", .krw))
        #expect(unfit.questions == [.currency])
    }

    @Test func homebank_readsItsColumns() throws {
        let file = try read("account/homebank.csv", ImportOptions(currency: .eur))
        #expect(file.format == .homebank)
        #expect(
            entries(file) == [
                "2026-03-31 expense 34.50 EUR Green Grocer · weekly shop [Food:Groceries]",
                "2026-03-28 income 2450.00 EUR Sky Trading · salary [Income:Salary]",
                "2026-03-31 expense 12.00 EUR River Books · gift 'novel' [Leisure:Books]",
            ])
    }

    @Test func firefly_leavesOutOpeningBalances() throws {
        let file = try read("account/firefly-export.csv")
        #expect(file.format == .firefly)
        #expect(
            entries(file) == [
                "2026-03-31 expense 16850 KRW 가람마트 · 영수증 있음 [식비]", "2026-03-28 income 2450000 KRW 3월 급여 [급여]",
                "2026-03-28 transfer 500000 KRW 적금 []", "2026-03-10 expense 67350 KRW hotel [여행]", "6 leftOut",
            ])
        #expect(file.rows.map { $0.transaction?.payment } == ["생활 통장", "생활 통장", "생활 통장", "푸른카드", nil])
    }

    @Test func actual_importsThePartsOfASplitOnly() throws {
        let file = try read("account/actual-export-splits.csv", ImportOptions(currency: .usd))
        #expect(file.format == .actual)
        #expect(
            entries(file) == [
                "2026-03-31 expense 34.50 USD Green Grocer · weekly shop [Groceries]", "3 leftOut",
                "2026-03-30 expense 40.00 USD Mega Store · food [Groceries]",
                "2026-03-30 expense 20.00 USD Mega Store [Household]",
                "2026-03-28 income 2450.00 USD Sky Trading [Income]",
            ])
    }

    /// Amounts that the home currency cannot have are no reason to give up: the currency is asked for.
    @Test(arguments: ["account/categories.qif", "account/homebank.csv", "account/actual-export-splits.csv"])
    func file_inAnotherCurrencyThatItDoesNotName_asksForIt(path: String) throws {
        let file = try read(path)
        #expect(file.questions == [.currency])
        let answered = try read(path, ImportOptions(currency: .usd))
        #expect(answered.questions.isEmpty)
        #expect(!answered.rows.contains { $0.state == .unreadable })
        #expect(answered.rows.compactMap(\.transaction).allSatisfy { $0.amount.currency == .usd })
    }

    @Test func pyeonhan_asASpreadsheet_readsLikeItsTable() throws {
        let sheet = try read("account/pyeonhan-gagyebu.xlsx")
        let table = try read("account/pyeonhan-gagyebu.csv")
        #expect(sheet.format == .pyeonhan)
        #expect(!sheet.rows.contains { $0.state == .unreadable })
        #expect(sheet.rows.compactMap(\.transaction?.amount) == table.rows.compactMap(\.transaction?.amount))
        #expect(sheet.rows.compactMap(\.transaction?.day) == table.rows.compactMap(\.transaction?.day))
        #expect(sheet.rows.compactMap(\.transaction?.memo) == table.rows.compactMap(\.transaction?.memo))
    }

    private func books(_ file: ParsedFile) -> [String] {
        file.rows.map { row in
            guard let book = row.book, row.state == .new else { return row.state.rawValue }
            return
                "\(book.title)|\(book.author ?? "")|\(book.status.rawValue)|\(book.startDay?.iso ?? "-")|\(book.endDay?.iso ?? "-")|\(book.totalPages ?? 0)|\(book.memos.count)"
        }
    }

    @Test func storygraph_takesTheLastReading() throws {
        let file = try read("reading/storygraph.csv")
        #expect(file.format == .storygraph)
        #expect(
            books(file) == [
                "Middlemarch|George Eliot, Example Translator|done|2026-02-05|2026-03-09|0|1",
                "춘향전|작자 미상|reading|2026-03-20|-|0|0", "Moby-Dick|Herman Melville|stopped|-|-|0|0",
                "Emma|Jane Austen|planned|-|-|0|0",
            ])
        #expect(file.rows[0].book?.memos.first?.text == "Long, and \"worth\" it,\nevery page.")
    }

    @Test func openreads_leavesOutWhatWasDeleted() throws {
        let file = try read("reading/openreads.csv")
        #expect(file.format == .openreads)
        #expect(
            books(file) == [
                "구운몽|김만중|done|2026-03-01|2026-03-10|347|1", "Walden|Henry David Thoreau|reading|2026-03-11|-|0|0",
                "leftOut",
            ])
        #expect(file.rows[2].problem == .deletedAtSource)
    }

    @Test func kindle_offersTheLongestOfOverlappingHighlights() throws {
        let file = try read("reading/My Clippings.txt")
        #expect(file.format == .kindle)
        let longer = try #require(file.rows.first { $0.cells[2].hasSuffix("teach.") })
        #expect(file.rows.map(\.state) == [.leftOut, .new, .new, .leftOut, .new, .new, .leftOut])
        #expect(file.rows[0].problem == .overlaps(line: longer.line))
        #expect(file.rows[3].problem == .noText && file.rows[6].problem == .noText)
        let note = try #require(file.rows[1].book)
        #expect(note.title == "Walden" && note.author == "Thoreau, Henry David")
        #expect(
            note.memos == [
                ImportedMemo(
                    text: "다시 읽기 — 4장과 비교", page: "35", kind: .memo, day: CalendarDay(iso: "2026-03-11"), place: "271")
            ])
        // A location is no page.
        #expect(longer.book?.memos.first?.page == nil && longer.book?.memos.first?.day?.iso == "2026-03-11")
        #expect(
            file.rows[4].book?.memos.first?.page == "12" && file.rows[4].book?.memos.first?.day?.iso == "2026-03-30")
        let wanted = try read("reading/My Clippings.txt", ImportOptions(repeatedLines: [file.rows[0].line]))
        #expect(wanted.rows[0].state == .new)
    }

    @Test(
        arguments: [
            ("Notes (draft) (Example, Author (Editor))", "Notes (draft)", "Example, Author (Editor)"),
            ("제목", "제목", nil), ("(only)", "(only)", nil),
        ] as [(String, String, String?)])
    func kindle_title_endsBeforeTheLastBrackets(line: String, title: String, author: String?) {
        #expect(KindleReader.titleAndAuthor(line) == (title, author))
    }

    @Test func koreader_lua_isReadAsData() throws {
        let file = try read("reading/koreader-metadata.epub.lua")
        #expect(file.format == .koreader)
        #expect(file.rows.map(\.state) == [.new, .new, .leftOut])
        let first = try #require(file.rows[0].book)
        #expect(
            first.title == "Pride and Prejudice" && first.author == "Jane Austen, Example Editor"
                && first.totalPages == 417)
        #expect(first.memos.map(\.page) == ["21"] && first.memos[0].day?.iso == "2026-03-20")
        #expect(first.memos[0].text.contains("\n") && first.memos[0].text.contains("\"must\""))
        let second = try #require(file.rows[1].book)
        #expect(second.memos.map(\.page) == ["xii", "xii"] && second.memos.map(\.kind) == [.quotation, .memo])
    }

    @Test func koreader_json_readsManyBooks() throws {
        let file = try read("reading/koreader-export.json")
        #expect(file.rows.compactMap(\.book).map(\.title) == ["Pride and Prejudice", "Pride and Prejudice", "운수 좋은 날"])
        #expect(file.rows.compactMap(\.book).flatMap(\.memos).map(\.page) == ["21", "xii", "xii", "107"])
    }

    @Test func collectionJSON_hasBothNames() throws {
        let file = try read("collection/catalogue.json")
        #expect(file.format == .collectionJSON)
        let items = file.rows.compactMap(\.item)
        #expect(items[0].names == [.korean: "민물피라미", .english: "river minnow"])
        #expect(items[0].group == "Fish" && items[0].number == "1")
        #expect(items.count == file.rows.count && items.allSatisfy { !$0.isOwned })
    }

    @Test func collectr_quantityMeansOwned() throws {
        let file = try read("collection/collectr.csv")
        #expect(file.format == .collectr)
        let items = file.rows.compactMap(\.item)
        #expect(items.map(\.isOwned) == [true, true, true, true, false])
        #expect(items.map(\.quantity) == [1, 6, 2, 1, 1])
        #expect(items[3].names[.english] == "Carp, Moon" && items[3].variant == "Holofoil")
    }
}
