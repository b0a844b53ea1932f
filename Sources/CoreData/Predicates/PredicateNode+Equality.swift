import Foundation

// Two predicates are equal when structure and constants are equal. Hashes take in the structure
// only: constants may be of any class, and some of those cannot be hashed on every platform.

extension PredicateNode: Equatable {
    static func == (left: PredicateNode, right: PredicateNode) -> Bool {
        switch (left, right) {
        case (.constant(let a), .constant(let b)): a == b
        case (.not(let a), .not(let b)): a == b
        case (.and(let a), .and(let b)), (.or(let a), .or(let b)): a == b
        case (.comparison(let a), .comparison(let b)): a == b
        case (.opaque(let a), .opaque(let b)): a === b || a.isEqual(b)
        default: false
        }
    }

    func hashStructure(into hasher: inout Hasher) {
        switch self {
        case .constant(let value):
            hasher.combine(value)
        case .not(let inner):
            hasher.combine(1)
            inner.hashStructure(into: &hasher)
        case .and(let parts):
            hasher.combine(2)
            for part in parts { part.hashStructure(into: &hasher) }
        case .or(let parts):
            hasher.combine(3)
            for part in parts { part.hashStructure(into: &hasher) }
        case .comparison(let comparison):
            hasher.combine(comparison.type)
            hasher.combine(comparison.options.rawValue)
            comparison.left.hashStructure(into: &hasher)
            comparison.right.hashStructure(into: &hasher)
        case .opaque:
            hasher.combine(4)
        }
    }
}

extension ComparisonNode: Equatable {
    static func == (left: ComparisonNode, right: ComparisonNode) -> Bool {
        left.type == right.type && left.modifier == right.modifier && left.options == right.options
            && left.left == right.left && left.right == right.right
    }
}

extension ExpressionNode: Equatable {
    static func == (left: ExpressionNode, right: ExpressionNode) -> Bool {
        switch (left, right) {
        case (.constant(let a), .constant(let b)):
            Operand(a.value).isEqual(to: Operand(b.value))
        case (.evaluatedObject, .evaluatedObject):
            true
        case (.variable(let a), .variable(let b)):
            a == b
        case (.keyPath(let a, let pathA), .keyPath(let b, let pathB)):
            pathA == pathB && a == b
        case (.function(let nameA, let operandA, let a), .function(let nameB, let operandB, let b)):
            nameA == nameB && operandA == operandB && a == b
        case (.aggregate(let a), .aggregate(let b)):
            a == b
        case (.aggregate(let elements), .constant(let list)), (.constant(let list), .aggregate(let elements)):
            // A list of literals in a format, and an array given for `%@`.
            isEqual(elements, list)
        case (.subquery(let a, let variableA, let predicateA), .subquery(let b, let variableB, let predicateB)):
            variableA == variableB && a == b && predicateA == predicateB
        case (.conditional(let a, let firstA, let secondA), .conditional(let b, let firstB, let secondB)):
            a == b && firstA == firstB && secondA == secondB
        case (.unionSet(let a, let c), .unionSet(let b, let d)),
            (.intersectSet(let a, let c), .intersectSet(let b, let d)),
            (.minusSet(let a, let c), .minusSet(let b, let d)):
            a == b && c == d
        case (.opaque(let a), .opaque(let b)):
            a === b || a.isEqual(b)
        default:
            false
        }
    }

    private static func isEqual(_ elements: [ExpressionNode], _ list: ConstantNode) -> Bool {
        guard case .collection(let values, isOrdered: true) = Operand(list.value) else { return false }
        return elements.count == values.count
            && zip(elements, values).allSatisfy { $0 == .literal($1) }
    }

    func hashStructure(into hasher: inout Hasher) {
        switch self {
        case .constant, .aggregate:
            hasher.combine(1)
        case .evaluatedObject:
            hasher.combine(2)
        case .variable(let name):
            hasher.combine(name)
        case .keyPath(_, let path):
            hasher.combine(path)
        case .function(let name, _, let arguments):
            hasher.combine(name)
            for argument in arguments { argument.hashStructure(into: &hasher) }
        case .subquery(let collection, _, let predicate):
            hasher.combine(3)
            collection.hashStructure(into: &hasher)
            predicate.hashStructure(into: &hasher)
        case .conditional(let predicate, _, _):
            hasher.combine(4)
            predicate.hashStructure(into: &hasher)
        case .unionSet(let left, let right), .intersectSet(let left, let right), .minusSet(let left, let right):
            hasher.combine(5)
            left.hashStructure(into: &hasher)
            right.hashStructure(into: &hasher)
        case .opaque:
            hasher.combine(6)
        }
    }
}
