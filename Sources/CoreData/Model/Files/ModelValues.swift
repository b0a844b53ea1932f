import Foundation

/// Reads the values that a model's source gives as text: defaults, bounds, patterns.
struct ModelValues {
    let type: NSAttributeType

    /// What became of a default value's text.
    enum Default {
        case none
        case value(Any)
        /// Text that Xcode accepts and drops: no default, and a warning.
        case unreadable(ModelError)
    }

    /// A validation predicate and the error code that its failure is reported with.
    struct Validation {
        var predicate: NSPredicate
        var code: Int
    }

    func defaultValue(of attribute: ModelSource.Attribute) throws(ModelError) -> Default {
        if type == .dateAttributeType {
            if let text = attribute.defaultInterval { return .value(try date(interval: text)) }
            guard let text = attribute.defaultText, !text.isEmpty else { return .none }
            guard let date = Self.date(readable: text) else { return .unreadable(unreadable(text)) }
            return .value(date)
        }
        guard let text = attribute.defaultText else { return .none }
        if type == .stringAttributeType { return .value(text) }
        guard !text.isEmpty else { return .none }
        switch type {
        case .UUIDAttributeType:
            guard let uuid = UUID(uuidString: text) else { return .unreadable(unreadable(text)) }
            return .value(uuid)
        case .URIAttributeType:
            guard let url = URL(string: text) else { return .unreadable(unreadable(text)) }
            return .value(url)
        case .booleanAttributeType: return .value(NSNumber(value: try boolean(text)))
        case .binaryDataAttributeType, .transformableAttributeType, .undefinedAttributeType, .compositeAttributeType,
            .objectIDAttributeType:
            return .unreadable(unreadable(text))
        default: return .value(try number(text, "default value"))
        }
    }

    /// The validation predicates that the source's bounds and pattern stand for.
    ///
    /// Source: model-format, section 2, "Validation built by the compiler".
    func validation(of attribute: ModelSource.Attribute) throws(ModelError) -> [Validation] {
        var result: [Validation] = []
        switch type {
        case .stringAttributeType:
            if let text = attribute.minText {
                result.append(.init(predicate: ModelExpressions.length(.atLeast, try length(text)), code: 1670))
            }
            if let text = attribute.maxText {
                result.append(.init(predicate: ModelExpressions.length(.atMost, try length(text)), code: 1660))
            }
            if let pattern = attribute.pattern {
                do {
                    _ = try NSRegularExpression(pattern: pattern)
                } catch {
                    throw ModelError(
                        .badValue, "The regular expression \"\(pattern)\" cannot be read.", remedy: "Correct it.")
                }
                result.append(.init(predicate: ModelExpressions.matches(pattern), code: 1680))
            }
        case .dateAttributeType:
            if let text = attribute.minInterval {
                result.append(
                    .init(predicate: ModelExpressions.bound(.atLeast, try date(interval: text)), code: 1640))
            }
            if let text = attribute.maxInterval {
                result.append(.init(predicate: ModelExpressions.bound(.atMost, try date(interval: text)), code: 1630))
            }
        case _ where type.isNumeric && type != .booleanAttributeType:
            if let text = attribute.minText {
                result.append(
                    .init(predicate: ModelExpressions.bound(.atLeast, try number(text, "minimum")), code: 1620))
            }
            if let text = attribute.maxText {
                result.append(
                    .init(predicate: ModelExpressions.bound(.atMost, try number(text, "maximum")), code: 1610))
            }
        default: break
        }
        return result
    }

    // MARK: - Single values

    private func unreadable(_ text: String) -> ModelError {
        ModelError(
            .badValue, "The default value \"\(text)\" does not fit the type \(type.sourceName) and is left out.",
            remedy: "Correct or remove it.")
    }

    private func length(_ text: String) throws(ModelError) -> Int {
        guard let length = Int(text), length >= 0 else {
            throw ModelError(
                .badValue, "The length \"\(text)\" is no whole number from 0 up.", remedy: "Correct or remove it.")
        }
        return length
    }

    private func date(interval text: String) throws(ModelError) -> Date {
        guard let interval = Double(text), interval.isFinite else {
            throw ModelError(
                .badValue, "The point in time \"\(text)\" is no number of seconds.", remedy: "Correct or remove it.")
        }
        return Date(timeIntervalSinceReferenceDate: interval)
    }

    private func boolean(_ text: String) throws(ModelError) -> Bool {
        switch text.uppercased() {
        case "YES", "TRUE": return true
        case "NO", "FALSE": return false
        default:
            guard let number = Double(text) else {
                throw ModelError(
                    .badValue, "The default value \"\(text)\" is neither YES nor NO.", remedy: "Correct or remove it.")
            }
            return number != 0
        }
    }

    private func number(_ text: String, _ what: String) throws(ModelError) -> NSNumber {
        // Old editors left a Boolean's text behind when the type changed.
        let text = text == "YES" ? "1" : text == "NO" ? "0" : text
        func bad(_ reason: String) -> ModelError {
            ModelError(.badValue, "The \(what) \"\(text)\" \(reason).", remedy: "Correct or remove it.")
        }
        switch type {
        case .decimalAttributeType:
            guard Double(text) != nil, let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
            else { throw bad("is no number") }
            return NSDecimalNumber(decimal: value)
        case .doubleAttributeType:
            guard let value = Double(text) else { throw bad("is no number") }
            return NSNumber(value: value)
        case .floatAttributeType:
            guard let value = Float(text) else { throw bad("is no number") }
            return NSNumber(value: value)
        default:
            guard let value = Int64(text) ?? Double(text).flatMap({ Int64(exactly: $0) }) else {
                throw bad("is no whole number")
            }
            switch type {
            case .integer16AttributeType:
                guard let value = Int16(exactly: value) else { throw bad("is out of the range of Integer 16") }
                return NSNumber(value: value)
            case .integer32AttributeType:
                guard let value = Int32(exactly: value) else { throw bad("is out of the range of Integer 32") }
                return NSNumber(value: value)
            default: return NSNumber(value: value)
            }
        }
    }

    /// `2013-04-23 12:00:00 +0000`, the form in which old editors wrote dates.
    private static func date(readable text: String) -> Date? {
        if let seconds = Double(text), seconds.isFinite { return Date(timeIntervalSinceReferenceDate: seconds) }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        for format in ["yyyy-MM-dd HH:mm:ss Z", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd"] {
            formatter.dateFormat = format
            if let date = formatter.date(from: text) { return date }
        }
        return nil
    }
}
