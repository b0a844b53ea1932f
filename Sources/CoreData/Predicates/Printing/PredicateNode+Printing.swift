import Foundation

extension PredicateNode: CustomStringConvertible {
    /// The predicate as a format.
    var description: String {
        switch self {
        case .constant(let value):
            value ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .not(let inner):
            "NOT " + inner.descriptionAsPart
        case .and(let parts):
            parts.isEmpty ? "TRUEPREDICATE" : parts.map(\.partOfCompound).joined(separator: " AND ")
        case .or(let parts):
            parts.isEmpty ? "FALSEPREDICATE" : parts.map(\.partOfCompound).joined(separator: " OR ")
        case .comparison(let comparison):
            comparison.description
        case .opaque(let predicate):
            Self.describe(predicate)
        }
    }

    /// The description, in parentheses for every compound.
    private var descriptionAsPart: String {
        switch self {
        case .and, .or, .not: "(\(description))"
        case .constant, .comparison, .opaque: description
        }
    }

    /// A part of AND or OR.
    ///
    /// A compound of one part prints as that part, so it needs no parentheses.
    private var partOfCompound: String {
        switch self {
        case .and(let parts), .or(let parts):
            switch parts.count {
            case 0: description
            case 1: parts[0].partOfCompound
            default: "(\(description))"
            }
        default: descriptionAsPart
        }
    }

    private static func describe(_ predicate: NSPredicate) -> String {
        // Foundation's block predicates have no text of their own.
        if type(of: predicate) == NSPredicate.self {
            let address = UInt(bitPattern: ObjectIdentifier(predicate).hashValue)
            return "BLOCKPREDICATE(0x\(String(address, radix: 16)))"
        }
        return predicate.description
    }
}

extension ComparisonNode: CustomStringConvertible {
    /// The comparison as a format.
    var description: String {
        let prefix =
            switch modifier {
            case .direct: ""
            case .any: "ANY "
            case .all: "ALL "
            }
        return "\(prefix)\(left) \(type.formatName)\(options.formatName) \(right)"
    }
}

extension ExpressionNode: CustomStringConvertible {
    /// The expression as a format.
    var description: String {
        switch self {
        case .constant(let constant):
            return ConstantPrinter.format(constant.value)
        case .evaluatedObject:
            return "SELF"
        case .variable(let name):
            return "$" + name
        case .keyPath(let base, let path):
            let keys = path.map { PredicateParser.reservedWords.contains($0.uppercased()) ? "#" + $0 : $0 }
            let text = keys.joined(separator: ".")
            return base.map { "\($0.descriptionAsPart).\(text)" } ?? text
        case .function(let name, let operand, let arguments):
            return Self.describe(function: name, operand: operand, arguments: arguments)
        case .aggregate(let elements):
            return "{\(elements.map(\.description).joined(separator: ", "))}"
        case .subquery(let collection, let variable, let predicate):
            return "SUBQUERY(\(collection), $\(variable), \(predicate))"
        case .conditional(let predicate, let first, let second):
            return "TERNARY(\(predicate), \(first), \(second))"
        case .unionSet(let left, let right):
            return "\(left.descriptionAsPart) UNION \(right.descriptionAsPart)"
        case .intersectSet(let left, let right):
            return "\(left.descriptionAsPart) INTERSECT \(right.descriptionAsPart)"
        case .minusSet(let left, let right):
            return "\(left.descriptionAsPart) MINUS \(right.descriptionAsPart)"
        case .opaque(let expression):
            return expression.description
        }
    }

    private var descriptionAsPart: String {
        switch self {
        case .function(let name, nil, _) where FunctionNames.infix[name] != nil: "(\(description))"
        case .unionSet, .intersectSet, .minusSet: "(\(description))"
        default: description
        }
    }

    private static func describe(
        function name: String, operand: ExpressionNode?, arguments: [ExpressionNode]
    ) -> String {
        if let operand {
            let rest = arguments.map { ", \($0)" }.joined()
            return "FUNCTION(\(operand), \(ConstantPrinter.quoted(name))\(rest))"
        }
        if let sign = FunctionNames.infix[name], arguments.count == 2 {
            return "\(arguments[0].descriptionAsPart) \(sign) \(arguments[1].descriptionAsPart)"
        }
        switch (name, arguments.count) {
        case ("objectFrom:withIndex:", 2):
            return "\(arguments[0].descriptionAsPart)[\(arguments[1])]"
        case ("castObject:toType:", 2):
            return "CAST(\(arguments[0]), \(arguments[1]))"
        default:
            return "\(name)(\(arguments.map(\.description).joined(separator: ", ")))"
        }
    }
}

extension NSComparisonPredicate.Operator {
    /// The operator as a format spells it.
    var formatName: String {
        switch self {
        case .lessThan: "<"
        case .lessThanOrEqualTo: "<="
        case .greaterThan: ">"
        case .greaterThanOrEqualTo: ">="
        case .equalTo: "=="
        case .notEqualTo: "!="
        case .matches: "MATCHES"
        case .like: "LIKE"
        case .beginsWith: "BEGINSWITH"
        case .endsWith: "ENDSWITH"
        case .in: "IN"
        case .contains: "CONTAINS"
        case .between: "BETWEEN"
        }
    }
}

extension NSComparisonPredicate.Options {
    /// The options as a format spells them, brackets included; nothing for none.
    var formatName: String {
        if isEmpty { return "" }
        var letters = ""
        if contains(.caseInsensitive) { letters += "c" }
        if contains(.diacriticInsensitive) { letters += "d" }
        if contains(.normalized) { letters += "n" }
        if contains(.localeSensitive) { letters += "l" }
        return "[\(letters)]"
    }
}
