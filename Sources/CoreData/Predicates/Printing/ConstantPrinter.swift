import Foundation

/// Prints constants the way formats spell them.
enum ConstantPrinter {
    static func format(_ value: Any?) -> String {
        switch Operand(value) {
        case .null: return "nil"
        case .integer(let number): return String(number)
        case .unsigned(let number): return String(number)
        case .real(let number): return format(number)
        case .decimal(let number): return number.description
        case .string(let text): return quoted(text)
        case .date(let date):
            let seconds = String(
                format: "%.6f", locale: Locale(identifier: "en_US_POSIX"), date.timeIntervalSinceReferenceDate)
            return "CAST(\(seconds), \"NSDate\")"
        case .collection(let elements, isOrdered: let isOrdered):
            let parts = elements.map { format($0) }
            // Sets have no order; a stable one makes equal sets print alike.
            return "{\((isOrdered ? parts : parts.sorted()).joined(separator: ", "))}"
        case .dictionary, .data, .uuid, .url, .object:
            return value.map { String(describing: $0) } ?? "nil"
        }
    }

    private static func format(_ number: Double) -> String {
        if let whole = Int64(exactly: number), abs(number) < 1e15 { return String(whole) }
        return number.description
    }

    /// The text in quotes, with escapes where the parser needs them.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
