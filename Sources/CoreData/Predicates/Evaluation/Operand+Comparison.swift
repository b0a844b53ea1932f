import Foundation

extension Operand {
    /// Equality of predicates: numbers by value, strings by code units, dates as instants, rows by
    /// identity; nil equals nil.
    func isEqual(to other: Operand) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.string(let a), .string(let b)): StringMatching.isEqual(a, b)
        case (.integer(let a), .integer(let b)): a == b
        case (.date(let a), .date(let b)): a == b
        case (.uuid(let a), .uuid(let b)): a == b
        case (.data(let a), .data(let b)): a == b
        case (.url(let a), .url(let b)): a.absoluteURL == b.absoluteURL
        case (.collection(let a, let isOrdered), .collection(let b, let isAlsoOrdered)):
            isOrdered == isAlsoOrdered && Self.isEqual(a, b, isOrdered: isOrdered)
        case (.dictionary(let a), .dictionary(let b)):
            a.count == b.count
                && a.allSatisfy { pair in
                    b.contains { $0.key == pair.key && Operand($0.value).isEqual(to: Operand(pair.value)) }
                }
        case (.object(let a), .object(let b)): Self.isEqual(a, b)
        default: order(asNumberTo: other) == .orderedSame
        }
    }

    private static func isEqual(_ a: [Any?], _ b: [Any?], isOrdered: Bool) -> Bool {
        guard a.count == b.count else { return false }
        if isOrdered { return zip(a, b).allSatisfy { Operand($0).isEqual(to: Operand($1)) } }
        let others = b.map { Operand($0) }
        return a.allSatisfy { element in
            let operand = Operand(element)
            return others.contains { $0.isEqual(to: operand) }
        }
    }

    private static func isEqual(_ a: Any, _ b: Any) -> Bool {
        let a = a as AnyObject
        let b = b as AnyObject
        if a === b { return true }
        if let a = a as? any ObjectIdentity {
            guard let b = b as? any ObjectIdentity else { return false }
            return a.predicateIdentity == b.predicateIdentity
        }
        if let a = a as? NSObject, let b = b as? NSObject { return a.isEqual(b) }
        if let a = a as? any Equatable { return isEqual(a, to: b) }
        return false
    }

    private static func isEqual<Value: Equatable>(_ value: Value, to other: Any) -> Bool {
        (other as? Value) == value
    }

    /// The order of two values; nil when either is nil.
    ///
    /// - Throws: `PredicateEvaluationError.Code.unlikeClasses`.
    func compare(to other: Operand) throws -> ComparisonResult? {
        switch (self, other) {
        case (.null, _), (_, .null): return nil
        case (.string(let a), .string(let b)): return StringMatching.compare(a, b)
        case (.integer(let a), .integer(let b)): return Self.order(a, b)
        case (.date(let a), .date(let b)): return Self.order(a, b)
        case (.uuid(let a), .uuid(let b)): return Self.order(a.uuidString, b.uuidString)
        case (.data(let a), .data(let b)):
            if a == b { return .orderedSame }
            return a.lexicographicallyPrecedes(b) ? .orderedAscending : .orderedDescending
        case (.url(let a), .url(let b)):
            return StringMatching.compare(a.absoluteString, b.absoluteString)
        case (.object(let a), .object(let b)):
            if let a = a as? any Comparable, let order = Self.order(a, toAny: b) { return order }
        default:
            if let order = order(asNumberTo: other) { return order }
        }
        throw PredicateEvaluationError.unlikeClasses(self, other)
    }

    static func order<Value: Comparable>(_ a: Value, _ b: Value) -> ComparisonResult {
        a < b ? .orderedAscending : (b < a ? .orderedDescending : .orderedSame)
    }

    private static func order<Value: Comparable>(_ a: Value, toAny b: Any) -> ComparisonResult? {
        (b as? Value).map { order(a, $0) }
    }

    // MARK: Numbers

    var isNumber: Bool {
        switch self {
        case .integer, .unsigned, .real, .decimal: true
        default: false
        }
    }

    /// The order of two numbers by value, whatever their types; nil if one is no number.
    private func order(asNumberTo other: Operand) -> ComparisonResult? {
        switch (self, other) {
        case (.integer(let a), .integer(let b)): return Self.order(a, b)
        case (.real(let a), .real(let b)): return a.isNaN || b.isNaN ? Self.orderOfNaN(a, b) : Self.order(a, b)
        case (.unsigned(let a), .unsigned(let b)): return Self.order(a, b)
        case (.integer, .unsigned): return .orderedAscending
        case (.unsigned, .integer): return .orderedDescending
        case (.decimal(let a), .decimal(let b)): return Self.order(a, b)
        case (.integer(let a), .real(let b)): return Self.order(a, real: b)
        case (.real(let a), .integer(let b)): return Self.order(b, real: a).reversed
        case (.unsigned(let a), .real(let b)): return Self.order(a, real: b)
        case (.real(let a), .unsigned(let b)): return Self.order(b, real: a).reversed
        case (.decimal(let a), _): return other.decimalValue.map { Self.order(a, $0) }
        case (_, .decimal(let b)): return decimalValue.map { Self.order($0, b) }
        default: return nil
        }
    }

    /// NaN is below all numbers, so that sorting has one order.
    private static func orderOfNaN(_ a: Double, _ b: Double) -> ComparisonResult {
        a.isNaN ? (b.isNaN ? .orderedSame : .orderedAscending) : .orderedDescending
    }

    /// Exact also where `Double` cannot hold the integer.
    private static func order<Number: FixedWidthInteger>(_ a: Number, real b: Double) -> ComparisonResult {
        if b.isNaN { return .orderedDescending }
        if b >= Double(Number.max) { return .orderedAscending }
        if b < Double(Number.min) { return .orderedDescending }
        let whole = b.rounded(.towardZero)
        let order = order(a, Number(whole))
        if order != .orderedSame || whole == b { return order }
        return whole < b ? .orderedAscending : .orderedDescending
    }

    /// The number as a decimal, a real number by its shortest decimal form; nil for what is no number.
    var decimalValue: Decimal? {
        switch self {
        case .integer(let number): Decimal(number)
        case .unsigned(let number): Decimal(number)
        case .real(let number): number.isFinite ? Decimal(string: number.description) ?? Decimal(number) : .nan
        case .decimal(let number): number
        default: nil
        }
    }

    /// The number as a real number; nil for what is no number.
    var doubleValue: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .unsigned(let number): Double(number)
        case .real(let number): number
        case .decimal(let number): Double(number.description) ?? (number as NSDecimalNumber).doubleValue
        default: nil
        }
    }
}

extension ComparisonResult {
    /// The result of the comparison the other way round.
    var reversed: ComparisonResult {
        switch self {
        case .orderedAscending: .orderedDescending
        case .orderedSame: .orderedSame
        case .orderedDescending: .orderedAscending
        }
    }
}
