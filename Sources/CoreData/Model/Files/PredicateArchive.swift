import Foundation

/// Reads predicates and expressions out of keyed archives, into the trees that predicates are made of.
///
/// Source: model-format, section 2.
enum PredicateArchive {
    /// Deeper trees are not made by people, and reading them recurses.
    private static let maximumDepth = 64

    static func predicate(_ value: KeyedArchive.Value) throws(ModelError) -> NSPredicate {
        ModelExpressions.predicate(try predicateNode(value, depth: 0))
    }

    static func expression(_ value: KeyedArchive.Value) throws(ModelError) -> NSExpression {
        ModelExpressions.expression(try expressionNode(value, depth: 0))
    }

    private static func unsupported(_ what: String) -> ModelError {
        ModelError(
            .badExpression, "An archived predicate cannot be read: \(what).",
            remedy: "Give the model's source (.xcdatamodeld) instead of the compiled model.")
    }

    private static func predicateNode(
        _ value: KeyedArchive.Value, depth: Int
    ) throws(ModelError) -> PredicateNode {
        guard depth < maximumDepth else { throw unsupported("it nests too deep") }
        switch value.className {
        case "NSComparisonPredicate": return .comparison(try comparison(value, depth: depth))
        case "NSCompoundPredicate":
            var parts: [PredicateNode] = []
            for part in value["NSSubpredicates"]?.elements ?? [] {
                parts.append(try predicateNode(part, depth: depth + 1))
            }
            switch value["NSCompoundPredicateType"]?.integer {
            case 0:
                guard parts.count == 1 else { throw unsupported("a NOT has \(parts.count) parts") }
                return .not(parts[0])
            case 1: return .and(parts)
            case 2: return .or(parts)
            case let other: throw unsupported("the compound type \(other ?? -1) is unknown")
            }
        case "NSTruePredicate": return .constant(true)
        case "NSFalsePredicate": return .constant(false)
        case let other: throw unsupported("the class \(other ?? "(none)") is unknown")
        }
    }

    private static func comparison(
        _ value: KeyedArchive.Value, depth: Int
    ) throws(ModelError) -> ComparisonNode {
        guard let left = value["NSLeftExpression"], let right = value["NSRightExpression"],
            let operation = value["NSPredicateOperator"]
        else { throw unsupported("a comparison lacks a side or its operator") }
        guard let rawType = operation["NSOperatorType"]?.integer, rawType >= 0,
            let type = NSComparisonPredicate.Operator(rawValue: UInt(rawType))
        else { throw unsupported("an operator is unknown") }
        let rawModifier = operation["NSModifier"]?.integer ?? 0
        guard rawModifier >= 0, let modifier = NSComparisonPredicate.Modifier(rawValue: UInt(rawModifier)) else {
            throw unsupported("the modifier \(rawModifier) is unknown")
        }
        // Operators on texts keep their options under another key than the others.
        let options = operation["NSOptions"]?.integer ?? operation["NSFlags"]?.integer ?? 0
        return ComparisonNode(
            left: try expressionNode(left, depth: depth + 1), right: try expressionNode(right, depth: depth + 1),
            modifier: modifier, type: type,
            options: NSComparisonPredicate.Options(rawValue: UInt(max(0, options))))
    }

    private static func expressionNode(
        _ value: KeyedArchive.Value, depth: Int
    ) throws(ModelError) -> ExpressionNode {
        guard depth < maximumDepth else { throw unsupported("an expression nests too deep") }
        switch value.className {
        case "NSConstantValueExpression":
            return .constant(ConstantNode(value: value["NSConstantValue"].flatMap(constant), argument: nil))
        case "NSSelfExpression": return .evaluatedObject
        case "NSVariableExpression":
            guard let name = value["NSVariable"]?.string else { throw unsupported("a variable has no name") }
            return .variable(name)
        case "NSKeyPathExpression":
            guard let path = value["NSArguments"]?.elements?.first?["NSKeyPath"]?.string else {
                throw unsupported("a key path is missing")
            }
            let operand = try value["NSOperand"].map { operand throws(ModelError) in
                try expressionNode(operand, depth: depth + 1)
            }
            var base = operand
            if case .evaluatedObject? = operand { base = nil }
            return .keyPath(base: base, path: path.split(separator: ".").map(String.init))
        case "NSKeyPathSpecifierExpression":
            guard let path = value["NSKeyPath"]?.string else { throw unsupported("a key path is missing") }
            return .keyPath(base: nil, path: path.split(separator: ".").map(String.init))
        case "NSFunctionExpression":
            guard let name = value["NSSelectorName"]?.string else { throw unsupported("a function has no name") }
            var arguments: [ExpressionNode] = []
            for argument in value["NSArguments"]?.elements ?? [] {
                arguments.append(try expressionNode(argument, depth: depth + 1))
            }
            // The operand of a built-in function is the class that has it.
            var operand: ExpressionNode?
            if let archived = value["NSOperand"], !isBuiltInFunctions(archived) {
                operand = try expressionNode(archived, depth: depth + 1)
            }
            return .function(name: name, operand: operand, arguments: arguments)
        case "NSAggregateExpression":
            var parts: [ExpressionNode] = []
            for part in value["NSCollection"]?.elements ?? [] {
                parts.append(try expressionNode(part, depth: depth + 1))
            }
            return .aggregate(parts)
        case let other: throw unsupported("the class \(other ?? "(none)") is unknown")
        }
    }

    private static func isBuiltInFunctions(_ operand: KeyedArchive.Value) -> Bool {
        guard operand.className == "NSConstantValueExpression" else { return false }
        // archives that the framework keeps in stores name the class that has the functions.
        if operand["NSConstantValueClassName"]?.string == "_NSPredicateUtilities" { return true }
        guard let value = operand["NSConstantValue"] else { return false }
        return value.className == "NSConstantValueClassReference"
            || (value.className == nil && value.string?.hasPrefix("_NSPredicateUtilities") == true)
    }

    private static func constant(_ value: KeyedArchive.Value) -> Any? {
        if let simple = value.foundationValue { return simple is NSNull ? nil : simple }
        return value.elements?.compactMap(constant)
    }
}
