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
        rewriting { if case .constant(let constant) = $0 { .constant(rewrite(constant)) } else { nil } }
    }

    /// Returns a copy with parts replaced; where `rewrite` gives nil, the parts of the part are looked at.
    func rewriting(_ rewrite: (ExpressionNode) throws -> ExpressionNode?) rethrows -> ExpressionNode {
        if let replaced = try rewrite(self) { return replaced }
        switch self {
        case .constant, .evaluatedObject, .variable, .opaque, .keyPath(base: nil, path: _):
            return self
        case .keyPath(.some(let base), let path):
            return .keyPath(base: try base.rewriting(rewrite), path: path)
        case .function(let name, let operand, let arguments):
            return .function(
                name: name, operand: try operand?.rewriting(rewrite),
                arguments: try arguments.map { try $0.rewriting(rewrite) })
        case .aggregate(let elements):
            return .aggregate(try elements.map { try $0.rewriting(rewrite) })
        case .subquery(let collection, let variable, let predicate):
            return .subquery(
                collection: try collection.rewriting(rewrite), variable: variable,
                predicate: try predicate.rewriting(rewrite))
        case .conditional(let predicate, let first, let second):
            return .conditional(
                try predicate.rewriting(rewrite), try first.rewriting(rewrite), try second.rewriting(rewrite))
        case .unionSet(let left, let right):
            return .unionSet(try left.rewriting(rewrite), try right.rewriting(rewrite))
        case .intersectSet(let left, let right):
            return .intersectSet(try left.rewriting(rewrite), try right.rewriting(rewrite))
        case .minusSet(let left, let right):
            return .minusSet(try left.rewriting(rewrite), try right.rewriting(rewrite))
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
        rewriting { if case .constant(let constant) = $0 { .constant(rewrite(constant)) } else { nil } }
    }

    /// Returns a copy with parts of its expressions replaced; see `ExpressionNode.rewriting(_:)`.
    func rewriting(_ rewrite: (ExpressionNode) throws -> ExpressionNode?) rethrows -> PredicateNode {
        switch self {
        case .constant, .opaque: return self
        case .not(let inner): return .not(try inner.rewriting(rewrite))
        case .and(let parts): return .and(try parts.map { try $0.rewriting(rewrite) })
        case .or(let parts): return .or(try parts.map { try $0.rewriting(rewrite) })
        case .comparison(var comparison):
            comparison.left = try comparison.left.rewriting(rewrite)
            comparison.right = try comparison.right.rewriting(rewrite)
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
