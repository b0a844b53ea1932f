import Foundation

/// The predicates and expressions of model files: made of their texts, or of what bounds mean.
enum ModelExpressions {
    /// The direction of a bound.
    enum Bound {
        case atLeast
        case atMost

        fileprivate var comparison: NSComparisonPredicate.Operator {
            switch self {
            case .atLeast: .greaterThanOrEqualTo
            case .atMost: .lessThanOrEqualTo
            }
        }
    }

    /// The predicate that a text stands for; variables such as `$FETCH_SOURCE` stay.
    static func predicate(_ text: String) throws(ModelError) -> NSPredicate {
        do {
            return predicate(try PredicateParser.parse(text, arguments: []))
        } catch {
            throw unreadable("predicate", text, error)
        }
    }

    /// The expression that a text stands for, such as `posts.@count` or `canonical:(name)`.
    static func expression(_ text: String) throws(ModelError) -> NSExpression {
        do {
            return expression(try PredicateParser.parseExpression(text, arguments: []))
        } catch {
            throw unreadable("expression", text, error)
        }
    }

    /// The expression of a derived attribute, in the form in which compiled models have it: collection
    /// operators of key paths are functions there, `posts.@count` is `count:(posts)`.
    ///
    /// Source: model-format, section 3.
    static func derivation(_ expression: NSExpression) -> NSExpression {
        guard case .keyPath(let base, let path) = expression.node,
            let position = path.firstIndex(where: { $0.hasPrefix("@") })
        else { return expression }
        var rest = path
        let operation = rest.remove(at: position)
        let function = operation == "@avg" ? "average:" : operation.dropFirst() + ":"
        return NSExpression(
            node: .function(name: String(function), operand: nil, arguments: [.keyPath(base: base, path: rest)]))
    }

    private static func unreadable(_ kind: String, _ text: String, _ error: PredicateFormatError) -> ModelError {
        ModelError(
            .badExpression, "The \(kind) \"\(text)\" cannot be read: \(error.reason) at character \(error.offset).",
            remedy: "Correct it in the model editor.")
    }

    /// `SELF >= value` or `SELF <= value`.
    static func bound(_ bound: Bound, _ value: Any) -> NSPredicate {
        comparison(.evaluatedObject, bound.comparison, value)
    }

    /// `length >= value` or `length <= value`.
    static func length(_ bound: Bound, _ value: Int) -> NSPredicate {
        comparison(.keyPath(base: nil, path: ["length"]), bound.comparison, NSNumber(value: value))
    }

    /// `SELF MATCHES pattern`.
    static func matches(_ pattern: String) -> NSPredicate { comparison(.evaluatedObject, .matches, pattern) }

    private static func comparison(
        _ left: ExpressionNode, _ type: NSComparisonPredicate.Operator, _ value: Any
    ) -> NSPredicate {
        predicate(
            .comparison(
                ComparisonNode(
                    left: left, right: .constant(ConstantNode(value: value, argument: nil)), modifier: .direct,
                    type: type, options: [])))
    }

    static func predicate(_ node: PredicateNode) -> NSPredicate {
        NSPredicate.made(of: PredicateSource(node))
    }

    static func expression(_ node: ExpressionNode) -> NSExpression { NSExpression(node: node) }

    static func node(of predicate: NSPredicate) -> PredicateNode { PredicateNode(predicate) }

    static func node(of expression: NSExpression) -> ExpressionNode { expression.node }

    static func sortDescriptor(key: String, ascending: Bool) -> NSSortDescriptor {
        NSSortDescriptor(key: key, ascending: ascending)
    }
}
