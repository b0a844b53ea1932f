import Foundation

/// The collection operators of key paths: `@count`, `@sum` and so on.
enum CollectionOperators {
    /// Applies an operator, `@` included, to a collection.
    ///
    /// A further operator in the path is applied to the result of the first one.
    static func apply(_ name: String, _ path: ArraySlice<String>, to object: Any) throws -> Any? {
        let inner = path.prefix { !$0.hasPrefix("@") }
        let result = try result(of: name, inner, on: object)
        return try KeyPathReading.value(at: path.dropFirst(inner.count), of: result)
    }

    private static func result(of name: String, _ path: ArraySlice<String>, on object: Any) throws -> Any? {
        let operand = Operand(object)
        guard let elements = operand.elements else {
            throw PredicateEvaluationError(
                .unsuitableValue, "\(name) was applied to \(operand.kindName); it needs a collection.")
        }
        if name == "@count" {
            guard path.isEmpty else {
                throw PredicateEvaluationError(.unknownKey, "Nothing can follow @count in a key path.")
            }
            return elements.count
        }
        let values = try elements.map { try KeyPathReading.value(at: path, of: $0) }
        switch name {
        case "@sum": return try ExpressionFunctions.call("sum:", [values])
        case "@avg": return try ExpressionFunctions.call("average:", [values])
        case "@min": return try ExpressionFunctions.call("min:", [values])
        case "@max": return try ExpressionFunctions.call("max:", [values])
        case "@unionOfObjects": return values.filter { !Operand($0).isNull }
        case "@distinctUnionOfObjects": return distinct(values)
        case "@unionOfArrays", "@unionOfSets": return flattened(values)
        case "@distinctUnionOfArrays", "@distinctUnionOfSets": return distinct(flattened(values))
        default:
            throw PredicateEvaluationError(.unknownKey, "There is no collection operator \"\(name)\".")
        }
    }

    private static func flattened(_ values: [Any?]) -> [Any?] {
        values.flatMap { Operand($0).elements ?? [] }
    }

    private static func distinct(_ values: [Any?]) -> [Any?] {
        var seen: [Operand] = []
        return values.filter { value in
            let operand = Operand(value)
            if operand.isNull || seen.contains(where: { $0.isEqual(to: operand) }) { return false }
            seen.append(operand)
            return true
        }
    }
}
