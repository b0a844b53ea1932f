import Foundation

/// What a predicate is evaluated against: an object, and the variables.
struct EvaluationScope {
    let object: Any?
    /// The object as what properties are read from; looked up once, for the cast is slow.
    let coding: (any KeyValueCoding)?
    private(set) var variables: [String: Any]

    init(object: Any?, variables: [String: Any] = [:]) {
        self.object = object
        coding = object as? any KeyValueCoding
        self.variables = variables
    }

    init(coding: any KeyValueCoding, variables: [String: Any] = [:]) {
        object = coding
        self.coding = coding
        self.variables = variables
    }

    /// The scope in which a variable has a value.
    func binding(_ name: String, to value: Any) -> EvaluationScope {
        var scope = self
        scope.variables[name] = value
        return scope
    }
}

/// An object whose methods expressions may call by name, as in `FUNCTION($manager, "method:", x)`.
protocol ExpressionFunctionTarget: AnyObject {
    /// Calls the method of a full name, as in `value:forKey:`.
    func expressionFunction(_ name: String, arguments: [Any?]) throws -> Any?
}
