/// One thing that a subscriber has been told, in a form that tests can compare.
public enum StreamEvent<Input> {
    /// The subscription, by its description.
    case subscription(String)
    /// A value.
    case value(Input)
    /// Success.
    case finished
    /// Failure, by the description of the error.
    case failure(String)
}

extension StreamEvent: Equatable where Input: Equatable {}

extension StreamEvent: Sendable where Input: Sendable {}

extension StreamEvent: CustomStringConvertible {
    /// Short, as in `value(3)`.
    public var description: String {
        switch self {
        case .subscription(let name): "subscription(\(name))"
        case .value(let value): "value(\(value))"
        case .finished: "finished"
        case .failure(let error): "failure(\(error))"
        }
    }
}

/// An error for tests, equal when its word is.
public struct TestFailure: Error, Equatable, Codable, CustomStringConvertible {
    /// Tells one failure from another.
    public let word: String

    /// Makes a failure.
    public init(_ word: String = "failed") {
        self.word = word
    }

    /// The word.
    public var description: String { word }
}
