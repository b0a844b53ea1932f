import Foundation

/// What two predicates have in common that differ in the arguments of their formats only.
///
/// A store keys its translated statements by shape and binds the arguments anew; the shape holds
/// on to the templates, so that no other template can take the identity of one.
struct PredicateShape: Hashable {
    private enum Part: Hashable {
        case template(ObjectIdentifier)
        case compound(NSCompoundPredicate.LogicalType, count: Int)
        case constant(Bool)
    }

    private var parts: [Part] = []
    private var templates: [PredicateTemplate] = []

    static func == (left: PredicateShape, right: PredicateShape) -> Bool { left.parts == right.parts }

    func hash(into hasher: inout Hasher) { hasher.combine(parts) }

    /// Adds a predicate; false when it has a part that came from no format.
    fileprivate mutating func add(_ predicate: NSPredicate, _ arguments: inout [Any?]) -> Bool {
        switch predicate {
        case let sourced as any SourcedPredicate:
            let source = sourced.source
            if let template = source.template {
                parts.append(.template(ObjectIdentifier(template)))
                templates.append(template)
                arguments.append(contentsOf: source.arguments)
                return true
            }
            guard case .constant(let value) = source.unboundNode else { return false }
            parts.append(.constant(value))
            return true
        case let compound as NSCompoundPredicate:
            let subpredicates = compound.subpredicates
            parts.append(.compound(compound.compoundPredicateType, count: subpredicates.count))
            return subpredicates.allSatisfy { add($0, &arguments) }
        default:
            guard case .constant(let value) = PredicateNode(predicate) else { return false }
            parts.append(.constant(value))
            return true
        }
    }
}

extension NSPredicate {
    /// The shape and the arguments in the numbering of `PredicateNode(self)`; nil when a part of the
    /// predicate was built in code, which keeps its values in the tree.
    ///
    /// Arguments are as they were given: `NSNull` for nil, collections of any class. A nil and a
    /// collection change the SQL of a comparison, so a store must look at them before it reuses a
    /// statement.
    var shape: (shape: PredicateShape, arguments: [Any?])? {
        var shape = PredicateShape()
        var arguments: [Any?] = []
        return shape.add(self, &arguments) ? (shape, arguments) : nil
    }
}
