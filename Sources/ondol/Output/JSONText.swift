import Foundation

/// JSON as text, with keys in the order in which they are given.
enum JSONText {
    /// A string literal.
    static func string(_ value: String) -> String {
        // most texts hold nothing to be escaped; 0xE2 begins the line separators, among others.
        let isPlain = value.utf8.allSatisfy {
            $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F && $0 != 0xE2
        }
        if isPlain { return "\"\(value)\"" }
        var result = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    static func string(_ value: String?) -> String { value.map { string($0) } ?? "null" }

    /// An object on one line; the values are JSON already.
    static func object(_ members: [(key: String, value: String)]) -> String {
        "{" + members.map { "\(string($0.key)): \($0.value)" }.joined(separator: ", ") + "}"
    }

    /// An array on one line; the elements are JSON already.
    static func array(_ elements: [String]) -> String { "[" + elements.joined(separator: ", ") + "]" }

    /// An object with one member a line; the values are JSON already.
    static func lines(_ members: [(key: String, value: String)]) -> String {
        if members.isEmpty { return "{}" }
        return "{\n" + members.map { "  \(string($0.key)): \(indented($0.value))" }.joined(separator: ",\n") + "\n}"
    }

    /// An array with one element a line; the elements are JSON already.
    static func list(_ elements: [String]) -> String {
        if elements.isEmpty { return "[]" }
        return "[\n" + elements.map { "  \(indented($0))" }.joined(separator: ",\n") + "\n]"
    }

    /// Strings are on one line, so line breaks are layout.
    private static func indented(_ text: String) -> String { text.replacing("\n", with: "\n  ") }

    /// A property list value; data in base64, dates in ISO form.
    static func value(_ value: Any, depth: Int = 0) -> String {
        if depth > 64 { return string("…") }
        switch value {
        case let value as String: return string(value)
        case let value as Data: return string(value.base64EncodedString())
        case let value as Date: return string(StoredDate.text(value.timeIntervalSinceReferenceDate))
        case let value as Bool where !(value is any Numeric): return value ? "true" : "false"
        case let value as NSNumber: return number(value)
        case let value as [Any]: return array(value.map { Self.value($0, depth: depth + 1) })
        case let value as [String: Any]:
            return object(
                value.sorted { $0.key < $1.key }.map { (key: $0.key, value: Self.value($0.value, depth: depth + 1)) })
        default: return string("\(value)")
        }
    }

    private static func number(_ value: NSNumber) -> String {
        let text = value.stringValue
        return Double(text)?.isFinite ?? false ? text : string(text)
    }
}
