import Foundation

extension PredicateArchive {
    static func write(
        _ predicate: NSPredicate, to writer: inout KeyedArchiveWriter
    ) throws(ModelError) -> Int {
        try write(ModelExpressions.node(of: predicate), to: &writer)
    }

    static func write(
        _ expression: NSExpression, to writer: inout KeyedArchiveWriter
    ) throws(ModelError) -> Int {
        try write(ModelExpressions.node(of: expression), to: &writer)
    }

    private static func unwritable(_ what: String) -> ModelError {
        ModelError(
            .badExpression, "A predicate of the model cannot be archived: it has \(what).",
            remedy: "Use comparisons, AND, OR and NOT over key paths, constants, variables and functions.")
    }

    private static func write(
        _ node: PredicateNode, to writer: inout KeyedArchiveWriter
    ) throws(ModelError) -> Int {
        switch node {
        case .constant(let value): return writer.add(value ? "NSTruePredicate" : "NSFalsePredicate", [])
        case .not(let part): return try compound(0, [part], to: &writer)
        case .and(let parts): return try compound(1, parts, to: &writer)
        case .or(let parts): return try compound(2, parts, to: &writer)
        case .comparison(let comparison):
            let left = try write(comparison.left, to: &writer)
            let right = try write(comparison.right, to: &writer)
            return writer.add(
                "NSComparisonPredicate",
                [
                    ("NSLeftExpression", .reference(left)), ("NSRightExpression", .reference(right)),
                    ("NSPredicateOperator", .reference(operation(of: comparison, to: &writer))),
                ])
        case .opaque: throw unwritable("a block or a class of its own")
        }
    }

    private static func compound(
        _ type: Int, _ parts: [PredicateNode], to writer: inout KeyedArchiveWriter
    ) throws(ModelError) -> Int {
        var numbers: [Int] = []
        for part in parts { numbers.append(try write(part, to: &writer)) }
        return writer.add(
            "NSCompoundPredicate",
            [
                ("NSCompoundPredicateType", .integer(type)),
                ("NSSubpredicates", .reference(writer.array(numbers))),
            ])
    }

    private static func operation(of comparison: ComparisonNode, to writer: inout KeyedArchiveWriter) -> Int {
        let type = Int(comparison.type.rawValue)
        let options = Int(comparison.options.rawValue)
        var fields: [(String, KeyedArchiveWriter.Field)] = [
            ("NSOperatorType", .integer(type)), ("NSModifier", .integer(Int(comparison.modifier.rawValue))),
        ]
        switch comparison.type {
        case .equalTo, .notEqualTo:
            fields.append(("NSNegate", .boolean(comparison.type == .notEqualTo)))
            fields.append(("NSOptions", .integer(options)))
            return writer.add("NSEqualityPredicateOperator", fields)
        case .like, .matches:
            fields.append(("NSFlags", .integer(options)))
            let name = comparison.type == .like ? "NSLikePredicateOperator" : "NSMatchingPredicateOperator"
            return writer.add(name, fields)
        case .beginsWith, .endsWith:
            fields.append(("NSFlags", .integer(options)))
            return writer.add("NSSubstringPredicateOperator", fields)
        case .in, .contains:
            fields.append(("NSOptions", .integer(options)))
            return writer.add("NSInPredicateOperator", fields)
        case .between: return writer.add("NSBetweenPredicateOperator", fields)
        default:
            fields.append(("NSVariant", .integer(type)))
            fields.append(("NSOptions", .integer(options)))
            return writer.add("NSComparisonPredicateOperator", fields)
        }
    }

    private static func write(
        _ node: ExpressionNode, to writer: inout KeyedArchiveWriter
    ) throws(ModelError) -> Int {
        switch node {
        case .constant(let constant):
            var number = KeyedArchiveWriter.null
            if let value = constant.value {
                guard let written = writer.value(value) else { throw unwritable("a constant of another class") }
                number = written
            }
            return writer.add(
                "NSConstantValueExpression",
                [("NSExpressionType", .integer(0)), ("NSConstantValue", .reference(number))])
        case .evaluatedObject: return writer.add("NSSelfExpression", [("NSExpressionType", .integer(1))])
        case .variable(let name):
            return writer.add(
                "NSVariableExpression",
                [("NSExpressionType", .integer(2)), ("NSVariable", .reference(writer.text(name)))])
        case .keyPath(let base, let path):
            let operand = try write(base ?? .evaluatedObject, to: &writer)
            let specifier = writer.add(
                "NSKeyPathSpecifierExpression",
                [
                    ("NSExpressionType", .integer(10)),
                    ("NSKeyPath", .reference(writer.text(path.joined(separator: ".")))),
                ])
            return writer.add(
                "NSKeyPathExpression",
                [
                    ("NSExpressionType", .integer(3)), ("NSOperand", .reference(operand)),
                    ("NSSelectorName", .reference(writer.text("valueForKeyPath:"))),
                    ("NSArguments", .reference(writer.array([specifier]))),
                ])
        case .function(let name, let operand, let arguments):
            var numbers: [Int] = []
            for argument in arguments { numbers.append(try write(argument, to: &writer)) }
            let receiver: Int
            if let operand {
                receiver = try write(operand, to: &writer)
            } else {
                receiver = writer.add(
                    "NSConstantValueExpression",
                    [
                        ("NSExpressionType", .integer(0)),
                        ("NSConstantValueClassName", .reference(writer.text("_NSPredicateUtilities"))),
                    ])
            }
            return writer.add(
                "NSFunctionExpression",
                [
                    ("NSExpressionType", .integer(4)), ("NSOperand", .reference(receiver)),
                    ("NSSelectorName", .reference(writer.text(name))),
                    ("NSArguments", .reference(writer.array(numbers))),
                ])
        case .aggregate(let parts):
            var numbers: [Int] = []
            for part in parts { numbers.append(try write(part, to: &writer)) }
            return writer.add(
                "NSAggregateExpression",
                [("NSExpressionType", .integer(14)), ("NSCollection", .reference(writer.array(numbers)))])
        default: throw unwritable("a subquery, a set operation or a block")
        }
    }
}
