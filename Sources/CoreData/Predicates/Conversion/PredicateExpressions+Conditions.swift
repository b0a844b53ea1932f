import Foundation

extension PredicateExpressions.Conjunction: ConvertibleExpression
where LHS: StandardPredicateExpression, RHS: StandardPredicateExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart {
        .predicate(.and([try conversion.predicate(lhs), try conversion.predicate(rhs)]))
    }
}

extension PredicateExpressions.Disjunction: ConvertibleExpression
where LHS: StandardPredicateExpression, RHS: StandardPredicateExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart {
        .predicate(.or([try conversion.predicate(lhs), try conversion.predicate(rhs)]))
    }
}

extension PredicateExpressions.Negation: ConvertibleExpression where Wrapped: StandardPredicateExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart {
        .predicate(.not(try conversion.predicate(wrapped)))
    }
}

extension PredicateExpressions.Equal: ConvertibleExpression
where LHS: StandardPredicateExpression, RHS: StandardPredicateExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart {
        try conversion.equality(lhs, rhs, .equalTo)
    }
}

extension PredicateExpressions.NotEqual: ConvertibleExpression
where LHS: StandardPredicateExpression, RHS: StandardPredicateExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart {
        try conversion.equality(lhs, rhs, .notEqualTo)
    }
}

extension PredicateExpressions.Comparison: ConvertibleExpression
where LHS: StandardPredicateExpression, RHS: StandardPredicateExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart {
        let type: NSComparisonPredicate.Operator
        switch op {
        case .lessThan: type = .lessThan
        case .lessThanOrEqual: type = .lessThanOrEqualTo
        case .greaterThan: type = .greaterThan
        case .greaterThanOrEqual: type = .greaterThanOrEqualTo
        @unknown default: throw Unconvertible()
        }
        return PredicateConversion.comparison(
            try conversion.expression(lhs), type, try conversion.expression(rhs))
    }
}

extension PredicateConversion {
    /// Equality of values, and of predicates with Boolean constants.
    func equality(
        _ left: any StandardPredicateExpression, _ right: any StandardPredicateExpression,
        _ type: NSComparisonPredicate.Operator
    ) throws -> ConvertedPart {
        let leftPart = try part(left)
        let rightPart = try part(right)
        if case .predicate(let node) = leftPart, case .expression(.constant(let constant)) = rightPart,
            let value = constant.value as? Bool
        {
            return .predicate(value == (type == .equalTo) ? node : .not(node))
        }
        return Self.comparison(leftPart.expression, type, rightPart.expression)
    }
}

// MARK: Strings

extension PredicateExpressions.CollectionContainsCollection: ConvertibleExpression
where Base: StandardPredicateExpression, Other: StandardPredicateExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart {
        guard Base.Output.self == String.self else { throw Unconvertible() }
        return PredicateConversion.comparison(
            try conversion.expression(base), .contains, try conversion.expression(other))
    }
}

extension PredicateExpressions.SequenceStartsWith: ConvertibleExpression
where Base: StandardPredicateExpression, Prefix: StandardPredicateExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart {
        guard Base.Output.self == String.self else { throw Unconvertible() }
        return PredicateConversion.comparison(
            try conversion.expression(base), .beginsWith, try conversion.expression(prefix))
    }
}

// MARK: Collections

extension PredicateExpressions.SequenceContains: ConvertibleExpression
where LHS: StandardPredicateExpression, RHS: StandardPredicateExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart {
        PredicateConversion.comparison(
            try conversion.expression(element), .in, try conversion.expression(sequence))
    }
}

extension PredicateExpressions.SequenceContainsWhere: ConvertibleExpression
where LHS: StandardPredicateExpression, RHS: StandardPredicateExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart {
        let matches = try conversion.subquery(sequence, variable.key, test)
        return PredicateConversion.comparison(PredicateConversion.count(of: matches), .greaterThan, .literal(0))
    }
}

extension PredicateExpressions.SequenceAllSatisfy: ConvertibleExpression
where LHS: StandardPredicateExpression, RHS: StandardPredicateExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart {
        let others = try conversion.subquery(sequence, variable.key, test, isNegated: true)
        return PredicateConversion.comparison(PredicateConversion.count(of: others), .equalTo, .literal(0))
    }
}

extension PredicateExpressions.Filter: ConvertibleExpression
where LHS: StandardPredicateExpression, RHS: StandardPredicateExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart {
        .expression(try conversion.subquery(sequence, variable.key, filter))
    }
}

// MARK: Ranges

extension PredicateExpressions.RangeExpressionContains: ConvertibleExpression
where RangeExpression: StandardPredicateExpression, Element: StandardPredicateExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart {
        let value = try conversion.expression(element)
        let bounds: (lower: ExpressionNode, upper: ExpressionNode, isClosed: Bool)
        if let range = range as? any BoundedRange {
            let (lower, upper) = range.bounds
            bounds = (try conversion.expression(lower), try conversion.expression(upper), range.isClosed)
        } else if case .constant(let constant) = try conversion.expression(range),
            let range = constant.value as? any ConstantRange
        {
            bounds = (.literal(range.bounds.lower), .literal(range.bounds.upper), range.isClosed)
        } else {
            throw Unconvertible()
        }
        if bounds.isClosed {
            return PredicateConversion.comparison(value, .between, .aggregate([bounds.lower, bounds.upper]))
        }
        return .predicate(
            .and([
                PredicateConversion.comparison(value, .greaterThanOrEqualTo, bounds.lower).predicate,
                PredicateConversion.comparison(value, .lessThan, bounds.upper).predicate,
            ]))
    }
}

/// A range between two expressions.
private protocol BoundedRange {
    var bounds: (any StandardPredicateExpression, any StandardPredicateExpression) { get }
    var isClosed: Bool { get }
}

extension PredicateExpressions.ClosedRange: BoundedRange
where LHS: StandardPredicateExpression, RHS: StandardPredicateExpression {
    fileprivate var bounds: (any StandardPredicateExpression, any StandardPredicateExpression) { (lower, upper) }
    fileprivate var isClosed: Bool { true }
}

extension PredicateExpressions.Range: BoundedRange
where LHS: StandardPredicateExpression, RHS: StandardPredicateExpression {
    fileprivate var bounds: (any StandardPredicateExpression, any StandardPredicateExpression) { (lower, upper) }
    fileprivate var isClosed: Bool { false }
}

/// A range that was captured as a value.
private protocol ConstantRange {
    var bounds: (lower: Any, upper: Any) { get }
    var isClosed: Bool { get }
}

extension ClosedRange: ConstantRange {
    fileprivate var bounds: (lower: Any, upper: Any) { (lowerBound, upperBound) }
    fileprivate var isClosed: Bool { true }
}

extension Range: ConstantRange {
    fileprivate var bounds: (lower: Any, upper: Any) { (lowerBound, upperBound) }
    fileprivate var isClosed: Bool { false }
}
