import Foundation

/// Why a predicate or expression could not be evaluated in memory.
public struct PredicateEvaluationError: LocalizedError, Sendable, CustomStringConvertible {
    /// What kind of fault was found.
    public enum Code: Sendable {
        /// Values of classes that have no common order were compared.
        case unlikeClasses
        /// An object has no property of the name.
        case unknownKey
        /// A variable has no value.
        case missingVariable
        /// A regular expression is malformed.
        case invalidPattern
        /// A function or operator was given a value it cannot work on.
        case unsuitableValue
        /// A function does not exist, or cannot be called on this platform.
        case unknownFunction
    }

    /// What kind of fault was found.
    public let code: Code
    /// What failed, on which value, and what to do about it.
    public let description: String

    /// The same as `description`.
    public var errorDescription: String? { description }

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    static func unlikeClasses(_ left: Operand, _ right: Operand) -> PredicateEvaluationError {
        PredicateEvaluationError(
            .unlikeClasses,
            "Cannot compare \(left.kindName) with \(right.kindName); give a value of the property's own type.")
    }

    static func unknownKey(_ key: String, of object: Any) -> PredicateEvaluationError {
        PredicateEvaluationError(
            .unknownKey,
            "\(type(of: object)) has no property \"\(key)\"; check the spelling in the predicate or sort descriptor.")
    }
}
