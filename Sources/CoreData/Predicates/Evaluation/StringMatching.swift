import Foundation
import Synchronization

/// The string operators of predicates.
///
/// The SQLite store registers the same functions, so that a predicate means the same in memory and
/// in SQL.
///
/// Without options strings are compared byte by byte in UTF-8, which is code point order. The options
/// `c` and `d` fold case and diacritics without regard to locale; `n` says that the strings have been
/// folded already and beats both; `l` folds by the current locale.
enum StringMatching {
    typealias Options = NSComparisonPredicate.Options

    // MARK: Operators

    static func isEqual(_ a: String, _ b: String, _ options: Options = []) -> Bool {
        if options.isEmpty, a.utf8.count != b.utf8.count { return false }
        return compare(a, b, options) == .orderedSame
    }

    static func compare(_ a: String, _ b: String, _ options: Options = []) -> ComparisonResult {
        if options.contains(.localeSensitive), !options.contains(.normalized) {
            return a.compare(b, options: options.foundation, range: nil, locale: .current)
        }
        var a = folded(a, options)
        var b = folded(b, options)
        return a.withUTF8 { a in
            b.withUTF8 { b in
                let common = min(a.count, b.count)
                if common > 0, let start = a.baseAddress, let otherStart = b.baseAddress {
                    let order = memcmp(start, otherStart, common)
                    if order != 0 { return order < 0 ? .orderedAscending : .orderedDescending }
                }
                return Operand.order(a.count, b.count)
            }
        }
    }

    static func begins(_ text: String, with prefix: String, _ options: Options) -> Bool {
        folded(text, options).utf8.starts(with: folded(prefix, options).utf8)
    }

    static func ends(_ text: String, with suffix: String, _ options: Options) -> Bool {
        let text = folded(text, options).utf8
        let suffix = folded(suffix, options).utf8
        return text.count >= suffix.count && text.suffix(suffix.count).elementsEqual(suffix)
    }

    static func contains(_ text: String, _ part: String, _ options: Options) -> Bool {
        var text = folded(text, options)
        var part = folded(part, options)
        return text.withUTF8 { text in
            part.withUTF8 { part in
                guard let first = part.first else { return true }
                guard let start = text.baseAddress, let partStart = part.baseAddress else { return false }
                var offset = 0
                // `memchr` skips to the next place where the part can start.
                while text.count - offset >= part.count,
                    let found = memchr(start + offset, Int32(first), text.count - offset - part.count + 1)
                {
                    if memcmp(found, partStart, part.count) == 0 { return true }
                    offset = UnsafeRawPointer(found) - UnsafeRawPointer(start) + 1
                }
                return false
            }
        }
    }

    /// LIKE: `?` is one character, `*` any number of them; a backslash takes that meaning away.
    static func isLike(_ text: String, _ pattern: String, _ options: Options) -> Bool {
        LikePattern(folded(pattern, options)).matches(folded(text, options))
    }

    /// MATCHES: an ICU regular expression that matches the whole text.
    ///
    /// - Throws: `PredicateEvaluationError.Code.invalidPattern`.
    static func matches(_ text: String, _ pattern: String, _ options: Options) throws -> Bool {
        var text = text
        if options.contains(.diacriticInsensitive), !options.contains(.normalized) {
            text = folded(text, .diacriticInsensitive)
        }
        let expression = try expression(for: pattern, options)
        let range = NSRange(location: 0, length: text.utf16.count)
        return expression.rangeOfFirstMatch(in: text, range: range).location != NSNotFound
    }

    // MARK: Folding

    /// The form of a text that is compared under the options.
    static func folded(_ text: String, _ options: Options) -> String {
        let folds = options.rawValue & (Options.caseInsensitive.rawValue | Options.diacriticInsensitive.rawValue)
        if folds == 0 || options.contains(.normalized) { return text }
        if isASCII(text) {
            return options.contains(.caseInsensitive) ? text.lowercased() : text
        }
        let locale = options.contains(.localeSensitive) ? Locale.current : nil
        // Composed again, so that a syllable of Hangul never matches in part.
        return text.folding(options: options.foundation, locale: locale).precomposedStringWithCanonicalMapping
    }

    private static func isASCII(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { bytes in bytes.allSatisfy { $0 < 0x80 } }
            ?? text.utf8.allSatisfy { $0 < 0x80 }
    }

    // MARK: Regular expressions

    private struct PatternKey: Hashable {
        var pattern: String
        var options: UInt
    }

    /// Guards compiled patterns; emptied when it has grown to the limit.
    private static let expressions = Mutex<[PatternKey: NSRegularExpression]>([:])
    private static let expressionLimit = 256

    private static func expression(for pattern: String, _ options: Options) throws -> NSRegularExpression {
        let isFolding = !options.contains(.normalized)
        let ignoresCase = isFolding && options.contains(.caseInsensitive)
        let key = PatternKey(pattern: pattern, options: ignoresCase ? 1 : 0)
        if let known = expressions.withLock({ $0[key] }) { return known }
        do {
            // A newline before the last parenthesis ends a comment that the pattern may end with.
            let whole = "\\A(?:" + pattern + (pattern.contains("(?x") ? "\n" : "") + ")\\z"
            // Compiled alone too, for a pattern such as `a)|(b` would be valid in parentheses only.
            if !pattern.isEmpty { _ = try NSRegularExpression(pattern: pattern) }
            let made = try NSRegularExpression(
                pattern: whole, options: ignoresCase ? [.caseInsensitive] : [])
            let dropped: [PatternKey: NSRegularExpression]? = expressions.withLock { known in
                var dropped: [PatternKey: NSRegularExpression]?
                if known.count >= expressionLimit {
                    dropped = known
                    known = [:]
                }
                known[key] = made
                return dropped
            }
            _ = dropped
            return made
        } catch {
            throw PredicateEvaluationError(
                .invalidPattern, "\"\(pattern)\", the right side of MATCHES, is no regular expression.")
        }
    }
}

extension NSComparisonPredicate.Options {
    /// The same options for Foundation's string methods.
    var foundation: String.CompareOptions {
        var options: String.CompareOptions = []
        if contains(.caseInsensitive) { options.insert(.caseInsensitive) }
        if contains(.diacriticInsensitive) { options.insert(.diacriticInsensitive) }
        return options
    }
}

/// A pattern of LIKE, by characters of Unicode code points.
struct LikePattern {
    private enum Element: Equatable {
        case one
        case many
        case scalar(Unicode.Scalar)
    }

    private let elements: [Element]

    init(_ pattern: String) {
        var elements: [Element] = []
        var isEscaped = false
        for scalar in pattern.unicodeScalars {
            switch scalar {
            case _ where isEscaped:
                elements.append(.scalar(scalar))
                isEscaped = false
            case "\\": isEscaped = true
            case "?": elements.append(.one)
            case "*":
                if elements.last != .many { elements.append(.many) }
            default: elements.append(.scalar(scalar))
            }
        }
        if isEscaped { elements.append(.scalar("\\")) }
        self.elements = elements
    }

    /// True when the pattern matches the whole text.
    ///
    /// - Complexity: O(*n* × *m*) at worst; a star is tried again only from the latest one.
    func matches(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        var position = 0
        var index = 0
        var retry: (index: Int, position: Int)?
        while position < scalars.count {
            if index < elements.count {
                switch elements[index] {
                case .many:
                    retry = (index + 1, position)
                    index += 1
                    continue
                case .one:
                    position += 1
                    index += 1
                    continue
                case .scalar(let scalar) where scalar == scalars[position]:
                    position += 1
                    index += 1
                    continue
                case .scalar: break
                }
            }
            guard let latest = retry else { return false }
            retry = (latest.index, latest.position + 1)
            index = latest.index
            position = latest.position + 1
        }
        return elements[index...].allSatisfy { $0 == .many }
    }
}
