import Foundation

// On Apple's platforms these raise an exception for an expression of another type; so they stop here.
extension NSExpression {
    private func unsuitable(_ property: String) -> Never {
        fatalError(
            "NSExpression.\(property) was read from \"\(self)\", an expression of type \(expressionType); "
                + "look at expressionType first.")
    }

    /// What kind of value the expression stands for.
    public var expressionType: ExpressionType {
        switch content {
        case .custom(let type): type
        case .block: .block
        case .node(let node):
            switch node {
            case .constant: .constantValue
            case .evaluatedObject: .evaluatedObject
            case .variable: .variable
            case .keyPath: .keyPath
            case .function: .function
            case .aggregate: .aggregate
            case .subquery: .subquery
            case .conditional: .conditional
            case .unionSet: .unionSet
            case .intersectSet: .intersectSet
            case .minusSet: .minusSet
            case .opaque(let inner): inner.expressionType
            }
        }
    }

    /// The value of a constant.
    ///
    /// Stops for other expressions.
    public var constantValue: Any? {
        guard case .constant(let constant) = node else { unsuitable("constantValue") }
        return constant.value
    }

    /// The keys of a key path, with dots.
    ///
    /// Stops for other expressions.
    public var keyPath: String {
        guard case .keyPath(_, let path) = node else { unsuitable("keyPath") }
        return path.joined(separator: ".")
    }

    /// The full name of a function, as in `add:to:`.
    ///
    /// Stops for other expressions.
    public var function: String {
        guard case .function(let name, _, _) = node else { unsuitable("function") }
        return name
    }

    /// The name of a variable, without `$`.
    ///
    /// Stops for other expressions.
    public var variable: String {
        switch node {
        case .variable(let name), .subquery(_, let name, _): return name
        default: unsuitable("variable")
        }
    }

    /// What a key path starts at, or a function is called on.
    ///
    /// Stops for other expressions.
    public var operand: NSExpression {
        switch node {
        case .keyPath(let base, _): return NSExpression(node: base ?? .evaluatedObject)
        case .function(_, .some(let operand), _): return NSExpression(node: operand)
        default: unsuitable("operand")
        }
    }

    /// The arguments of a function or a block, nil for other expressions.
    public var arguments: [NSExpression]? {
        if case .block(_, let arguments) = content { return arguments }
        guard case .function(_, _, let arguments) = node else { return nil }
        return arguments.map { NSExpression(node: $0) }
    }

    /// The expressions of a list, or the collection of a subquery.
    ///
    /// Stops for other expressions.
    public var collection: Any {
        switch node {
        case .aggregate(let elements): return elements.map { NSExpression(node: $0) }
        case .subquery(let collection, _, _): return NSExpression(node: collection)
        default: unsuitable("collection")
        }
    }

    /// The predicate of a subquery or a conditional.
    ///
    /// Stops for other expressions.
    public var predicate: NSPredicate {
        switch node {
        case .subquery(_, _, let predicate), .conditional(let predicate, _, _):
            return NSPredicate.made(of: PredicateSource(predicate))
        default: unsuitable("predicate")
        }
    }

    /// The first collection of a union, intersection or difference.
    ///
    /// Stops for other expressions.
    public var left: NSExpression {
        switch node {
        case .unionSet(let left, _), .intersectSet(let left, _), .minusSet(let left, _):
            return NSExpression(node: left)
        default: unsuitable("left")
        }
    }

    /// The second collection of a union, intersection or difference.
    ///
    /// Stops for other expressions.
    public var right: NSExpression {
        switch node {
        case .unionSet(_, let right), .intersectSet(_, let right), .minusSet(_, let right):
            return NSExpression(node: right)
        default: unsuitable("right")
        }
    }

    /// What a conditional is when its predicate holds.
    ///
    /// Stops for other expressions.
    public var `true`: NSExpression {
        guard case .conditional(_, let expression, _) = node else { unsuitable("true") }
        return NSExpression(node: expression)
    }

    /// What a conditional is when its predicate does not hold.
    ///
    /// Stops for other expressions.
    public var `false`: NSExpression {
        guard case .conditional(_, _, let expression) = node else { unsuitable("false") }
        return NSExpression(node: expression)
    }

    /// The closure of a block expression.
    ///
    /// Stops for other expressions.
    public var expressionBlock: Block {
        guard case .block(let block, _) = content else { unsuitable("expressionBlock") }
        return block
    }
}

extension ExpressionNode {
    /// The tree of an expression.
    init(_ expression: NSExpression) {
        self = expression.node
    }
}
