import Foundation

extension PredicateExpressions.Variable: ConvertibleExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart {
        .expression(try conversion.value(of: key))
    }
}

extension PredicateExpressions.Value: ConvertibleExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart {
        .expression(.literal(unwrapped(value)))
    }
}

extension PredicateExpressions.NilLiteral: ConvertibleExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart { .expression(.literal(nil)) }
}

extension PredicateExpressions.KeyPath: ConvertibleExpression where Root: StandardPredicateExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart {
        let base = try conversion.expression(root)
        if let part = Self.part(ofStandardProperty: keyPath, on: base) { return part }
        guard let names = KeyPathNames.names(of: keyPath) else { throw Unconvertible() }
        let path = names.split(separator: ".").map(String.init)
        switch base {
        case .evaluatedObject: return .expression(.keyPath(path))
        case .keyPath(let inner, let start): return .expression(.keyPath(base: inner, path: start + path))
        default: return .expression(.keyPath(base: base, path: path))
        }
    }

    /// `count` and `isEmpty` of strings and collections, which the predicate language has other words for.
    private static func part(ofStandardProperty keyPath: AnyKeyPath, on base: ExpressionNode) -> ConvertedPart? {
        let root = type(of: keyPath).rootType
        let length: ExpressionNode
        if root == String.self {
            length = .function(name: "length:", operand: nil, arguments: [base])
        } else if root is any Collection.Type {
            length = PredicateConversion.count(of: base)
        } else {
            return nil
        }
        switch KeyPathNames.names(of: keyPath) {
        case "count": return .expression(length)
        case "isEmpty": return PredicateConversion.comparison(length, .equalTo, .literal(0))
        default: return nil
        }
    }
}

extension PredicateExpressions.ForcedUnwrap: ConvertibleExpression where Inner: StandardPredicateExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart { try conversion.part(inner) }
}

extension PredicateExpressions.OptionalFlatMap: ConvertibleExpression
where LHS: StandardPredicateExpression, RHS: StandardPredicateExpression {
    /// What is reached through nil is nil in the predicate language too, and fulfils no comparison.
    func part(in conversion: PredicateConversion) throws -> ConvertedPart {
        let value = try conversion.expression(wrapped)
        return try conversion.binding(variable.key, to: value) { try conversion.part(transform) }
    }
}

extension PredicateExpressions.NilCoalesce: ConvertibleExpression
where LHS: StandardPredicateExpression, RHS: StandardPredicateExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart {
        let left = try conversion.part(lhs)
        let right = try conversion.expression(rhs)
        if case .predicate = left {
            // A predicate is never nil; one about nil is false.
            if case .constant(let constant) = right, constant.value as? Bool == false { return left }
            throw Unconvertible()
        }
        let isNil = PredicateConversion.comparison(left.expression, .equalTo, .literal(nil)).predicate
        return .expression(.conditional(isNil, right, left.expression))
    }
}

extension PredicateExpressions.Conditional: ConvertibleExpression
where Test: StandardPredicateExpression, If: StandardPredicateExpression, Else: StandardPredicateExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart {
        .expression(
            .conditional(
                try conversion.predicate(test), try conversion.expression(trueBranch),
                try conversion.expression(falseBranch)))
    }
}

// MARK: Arithmetic

extension PredicateExpressions.Arithmetic: ConvertibleExpression
where LHS: StandardPredicateExpression, RHS: StandardPredicateExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart {
        let name: String
        switch op {
        case .add: name = "add:to:"
        case .subtract: name = "from:subtract:"
        case .multiply: name = "multiply:by:"
        @unknown default: throw Unconvertible()
        }
        return try conversion.function(name, lhs, rhs)
    }
}

extension PredicateExpressions.FloatDivision: ConvertibleExpression
where LHS: StandardPredicateExpression, RHS: StandardPredicateExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart {
        try conversion.function("divide:by:", lhs, rhs)
    }
}

extension PredicateExpressions.IntDivision: ConvertibleExpression
where LHS: StandardPredicateExpression, RHS: StandardPredicateExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart {
        try conversion.function("divide:by:", lhs, rhs)
    }
}

extension PredicateExpressions.IntRemainder: ConvertibleExpression
where LHS: StandardPredicateExpression, RHS: StandardPredicateExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart {
        try conversion.function("modulus:by:", lhs, rhs)
    }
}

extension PredicateExpressions.UnaryMinus: ConvertibleExpression where Wrapped: StandardPredicateExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart {
        .expression(
            .function(
                name: "from:subtract:", operand: nil, arguments: [.literal(0), try conversion.expression(wrapped)]))
    }
}

extension PredicateConversion {
    func function(
        _ name: String, _ left: any StandardPredicateExpression, _ right: any StandardPredicateExpression
    ) throws -> ConvertedPart {
        .expression(.function(name: name, operand: nil, arguments: [try expression(left), try expression(right)]))
    }
}
