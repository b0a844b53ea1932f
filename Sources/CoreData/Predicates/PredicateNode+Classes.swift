import Foundation

extension PredicateNode {
    /// The tree of any predicate.
    ///
    /// A compound numbers the arguments of its parts through, in the order of
    /// `NSPredicate.shape`.
    init(_ predicate: NSPredicate) {
        var count = 0
        self.init(predicate, argumentOffset: &count)
    }

    /// The tree with the arguments of its formats numbered from `argumentOffset`, which is moved on.
    init(_ predicate: NSPredicate, argumentOffset: inout Int) {
        switch predicate {
        case let sourced as any SourcedPredicate:
            let source = sourced.source
            let offset = argumentOffset
            argumentOffset += source.arguments.count
            self = offset == 0 ? source.node : source.node.shiftingArguments(by: offset)
        case let compound as NSCompoundPredicate:
            var parts: [PredicateNode] = []
            for part in compound.subpredicates {
                parts.append(PredicateNode(part, argumentOffset: &argumentOffset))
            }
            self.init(compound.compoundPredicateType, parts)
        default:
            self = Self.constant(of: predicate).map { .constant($0) } ?? .opaque(predicate)
        }
    }

    init(_ type: NSCompoundPredicate.LogicalType, _ parts: [PredicateNode]) {
        self =
            switch type {
            case .and: .and(parts)
            case .or: .or(parts)
            case .not: .not(parts.first ?? .constant(true))
            }
    }

    /// The value of `NSPredicate(value:)`; nil for blocks and foreign subclasses.
    private static func constant(of predicate: NSPredicate) -> Bool? {
        guard type(of: predicate) == NSPredicate.self else { return nil }
        // Foundation keeps the value to itself, but compares it: a Boolean predicate equals one of the
        // same value, a block equals nothing but itself.
        if predicate.isEqual(NSPredicate(value: true)) { return true }
        if predicate.isEqual(NSPredicate(value: false)) { return false }
        return nil
    }

    private func shiftingArguments(by offset: Int) -> PredicateNode {
        rewritingConstants { ConstantNode(value: $0.value, argument: $0.argument.map { $0 + offset }) }
    }
}
