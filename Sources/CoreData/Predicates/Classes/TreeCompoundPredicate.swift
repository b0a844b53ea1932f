import Foundation
import Synchronization

/// The compound predicate that a format makes.
///
/// Foundation's own has no text, and equals every other.
final class TreeCompoundPredicate: NSCompoundPredicate, SourcedPredicate {
    private let original: PredicateSource
    /// What `subpredicates` was set to, should anyone set it.
    private var replacement: [NSPredicate]?
    private let type: LogicalType
    /// Guards the evaluator, which is made once.
    private let preparation = Mutex<PredicateEvaluator?>(nil)

    var evaluator: PredicateEvaluator { preparation.withLock { $0.prepared(from: source) } }

    init(_ type: LogicalType, source: PredicateSource) {
        original = source
        self.type = type
        // The superclass wants a part for NOT; nobody reads it.
        super.init(type: type, subpredicates: [Self.placeholder])
    }

    // Safe: immutable, and only counted as one part by the superclass.
    nonisolated(unsafe) private static let placeholder = NSPredicate(value: false)

    var source: PredicateSource {
        guard let replacement else { return original }
        return PredicateSource(PredicateNode(type, replacement.map { PredicateNode($0).withoutArguments }))
    }

    override var compoundPredicateType: LogicalType {
        get { type }
        set {
            insist(
                newValue == type,
                "NSCompoundPredicate.compoundPredicateType cannot be changed; make a new predicate.")
        }
    }

    override var subpredicates: [NSPredicate] {
        get {
            if let replacement { return replacement }
            let parts: [PredicateNode] =
                switch original.node {
                case .and(let parts), .or(let parts): parts
                case .not(let inner): [inner]
                case .constant, .comparison, .opaque: []
                }
            return parts.map { NSPredicate.made(of: PredicateSource($0.withoutArguments)) }
        }
        set {
            replacement = newValue
            preparation.withLock { $0 = nil }
        }
    }

    override var predicateFormat: String { source.node.description }
    override var description: String { source.node.description }
    override func copy(with zone: NSZone? = nil) -> Any { NSPredicate.made(of: source) }
    override func isEqual(_ object: Any?) -> Bool { self === object as AnyObject || source.isEqual(to: object) }
    override var hash: Int { source.hash }

    override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        Self.evaluateOrStop(self, object, bindings)
    }
}

/// TRUEPREDICATE and FALSEPREDICATE of a format.
final class ConstantPredicate: NSPredicate, SourcedPredicate {
    let source: PredicateSource
    private let value: Bool

    init(_ value: Bool, source: PredicateSource) {
        self.source = source
        self.value = value
        super.init(value: value)
    }

    override var predicateFormat: String { source.node.description }
    override var description: String { source.node.description }
    override func copy(with zone: NSZone? = nil) -> Any { self }
    override func isEqual(_ object: Any?) -> Bool { self === object as AnyObject || source.isEqual(to: object) }
    override var hash: Int { source.hash }

    var evaluator: PredicateEvaluator { PredicateEvaluator(source) }

    override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool { value }
}
