extension Result where Failure: Error {
    /// A publisher of what a result holds: a value, or a failure.
    ///
    /// The value and the completion come at the first demand; a failure comes at once, without demand.
    @frozen
    public struct Publisher: Combine.Publisher {
        /// The kind of value of the result.
        public typealias Output = Success

        /// The result published.
        public let result: Result<Success, Failure>

        /// Makes a publisher of a result.
        @inlinable
        public init(_ result: Result<Output, Failure>) {
            self.result = result
        }

        /// Makes a publisher of a value.
        @inlinable
        public init(_ output: Output) {
            self.init(.success(output))
        }

        /// Makes a publisher that fails.
        @inlinable
        public init(_ failure: Failure) {
            self.init(.failure(failure))
        }

        /// Attaches a subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
            switch result {
            case .success(let output):
                subscriber.receive(subscription: SingleValueSubscription(output, subscriber, name: "Once"))
            case .failure(let error):
                subscriber.receive(subscription: Subscriptions.empty)
                subscriber.receive(completion: .failure(error))
            }
        }
    }

    /// A publisher of what this result holds.
    @inlinable
    public var publisher: Publisher {
        Publisher(self)
    }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}
