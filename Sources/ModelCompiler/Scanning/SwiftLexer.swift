/// Cuts Swift source into tokens, leaving out comments and the content of strings.
///
/// Never fails: what it does not know is punctuation. Works on bytes; names may hold any letters.
struct SwiftLexer {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var startsLine = true
    private var tokens: [SwiftToken] = []

    /// Strings with interpolations nest; deeper ones than this are read on as plain text.
    private static let maximumNesting = 64

    static func tokens(of text: String) -> [SwiftToken] {
        var lexer = SwiftLexer(bytes: Array(text.utf8))
        lexer.run()
        return lexer.tokens
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private func peek(_ offset: Int = 0) -> UInt8? {
        position + offset < bytes.count ? bytes[position + offset] : nil
    }

    private mutating func advance() {
        if bytes[position] == UInt8(ascii: "\n") {
            line += 1
            startsLine = true
        }
        position += 1
    }

    private mutating func emit(_ kind: SwiftToken.Kind, _ text: String, line: Int) {
        tokens.append(SwiftToken(kind: kind, text: text, line: line, startsLine: startsLine))
        startsLine = false
    }

    private mutating func run() {
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): advance()
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): skipLine()
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipBlockComment()
            case UInt8(ascii: "\""): string(hashes: 0)
            case UInt8(ascii: "#"): hash()
            case UInt8(ascii: "`"): quotedWord()
            case _ where Self.isWordByte(byte): word()
            default:
                let start = line
                position += 1
                emit(.sign, String(UnicodeScalar(byte)), line: start)
            }
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xff:
            true
        default: false
        }
    }

    private mutating func word() {
        let start = position
        while let byte = peek(), Self.isWordByte(byte) { position += 1 }
        emit(.word, String(decoding: bytes[start..<position], as: UTF8.self), line: line)
    }

    private mutating func quotedWord() {
        let start = position + 1
        position += 1
        while let byte = peek(), byte != UInt8(ascii: "`"), byte != UInt8(ascii: "\n") { position += 1 }
        emit(.quotedWord, String(decoding: bytes[start..<position], as: UTF8.self), line: line)
        if peek() == UInt8(ascii: "`") { position += 1 }
    }

    private mutating func skipLine() {
        while let byte = peek(), byte != UInt8(ascii: "\n") { position += 1 }
    }

    private mutating func skipBlockComment() {
        var depth = 0
        while let byte = peek() {
            if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
                depth += 1
                position += 2
            } else if byte == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
                depth -= 1
                position += 2
                if depth == 0 { return }
            } else {
                advance()
            }
        }
    }

    /// A raw string, a conditional-compilation line, or a word such as `#selector`.
    private mutating func hash() {
        var hashes = 0
        while peek(hashes) == UInt8(ascii: "#") { hashes += 1 }
        if peek(hashes) == UInt8(ascii: "\"") {
            position += hashes
            string(hashes: hashes)
            return
        }
        let start = position
        position += 1
        while let byte = peek(), Self.isWordByte(byte) { position += 1 }
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        if ["#if", "#elseif", "#else", "#endif"].contains(name) {
            let rest = position
            skipLine()
            emit(.condition, name + String(decoding: bytes[rest..<position], as: UTF8.self), line: line)
        } else {
            emit(.sign, name, line: line)
        }
    }

    private mutating func string(hashes: Int) {
        let start = line
        let startedLine = startsLine
        skipString(hashes: hashes, nesting: 0)
        tokens.append(SwiftToken(kind: .string, text: "", line: start, startsLine: startedLine))
        startsLine = false
    }

    /// Skips a string literal; `position` is at its first quote.
    private mutating func skipString(hashes: Int, nesting: Int) {
        let isMultiline = peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"")
        let quotes = isMultiline ? 3 : 1
        position += quotes
        while let byte = peek() {
            if byte == UInt8(ascii: "\\"), followed(by: hashes, at: 1) {
                let next = peek(1 + hashes)
                if next == UInt8(ascii: "("), nesting < Self.maximumNesting {
                    position += 2 + hashes
                    skipInterpolation(nesting: nesting + 1)
                } else {
                    position += 1 + hashes
                    if peek() != nil { advance() }
                }
            } else if byte == UInt8(ascii: "\""), closes(quotes: quotes, hashes: hashes) {
                position += quotes + hashes
                return
            } else if byte == UInt8(ascii: "\n"), !isMultiline {
                // Not terminated: the compiler will say so. Go on with the next line.
                return
            } else {
                advance()
            }
        }
    }

    private func followed(by hashes: Int, at offset: Int) -> Bool {
        (0..<hashes).allSatisfy { peek(offset + $0) == UInt8(ascii: "#") }
    }

    private func closes(quotes: Int, hashes: Int) -> Bool {
        (0..<quotes).allSatisfy { peek($0) == UInt8(ascii: "\"") } && followed(by: hashes, at: quotes)
    }

    /// Skips to the end of an interpolation, whose opening parenthesis has been read.
    private mutating func skipInterpolation(nesting: Int) {
        var depth = 1
        while let byte = peek(), depth > 0 {
            switch byte {
            case UInt8(ascii: "("):
                depth += 1
                position += 1
            case UInt8(ascii: ")"):
                depth -= 1
                position += 1
            case UInt8(ascii: "\""): skipString(hashes: 0, nesting: nesting)
            default: advance()
            }
        }
    }
}
