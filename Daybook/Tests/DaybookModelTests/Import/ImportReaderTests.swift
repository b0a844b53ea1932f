import Foundation
import Testing

@testable import DaybookModel

@Suite struct ImportReaderTests {
    private func read(_ text: String, _ options: ImportOptions = ImportOptions()) throws -> ParsedFile {
        try read(Data(text.utf8), options)
    }

    private func read(_ data: Data, _ options: ImportOptions = ImportOptions()) throws -> ParsedFile {
        try ImportReader(homeCurrency: .krw, today: #require(CalendarDay(iso: "2026-04-10"))).read(
            data, options: options)
    }

    @Test func totalsRow_isLeftOut_andBadRowsAreListed() throws {
        let file = try read(
            """
            내 통장
            거래일자,거래시간,기재내용,찾으신금액(원),맡기신금액(원)
            2026.03.01,12:00:00,커피,"4,500",0
            2026.03.02,12:00:00,둘 다,100,200
            2026.03.99,12:00:00,없는 날,100,0
            2026.03.03,12:00:00,글자,백원,0
            2026.03.04,12:00:00,영,0,0
            합계,,,"4,900",200
            """)
        #expect(file.rows.map(\.state) == [.new, .unreadable, .unreadable, .unreadable, .unreadable, .leftOut])
        #expect(
            file.rows.map(\.problem) == [nil, .twoAmounts, .date("2026.03.99"), .amount("백원"), .zeroAmount, .totalsRow])
        #expect(file.rows.map(\.line) == [3, 4, 5, 6, 7, 8])
        #expect(file.rows[0].transaction?.time == "12:00:00")
    }

    @Test(arguments: TextEncoding.allCases)
    func encoding_isRecognised(encoding: TextEncoding) throws {
        let text = "날짜,내용,금액\n2026-03-01,똠얌식당,-1000\n"
        var data: Data
        switch encoding {
        case .utf8: data = Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8)
        case .utf16: data = Data([0xFF, 0xFE]) + Data(text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        case .cp949:
            // 날짜,내용,금액 / 2026-03-01,똠얌식당,-1000; the first syllable of 똠얌 lies outside plain EUC-KR.
            data = Data([0xB3, 0xAF, 0xC2, 0xA5, 0x2C, 0xB3, 0xBB, 0xBF, 0xEB, 0x2C, 0xB1, 0xDD, 0xBE, 0xD7, 0x0A])
            data +=
                Data("2026-03-01,".utf8) + Data([0x8C, 0x63, 0xBE, 0xE4, 0xBD, 0xC4, 0xB4, 0xE7])
                + Data(",-1000\n".utf8)
        }
        let file = try read(data)
        #expect(file.encoding == encoding)
        #expect(file.header == ["날짜", "내용", "금액"])
        #expect(file.rows.first?.transaction?.memo == "똠얌식당")
    }

    @Test func encoding_chosenWrongly_isRefused() {
        #expect(throws: DaybookError.validation(.file, .unknownEncoding)) {
            try read(Data([0xB3, 0xAF]), ImportOptions(encoding: .utf8))
        }
    }

    @Test func files_thatAreNoText_areRefusedWithTheReason() {
        #expect(throws: DaybookError.validation(.file, .emptyFile)) { try read(Data()) }
        #expect(throws: DaybookError.validation(.file, .unknownFormat)) {
            try read(Data([0x50, 0x4B, 0x03, 0x04, 0, 0]))
        }
        let locked =
            Data([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1])
            + Data("EncryptedPackage".utf16.flatMap { [UInt8($0), 0] })
        #expect(throws: DaybookError.validation(.file, .passwordLocked)) { try read(locked) }
    }

    /// The name that the page itself gives the column.
    @Test(arguments: ["Text", "텍스트"]) func textColumn_byItsOwnName_isRead(name: String) throws {
        let file = try read("Date,\(name),Amount\n2026-01-02,Bakery,-4500\n2026-01-03,Books,-12000\n")
        #expect(file.roles == [.date, .text, .amount])
    }

    /// Each column is a choice on the page: thousands of them would make one that nothing can show.
    @Test(arguments: [",", ";", "\t"]) func table_ofTooManyColumns_isRefused(separator: String) throws {
        let names = ["Date", "Text", "Amount"]
        func table(_ columns: Int) -> Data {
            let head = (names + (3..<columns).map { "c\($0)" }).joined(separator: separator)
            let row = (["2026-01-02", "a", "5"] + (3..<columns).map { _ in "x" }).joined(separator: separator)
            return Data("\(head)\n\(row)\n".utf8)
        }
        #expect(try read(table(500)).rows.count == 1)
        #expect(throws: DaybookError.validation(.file, .tooManyColumns(limit: 500))) { try read(table(501)) }
        #expect(throws: DaybookError.validation(.file, .tooManyColumns(limit: 500))) {
            try read(Data(String(repeating: "a" + separator, count: 200_000).utf8))
        }
    }

    @Test func header_alone_isAProblemToExplain() {
        #expect(throws: DaybookError.validation(.file, .noRows(detail: "날짜, 내용, 금액"))) { try read("날짜,내용,금액\n") }
    }

    @Test func table_withoutHeader_isGuessedByContent() throws {
        let file = try read("2026-03-01,coffee shop,-4500\n2026-03-02,market,-12000\n")
        #expect(file.headerRow == nil)
        #expect(file.roles == [.date, .text, .amount])
        #expect(file.rows.compactMap(\.transaction).map(\.amount.minorUnits) == [4500, 12000])
    }

    @Test func roles_chosen_replaceTheGuess() throws {
        let file = try read(
            "when,what,how much\n2026-03-01,coffee,-4500\n",
            ImportOptions(format: .transactionTable, headerRow: 0, roles: [.date, .text, .amount], currency: .usd))
        #expect(file.rows.first?.transaction?.amount == Money(minorUnits: 450_000, currency: .usd))
        #expect(file.rows.first?.transaction?.kind == .expense)
    }

    @Test func keys_ofRepeats_stayApart() {
        var keys = ImportKeys(source: "1")
        let entry = ImportedTransaction(
            kind: .expense, amount: Money(minorUnits: 2000, currency: .krw),
            day: CalendarDay(dayCount: 739_000), memo: "커피")
        let two = [keys.key(for: entry), keys.key(for: entry)]
        #expect(Set(two).count == 2)
        var again = ImportKeys(source: "1")
        #expect([again.key(for: entry), again.key(for: entry)] == two)
        var other = ImportKeys(source: "2")
        #expect(!two.contains(other.key(for: entry)))
    }

    @Test func randomBytes_neverStopTheReader() throws {
        var generator = SystemRandomNumberGenerator()
        let seed = UInt64.random(in: 0...UInt64.max, using: &generator)
        var state = seed
        func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 33
        }
        let alphabet = Array("날짜,금액;\"\n\r\t|2026-03.31 1,234.5원-+합계출금입금Date,Amount".utf8)
        for _ in 0..<2000 {
            let bytes = (0..<Int(next() % 120)).map { _ in
                next() % 10 == 0 ? UInt8(truncatingIfNeeded: next()) : alphabet[Int(next()) % alphabet.count]
            }
            do {
                let file = try read(Data(bytes))
                #expect(file.rows.allSatisfy { ($0.state == .new) == ($0.problem == nil) }, "seed \(seed)")
            } catch let error as DaybookError {
                #expect(!error.message(in: .korean).isEmpty && !error.message(in: .english).isEmpty)
            }
        }
    }
}
