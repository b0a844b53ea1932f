/// A predicate as a plain tree: what evaluation in memory and translation to SQL both walk.
///
/// Made from any `NSPredicate` by `PredicateNode(_:)`; classes stay at the surface, work is done here.
indirect enum PredicateNode {
    case constant(Bool)
    case not(PredicateNode)
    case and([PredicateNode])
    case or([PredicateNode])
    case comparison(ComparisonNode)
    /// A predicate only its own class can evaluate (a block, a foreign subclass): memory only.
    case opaque(NSPredicate)
}

/// One comparison of two expressions.
struct ComparisonNode {
    var left: ExpressionNode
    var right: ExpressionNode
    var modifier: NSComparisonPredicate.Modifier
    var type: NSComparisonPredicate.Operator
    var options: NSComparisonPredicate.Options
}

/// An expression as a plain tree.
indirect enum ExpressionNode {
    case constant(ConstantNode)
    case evaluatedObject
    case variable(String)
    /// `base` is nil for a path that starts at the evaluated object. Path elements are the parts
    /// between dots, collection operators (`@count`) included.
    case keyPath(base: ExpressionNode?, path: [String])
    /// `name` in the form of `NSExpression(forFunction:arguments:)`, as in `add:to:`. `operand` is
    /// nil for the built-in functions.
    case function(name: String, operand: ExpressionNode?, arguments: [ExpressionNode])
    case aggregate([ExpressionNode])
    case subquery(collection: ExpressionNode, variable: String, predicate: PredicateNode)
    case conditional(PredicateNode, ExpressionNode, ExpressionNode)
    case unionSet(ExpressionNode, ExpressionNode)
    case intersectSet(ExpressionNode, ExpressionNode)
    case minusSet(ExpressionNode, ExpressionNode)
    /// An expression only its own class can evaluate (a block, a fetch): memory only.
    case opaque(NSExpression)
}

/// A constant, and where it came from.
///
/// A predicate made from a format string keeps one parsed template for all uses of that format; a
/// constant that was a `%@` names its argument, so that a statement translated once can be bound
/// again with the arguments of the next use.
struct ConstantNode {
    var value: Any?
    /// Index among the arguments of the format string; nil for a literal or a value set in code.
    var argument: Int?
}
