import Foundation
import Synchronization

/// A predicate that compares the values of two expressions.
///
/// Comparison predicates do not change after they were made.
open class NSComparisonPredicate: NSPredicate, SourcedPredicate {
    /// How a comparison treats a collection on its left side.
    public enum Modifier: UInt, Sendable {
        /// The left side is compared as it is.
        case direct = 0
        /// Every element of the left side must fulfil the comparison.
        case all = 1
        /// One element of the left side must fulfil the comparison.
        case any = 2
    }

    /// What a comparison asks.
    public enum Operator: UInt, Sendable {
        /// Left is less than right.
        case lessThan = 0
        /// Left is less than right, or equal.
        case lessThanOrEqualTo = 1
        /// Left is greater than right.
        case greaterThan = 2
        /// Left is greater than right, or equal.
        case greaterThanOrEqualTo = 3
        /// Left equals right; nil equals nil.
        case equalTo = 4
        /// Left does not equal right.
        case notEqualTo = 5
        /// The whole left string matches the regular expression on the right.
        case matches = 6
        /// The left string matches the pattern on the right, where `?` is one character and `*` any number.
        case like = 7
        /// The left string starts with the right one.
        case beginsWith = 8
        /// The left string ends with the right one.
        case endsWith = 9
        /// Left is an element, or a part, of right.
        case `in` = 10
        /// Right is an element, or a part, of left.
        case contains = 99
        /// Left lies between the two elements of right, both included.
        case between = 100
    }

    /// How strings are compared.
    public struct Options: OptionSet, Sendable {
        /// The bits of the options.
        public let rawValue: UInt

        /// Creates options from their bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Upper and lower case are alike.
        public static let caseInsensitive = Options(rawValue: 1)
        /// Letters with and without diacritics are alike.
        public static let diacriticInsensitive = Options(rawValue: 2)
        /// The strings have been folded already; beats the other options.
        public static let normalized = Options(rawValue: 4)
        /// `l` in formats: folding and order follow the current locale.
        static let localeSensitive = Options(rawValue: 8)
    }

    let source: PredicateSource
    /// Guards the evaluator, which is made once.
    private let preparation = Mutex<PredicateEvaluator?>(nil)

    var evaluator: PredicateEvaluator { preparation.withLock { $0.prepared(from: source) } }

    /// Creates a predicate that compares two expressions.
    ///
    /// - Parameters:
    ///   - lhs: The left side.
    ///   - rhs: The right side.
    ///   - modifier: Whether one or all elements of the left side must fulfil the comparison.
    ///   - type: What is asked.
    ///   - options: How strings are compared.
    public init(
        leftExpression lhs: NSExpression, rightExpression rhs: NSExpression, modifier: Modifier, type: Operator,
        options: Options = []
    ) {
        let node = ComparisonNode(
            left: lhs.node.withoutArguments, right: rhs.node.withoutArguments, modifier: modifier, type: type,
            options: options)
        source = PredicateSource(.comparison(node))
        super.init(block: Self.neverCalled)
    }

    init(source: PredicateSource) {
        self.source = source
        super.init(block: Self.neverCalled)
    }

    private static let neverCalled: @Sendable (Any?, [String: Any]?) -> Bool = { _, _ in false }

    private var comparison: ComparisonNode {
        guard case .comparison(let comparison) = source.unboundNode else {
            fatalError("NSComparisonPredicate holds \"\(source.node)\", which is no comparison.")
        }
        return comparison
    }

    /// What the comparison asks.
    open var predicateOperatorType: Operator { comparison.type }

    /// Whether one or all elements of the left side must fulfil the comparison.
    open var comparisonPredicateModifier: Modifier { comparison.modifier }

    /// The left side.
    open var leftExpression: NSExpression { NSExpression(node: comparison.left.binding(source.arguments)) }

    /// The right side.
    open var rightExpression: NSExpression { NSExpression(node: comparison.right.binding(source.arguments)) }

    /// How strings are compared.
    open var options: Options { comparison.options }

    // MARK: Of every predicate

    /// The predicate as a format.
    open override var predicateFormat: String { source.node.description }

    /// The predicate as a format.
    open override var description: String { source.node.description }

    /// Returns the predicate itself, for it does not change.
    open override func copy(with zone: NSZone? = nil) -> Any { self }

    /// True when structure and constants are equal.
    open override func isEqual(_ object: Any?) -> Bool { self === object as AnyObject || source.isEqual(to: object) }

    /// A hash of the structure, constants left out.
    open override var hash: Int { source.hash }

    /// Evaluates the comparison for an object; stops the program where that is not possible.
    open override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        Self.evaluateOrStop(self, object, bindings)
    }
}
