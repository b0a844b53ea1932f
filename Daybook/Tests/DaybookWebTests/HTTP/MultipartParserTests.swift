import Foundation
import Testing

@testable import DaybookWeb

struct MultipartParserTests {
    /// Writes down what a parser reports.
    struct Recorder: MultipartReceiver {
        var parts: [(part: MultipartParser.Part, body: [UInt8], ended: Bool)] = []

        mutating func partBegan(_ part: MultipartParser.Part) { parts.append((part, [], false)) }
        mutating func partContinued(_ bytes: UnsafeRawBufferPointer) { parts[parts.count - 1].body += bytes }
        mutating func partEnded() { parts[parts.count - 1].ended = true }
    }

    static func parse(_ body: [UInt8], boundary: String = "B", piece: Int = .max) throws -> Recorder {
        var parser = try MultipartParser(boundary: boundary)
        var recorder = Recorder()
        var rest = body[...]
        while !rest.isEmpty {
            let next = Array(rest.prefix(piece))
            rest = rest.dropFirst(piece)
            try next.withUnsafeBytes { try parser.feed($0, to: &recorder) }
        }
        try parser.finish()
        return recorder
    }

    private static let form = """
        --B\r
        Content-Disposition: form-data; name="memo"\r
        \r
        점심\r
        --B\r
        Content-Disposition: form-data; name="photos"; filename="a.jpg"\r
        Content-Type: image/jpeg\r
        \r
        \u{0}\r
        --Bx\r
        -\r\r
        --B--\r
        """

    @Test(arguments: [1, 2, 3, 5, 7, 16, 64, 4096])
    func feed_piecesOfAnySize_givesTheSameParts(piece: Int) throws {
        // "--Bx" is a delimiter followed by text, which no form has; the file's body must not hold one.
        let body = Array(Self.form.replacingOccurrences(of: "\r\n--Bx", with: "\r\n--Cx").utf8)
        let whole = try Self.parse(body)
        let pieces = try Self.parse(body, piece: piece)
        #expect(pieces.parts.map(\.part) == whole.parts.map(\.part))
        #expect(pieces.parts.map(\.body) == whole.parts.map(\.body))
        #expect(whole.parts.map(\.part.name) == ["memo", "photos"])
        #expect(whole.parts[0].body == Array("점심".utf8))
        #expect(whole.parts[1].part.fileName == "a.jpg")
        #expect(whole.parts[1].part.contentType == "image/jpeg")
        #expect(whole.parts.allSatisfy { $0.ended })
    }

    @Test func feed_everyByteValue_isKept() throws {
        let bytes = (0..<4).flatMap { _ in (0...255).map { UInt8($0) } }
        let head = "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\n"
        let body = Array(head.utf8) + bytes + Array("\r\n--B--".utf8)
        for piece in [1, 13, 300] { #expect(try Self.parse(body, piece: piece).parts[0].body == bytes) }
    }

    @Test func feed_emptyBody_isEmpty() throws {
        let body = "--B\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\n\r\n--B--\r\n"
        let recorder = try Self.parse(Array(body.utf8))
        #expect(recorder.parts.map(\.body) == [[]])
    }

    @Test(arguments: [
        "", "--B", "preamble only",
        "--B\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\nno end",
        "--B\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\nx\r\n--B",
        "--Bgarbage\r\n\r\n", "--B\r\n\r\nno headers\r\n--B--",
        "--B\r\nContent-Disposition: form-data\r\n\r\nno name\r\n--B--",
        "--B\r\nContent-Disposition: attachment; name=\"f\"\r\n\r\nx\r\n--B--",
        "--B\r\nno colon here\r\n\r\nx\r\n--B--",
    ])
    func parse_hostileForm_isRefused(body: String) {
        #expect(throws: MultipartParser.Failure.self) { try Self.parse(Array(body.utf8)) }
    }

    @Test func parse_headersWithoutEnd_areRefusedBeforeTheyFillMemory() {
        let body = Array("--B\r\nX: ".utf8) + Array(repeating: UInt8(ascii: "a"), count: 64 * 1024)
        #expect(throws: MultipartParser.Failure(message: "a part's headers are too long")) {
            try Self.parse(body, piece: 1000)
        }
    }

    @Test func parse_tooManyParts_areRefused() {
        let part = "--B\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\nx\r\n"
        let body = String(repeating: part, count: MultipartParser.partLimit + 1) + "--B--"
        #expect(throws: MultipartParser.Failure.self) { try Self.parse(Array(body.utf8)) }
    }

    @Test(arguments: ["", String(repeating: "b", count: 71), "a\nb"])
    func init_badBoundary_isRefused(boundary: String) {
        #expect(throws: MultipartParser.Failure.self) { try MultipartParser(boundary: boundary) }
    }

    @Test(arguments: [
        ("../../etc/passwd", "passwd"), ("C:\\photos\\a.jpg", "a.jpg"), ("..", ""), (".", ""),
        ("a\u{0}\u{1B}b.png", "ab.png"),
        ("\u{202E}gpj.exe", "\u{202E}gpj.exe"), ("영수증.jpg", "영수증.jpg"), ("", ""),
    ])
    func safeFileName_hostileName_isALastComponentForShowing(given: String, shown: String) {
        #expect(MultipartParser.safeFileName(given) == shown)
    }

    @Test func parameters_quotedSemicolonsAndEscapes_areText() {
        let header = #"form-data; name="a;b"; filename="x \"y\" %22z%22 c:\d.jpg""#
        let parsed = MultipartParser.parameters(ofHeader: header)
        #expect(parsed.value == "form-data")
        #expect(parsed.parameters["name"] == "a;b")
        #expect(parsed.parameters["filename"] == #"x "y" %22z%22 c:\d.jpg"#)
    }

    @Test func receiver_fileOverTheLimit_isMarkedAndTheRestIsKept() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        var parser = try MultipartParser(boundary: "B")
        var receiver = FormReceiver(limits: UploadLimits(fieldBytes: 100, fileBytes: 10), folder: folder)
        let body = """
            --B\r
            Content-Disposition: form-data; name="photos"; filename="big.jpg"\r
            \r
            01234567890123456789\r
            --B\r
            Content-Disposition: form-data; name="photos"; filename="small.jpg"\r
            \r
            0123\r
            --B\r
            Content-Disposition: form-data; name="memo"\r
            \r
            점심\r
            --B--\r
            """
        try Array(body.utf8).withUnsafeBytes { try parser.feed($0, to: &receiver) }
        try parser.finish()
        #expect(receiver.form["memo"] == "점심")
        #expect(receiver.form.files.map(\.problem) == [.tooLarge, nil])
        #expect(try Data(contentsOf: receiver.form.files[1].location) == Data("0123".utf8))
        #expect(try Data(contentsOf: receiver.form.files[0].location).count <= 10)
    }

    @Test func receiver_tooMuchText_isRefused() throws {
        var parser = try MultipartParser(boundary: "B")
        var receiver = FormReceiver(
            limits: UploadLimits(fieldBytes: 10), folder: FileManager.default.temporaryDirectory)
        let body = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n01234567890123456789\r\n--B--"
        #expect(throws: MultipartParser.Failure.self) {
            try Array(body.utf8).withUnsafeBytes { try parser.feed($0, to: &receiver) }
        }
        #expect(receiver.form.problem == .tooLarge)
    }

    @Test func parse_randomDamage_neverCrashes() throws {
        var generator = Lehmer(seed: 20_260_331)
        let good = Array(Self.form.utf8)
        for _ in 0..<2000 {
            var body = good
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = Int.random(in: 0..<body.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: body[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: body.remove(at: place)
                default: body.insert(contentsOf: body[place..<min(body.count, place + 9)], at: place)
                }
            }
            do {
                let recorder = try Self.parse(body, piece: Int.random(in: 1...40, using: &generator))
                #expect(recorder.parts.reduce(0) { $0 + $1.body.count } <= body.count)
            } catch is MultipartParser.Failure {
                // Refused, which is one of the two right answers.
            }
        }
    }
}

/// A small generator, so that a failing case can be run again by its seed.
struct Lehmer: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed | 1 }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
