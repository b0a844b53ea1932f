import Foundation

/// What a part of a Swift predicate becomes: Boolean parts are predicates, all others expressions.
enum ConvertedPart {
    case predicate(PredicateNode)
    case expression(ExpressionNode)

    /// The part where a predicate is needed: a Boolean value holds when it is true.
    var predicate: PredicateNode {
        switch self {
        case .predicate(let node): node
        case .expression(let node):
            .comparison(
                ComparisonNode(left: node, right: .literal(true), modifier: .direct, type: .equalTo, options: []))
        }
    }

    /// The part where a value is needed.
    var expression: ExpressionNode {
        switch self {
        case .predicate(let node): .conditional(node, .literal(true), .literal(false))
        case .expression(let node): node
        }
    }
}

/// Thrown for a part of a Swift predicate that the predicate language has no words for.
struct Unconvertible: Error {}

/// One conversion of a Swift predicate, and what its variables stand for.
final class PredicateConversion {
    private var variables: [PredicateExpressions.VariableID: ExpressionNode] = [:]
    private var nameCount = 0

    /// Converts a whole predicate of one input.
    static func node<Input>(of predicate: Predicate<Input>) throws -> PredicateNode {
        let conversion = PredicateConversion()
        conversion.variables[predicate.variable.key] = .evaluatedObject
        return try conversion.part(predicate.expression).predicate
    }

    /// Converts a whole expression of one input.
    static func node<Input, Output>(of expression: Expression<Input, Output>) throws -> ExpressionNode {
        let conversion = PredicateConversion()
        conversion.variables[expression.variable.key] = .evaluatedObject
        return try conversion.part(expression.expression).expression
    }

    /// Converts an expression of any type that has words in the predicate language.
    func part(_ expression: any StandardPredicateExpression) throws -> ConvertedPart {
        guard let expression = expression as? any ConvertibleExpression else { throw Unconvertible() }
        return try expression.part(in: self)
    }

    func predicate(_ expression: any StandardPredicateExpression) throws -> PredicateNode {
        try part(expression).predicate
    }

    func expression(_ expression: any StandardPredicateExpression) throws -> ExpressionNode {
        try part(expression).expression
    }

    func value(of variable: PredicateExpressions.VariableID) throws -> ExpressionNode {
        guard let value = variables[variable] else { throw Unconvertible() }
        return value
    }

    /// Converts something in which a variable stands for an expression.
    func binding<Result>(
        _ variable: PredicateExpressions.VariableID, to value: ExpressionNode, _ body: () throws -> Result
    ) rethrows -> Result {
        let outer = variables[variable]
        variables[variable] = value
        defer { variables[variable] = outer }
        return try body()
    }

    /// The elements of a collection that fulfil a condition, as SUBQUERY.
    func subquery(
        _ collection: any StandardPredicateExpression, _ variable: PredicateExpressions.VariableID,
        _ condition: any StandardPredicateExpression, isNegated: Bool = false
    ) throws -> ExpressionNode {
        let elements = try expression(collection)
        nameCount += 1
        let name = "element\(nameCount)"
        let inner = try binding(variable, to: .variable(name)) { try predicate(condition) }
        return .subquery(collection: elements, variable: name, predicate: isNegated ? .not(inner) : inner)
    }

    static func comparison(
        _ left: ExpressionNode, _ type: NSComparisonPredicate.Operator, _ right: ExpressionNode,
        _ options: NSComparisonPredicate.Options = []
    ) -> ConvertedPart {
        .predicate(
            .comparison(ComparisonNode(left: left, right: right, modifier: .direct, type: type, options: options)))
    }

    static func count(of collection: ExpressionNode) -> ExpressionNode {
        .keyPath(base: collection, path: ["@count"])
    }
}

/// A node of a Swift predicate that the predicate language has words for.
protocol ConvertibleExpression {
    func part(in conversion: PredicateConversion) throws -> ConvertedPart
}

extension NSExpression {
    /// Creates an expression from a Swift expression, as `#Expression` makes it.
    ///
    /// Nil for one that the predicate language has no words for, and for one with key paths whose
    /// property names are not known.
    public convenience init?<Input, Output>(_ expression: Expression<Input, Output>) {
        guard let node = try? PredicateConversion.node(of: expression) else { return nil }
        self.init(node: node)
    }
}

extension FormattedPredicate {
    /// Creates a predicate from a Swift predicate, as `#Predicate` makes it.
    ///
    /// Nil for one that the predicate language has no words for, and for one with key paths whose
    /// property names are not known.
    public init?<Input>(_ predicate: Predicate<Input>) {
        guard let node = try? PredicateConversion.node(of: predicate),
            let made = NSPredicate.made(of: PredicateSource(node)) as? Self
        else { return nil }
        self = made
    }
}
