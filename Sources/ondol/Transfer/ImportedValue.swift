import CoreData
import Foundation

/// Turns what a file says into values of attributes.
enum ImportedValue {
    /// The name of the transformer that lets stored bytes through as they are.
    static let storedBytes = "OndolStoredBytes"

    /// - Returns: the value for key-value coding; nil when it is none of the attribute's type.
    static func value(_ value: ImportRecord.Value, of type: NSAttributeType) -> Any? {
        let text: String
        switch value {
        case .text(let string): text = string
        case .literal(let literal):
            // a number in the place of a text is a mistake, not a text.
            if [.stringAttributeType, .UUIDAttributeType, .URIAttributeType].contains(type) { return nil }
            text = literal
        case .emptyField: text = ""
        }
        switch type {
        case .integer16AttributeType: return Int16(text).map { NSNumber(value: $0) }
        case .integer32AttributeType: return Int32(text).map { NSNumber(value: $0) }
        case .integer64AttributeType: return Int64(text).map { NSNumber(value: $0) }
        case .booleanAttributeType:
            switch text.lowercased() {
            case "true", "yes", "1": return NSNumber(value: true)
            case "false", "no", "0": return NSNumber(value: false)
            default: return nil
            }
        case .doubleAttributeType: return real(Double(text), text).map { NSNumber(value: $0) }
        case .floatAttributeType: return real(Float(text), text).map { NSNumber(value: $0) }
        case .decimalAttributeType:
            if text == "NaN" { return NSDecimalNumber.notANumber }
            guard Double(text)?.isFinite ?? false, text.utf8.allSatisfy({ "+-.eE0123456789".utf8.contains($0) }),
                let decimal = Decimal(string: text), !decimal.isNaN
            else { return nil }
            return NSDecimalNumber(decimal: decimal)
        case .stringAttributeType: return text
        case .dateAttributeType: return StoredDate.seconds(text).map { Date(timeIntervalSinceReferenceDate: $0) }
        case .UUIDAttributeType: return UUID(uuidString: text)
        // as it is, whatever characters it has: `StoreImport` sets it without making a URL of it.
        case .URIAttributeType: return text
        case .binaryDataAttributeType, .transformableAttributeType: return Data(base64Encoded: text)
        case .undefinedAttributeType, .objectIDAttributeType, .compositeAttributeType: return nil
        }
    }

    /// The number of a text; nil for what a store cannot keep, and for a number that became infinite by its size.
    private static func real<Number: BinaryFloatingPoint>(_ number: Number?, _ text: String) -> Number? {
        guard let number, !number.isNaN, !text.lowercased().contains("x") else { return nil }
        return number.isInfinite && text.contains(where: \.isNumber) ? nil : number
    }

    /// The number that a store would keep in the place of a decimal with more digits than it holds; nil when it keeps
    /// every digit.
    static func rounded(_ value: ImportRecord.Value) -> String? {
        let text = value.text
        guard text != "NaN", let decimal = Decimal(string: text) else { return nil }
        let kept = StoreInspection.kept(decimal).description
        return digits(text) == digits(kept) ? nil : kept
    }

    /// The number that a store would keep in the place of one with digits that a Double or Float does not hold; nil
    /// when the nearest one has all digits of the text.
    static func roundedReal(_ value: ImportRecord.Value, asFloat: Bool) -> String? {
        let float = asFloat ? Float(value.text) : nil
        guard let double = float.map({ Double($0) }) ?? Double(value.text), double.isFinite else { return nil }
        let meant = digits(value.text)
        // the first two say sign and power. No number of either kind has more digits than that.
        let count = min(max(1, meant.count - 2), 800)
        if digits(String(format: "%.\(count - 1)e", double)) == meant { return nil }
        return float?.description ?? double.description
    }

    /// The digits of a number without zeros at the ends, and the power of ten of the last.
    private static func digits(_ text: String) -> [Int] {
        let parts = text.lowercased().split(separator: "e", maxSplits: 1)
        guard let mantissa = parts.first else { return [] }
        var power = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        var digits: [Int] = []
        var isFraction = false
        for character in mantissa {
            if character == "." { isFraction = true }
            guard let digit = character.wholeNumberValue else { continue }
            if !digits.isEmpty || digit != 0 { digits.append(digit) }
            if isFraction { power -= 1 }
        }
        while digits.last == 0 {
            digits.removeLast()
            power += 1
        }
        // nothing is nothing, whatever its power and sign.
        return digits.isEmpty ? [] : [mantissa.first == "-" ? -1 : 1, power] + digits
    }
}
