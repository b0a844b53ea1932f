import Foundation

/// Cuts a predicate format into tokens.
struct PredicateLexer {
    private let format: String
    private let bytes: [UInt8]
    private var position = 0

    init(_ format: String) {
        self.format = format
        bytes = Array(format.utf8)
    }

    /// Returns all tokens, `.end` last.
    ///
    /// - Throws: `PredicateFormatError` for a character, number, string or directive that is none.
    static func tokens(of format: String) throws(PredicateFormatError) -> [PlacedToken] {
        var lexer = PredicateLexer(format)
        var tokens: [PlacedToken] = []
        while true {
            let next = try lexer.next()
            tokens.append(next)
            if next.token == .end { return tokens }
        }
    }

    private mutating func next() throws(PredicateFormatError) -> PlacedToken {
        skipSpace()
        let start = position
        guard position < bytes.count else { return PlacedToken(token: .end, offset: start) }
        let byte = bytes[position]
        let token: PredicateToken
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            token = .string(try string(quotedBy: byte))
        case UInt8(ascii: "%"):
            token = try directive()
        case UInt8(ascii: "$"):
            position += 1
            token = .variable(try name(after: "$"))
        case UInt8(ascii: "@"):
            position += 1
            token = .collectionOperator(try name(after: "@"))
        case UInt8(ascii: "#"):
            position += 1
            token = .name(try name(after: "#"), escaped: true)
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            token = try number()
        case UInt8(ascii: ".") where position + 1 < bytes.count && isDigit(bytes[position + 1]):
            // A dot after a name, a bracket or a parenthesis continues a key path; a digit cannot
            // start a key, so the number is meant.
            token = try number()
        default:
            token = isNameStart(byte) ? try nameOrSelector() : try symbol()
        }
        return PlacedToken(token: token, offset: start)
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            let length = lengthOfSpace()
            if length == 0 { return }
            position += length
        }
    }

    /// How many bytes the white space at the position takes; spaces beyond ASCII come in by copying text.
    private func lengthOfSpace() -> Int {
        let byte = bytes[position]
        if byte == 0x20 || (0x09...0x0D).contains(byte) { return 1 }
        if byte < 0x80 { return 0 }
        let next = bytes[(position + 1)...].prefix(2)
        switch byte {
        case 0xC2: return next.first == 0xA0 ? 2 : 0
        case 0xE2:
            guard next.count == 2, next.first == 0x80, let last = next.last else { return 0 }
            return (0x80...0x8B).contains(last) || last == 0xAF ? 3 : 0
        case 0xE3: return next.elementsEqual([0x80, 0x80]) ? 3 : 0
        default: return 0
        }
    }

    // MARK: Names

    private mutating func name(after prefix: String) throws(PredicateFormatError) -> String {
        guard position < bytes.count, isNameStart(bytes[position]) else {
            throw error(at: position, "a name was expected after \"\(prefix)\"")
        }
        return scanName()
    }

    private mutating func scanName() -> String {
        let start = position
        while position < bytes.count, isNameStart(bytes[position]) || isDigit(bytes[position]) {
            if bytes[position] >= 0x80, lengthOfSpace() > 0 { break }
            position += 1
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func nameOrSelector() throws(PredicateFormatError) -> PredicateToken {
        let start = position
        var name = scanName()
        if name.contains(where: { "“”„‘’‚«»".contains($0) }) {
            throw error(at: start, "typographic quotation marks stand here; strings are quoted by \" or '")
        }
        if name.uppercased() == "UTI" {
            for suffix in ["-CONFORMS-TO", "-EQUALS"] where hasPrefix(suffix) {
                throw error(at: start, "\(name)\(suffix) is not supported")
            }
        }
        guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else {
            return .name(name, escaped: false)
        }
        if position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "=") {
            throw error(at: position, "assignments with \":=\" are not supported")
        }
        while position < bytes.count, bytes[position] == UInt8(ascii: ":") {
            position += 1
            name += ":"
            if position < bytes.count, isNameStart(bytes[position]) { name += scanName() }
        }
        guard name.hasSuffix(":") else {
            throw error(at: start, "\"\(name)\" is no function name: each part must end with a colon")
        }
        return .selector(name)
    }

    private func hasPrefix(_ text: String) -> Bool {
        bytes[position...].prefix(text.utf8.count).elementsEqual(text.utf8) { ($0 & 0xDF) == ($1 & 0xDF) }
    }

    // MARK: Strings

    private mutating func string(quotedBy quote: UInt8) throws(PredicateFormatError) -> String {
        let start = position
        position += 1
        var content: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case quote:
                return String(decoding: content, as: UTF8.self)
            case UInt8(ascii: "\\"):
                try escape(into: &content)
            case UInt8(ascii: "%"):
                // "%%" is one percent sign; everything else is kept, for nothing is substituted here.
                if position < bytes.count, bytes[position] == UInt8(ascii: "%") { position += 1 }
                content.append(byte)
            default:
                content.append(byte)
            }
        }
        throw error(at: start, "the string that starts here has no closing quote")
    }

    private mutating func escape(into content: inout [UInt8]) throws(PredicateFormatError) {
        guard position < bytes.count else { throw error(at: position, "a character was expected after \"\\\"") }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "u"):
            var unit = try hexUnit()
            if (0xD800..<0xDC00).contains(unit), hasPrefix("\\u") {
                position += 2
                let low = try hexUnit()
                guard (0xDC00..<0xE000).contains(low) else {
                    throw error(at: position, "the second half of a surrogate pair was expected")
                }
                unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(unit) else {
                throw error(at: position, "\\u\(String(unit, radix: 16)) is no character")
            }
            content.append(contentsOf: String(Character(scalar)).utf8)
        default: content.append(byte)
        }
    }

    private mutating func hexUnit() throws(PredicateFormatError) -> UInt32 {
        guard position + 4 <= bytes.count,
            bytes[position..<position + 4].allSatisfy({ isHexDigit($0) }),
            let value = UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
        else { throw error(at: position, "four hexadecimal digits were expected after \"\\u\"") }
        position += 4
        return value
    }

    // MARK: Numbers

    private mutating func number() throws(PredicateFormatError) -> PredicateToken {
        let start = position
        if bytes[position] == UInt8(ascii: "0"), position + 1 < bytes.count,
            let radix = Self.radix(ofPrefix: bytes[position + 1])
        {
            position += 2
            let digits = scanName()
            guard let value = UInt64(digits, radix: radix) else {
                throw error(at: start, "\"0\(Character(Unicode.Scalar(bytes[start + 1])))\(digits)\" is no number")
            }
            return Int(exactly: value).map { .integer($0) } ?? .real(Double(value))
        }
        var isReal = false
        while position < bytes.count, isDigit(bytes[position]) { position += 1 }
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            isReal = true
            position += 1
            while position < bytes.count, isDigit(bytes[position]) { position += 1 }
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            var after = position + 1
            if after < bytes.count, bytes[after] == UInt8(ascii: "+") || bytes[after] == UInt8(ascii: "-") {
                after += 1
            }
            if after < bytes.count, isDigit(bytes[after]) {
                isReal = true
                position = after
                while position < bytes.count, isDigit(bytes[position]) { position += 1 }
            }
        }
        if position < bytes.count, isNameStart(bytes[position]), lengthOfSpace() == 0 {
            throw error(at: position, "a number ends here, and a name cannot follow it without a space")
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if !isReal, let value = Int(text) { return .integer(value) }
        guard let value = strtodValue(text) else { throw error(at: start, "\"\(text)\" is no number") }
        return .real(value)
    }

    private func strtodValue(_ text: String) -> Double? {
        // "1." and ".5" are numbers to strtod, though not to Double.
        var whole = text
        if whole.hasPrefix(".") { whole = "0" + whole }
        if whole.hasSuffix(".") { whole += "0" }
        return Double(whole.replacingOccurrences(of: ".e", with: ".0e").replacingOccurrences(of: ".E", with: ".0e"))
    }

    private static func radix(ofPrefix byte: UInt8) -> Int? {
        switch byte | 0x20 {
        case UInt8(ascii: "x"): 16
        case UInt8(ascii: "o"): 8
        case UInt8(ascii: "b"): 2
        default: nil
        }
    }

    // MARK: Directives

    private mutating func directive() throws(PredicateFormatError) -> PredicateToken {
        let start = position
        position += 1
        guard position < bytes.count else { throw error(at: start, "a directive was expected after \"%\"") }
        if bytes[position] == UInt8(ascii: "@") {
            position += 1
            return .valueArgument(.object)
        }
        if bytes[position] == UInt8(ascii: "K") {
            position += 1
            return .keyPathArgument
        }
        let lengths: [UInt8] = Array("hlqLzjt".utf8)
        let conversions: [UInt8] = Array("dDiuUxXoOfFeEgGaAcCsSp".utf8)
        var index = position
        while index < bytes.count, lengths.contains(bytes[index]) { index += 1 }
        guard index < bytes.count, conversions.contains(bytes[index]) else {
            throw error(at: start, "this is no directive; known are %@, %K and the C conversions such as %d, %ld, %f")
        }
        let isWide = bytes[position..<index].contains { "lqzjt".utf8.contains($0) }
        position = index + 1
        return .valueArgument(FormatDirective(conversion: bytes[index], isWide: isWide))
    }

    // MARK: Symbols

    private mutating func symbol() throws(PredicateFormatError) -> PredicateToken {
        let first = Character(Unicode.Scalar(bytes[position]))
        if position + 1 < bytes.count {
            let two: PredicateToken.Symbol? =
                switch String(first) + String(Character(Unicode.Scalar(bytes[position + 1]))) {
                case "<=", "=<": .lessOrEqual
                case ">=", "=>": .greaterOrEqual
                case "==": .equal
                case "!=", "<>": .notEqual
                case "&&": .and
                case "||": .or
                case "**": .power
                case "<<": .shiftLeft
                case ">>": .shiftRight
                default: nil
                }
            if let two {
                position += 2
                return .symbol(two)
            }
        }
        if first == "=" {
            position += 1
            return .symbol(.equal)
        }
        guard let one = PredicateToken.Symbol(rawValue: String(first)) else {
            throw error(at: position, "\"\(first)\" has no meaning here")
        }
        position += 1
        return .symbol(one)
    }

    // MARK: Characters and errors

    private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x66).contains(byte | 0x20) }

    /// Letters and the underscore, and everything beyond ASCII: keys may be in any language.
    private func isNameStart(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "_") || (0x61...0x7A).contains(byte | 0x20)
    }

    private func error(at offset: Int, _ reason: String) -> PredicateFormatError {
        .syntax(format, byteOffset: offset, reason)
    }
}

extension PredicateFormatError {
    /// A fault of grammar at an offset in bytes.
    static func syntax(_ format: String, byteOffset: Int, _ reason: String) -> PredicateFormatError {
        PredicateFormatError(.syntax, format: format, offset: characters(format, byteOffset), reason: reason)
    }

    static func characters(_ format: String, _ byteOffset: Int) -> Int {
        let utf8 = format.utf8
        let index = utf8.index(utf8.startIndex, offsetBy: byteOffset, limitedBy: utf8.endIndex) ?? utf8.endIndex
        return format.distance(from: format.startIndex, to: index)
    }
}
