/// A JSON value; numbers keep their text, so that no digit is lost.
enum JSONValue {
    case null
    case boolean(Bool)
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
}

/// Why a text is no JSON, and where.
struct JSONError: Error, CustomStringConvertible {
    let line: Int
    let problem: String

    var description: String { "line \(line): \(problem)" }
}

/// Reads JSON from bytes, one value at a time; large arrays need not be held whole.
///
/// Source: RFC 8259.
struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0
    /// Deeper nesting than any export has is refused before the stack ends.
    private static let deepest = 64

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // a byte order mark is no part of the text.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Reads an object and hands its members out; `body` has to read each value.
    mutating func members(_ body: (String, inout JSONReader) throws -> Void) throws {
        try expect(UInt8(ascii: "{"))
        if take(UInt8(ascii: "}")) { return }
        repeat {
            skipSpace()
            let key = try text()
            try expect(UInt8(ascii: ":"))
            try body(key, &self)
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"))
    }

    /// Reads an array and hands its elements out; `body` has to read each.
    mutating func elements(_ body: (inout JSONReader) throws -> Void) throws {
        try expect(UInt8(ascii: "["))
        if take(UInt8(ascii: "]")) { return }
        repeat { try body(&self) } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"))
    }

    /// Reads a value.
    mutating func value() throws -> JSONValue { try value(depth: 0) }

    /// Makes sure that nothing follows.
    mutating func end() throws {
        skipSpace()
        if position < bytes.count { throw failure("something follows the end") }
    }

    // MARK: Parts

    func failure(_ problem: String) -> JSONError {
        JSONError(line: bytes[..<min(position, bytes.count)].count { $0 == 0x0A } + 1, problem: problem)
    }

    private mutating func value(depth: Int) throws -> JSONValue {
        if depth > Self.deepest { throw failure("values nest too deeply") }
        skipSpace()
        guard position < bytes.count else { throw failure("the text ends too early") }
        switch bytes[position] {
        case UInt8(ascii: "{"):
            var object: [String: JSONValue] = [:]
            try members { key, reader in
                guard object.updateValue(try reader.value(depth: depth + 1), forKey: key) == nil else {
                    throw reader.failure("the key \"\(key)\" occurs twice")
                }
            }
            return .object(object)
        case UInt8(ascii: "["):
            var array: [JSONValue] = []
            try elements { array.append(try $0.value(depth: depth + 1)) }
            return .array(array)
        case UInt8(ascii: "\""): return .string(try text())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ text: String, _ value: JSONValue) throws -> JSONValue {
        guard bytes[position...].starts(with: text.utf8) else { throw failure("a value was expected") }
        position += text.utf8.count
        return value
    }

    private mutating func number() throws -> JSONValue {
        let start = position
        while position < bytes.count, "+-.eE0123456789".utf8.contains(bytes[position]) { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let first = text.first, first.isNumber || first == "-", Double(text) != nil else {
            throw failure("a value was expected")
        }
        return .number(text)
    }

    private mutating func text() throws -> String {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
            throw failure("a string was expected")
        }
        position += 1
        var result: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: result, as: UTF8.self) else {
                    throw failure("a string is no UTF-8")
                }
                return text
            case UInt8(ascii: "\\"): result += try escape()
            case 0..<0x20: throw failure("a string holds a control character that is not escaped")
            default: result.append(byte)
            }
        }
        throw failure("a string does not end")
    }

    private mutating func escape() throws -> [UInt8] {
        guard position < bytes.count else { throw failure("a string does not end") }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [8]
        case UInt8(ascii: "f"): return [12]
        case UInt8(ascii: "n"): return [10]
        case UInt8(ascii: "r"): return [13]
        case UInt8(ascii: "t"): return [9]
        case UInt8(ascii: "u"):
            let first = try unit()
            guard first & 0xF800 == 0xD800 else { return Self.utf8(UInt32(first)) }
            guard first < 0xDC00, bytes[position...].starts(with: "\\u".utf8) else {
                throw failure("half a character is escaped")
            }
            position += 2
            let second = try unit()
            guard second & 0xFC00 == 0xDC00 else { throw failure("half a character is escaped") }
            return Self.utf8(0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF)))
        default: throw failure("an escape is unknown")
        }
    }

    private mutating func unit() throws -> UInt16 {
        guard position + 4 <= bytes.count,
            let unit = UInt16(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
        else { throw failure("an escape is not complete") }
        position += 4
        return unit
    }

    private static func utf8(_ scalar: UInt32) -> [UInt8] {
        Unicode.Scalar(scalar).map { Array(String(Character($0)).utf8) } ?? []
    }

    private mutating func skipSpace() {
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ byte: UInt8) throws {
        guard take(byte) else {
            throw failure("\"\(Character(Unicode.Scalar(byte)))\" was expected")
        }
    }
}
