import Foundation
import Testing

@testable import DaybookModel

@Suite struct ZipTests {
    let folder = try? TemporaryFolder()

    private func archive(_ entries: [(String, [UInt8])]) throws -> [UInt8] {
        let url = try #require(folder).url.appendingPathComponent("\(UUID().uuidString).zip")
        let zip = try ZipWriter(url)
        for (name, bytes) in entries { try zip.add(name, Data(bytes)) }
        try zip.finish()
        return Array(try Data(contentsOf: url))
    }

    @Test func written_isReadBack() throws {
        let entries: [(String, [UInt8])] = [
            ("a.txt", Array("hello".utf8)), ("폴더/이름.csv", [0xEF, 0xBB, 0xBF]), ("empty", []),
            ("large", (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }),
        ]
        let zip = try #require(ZipArchive(try archive(entries)))
        #expect(zip.names == entries.map(\.0).sorted())
        for (name, bytes) in entries { #expect(zip.data(name) == bytes) }
        #expect(zip.data("other") == nil)
    }

    @Test func file_isAddedAPieceAtATime() throws {
        let folder = try #require(folder).url
        let source = folder.appendingPathComponent("source")
        let bytes = (0..<2_500_000).map { UInt8(truncatingIfNeeded: $0) }
        try Data(bytes).write(to: source)
        let url = folder.appendingPathComponent("z.zip")
        let zip = try ZipWriter(url)
        try zip.add("images/x", file: source)
        try zip.finish()
        #expect(try #require(ZipArchive(Array(try Data(contentsOf: url)))).data("images/x") == bytes)
    }

    @Test func checksum_isThatOfTheStandard() {
        #expect(CRC32.of(Array("123456789".utf8)) == 0xCBF4_3926)
    }

    /// What other tools write is read: raw DEFLATE of the three kinds of block.
    @Test(
        arguments: [
            ([0x4B, 0x4C, 0x4A, 0x4E, 0x49, 0x4D, 0x4B, 0x04, 0x93, 0x00], "abcdefabcdef"),
            ([0x01, 0x03, 0x00, 0xFC, 0xFF, 0x61, 0x62, 0x63], "abc"), ([0x03, 0x00], ""),
            ([0x4B, 0x4C, 0x1C, 0x05, 0xC4, 0x02, 0x00], String(repeating: "a", count: 300)),
            (
                [
                    0x45, 0x8E, 0x41, 0x02, 0x00, 0x21, 0x08, 0x02, 0xDF, 0xCA, 0xF0, 0xFF, 0x3F, 0x94, 0x60, 0xBB,
                    0x1D, 0x52, 0x08, 0x27, 0x05, 0x12, 0xBA, 0x37, 0xF2, 0x74, 0x23, 0x3C, 0x25, 0xCA, 0x44, 0x6B,
                    0x9A, 0xFB, 0xEE, 0x31, 0x6B, 0x24, 0xB4, 0x67, 0x72, 0xB1, 0x1E, 0x29, 0x30, 0x9A, 0x4C, 0xE1,
                    0xCB, 0xA7, 0xB8, 0x73, 0xCE, 0x97, 0x2C, 0x54, 0x0B, 0x84, 0x32, 0xBB, 0x51, 0xC3, 0x0E, 0xE0,
                    0x61, 0x78, 0x91, 0x2C, 0x85, 0xD6, 0x89, 0xFB, 0x6F, 0xC0, 0x01,
                ],
                "abbaababbabacaabaababcbaabcaabacbababcaacbaacaccaabbabcaabcbaaaaaaaaabacbcaabcababbabaabacabbbabcabbbabbabcbaaaaacbaaacaaaaaacacaabbcaabbababaaaaaabbaaaabaabacaaaacaaacbabcbbbabcbaabbbaaaababaacabaaabbbaabbaaababbabaabab"
            ),
        ] as [([UInt8], String)])
    func inflate_unpacksEveryKindOfBlock(packed: [UInt8], text: String) throws {
        #expect(String(decoding: try Inflate.unpack(packed[...], limit: 1000), as: UTF8.self) == text)
    }

    @Test func inflate_ofMoreThanAllowed_isRefused() {
        let packed: [UInt8] = [0x4B, 0x4C, 0x1C, 0x05, 0xC4, 0x02, 0x00]
        #expect(throws: Inflate.Failure.self) { try Inflate.unpack(packed[...], limit: 299) }
    }

    /// Whatever the bytes are: an answer or an error, never a crash.
    @Test(.needsSamples) func damagedArchives_areNeverACrash() throws {
        let whole = Array(try Samples.data("account/pyeonhan-gagyebu.xlsx"))
        var random = SampleRandom(seed: 7)
        for _ in 0..<60 {
            var bytes = whole
            for _ in 0..<(1 + random.next(in: 0...29)) {
                bytes[random.next(in: 0...bytes.count - 1)] = UInt8(random.next(in: 0...255))
            }
            if random.next(in: 0...2) == 0 { bytes = Array(bytes.prefix(random.next(in: 0...bytes.count - 1))) }
            guard let zip = ZipArchive(bytes) else { continue }
            for name in zip.names { _ = zip.data(name) }
            _ = SpreadsheetReader(bytes)?.sheets()
        }
    }
}
