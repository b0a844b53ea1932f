import Foundation

extension PredicateNode {
    /// Whether the predicate holds.
    ///
    /// - Throws: `PredicateEvaluationError`, and what objects throw when asked for a property.
    func evaluate(in scope: EvaluationScope) throws -> Bool {
        switch self {
        case .constant(let value):
            return value
        case .not(let inner):
            return try !inner.evaluate(in: scope)
        case .and(let parts):
            for part in parts where try !part.evaluate(in: scope) { return false }
            return true
        case .or(let parts):
            for part in parts where try part.evaluate(in: scope) { return true }
            return false
        case .comparison(let comparison):
            return try comparison.evaluate(in: scope)
        case .opaque(let predicate):
            return predicate.evaluate(with: scope.object, substitutionVariables: scope.variables)
        }
    }
}

extension ComparisonNode {
    func evaluate(in scope: EvaluationScope) throws -> Bool {
        let left = Operand(try left.value(in: scope))
        let right = Operand(try right.value(in: scope))
        switch modifier {
        case .direct:
            return try holds(left, right)
        case .any:
            return try Self.flattened(left).contains { try holds($0, right) }
        case .all:
            return try Self.flattened(left).allSatisfy { try holds($0, right) }
        }
    }

    /// The elements that ANY and ALL look at: all levels of collections are one.
    static func flattened(_ operand: Operand) -> [Operand] {
        if operand.isNull { return [] }
        guard let elements = operand.elements else { return [operand] }
        return elements.flatMap { element in
            let inner = Operand(element)
            return inner.elements == nil ? [inner] : flattened(inner)
        }
    }

    /// Whether the comparison holds for two values.
    func holds(_ left: Operand, _ right: Operand) throws -> Bool {
        switch type {
        case .equalTo: return isEqual(left, right)
        case .notEqualTo: return !isEqual(left, right)
        case .lessThan: return try order(left, right) == .orderedAscending
        case .greaterThan: return try order(left, right) == .orderedDescending
        case .lessThanOrEqualTo: return try order(left, right).map { $0 != .orderedDescending } ?? false
        case .greaterThanOrEqualTo: return try order(left, right).map { $0 != .orderedAscending } ?? false
        case .between: return try isBetween(left, right)
        case .in: return try contains(right, left)
        case .contains: return try contains(left, right)
        case .beginsWith: return try matchStrings(left, right) { StringMatching.begins($0, with: $1, options) }
        case .endsWith: return try matchStrings(left, right) { StringMatching.ends($0, with: $1, options) }
        case .like: return try matchStrings(left, right) { StringMatching.isLike($0, $1, options) }
        case .matches: return try matchStrings(left, right) { try StringMatching.matches($0, $1, options) }
        }
    }

    private func isEqual(_ left: Operand, _ right: Operand) -> Bool {
        if case .string(let left) = left, case .string(let right) = right {
            return StringMatching.isEqual(left, right, options)
        }
        return left.isEqual(to: right)
    }

    private func order(_ left: Operand, _ right: Operand) throws -> ComparisonResult? {
        if case .string(let left) = left, case .string(let right) = right {
            return StringMatching.compare(left, right, options)
        }
        return try left.compare(to: right)
    }

    private func isBetween(_ value: Operand, _ bounds: Operand) throws -> Bool {
        if bounds.isNull { return false }
        guard case .collection(let elements, _) = bounds, elements.count == 2 else {
            throw PredicateEvaluationError(
                .unsuitableValue, "The right side of BETWEEN is \(bounds.kindName); give an array of two values.")
        }
        guard let lower = try order(value, Operand(elements[0])), let upper = try order(value, Operand(elements[1]))
        else { return false }
        return lower != .orderedAscending && upper != .orderedDescending
    }

    private func contains(_ whole: Operand, _ part: Operand) throws -> Bool {
        switch whole {
        case .null:
            return false
        case .string(let whole):
            if part.isNull { return false }
            guard case .string(let part) = part else {
                throw PredicateEvaluationError(
                    .unsuitableValue, "\(type.formatName) looks for \(part.kindName) in a string; look for a string.")
            }
            return StringMatching.contains(whole, part, options)
        case .collection(let elements, _):
            return elements.contains { isEqual(Operand($0), part) }
        case .dictionary(let pairs):
            return pairs.contains { isEqual(Operand($0.value), part) }
        default:
            throw PredicateEvaluationError(
                .unsuitableValue, "\(type.formatName) looks into \(whole.kindName); it needs a collection or a string.")
        }
    }

    private func matchStrings(
        _ left: Operand, _ right: Operand, _ match: (String, String) throws -> Bool
    ) throws -> Bool {
        if left.isNull || right.isNull { return false }
        guard case .string(let text) = left, case .string(let pattern) = right else {
            throw PredicateEvaluationError(
                .unsuitableValue,
                "\(type.formatName) works on two strings, but was given \(left.kindName) and \(right.kindName).")
        }
        return try match(text, pattern)
    }
}
