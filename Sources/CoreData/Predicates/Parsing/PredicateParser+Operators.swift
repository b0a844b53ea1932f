import Foundation

extension PredicateParser {
    enum BinaryOperator {
        case logical(NSCompoundPredicate.LogicalType)
        case comparison
        case arithmetic(String)
    }

    /// The binary operator at the current token, if it is one.
    func binaryOperator() -> (Precedence, BinaryOperator)? {
        switch current.token {
        case .symbol(let symbol):
            switch symbol {
            case .or: (.or, .logical(.or))
            case .and: (.and, .logical(.and))
            case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual: (.comparison, .comparison)
            case .plus: (.sum, .arithmetic("add:to:"))
            case .minus: (.sum, .arithmetic("from:subtract:"))
            case .times: (.product, .arithmetic("multiply:by:"))
            case .divide: (.product, .arithmetic("divide:by:"))
            case .power: (.power, .arithmetic("raise:toPower:"))
            case .bitAnd: (.bitAnd, .arithmetic("bitwiseAnd:with:"))
            case .bitOr: (.bitOr, .arithmetic("bitwiseOr:with:"))
            case .bitXor: (.bitXor, .arithmetic("bitwiseXor:with:"))
            case .shiftLeft: (.shift, .arithmetic("leftshift:by:"))
            case .shiftRight: (.shift, .arithmetic("rightshift:by:"))
            default: nil
            }
        case .name(_, escaped: false):
            switch current.token.keyword {
            case "OR": (.or, .logical(.or))
            case "AND": (.and, .logical(.and))
            case .some(let keyword) where Self.comparisonKeywords[keyword] != nil: (.comparison, .comparison)
            default: nil
            }
        default: nil
        }
    }

    static let comparisonKeywords: [String: NSComparisonPredicate.Operator] = [
        "IN": .in, "LIKE": .like, "MATCHES": .matches, "CONTAINS": .contains,
        "BEGINSWITH": .beginsWith, "ENDSWITH": .endsWith, "BETWEEN": .between,
    ]

    /// Reads operator, options and right side after a left side.
    mutating func comparison(
        _ left: Term, modifier: NSComparisonPredicate.Modifier
    ) throws(PredicateFormatError) -> Term {
        let leftNode = try expression(left)
        let type = try comparisonOperator()
        let options = try comparisonOptions()
        let right = try term(.weakestValue)
        let node = ComparisonNode(
            left: leftNode, right: try expression(right), modifier: modifier, type: type, options: options)
        return try term(.predicate(.comparison(node)), over: left, right, at: left.offset)
    }

    private mutating func comparisonOperator() throws(PredicateFormatError) -> NSComparisonPredicate.Operator {
        let type: NSComparisonPredicate.Operator? =
            switch current.token {
            case .symbol(.less): .lessThan
            case .symbol(.lessOrEqual): .lessThanOrEqualTo
            case .symbol(.greater): .greaterThan
            case .symbol(.greaterOrEqual): .greaterThanOrEqualTo
            case .symbol(.equal): .equalTo
            case .symbol(.notEqual): .notEqualTo
            default: current.token.keyword.flatMap { Self.comparisonKeywords[$0] }
            }
        guard let type else { throw error("a comparison was expected before \(current.token.text)") }
        advance()
        return type
    }

    private mutating func comparisonOptions() throws(PredicateFormatError) -> NSComparisonPredicate.Options {
        guard take(.openBracket) else { return [] }
        guard case .name(let letters, escaped: false) = current.token else {
            throw error("letters out of c, d, n, l were expected after \"[\"")
        }
        var options: NSComparisonPredicate.Options = []
        for letter in letters.lowercased() {
            switch letter {
            case "c": options.insert(.caseInsensitive)
            case "d": options.insert(.diacriticInsensitive)
            case "n": options.insert(.normalized)
            case "l": options.insert(.localeSensitive)
            default: throw error("\"\(letter)\" is no option; known are c, d, n and l")
            }
        }
        advance()
        try expect(.closeBracket)
        return options
    }
}
