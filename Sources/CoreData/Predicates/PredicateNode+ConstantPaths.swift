import Foundation

// Key paths that start at a value of the predicate itself, as in `author == %@.author`: a store cannot follow
// them, so they are read before it is asked.

extension ExpressionNode {
    /// The value a path of constants starts from, and the path; nil for everything else.
    private var constantPath: (base: ConstantNode, path: [String])? {
        guard case .keyPath(.some(let base), let path) = self else { return nil }
        switch base {
        case .constant(let constant): return (constant, path)
        // `%@.owner.name` is a path on a path.
        case .keyPath: return base.constantPath.map { ($0.base, $0.path + path) }
        default: return nil
        }
    }

    /// The value behind a path of constants; nil for everything else.
    fileprivate func readingConstantPath() throws -> ExpressionNode? {
        guard let (base, path) = constantPath else { return nil }
        return .literal(try KeyPathReading.value(at: path[...], of: base.value))
    }

    fileprivate var isConstantPath: Bool { constantPath != nil }
}

extension PredicateNode {
    /// Whether a path of it starts at a value.
    var hasConstantPaths: Bool {
        var found = false
        _ = rewriting { part in
            if part.isConstantPath { found = true }
            return found ? part : nil
        }
        return found
    }
}

extension NSPredicate {
    /// The predicate with paths that start at a value read; itself when there are none, which most formats know
    /// without being looked at again.
    ///
    /// To be called where the objects in the predicate may be read.
    ///
    /// - Throws: `PredicateEvaluationError` when a path leads nowhere.
    func readingConstantPaths() throws -> NSPredicate {
        switch self {
        case let comparison as NSComparisonPredicate: return try comparison.source.readingConstantPaths() ?? self
        case let compound as TreeCompoundPredicate: return try compound.source.readingConstantPaths() ?? self
        case let compound as NSCompoundPredicate:
            let parts = compound.subpredicates
            let read = try parts.map { try $0.readingConstantPaths() }
            if zip(parts, read).allSatisfy({ $0 === $1 }) { return self }
            return NSCompoundPredicate(type: compound.compoundPredicateType, subpredicates: read)
        default: return self
        }
    }
}

extension PredicateSource {
    /// Nil when there is nothing to read.
    fileprivate func readingConstantPaths() throws -> NSPredicate? {
        guard template?.hasConstantPaths ?? unboundNode.hasConstantPaths else { return nil }
        // The values are part of the tree now, whose statement is used for no other.
        let node = try self.node.withoutArguments.rewriting { try $0.readingConstantPath() }
        return NSPredicate.made(of: PredicateSource(node))
    }
}
