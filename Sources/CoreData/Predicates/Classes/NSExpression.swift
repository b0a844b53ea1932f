import Foundation

/// A value in a predicate: a constant, a key path, a function of other expressions.
///
/// Expressions do not change after they were made.
open class NSExpression: NSObject, NSCopying {
    /// What kind of value an expression stands for.
    public enum ExpressionType: UInt, Sendable {
        /// Always the same value.
        case constantValue = 0
        /// The object that is evaluated.
        case evaluatedObject = 1
        /// The value of a variable.
        case variable = 2
        /// The value at a key path.
        case keyPath = 3
        /// The result of a function.
        case function = 4
        /// The union of two collections.
        case unionSet = 5
        /// The elements two collections share.
        case intersectSet = 6
        /// The elements of one collection that are not in another.
        case minusSet = 7
        /// The elements of a collection that fulfil a predicate.
        case subquery = 13
        /// A list of expressions.
        case aggregate = 14
        /// Any key at all.
        case anyKey = 15
        /// The result of a closure.
        case block = 19
        /// One of two expressions, as a predicate decides.
        case conditional = 20
        /// The result of a fetch.
        case fetchRequest = 50
    }

    /// A closure that computes the value of an expression from object, argument values and variables.
    public typealias Block = (Any?, [Any], NSMutableDictionary?) -> Any

    enum Content {
        case node(ExpressionNode)
        case block(Block, [NSExpression])
        /// A subclass that evaluates itself.
        case custom(ExpressionType)
    }

    let content: Content

    /// Creates an expression whose value a subclass computes.
    ///
    /// - Parameter type: The kind that `expressionType` reports.
    public init(expressionType type: ExpressionType) {
        content = .custom(type)
        super.init()
    }

    init(content: Content) {
        self.content = content
        super.init()
    }

    convenience init(node: ExpressionNode) {
        // An opaque node is the surface of an expression of its own class.
        if case .opaque(let inner) = node {
            self.init(content: inner.content)
        } else {
            self.init(content: .node(node))
        }
    }

    /// The tree; for blocks and subclasses an opaque node.
    var node: ExpressionNode {
        if case .node(let node) = content { return node }
        return .opaque(self)
    }

    /// Returns the expression itself, for it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns the expression itself, for it does not change.
    open override func copy() -> Any { copy(with: nil) }

    /// True when structure and constants are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSExpression else { return false }
        if self === other { return true }
        guard case .node(let left) = content, case .node(let right) = other.content else { return false }
        return left == right
    }

    /// A hash of the structure, constants left out.
    open override var hash: Int {
        var hasher = Hasher()
        guard case .node(let node) = content else { return ObjectIdentifier(self).hashValue }
        node.hashStructure(into: &hasher)
        return hasher.finalize()
    }

    /// The expression as a format.
    open override var description: String {
        switch content {
        case .node(let node): node.description
        case .block: "BLOCK(0x\(String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16)))"
        case .custom: "\(type(of: self))"
        }
    }

    /// Returns the value of the expression for an object.
    ///
    /// Stops the program where the expression cannot be evaluated: an unknown key, a missing variable,
    /// a function of unsuitable values.
    ///
    /// - Parameters:
    ///   - object: The object that key paths start at.
    ///   - context: Values of variables, by name; also what blocks receive.
    open func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
        do {
            return try evaluated(with: object, context: context)
        } catch {
            fatalError("NSExpression.expressionValue(with:context:) for \"\(self)\": \(error)")
        }
    }

    func evaluated(with object: Any?, context: NSMutableDictionary?) throws -> Any? {
        var variables: [String: Any] = [:]
        for (key, value) in context ?? [:] {
            if let name = key as? String { variables[name] = value }
        }
        let scope = EvaluationScope(object: object, variables: variables)
        switch content {
        case .node(let node):
            return try node.value(in: scope)
        case .block(let block, let arguments):
            let values = try arguments.map { try $0.node.value(in: scope) ?? NSNull() }
            return block(object, values, context)
        case .custom:
            fatalError(
                "\(type(of: self)) does not override expressionValue(with:context:); a subclass of NSExpression must.")
        }
    }

    /// Does nothing: expressions made in code or from formats may always be evaluated.
    open func allowEvaluation() {}
}
