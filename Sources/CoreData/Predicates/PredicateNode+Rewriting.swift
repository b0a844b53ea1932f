import Foundation

extension ExpressionNode {
    /// A constant that came from no argument.
    static func literal(_ value: Any?) -> ExpressionNode {
        .constant(ConstantNode(value: value, argument: nil))
    }

    /// A path that starts at the evaluated object.
    static func keyPath(_ path: [String]) -> ExpressionNode {
        .keyPath(base: nil, path: path)
    }

    /// The expression with the values of its arguments filled in.
    func binding(_ arguments: [Any?]) -> ExpressionNode {
        arguments.isEmpty ? self : rewritingConstants { $0.binding(arguments) }
    }

    /// The expression with constants that have forgotten which arguments they were.
    var withoutArguments: ExpressionNode {
        rewritingConstants { ConstantNode(value: $0.value, argument: nil) }
    }

    /// Returns a copy with every constant replaced.
    func rewritingConstants(_ rewrite: (ConstantNode) -> ConstantNode) -> ExpressionNode {
        switch self {
        case .constant(let constant):
            return .constant(rewrite(constant))
        case .evaluatedObject, .variable, .opaque, .keyPath(base: nil, path: _):
            return self
        case .keyPath(.some(let base), let path):
            return .keyPath(base: base.rewritingConstants(rewrite), path: path)
        case .function(let name, let operand, let arguments):
            return .function(
                name: name, operand: operand?.rewritingConstants(rewrite),
                arguments: arguments.map { $0.rewritingConstants(rewrite) })
        case .aggregate(let elements):
            return .aggregate(elements.map { $0.rewritingConstants(rewrite) })
        case .subquery(let collection, let variable, let predicate):
            return .subquery(
                collection: collection.rewritingConstants(rewrite), variable: variable,
                predicate: predicate.rewritingConstants(rewrite))
        case .conditional(let predicate, let first, let second):
            return .conditional(
                predicate.rewritingConstants(rewrite), first.rewritingConstants(rewrite),
                second.rewritingConstants(rewrite))
        case .unionSet(let left, let right):
            return .unionSet(left.rewritingConstants(rewrite), right.rewritingConstants(rewrite))
        case .intersectSet(let left, let right):
            return .intersectSet(left.rewritingConstants(rewrite), right.rewritingConstants(rewrite))
        case .minusSet(let left, let right):
            return .minusSet(left.rewritingConstants(rewrite), right.rewritingConstants(rewrite))
        }
    }
}

extension PredicateNode {
    /// The predicate with the values of its arguments filled in.
    func binding(_ arguments: [Any?]) -> PredicateNode {
        arguments.isEmpty ? self : rewritingConstants { $0.binding(arguments) }
    }

    /// The predicate with constants that have forgotten which arguments they were.
    var withoutArguments: PredicateNode {
        rewritingConstants { ConstantNode(value: $0.value, argument: nil) }
    }

    /// Returns a copy with every constant replaced.
    func rewritingConstants(_ rewrite: (ConstantNode) -> ConstantNode) -> PredicateNode {
        switch self {
        case .constant, .opaque: return self
        case .not(let inner): return .not(inner.rewritingConstants(rewrite))
        case .and(let parts): return .and(parts.map { $0.rewritingConstants(rewrite) })
        case .or(let parts): return .or(parts.map { $0.rewritingConstants(rewrite) })
        case .comparison(var comparison):
            comparison.left = comparison.left.rewritingConstants(rewrite)
            comparison.right = comparison.right.rewritingConstants(rewrite)
            return .comparison(comparison)
        }
    }
}

extension ConstantNode {
    func binding(_ arguments: [Any?]) -> ConstantNode {
        guard let argument, argument < arguments.count else { return self }
        return ConstantNode(value: unwrapped(arguments[argument]), argument: argument)
    }
}
