extension Publishers {
    /// Gives a publisher that cannot fail a kind of error, so that it fits where one is expected.
    @frozen
    public struct SetFailureType<Upstream: Publisher, Failure: Error>: Publisher where Upstream.Failure == Never {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output

        /// The publisher that cannot fail.
        public let upstream: Upstream

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches a subscriber to upstream; everything passes unchanged.
        @_transparent
        public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
            upstream.receive(
                subscriber:
                    CompletionConduit<Never, S>(name: "SetFailureType", downstream: subscriber, transform: { $0 }))
        }

        /// The same publisher with another kind of error.
        @inlinable
        public func setFailureType<E: Error>(to failure: E.Type) -> Publishers.SetFailureType<Upstream, E> {
            Publishers.SetFailureType<Upstream, E>(upstream: upstream)
        }
    }
}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}

extension Publisher where Failure == Never {
    /// Gives this publisher a kind of error, although it never fails.
    ///
    /// - Parameter failureType: The kind of error.
    @inlinable
    public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> {
        Publishers.SetFailureType<Self, E>(upstream: self)
    }
}
