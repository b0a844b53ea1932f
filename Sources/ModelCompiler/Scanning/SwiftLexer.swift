/// Cuts Swift source into tokens, leaving out comments and the content of strings.
///
/// Never fails: what it does not know is punctuation. Works on bytes; names may hold any letters.
struct SwiftLexer {
    /// An interpolation of a string literal.
    struct Interpolation {
        /// From the backslash to the closing parenthesis.
        let whole: Range<Int>
        /// What stands between the parentheses.
        let content: Range<Int>
        let line: Int
        /// The number of tokens up to the literal, that included.
        let tokenCount: Int
    }

    private let bytes: [UInt8]
    /// Where reading ends.
    private let end: Int
    private var position: Int
    private var line: Int
    private var startsLine: Bool
    private(set) var tokens: [SwiftToken] = []
    /// The outermost interpolations, in order; their content is not among `tokens`.
    private(set) var interpolations: [Interpolation] = []

    /// Strings with interpolations nest; deeper ones than this are read on as plain text.
    private static let maximumNesting = 64

    static func tokens(of text: String) -> [SwiftToken] {
        SwiftLexer(Array(text.utf8)).tokens
    }

    /// Reads a part of a file, or all of it.
    init(_ bytes: [UInt8], in range: Range<Int>? = nil, line: Int = 1) {
        self.bytes = bytes
        self.line = line
        position = range?.lowerBound ?? 0
        end = range?.upperBound ?? bytes.count
        startsLine = range == nil
        if position == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        run()
    }

    private func peek(_ offset: Int = 0) -> UInt8? {
        position + offset < end ? bytes[position + offset] : nil
    }

    private mutating func advance() {
        if isLineBreak {
            line += 1
            startsLine = true
        }
        position += 1
    }

    /// Whether a line ends at this byte: a line feed, or a carriage return that none follows.
    private var isLineBreak: Bool {
        peek() == UInt8(ascii: "\n") || peek() == UInt8(ascii: "\r") && peek(1) != UInt8(ascii: "\n")
    }

    private mutating func emit(_ kind: SwiftToken.Kind, _ text: String, line: Int, from start: Int) {
        tokens.append(
            SwiftToken(kind: kind, text: text, line: line, startsLine: startsLine, range: start..<position))
        startsLine = false
    }

    private mutating func run() {
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): advance()
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): skipLine()
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipBlockComment()
            case UInt8(ascii: "/") where skipsRegularExpression(): break
            case UInt8(ascii: "\""): string(hashes: 0)
            case UInt8(ascii: "#"): hash()
            case UInt8(ascii: "`"): quotedWord()
            case _ where Self.isWordByte(byte): word()
            default:
                position += 1
                emit(.sign, String(UnicodeScalar(byte)), line: line, from: position - 1)
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
        emit(.word, String(decoding: bytes[start..<position], as: UTF8.self), line: line, from: start)
    }

    private mutating func quotedWord() {
        let start = position
        position += 1
        while let byte = peek(), byte != UInt8(ascii: "`"), !isLineBreak { position += 1 }
        let name = String(decoding: bytes[start + 1..<position], as: UTF8.self)
        if peek() == UInt8(ascii: "`") { position += 1 }
        emit(.quotedWord, name, line: line, from: start)
    }

    private mutating func skipLine() {
        while position < end, !isLineBreak { position += 1 }
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
        if hashes > 0, peek(hashes) == UInt8(ascii: "/"), skipsExtendedRegularExpression(hashes: hashes) { return }
        position += 1
        while let byte = peek(), Self.isWordByte(byte) { position += 1 }
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        if ["#if", "#elseif", "#else", "#endif"].contains(name) {
            skipLine()
            emit(.condition, String(decoding: bytes[start..<position], as: UTF8.self), line: line, from: start)
        } else {
            emit(.sign, name, line: line, from: start)
        }
    }

    private mutating func string(hashes: Int) {
        let start = position - hashes
        let (startLine, startedLine) = (line, startsLine)
        skipString(hashes: hashes, nesting: 0)
        literal(from: start, line: startLine, startsLine: startedLine)
    }

    private mutating func literal(from start: Int, line: Int, startsLine: Bool) {
        tokens.append(
            SwiftToken(kind: .string, text: "", line: line, startsLine: startsLine, range: start..<position))
        self.startsLine = false
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
                    let (start, startLine) = (position, line)
                    position += 2 + hashes
                    let content = position
                    let isClosed = skipInterpolation(nesting: nesting + 1)
                    if nesting == 0, isClosed {
                        interpolations.append(
                            Interpolation(
                                whole: start..<position, content: content..<position - 1, line: startLine,
                                tokenCount: tokens.count + 1))
                    }
                } else {
                    position += 1 + hashes
                    if peek() != nil { advance() }
                }
            } else if byte == UInt8(ascii: "\""), closes(quotes: quotes, hashes: hashes) {
                position += quotes + hashes
                return
            } else if isLineBreak, !isMultiline {
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

    /// Skips to the end of an interpolation, whose opening parenthesis has been read; false when it has none.
    private mutating func skipInterpolation(nesting: Int) -> Bool {
        var depth = 1
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "("):
                depth += 1
                position += 1
            case UInt8(ascii: ")"):
                depth -= 1
                position += 1
                if depth == 0 { return true }
            case UInt8(ascii: "\""): skipString(hashes: 0, nesting: nesting)
            case UInt8(ascii: "#"):
                var hashes = 0
                while peek(hashes) == UInt8(ascii: "#") { hashes += 1 }
                position += hashes
                if peek() == UInt8(ascii: "\"") { skipString(hashes: hashes, nesting: nesting) }
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipBlockComment()
            default: advance()
            }
        }
        return false
    }

    // MARK: Regular expressions

    /// Skips `/…/` where an operand is expected and no operator can be meant.
    private mutating func skipsRegularExpression() -> Bool {
        let isOperandPlace =
            switch tokens.last {
            case nil: true
            case let last? where last.kind == .sign: "=(,[:{&|".contains(last.text)
            case let last?: last.kind == .word && ["return", "in", "case", "where"].contains(last.text)
            }
        guard isOperandPlace, let first = peek(1), ![UInt8(ascii: " "), UInt8(ascii: "\t")].contains(first) else {
            return false
        }
        var offset = 1
        var isInSet = false
        while let byte = peek(offset), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
            switch byte {
            case UInt8(ascii: "\\"): offset += 1
            case UInt8(ascii: "["): isInSet = true
            case UInt8(ascii: "]"): isInSet = false
            case UInt8(ascii: "/") where !isInSet:
                let start = position
                position += offset + 1
                literal(from: start, line: line, startsLine: startsLine)
                return true
            default: break
            }
            offset += 1
        }
        return false
    }

    /// Skips `#/…/#`; false when it is not closed.
    private mutating func skipsExtendedRegularExpression(hashes: Int) -> Bool {
        let (start, startLine, startedLine) = (position, line, startsLine)
        position += hashes + 1
        while let byte = peek() {
            if byte == UInt8(ascii: "/"), followed(by: hashes, at: 1) {
                position += 1 + hashes
                literal(from: start, line: startLine, startsLine: startedLine)
                return true
            }
            if byte == UInt8(ascii: "\\"), peek(1) != nil, peek(1) != UInt8(ascii: "\n") { position += 1 }
            advance()
        }
        (position, line, startsLine) = (start, startLine, startedLine)
        return false
    }
}
