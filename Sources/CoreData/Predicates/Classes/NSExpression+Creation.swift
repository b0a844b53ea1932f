import Foundation

extension NSExpression {
    /// Creates an expression from a format.
    ///
    /// Stops the program when the format is malformed.
    ///
    /// - Parameters:
    ///   - expressionFormat: The expression, with directives such as `%@` and `%K`.
    ///   - args: One value for each directive.
    public convenience init(format expressionFormat: String, _ args: CVarArg...) {
        self.init(parsing: expressionFormat, args.map { $0 as Any? })
    }

    /// Creates an expression from a format and an array of arguments.
    ///
    /// Stops the program when the format is malformed.
    public convenience init(format expressionFormat: String, argumentArray arguments: [Any]) {
        self.init(parsing: expressionFormat, arguments.map { $0 as Any? })
    }

    /// Creates an expression from a format and a C variable argument list.
    ///
    /// The list must hold what the directives say: objects for `%@` and `%K`, numbers of the right width
    /// for the others. Stops the program when the format is malformed.
    public convenience init(format expressionFormat: String, arguments argList: CVaListPointer) {
        do {
            self.init(
                parsing: expressionFormat, try FormatDirective.arguments(of: expressionFormat, from: argList))
        } catch {
            fatalError("NSExpression(format:arguments:): \(error)")
        }
    }

    private convenience init(parsing format: String, _ arguments: [Any?]) {
        do {
            self.init(node: try PredicateParser.parseExpression(format, arguments: arguments))
        } catch {
            fatalError("NSExpression(format:): \(error)")
        }
    }

    /// Creates an expression that is always `obj`.
    public convenience init(forConstantValue obj: Any?) {
        self.init(node: .literal(unwrapped(obj)))
    }

    /// Creates an expression for the value of a variable.
    ///
    /// - Parameter string: The name of the variable, without `$`.
    public convenience init(forVariable string: String) {
        self.init(node: .variable(string))
    }

    /// Creates an expression for the value at a key path of the evaluated object.
    public convenience init(forKeyPath keyPath: String) {
        let keys = keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        insist(
            keys.allSatisfy { !$0.isEmpty },
            "NSExpression(forKeyPath:): \"\(keyPath)\" is no key path; write keys "
                + "between single dots.")
        self.init(node: keys == ["SELF"] || keys == ["self"] ? .evaluatedObject : .keyPath(keys))
    }

    /// Creates an expression for the value at a Swift key path of the evaluated object.
    ///
    /// Stops the program when the names behind the key path are not known: write them as a string then.
    public convenience init<Root, Value>(forKeyPath keyPath: KeyPath<Root, Value>) {
        guard let names = KeyPathNames.names(of: keyPath) else {
            fatalError(
                "NSExpression(forKeyPath:): the names behind \(keyPath) are not known; give the key path as a string.")
        }
        self.init(forKeyPath: names)
    }

    /// Creates an expression for the result of a built-in function.
    ///
    /// Stops the program when there is no such function, or an argument is no expression.
    ///
    /// - Parameters:
    ///   - name: The full name, as in `add:to:`.
    ///   - parameters: Instances of `NSExpression`.
    public convenience init(forFunction name: String, arguments parameters: [Any]) {
        insist(
            FunctionNames.all.contains(name), "NSExpression(forFunction:arguments:): there is no function \"\(name)\".")
        let arguments = parameters.map { parameter in
            guard let expression = parameter as? NSExpression else {
                fatalError(
                    "NSExpression(forFunction: \"\(name)\"): the arguments must be NSExpression objects, but one is "
                        + "\(type(of: parameter)); wrap values by NSExpression(forConstantValue:).")
            }
            return expression.node
        }
        if let count = FunctionNames.argumentCount(of: name) {
            insist(
                count == arguments.count,
                "NSExpression(forFunction: \"\(name)\"): \(count) arguments are needed, \(arguments.count) were given.")
        }
        self.init(node: .function(name: name, operand: nil, arguments: arguments))
    }

    /// Creates an expression for a list of values.
    ///
    /// - Parameter subexpressions: Instances of `NSExpression`; other values become constants.
    public convenience init(forAggregate subexpressions: [Any]) {
        self.init(node: .aggregate(subexpressions.map { ($0 as? NSExpression)?.node ?? .literal($0) }))
    }

    /// Creates an expression for the union of two collections.
    public convenience init(forUnionSet left: NSExpression, with right: NSExpression) {
        self.init(node: .unionSet(left.node, right.node))
    }

    /// Creates an expression for the elements two collections share.
    public convenience init(forIntersectSet left: NSExpression, with right: NSExpression) {
        self.init(node: .intersectSet(left.node, right.node))
    }

    /// Creates an expression for the elements of `left` that are not in `right`.
    public convenience init(forMinusSet left: NSExpression, with right: NSExpression) {
        self.init(node: .minusSet(left.node, right.node))
    }

    /// Creates an expression for the elements of a collection that fulfil a predicate.
    ///
    /// Stops the program when `predicate` is no `NSPredicate`.
    public convenience init(
        forSubquery expression: NSExpression, usingIteratorVariable variable: String, predicate: Any
    ) {
        guard let predicate = predicate as? NSPredicate else {
            fatalError("NSExpression(forSubquery:…): the predicate must be an NSPredicate, not \(predicate).")
        }
        self.init(
            node: .subquery(
                collection: expression.node, variable: variable,
                predicate: PredicateNode(predicate).withoutArguments))
    }

    /// Creates an expression that is one of two others, as a predicate decides.
    ///
    /// Stops the program when `predicate` is no `NSPredicate`.
    public convenience init(
        forConditional predicate: Any, trueExpression: NSExpression, falseExpression: NSExpression
    ) {
        guard let predicate = predicate as? NSPredicate else {
            fatalError(
                "NSExpression(forConditional:…): the predicate must be an NSPredicate, not \(predicate).")
        }
        self.init(
            node: .conditional(
                PredicateNode(predicate).withoutArguments, trueExpression.node, falseExpression.node))
    }

    /// Creates an expression whose value a closure computes; it works in memory only.
    ///
    /// - Parameters:
    ///   - block: Receives the evaluated object, the values of `arguments`, and the variables.
    ///   - arguments: Expressions evaluated before each call.
    public convenience init(block: @escaping Block, arguments: [NSExpression]?) {
        self.init(content: .block(block, arguments ?? []))
    }

    /// Returns an expression for the object that is evaluated.
    public class func expressionForEvaluatedObject() -> NSExpression {
        NSExpression(node: .evaluatedObject)
    }
}
