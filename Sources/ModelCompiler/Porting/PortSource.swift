/// A Swift source cut into tokens, the content of interpolations included, with what each stands in.
struct PortSource {
    /// The path inside the folder.
    let path: String
    let bytes: [UInt8]
    let tokens: [SwiftToken]
    /// Whether each token is compiled away from Apple, as far as that is certain.
    let isActive: [Bool]
    let scopes: [PortScope]
    let scopeOfToken: [Int]
    let interpolations: [SwiftLexer.Interpolation]
    /// For the token of each type's name its scope.
    private let scopeOfName: [Int: Int]
    /// For each opening bracket the closing one.
    private let groupEnds: [Int: Int]
    let imports: [PortImport]
    /// Where each line begins; the first is line 1.
    let lineStarts: [Int]
    /// `\n`, or `\r\n` where the file's first line ends so.
    let lineBreak: String

    init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
        var interpolations: [SwiftLexer.Interpolation] = []
        tokens = Self.tokens(of: bytes, in: nil, line: 1, nesting: 0, &interpolations)
        self.interpolations = interpolations
        isActive = Self.activity(of: tokens)
        groupEnds = Self.groupEnds(of: tokens)
        let reader = PortScopeReader(tokens, isActive: isActive)
        scopes = reader.scopes
        scopeOfToken = reader.scopeOfToken
        scopeOfName = Dictionary(
            reader.scopes.enumerated().map { ($0.element.nameToken, $0.offset) }, uniquingKeysWith: { $1 })
        imports = PortImport.all(in: tokens, isActive: isActive)
        var starts = [0]
        for (offset, byte) in bytes.enumerated() {
            let isReturn = byte == 0x0D && (offset + 1 >= bytes.count || bytes[offset + 1] != 0x0A)
            if byte == 0x0A || isReturn { starts.append(offset + 1) }
        }
        lineStarts = starts
        lineBreak =
            if let feed = bytes.firstIndex(of: 0x0A) {
                feed > 0 && bytes[feed - 1] == 0x0D ? "\r\n" : "\n"
            } else {
                bytes.contains(0x0D) ? "\r" : "\n"
            }
    }

    private static let maximumNesting = 32

    private static func tokens(
        of bytes: [UInt8], in range: Range<Int>?, line: Int, nesting: Int,
        _ interpolations: inout [SwiftLexer.Interpolation]
    ) -> [SwiftToken] {
        let lexer = SwiftLexer(bytes, in: range, line: line)
        guard !lexer.interpolations.isEmpty, nesting < maximumNesting else { return lexer.tokens }
        var result: [SwiftToken] = []
        var taken = 0
        for interpolation in lexer.interpolations {
            result += lexer.tokens[taken..<interpolation.tokenCount]
            taken = interpolation.tokenCount
            interpolations.append(interpolation)
            result += tokens(
                of: bytes, in: interpolation.content, line: interpolation.line, nesting: nesting + 1, &interpolations)
        }
        return result + lexer.tokens[taken...]
    }

    private static func activity(of tokens: [SwiftToken]) -> [Bool] {
        var conditions: [(isSkipped: Bool, wasTaken: Bool)] = []
        var skipped = 0
        return tokens.map { token in
            guard token.kind == .condition else { return skipped == 0 }
            let text = token.text
            func set(_ isSkipped: Bool, wasTaken: Bool) {
                guard let last = conditions.last else { return }
                skipped += (isSkipped ? 1 : 0) - (last.isSkipped ? 1 : 0)
                conditions[conditions.count - 1] = (isSkipped, wasTaken)
            }
            if text.hasPrefix("#if") {
                let value = CompilationCondition.evaluate(String(text.dropFirst(3)), on: .awayFromApple)
                conditions.append((value == false, value == true))
                if value == false { skipped += 1 }
            } else if text.hasPrefix("#elseif"), let last = conditions.last {
                let value = CompilationCondition.evaluate(String(text.dropFirst(7)), on: .awayFromApple)
                set(last.wasTaken || value == false, wasTaken: last.wasTaken || value == true)
            } else if text.hasPrefix("#else"), let last = conditions.last {
                set(last.wasTaken, wasTaken: true)
            } else if text.hasPrefix("#endif"), let last = conditions.popLast(), last.isSkipped {
                skipped -= 1
            }
            return false
        }
    }

    // MARK: Places

    /// The number of the line, from 1, that holds the byte at `offset`.
    func line(of offset: Int) -> Int {
        var (low, high) = (0, lineStarts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    func column(of offset: Int) -> Int {
        let start = lineStarts[line(of: offset) - 1]
        // Nobody counts further than that; the bytes will do.
        if offset - start > 2000 { return offset - start + 1 }
        return String(decoding: bytes[start..<offset], as: UTF8.self).count + 1
    }

    func startOfLine(_ line: Int) -> Int { lineStarts[line - 1] }

    /// The end of a line with its break.
    func endOfLine(_ line: Int) -> Int { line < lineStarts.count ? lineStarts[line] : bytes.count }

    func hasBreak(atEndOfLine line: Int) -> Bool {
        let end = endOfLine(line)
        return end > startOfLine(line) && (bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D)
    }

    /// The bytes of a line, without its break.
    func text(ofLine line: Int) -> String {
        var end = endOfLine(line)
        while end > startOfLine(line), bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        return String(decoding: bytes[startOfLine(line)..<end], as: UTF8.self)
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The white space with which a line begins.
    func indentation(ofLine line: Int) -> String {
        var offset = startOfLine(line)
        if offset == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
        let rest = bytes[offset..<endOfLine(line)].prefix { $0 == 0x20 || $0 == 0x09 }
        return String(decoding: rest, as: UTF8.self)
    }

    /// Where the text of a line begins: behind a byte order mark.
    func textStart(ofLine line: Int) -> Int {
        line == 1 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : startOfLine(line)
    }

    // MARK: Tokens

    /// The index of the sign that closes the group opened at `index`; nil when there is none.
    func end(ofGroupAt index: Int) -> Int? { groupEnds[index] }

    private static func groupEnds(of tokens: [SwiftToken]) -> [Int: Int] {
        let openings = [")": "(", "]": "[", "}": "{"]
        var open: [String: [Int]] = ["(": [], "[": [], "{": []]
        var result: [Int: Int] = [:]
        for (index, token) in tokens.enumerated() where token.kind == .sign {
            if open[token.text] != nil {
                open[token.text]?.append(index)
            } else if let sign = openings[token.text], let start = open[sign]?.popLast() {
                result[start] = index
            }
        }
        return result
    }

    /// The scope of the type whose name stands at a token.
    func scope(named index: Int) -> PortScope? { scopeOfName[index].map { scopes[$0] } }

    /// The innermost type around a token.
    func enclosingType(ofToken index: Int) -> PortScope? {
        var scope = scopeOfToken[index]
        while !scopes[scope].isType {
            guard let parent = scopes[scope].parent else { return nil }
            scope = parent
        }
        return scopes[scope]
    }

    /// The token at `index`; nil beyond either end.
    func token(_ index: Int) -> SwiftToken? { tokens.indices.contains(index) ? tokens[index] : nil }

    func isSign(_ sign: String, at index: Int) -> Bool { token(index)?.isSign(sign) ?? false }
}
