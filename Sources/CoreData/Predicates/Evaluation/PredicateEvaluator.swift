import Foundation

/// A predicate made ready to be evaluated for many objects.
///
/// Arguments are in place, constants that a property is compared with are converted, and collections
/// that IN looks through are indexed by value.
///
/// `@unchecked Sendable`: immutable, and its constants are the ones of the predicate, which like every
/// predicate is used from any thread as long as nobody changes the objects in it.
final class PredicateEvaluator: @unchecked Sendable {
    private let prepared: PreparedPredicate

    init(_ predicate: NSPredicate) {
        prepared = PreparedPredicate(PredicateNode(predicate))
    }

    init(_ source: PredicateSource) {
        prepared = PreparedPredicate(source.node)
    }

    /// Whether the predicate holds for an object.
    ///
    /// - Throws: `PredicateEvaluationError`, and what the object throws when asked for a property.
    func evaluate(_ object: Any?, variables: [String: Any] = [:]) throws -> Bool {
        try prepared.evaluate(in: EvaluationScope(object: object, variables: variables))
    }

    /// Whether the predicate holds for an object that is known to be read by key.
    ///
    /// - Throws: `PredicateEvaluationError`, and what the object throws when asked for a property.
    func evaluate(coding object: any KeyValueCoding, variables: [String: Any] = [:]) throws -> Bool {
        try prepared.evaluate(in: EvaluationScope(coding: object, variables: variables))
    }
}

extension Optional where Wrapped == PredicateEvaluator {
    /// The evaluator, made from `source` if it is not there.
    mutating func prepared(from source: PredicateSource) -> PredicateEvaluator {
        if let self { return self }
        let made = PredicateEvaluator(source)
        self = made
        return made
    }
}

/// A tree whose commonest shapes need no second look: a property compared with a constant, and a
/// property that is one of many constants.
private indirect enum PreparedPredicate {
    case not(PreparedPredicate)
    case and([PreparedPredicate])
    case or([PreparedPredicate])
    case property(key: String, ComparisonNode, constant: Operand)
    case member(of: IndexedCollection, ExpressionNode)
    case other(PredicateNode)

    init(_ node: PredicateNode) {
        switch node {
        case .constant, .opaque: self = .other(node)
        case .not(let inner): self = .not(PreparedPredicate(inner))
        case .and(let parts): self = .and(parts.map { PreparedPredicate($0) })
        case .or(let parts): self = .or(parts.map { PreparedPredicate($0) })
        case .comparison(let comparison):
            guard comparison.modifier == .direct, case .constant(let constant) = comparison.right else {
                self = .other(node)
                return
            }
            let operand = Operand(constant.value)
            if comparison.type == .in, comparison.options.isEmpty, case .collection(let elements, _) = operand,
                elements.count > IndexedCollection.threshold
            {
                self = .member(of: IndexedCollection(elements), comparison.left)
            } else if case .keyPath(base: nil, let path) = comparison.left, path.count == 1,
                path[0].utf8.first != UInt8(ascii: "@")
            {
                self = .property(key: path[0], comparison, constant: operand)
            } else {
                self = .other(node)
            }
        }
    }

    func evaluate(in scope: EvaluationScope) throws -> Bool {
        switch self {
        case .not(let inner):
            return try !inner.evaluate(in: scope)
        case .and(let parts):
            for part in parts where try !part.evaluate(in: scope) { return false }
            return true
        case .or(let parts):
            for part in parts where try part.evaluate(in: scope) { return true }
            return false
        case .property(let key, let comparison, let constant):
            guard let coding = scope.coding else {
                return try comparison.holds(Operand(comparison.left.value(in: scope)), constant)
            }
            return try comparison.holds(Operand(coding.predicateValue(forKey: key)), constant)
        case .member(let collection, let element):
            return collection.contains(Operand(try element.value(in: scope)))
        case .other(let node):
            return try node.evaluate(in: scope)
        }
    }
}

/// A collection that answers quickly whether it contains a value.
final class IndexedCollection {
    /// Up to here looking at each element costs less.
    static let threshold = 8

    private let elements: [Any?]
    private var integers: Set<Int64> = []
    private var strings: Set<String> = []
    private var dates: Set<Date> = []
    private var uuids: Set<UUID> = []
    private var identities: Set<AnyHashable> = []
    private var others: [Operand] = []

    init(_ elements: [Any?]) {
        self.elements = elements
        for element in elements {
            let operand = Operand(element)
            switch operand {
            case .integer(let number): integers.insert(number)
            case .string(let text): strings.insert(text)
            case .date(let date): dates.insert(date)
            case .uuid(let uuid): uuids.insert(uuid)
            case .object(let object as any ObjectIdentity): identities.insert(object.predicateIdentity)
            default: others.append(operand)
            }
        }
    }

    func contains(_ operand: Operand) -> Bool {
        switch operand {
        case .integer(let number): if integers.contains(number) { return true }
        case .string(let text):
            // Sets take canonically equivalent strings for equal; predicates compare code units.
            guard let index = strings.firstIndex(of: text) else { return false }
            return StringMatching.isEqual(strings[index], text) || scan(operand)
        case .date(let date): return dates.contains(date)
        case .uuid(let uuid): return uuids.contains(uuid)
        case .object(let object as any ObjectIdentity): return identities.contains(object.predicateIdentity)
        case .real, .decimal, .unsigned: return scan(operand)
        default: break
        }
        return others.contains { $0.isEqual(to: operand) }
    }

    private func scan(_ operand: Operand) -> Bool {
        elements.contains { Operand($0).isEqual(to: operand) }
    }
}
