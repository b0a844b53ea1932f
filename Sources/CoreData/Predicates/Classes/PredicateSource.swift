import Foundation

/// What a predicate of ours was made from: a tree, and the arguments of the format it came from.
struct PredicateSource {
    /// Nil for predicates built in code.
    let template: PredicateTemplate?
    /// Constants with an argument number have no value here.
    let unboundNode: PredicateNode
    let arguments: [Any?]

    init(template: PredicateTemplate, arguments: [Any?]) {
        self.template = template
        unboundNode = template.node
        self.arguments = arguments
    }

    /// From a tree whose constants all have their values.
    init(_ node: PredicateNode) {
        template = nil
        unboundNode = node
        arguments = []
    }

    /// The tree with all constants in place.
    var node: PredicateNode { unboundNode.binding(arguments) }

    func isEqual(to object: Any?) -> Bool {
        guard let other = object as? NSPredicate else { return false }
        return node == PredicateNode(other)
    }

    var hash: Int {
        var hasher = Hasher()
        unboundNode.hashStructure(into: &hasher)
        return hasher.finalize()
    }
}

/// A predicate of ours; all of them keep their tree.
protocol SourcedPredicate: NSPredicate {
    var source: PredicateSource { get }
    /// Made at the first evaluation.
    var evaluator: PredicateEvaluator { get }
}

extension NSPredicate {
    /// The class that stands for a tree on the surface.
    static func made(of source: PredicateSource) -> NSPredicate {
        switch source.unboundNode {
        case .constant(let value): ConstantPredicate(value, source: source)
        case .comparison: NSComparisonPredicate(source: source)
        case .not: TreeCompoundPredicate(.not, source: source)
        case .and: TreeCompoundPredicate(.and, source: source)
        case .or: TreeCompoundPredicate(.or, source: source)
        case .opaque(let predicate): predicate
        }
    }

    /// Evaluates for the public methods, which have no way to throw.
    static func evaluateOrStop(_ predicate: some SourcedPredicate, _ object: Any?, _ variables: [String: Any]?) -> Bool
    {
        do {
            return try predicate.evaluator.evaluate(object, variables: variables ?? [:])
        } catch {
            fatalError("NSPredicate.evaluate(with:) for \"\(predicate)\": \(error)")
        }
    }
}
