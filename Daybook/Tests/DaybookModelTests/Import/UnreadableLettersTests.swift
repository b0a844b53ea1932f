import Foundation
import Testing

@testable import DaybookModel

/// Files of which some bytes are no letters in their encoding.
@Suite struct UnreadableLettersTests {
    private func read(_ data: Data, _ options: ImportOptions = ImportOptions()) throws -> ParsedFile {
        try ImportReader(homeCurrency: .krw, today: #require(CalendarDay(iso: "2026-04-10"))).read(
            data, options: options)
    }

    /// 가게 in CP949 and in UTF-8.
    private static let shop: [TextEncoding: [UInt8]] = [
        .cp949: [0xB0, 0xA1, 0xB0, 0xD4], .utf8: Array("가게".utf8),
    ]

    /// A table of a hundred rows, with a byte that is none in the memo of the row at line 51.
    private func table(_ encoding: TextEncoding, bad: [UInt8] = [0xFF]) -> Data {
        let shop = Self.shop[encoding] ?? Array("shop".utf8)
        var data = Data("date,memo,amount\n".utf8)
        for number in 1...100 {
            data += Data("2026-03-01,".utf8) + Data(shop) + Data(number == 50 ? bad : [])
            data += Data(" \(number),-\(number)\n".utf8)
        }
        return data
    }

    @Test(arguments: [TextEncoding.utf8, .cp949])
    func oneBadByte_leavesOutItsLineOnly(encoding: TextEncoding) throws {
        for chosen in [nil, encoding] {
            let file = try read(table(encoding), ImportOptions(encoding: chosen))
            #expect(file.encoding == encoding && file.rows.count == 100)
            let bad = file.rows.filter { $0.state != .new }
            #expect(bad.map(\.line) == [51] && bad.map(\.problem) == [.letters])
            #expect(file.rows[0].transaction?.memo == "가게 1" && file.rows[99].transaction?.memo == "가게 100")
        }
    }

    @Test(arguments: [[0xFF], [0x80], [0xC3], [0xED, 0xA0, 0x80], [0xF5, 0x80], [0xFF, 0xFE, 0xFF]] as [[UInt8]])
    func badBytes_ofEveryKind_leaveOutTheirLine(bad: [UInt8]) throws {
        let file = try read(table(.utf8, bad: bad))
        #expect(file.rows.filter { $0.state == .unreadable }.map(\.line) == [51] && file.rows.count == 100)
    }

    @Test func badByte_inAmericanText_leavesOutItsLine() throws {
        var data = Data("date,memo,amount\n2026-03-01,caf".utf8)
        data += Data([0xE9]) + Data(",-1\n2026-03-02,tea,-2\n2026-03-03,bread,-3\n".utf8)
        let file = try read(data)
        #expect(file.rows.map(\.state) == [.unreadable, .new, .new])
    }

    @Test func encodingsMixed_theOneOfMostLinesIsTaken() throws {
        let korean = Data("2026-03-01,".utf8) + Data([0xB0, 0xA1, 0xB0, 0xD4]) + Data(",-1\n".utf8)
        let unicode = Data("2026-03-02,가게,-2\n".utf8)
        let header = Data("date,memo,amount\n".utf8)
        let mostly = try read(header + unicode + korean + unicode)
        #expect(mostly.encoding == .utf8 && mostly.rows.map(\.state) == [.new, .unreadable, .new])
        let other = try read(header + korean + unicode + korean + korean)
        #expect(other.encoding == .cp949 && other.rows[0].transaction?.memo == "가게")
        #expect(other.rows.map(\.state) == [.new, .unreadable, .new, .new])
    }

    @Test func utf16_withHalfALetterAtItsEnd_keepsTheRest() throws {
        let text = "date,memo,amount\n2026-03-01,가게,-1\n2026-03-02,나,-2\n2026-03-03,다,-3"
        let data = Data([0xFF, 0xFE]) + Data(text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) + Data([0x30])
        let file = try read(data)
        #expect(file.encoding == .utf16 && file.rows.prefix(2).allSatisfy { $0.state == .new })
        #expect(file.rows.count == 3 && file.rows[2].state == .unreadable)
    }

    @Test func replacementCharacter_inAWholeFile_isALetterLikeOthers() throws {
        let file = try read(Data("date,memo,amount\n2026-03-01,a\u{FFFD}b,-1\n".utf8))
        #expect(file.rows.map(\.state) == [.new])
    }

    @Test func filesThatAreNoText_areStillRefused() throws {
        // Numbers without pattern, as in anything compressed.
        var seed: UInt64 = 0x9E37_79B9_7F4A_7C15
        let noise = (0..<20_000).map { _ in
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: seed >> 33)
        }
        for data in [Data(noise), Data([0x1F, 0x8B, 0x08, 0]) + Data(noise), Data([0xFF, 0xFE, 0xFD])] {
            #expect(throws: DaybookError.self) { try read(data) }
        }
    }

    @Test func badByte_inAListOfHighlights_leavesOutThatOne() throws {
        func clipping(_ text: [UInt8]) -> Data {
            Data("Emma (Jane Austen)\n- Your Highlight on page 3 | Added on Sunday, March 1, 2026\n\n".utf8)
                + Data(text) + Data("\n==========\n".utf8)
        }
        let file = try read(clipping(Array("handsome".utf8)) + clipping([0x61, 0xFF]) + clipping(Array("rich".utf8)))
        #expect(file.format == .kindle && file.rows.map(\.state) == [.new, .unreadable, .new])
        #expect(file.rows[1].problem == .letters)
    }

    @Test func reason_isASentenceInBothLanguages() {
        #expect(ImportProblem.letters.message(in: .english).contains("letters"))
        #expect(ImportProblem.letters.message(in: .korean).contains("글자"))
    }
}
