/// A publisher which fails at once, without needing demand.
@frozen
public struct Fail<Output, Failure: Error>: Publisher {
    /// The error that ends the stream.
    public let error: Failure

    /// Makes a publisher that fails.
    ///
    /// - Parameter error: The error.
    @inlinable
    public init(error: Failure) {
        self.error = error
    }

    /// Makes a publisher that fails, with its kind of value spelled out.
    ///
    /// - Parameters:
    ///   - outputType: The kind of value that never comes.
    ///   - failure: The error.
    @inlinable
    public init(outputType: Output.Type, failure: Failure) {
        self.init(error: failure)
    }

    /// Attaches a subscriber, which gets an idle subscription and then the failure.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: .failure(error))
    }
}

extension Fail: Equatable where Failure: Equatable {}
