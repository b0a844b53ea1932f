import Foundation

/// A predicate names a variable that was not given.
struct MissingVariableError: Error, CustomStringConvertible {
    let variable: String

    var description: String {
        "The predicate uses $\(variable), but no value was given for it; add \"\(variable)\" to the substitution variables."
    }
}

extension PredicateNode {
    /// Returns a copy in which variables are constants; those bound by a subquery stay.
    func substituting(_ variables: [String: Any]) throws(MissingVariableError) -> PredicateNode {
        try substituting(variables, bound: [])
    }

    fileprivate func substituting(
        _ variables: [String: Any], bound: Set<String>
    ) throws(MissingVariableError) -> PredicateNode {
        switch self {
        case .constant, .opaque: return self
        case .not(let inner): return .not(try inner.substituting(variables, bound: bound))
        case .and(let parts): return .and(try Self.substituting(parts, variables, bound))
        case .or(let parts): return .or(try Self.substituting(parts, variables, bound))
        case .comparison(var comparison):
            comparison.left = try comparison.left.substituting(variables, bound: bound)
            comparison.right = try comparison.right.substituting(variables, bound: bound)
            return .comparison(comparison)
        }
    }

    private static func substituting(
        _ parts: [PredicateNode], _ variables: [String: Any], _ bound: Set<String>
    ) throws(MissingVariableError) -> [PredicateNode] {
        var result: [PredicateNode] = []
        for part in parts { result.append(try part.substituting(variables, bound: bound)) }
        return result
    }
}

extension ExpressionNode {
    fileprivate func substituting(
        _ variables: [String: Any], bound: Set<String>
    ) throws(MissingVariableError) -> ExpressionNode {
        switch self {
        case .constant, .evaluatedObject, .opaque, .keyPath(base: nil, path: _):
            return self
        case .variable(let name):
            if bound.contains(name) { return self }
            guard let value = variables[name] else { throw MissingVariableError(variable: name) }
            if let expression = value as? NSExpression { return ExpressionNode(expression).withoutArguments }
            return .literal(unwrapped(value))
        case .keyPath(.some(let base), let path):
            return .keyPath(base: try base.substituting(variables, bound: bound), path: path)
        case .function(let name, let operand, let arguments):
            return .function(
                name: name, operand: try operand?.substituting(variables, bound: bound),
                arguments: try Self.substituting(arguments, variables, bound))
        case .aggregate(let elements):
            return .aggregate(try Self.substituting(elements, variables, bound))
        case .subquery(let collection, let variable, let predicate):
            return .subquery(
                collection: try collection.substituting(variables, bound: bound), variable: variable,
                predicate: try predicate.substituting(variables, bound: bound.union([variable])))
        case .conditional(let predicate, let first, let second):
            return .conditional(
                try predicate.substituting(variables, bound: bound), try first.substituting(variables, bound: bound),
                try second.substituting(variables, bound: bound))
        case .unionSet(let left, let right):
            return .unionSet(
                try left.substituting(variables, bound: bound), try right.substituting(variables, bound: bound))
        case .intersectSet(let left, let right):
            return .intersectSet(
                try left.substituting(variables, bound: bound), try right.substituting(variables, bound: bound))
        case .minusSet(let left, let right):
            return .minusSet(
                try left.substituting(variables, bound: bound), try right.substituting(variables, bound: bound))
        }
    }

    private static func substituting(
        _ parts: [ExpressionNode], _ variables: [String: Any], _ bound: Set<String>
    ) throws(MissingVariableError) -> [ExpressionNode] {
        var result: [ExpressionNode] = []
        for part in parts { result.append(try part.substituting(variables, bound: bound)) }
        return result
    }
}
