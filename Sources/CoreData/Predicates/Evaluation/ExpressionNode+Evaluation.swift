import Foundation

extension ExpressionNode {
    /// The value of the expression.
    ///
    /// - Throws: `PredicateEvaluationError`, and what objects throw when asked for a property.
    func value(in scope: EvaluationScope) throws -> Any? {
        switch self {
        case .constant(let constant):
            return constant.value
        case .evaluatedObject:
            return scope.object
        case .variable(let name):
            guard let value = scope.variables[name] else {
                let error = MissingVariableError(variable: name)
                throw PredicateEvaluationError(.missingVariable, error.description)
            }
            return value is NSNull ? nil : value
        case .keyPath(base: nil, let path):
            if path.count == 1, let coding = scope.coding, path[0].utf8.first != UInt8(ascii: "@") {
                return try coding.predicateValue(forKey: path[0])
            }
            return try KeyPathReading.value(at: path[...], of: scope.object)
        case .keyPath(.some(let base), let path):
            return try KeyPathReading.value(at: path[...], of: base.value(in: scope))
        case .function(let name, let operand, let arguments):
            return try Self.call(name, on: operand, arguments, in: scope)
        case .aggregate(let elements):
            return try elements.map { try $0.value(in: scope) }
        case .subquery(let collection, let variable, let predicate):
            let whole = Operand(try collection.value(in: scope))
            guard let elements = whole.elements else {
                if whole.isNull { return nil }
                throw PredicateEvaluationError(
                    .unsuitableValue, "SUBQUERY looks through \(whole.kindName); it needs a collection.")
            }
            return try elements.filter { element in
                try predicate.evaluate(in: scope.binding(variable, to: element ?? NSNull()))
            }
        case .conditional(let predicate, let first, let second):
            return try (predicate.evaluate(in: scope) ? first : second).value(in: scope)
        case .unionSet(let left, let right):
            return try Self.elements(left, scope) + Self.elements(right, scope).excluding(Self.elements(left, scope))
        case .intersectSet(let left, let right):
            let others = try Self.elements(right, scope).map { Operand($0) }
            return try Self.elements(left, scope).filter { element in
                let operand = Operand(element)
                return others.contains { $0.isEqual(to: operand) }
            }
        case .minusSet(let left, let right):
            return try Self.elements(left, scope).excluding(Self.elements(right, scope))
        case .opaque(let expression):
            let context = NSMutableDictionary()
            for (name, value) in scope.variables { context[name] = value }
            if case .custom = expression.content {
                return expression.expressionValue(with: scope.object, context: context)
            }
            return try expression.evaluated(with: scope.object, context: context)
        }
    }

    private static func elements(_ expression: ExpressionNode, _ scope: EvaluationScope) throws -> [Any?] {
        let operand = Operand(try expression.value(in: scope))
        if operand.isNull { return [] }
        guard let elements = operand.elements else {
            throw PredicateEvaluationError(
                .unsuitableValue, "A set operation was given \(operand.kindName); it needs collections.")
        }
        return elements
    }

    // MARK: Functions

    private static func call(
        _ name: String, on operand: ExpressionNode?, _ arguments: [ExpressionNode], in scope: EvaluationScope
    ) throws -> Any? {
        let values = try arguments.map { try $0.value(in: scope) }
        guard let operand else { return try ExpressionFunctions.call(name, values) }
        let target = try operand.value(in: scope)
        if let target = target as? any ExpressionFunctionTarget {
            return try target.expressionFunction(name, arguments: values)
        }
        switch (name, values.count) {
        case ("valueForKeyPath:", 1), ("valueForKey:", 1), ("objectForKey:", 1):
            guard let path = FormatArguments.string(values[0]) else { break }
            let keys = name == "valueForKeyPath:" ? path.split(separator: ".").map(String.init) : [path]
            return try KeyPathReading.value(at: keys[...], of: target)
        default: break
        }
        throw PredicateEvaluationError(
            .unknownFunction,
            "\"\(name)\" cannot be called on \(Operand(target).kindName): methods are found by name only where the "
                + "Objective-C run time is, and \"valueForKeyPath:\" everywhere.")
    }
}

extension Array where Element == Any? {
    /// The elements that are in neither an earlier place nor `others`.
    fileprivate func excluding(_ others: [Any?]) -> [Any?] {
        let others = others.map { Operand($0) }
        return filter { element in
            let operand = Operand(element)
            return !others.contains { $0.isEqual(to: operand) }
        }
    }
}
