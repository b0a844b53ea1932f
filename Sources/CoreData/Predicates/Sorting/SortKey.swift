import Foundation

/// A sort descriptor as stores read it.
struct SortKey {
    /// How two values are put in order.
    ///
    /// nil comes before all values.
    enum Comparison {
        /// `compare:`: numbers by value, strings by code points.
        case standard
        case caseInsensitive
        case localized
        case localizedCaseInsensitive
        /// As file lists do it: numbers inside of strings by value.
        case localizedStandard
        /// A closure over the two values; memory only.
        case comparator(Comparator)
        /// A method that is not known; every sort refuses it.
        case unknown(selector: String)
    }

    /// Keys from the sorted object on; empty for the object itself.
    var path: [String]
    var ascending: Bool
    var comparison: Comparison

    /// Reads any sort descriptor.
    ///
    /// - Throws: `SortDescriptorError` for a Swift key path whose names are not known.
    init(_ descriptor: NSSortDescriptor) throws(SortDescriptorError) {
        ascending = descriptor.ascending
        if let keyed = descriptor as? KeySortDescriptor {
            comparison = keyed.comparison
            if keyed.storedKey == nil, keyed.typedPath == nil {
                path = []
                return
            }
        } else {
            // Foundation's own: for `Comparable` values, which sort in their natural order.
            comparison = .standard
        }
        guard let key = descriptor.key else {
            throw SortDescriptorError(
                reason: "The property names behind the key path \(descriptor.keyPath) are not known; "
                    + "use NSSortDescriptor(key:ascending:).")
        }
        path = key == "self" ? [] : key.split(separator: ".").map(String.init)
    }
}

/// Why a sort descriptor cannot be used.
public struct SortDescriptorError: Error, Sendable, CustomStringConvertible {
    /// What is wrong with which descriptor, and what to do.
    let reason: String

    /// What is wrong with which descriptor, and what to do.
    public var description: String { reason }
}

extension SortKey.Comparison {
    init(selector: String?) {
        self =
            switch selector {
            case nil, "compare:": .standard
            case "caseInsensitiveCompare:": .caseInsensitive
            case "localizedCompare:": .localized
            case "localizedCaseInsensitiveCompare:": .localizedCaseInsensitive
            case "localizedStandardCompare:": .localizedStandard
            case .some(let name): .unknown(selector: name)
            }
    }

    /// The method the comparison stands for; nil for a closure.
    var selector: String? {
        switch self {
        case .standard: "compare:"
        case .caseInsensitive: "caseInsensitiveCompare:"
        case .localized: "localizedCompare:"
        case .localizedCaseInsensitive: "localizedCaseInsensitiveCompare:"
        case .localizedStandard: "localizedStandardCompare:"
        case .comparator: nil
        case .unknown(let selector): selector
        }
    }

    /// The ascending order of two values.
    ///
    /// - Throws: `PredicateEvaluationError.Code.unlikeClasses`; for an unknown method
    ///   `.unknownFunction`.
    func order(_ left: Operand, _ right: Operand) throws -> ComparisonResult {
        switch (left, right) {
        case (.null, .null): return .orderedSame
        case (.null, _): return .orderedAscending
        case (_, .null): return .orderedDescending
        default: break
        }
        switch self {
        case .standard:
            return try left.compare(to: right) ?? .orderedSame
        case .comparator(let comparator):
            return comparator(left.plainValue ?? NSNull(), right.plainValue ?? NSNull())
        case .unknown(let selector):
            throw PredicateEvaluationError(
                .unknownFunction,
                "Sorting by \"\(selector)\" is not supported; known are compare:, "
                    + "caseInsensitiveCompare:, localizedCompare:, localizedCaseInsensitiveCompare: and "
                    + "localizedStandardCompare:.")
        case .caseInsensitive, .localized, .localizedCaseInsensitive, .localizedStandard: break
        }
        guard case .string(let left) = left, case .string(let right) = right else {
            throw PredicateEvaluationError.unlikeClasses(left, right)
        }
        return order(left, right)
    }

    /// The ascending order of two strings.
    ///
    /// The SQLite store registers it as its collations.
    func order(_ left: String, _ right: String) -> ComparisonResult {
        switch self {
        case .caseInsensitive: StringMatching.compare(left, right, .caseInsensitive)
        case .localized: Self.localized(left, right, [])
        case .localizedCaseInsensitive: Self.localized(left, right, .caseInsensitive)
        case .localizedStandard:
            Self.localized(left, right, [.caseInsensitive, .numeric, .widthInsensitive, .forcedOrdering])
        case .standard, .comparator, .unknown: StringMatching.compare(left, right)
        }
    }

    /// The order of two strings in the current locale.
    ///
    /// Foundation says of some Hangul pairs ("가나", "각") that each comes after the other; code points, which
    /// follow the dictionary there, decide such a contradiction.
    private static func localized(
        _ left: String, _ right: String, _ options: String.CompareOptions
    ) -> ComparisonResult {
        let forward = left.compare(right, options: options, range: nil, locale: .current)
        let backward = right.compare(left, options: options, range: nil, locale: .current)
        return forward.rawValue == -backward.rawValue ? forward : StringMatching.compare(left, right)
    }
}
