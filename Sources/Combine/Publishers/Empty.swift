/// A publisher without values, which finishes at once or never.
@frozen
public struct Empty<Output, Failure: Error>: Publisher, Equatable {
    /// Whether the completion follows the subscription directly; otherwise nothing ever comes.
    public let completeImmediately: Bool

    /// Makes a publisher without values.
    ///
    /// - Parameter completeImmediately: Whether it finishes at once or never.
    @inlinable
    public init(completeImmediately: Bool = true) {
        self.completeImmediately = completeImmediately
    }

    /// Makes a publisher without values, with its types spelled out.
    ///
    /// - Parameters:
    ///   - completeImmediately: Whether it finishes at once or never.
    ///   - outputType: The kind of value that never comes.
    ///   - failureType: The kind of error that never comes.
    @inlinable
    public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
        self.init(completeImmediately: completeImmediately)
    }

    /// Attaches a subscriber, which gets an idle subscription and perhaps the completion.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
        subscriber.receive(subscription: Subscriptions.empty)
        if completeImmediately { subscriber.receive(completion: .finished) }
    }
}
