extension Publishers {
    /// Passes values until another publisher sends one, then finishes.
    ///
    /// The other publisher is subscribed to first and asked for one value; its completion does not matter.
    public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream

        /// The publisher waited for.
        public let other: Other

        /// Makes the publisher.
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        /// Attaches a subscriber to both, with this operator between.
        public func receive<S: Subscriber>(subscriber: S)
        where Upstream.Failure == S.Failure, Upstream.Output == S.Input {
            let inner = UntilOutput(subscriber, name: "PrefixUntilOutput", isPassing: true)
            other.receive(
                subscriber: AnySubscriber<Other.Output, Other.Failure>(
                    receiveSubscription: { inner.acceptTrigger($0) },
                    receiveValue: { _ in
                        inner.endByTrigger(.finished)
                        return .none
                    },
                    receiveCompletion: { _ in inner.forgetTrigger() }))
            upstream.receive(subscriber: inner)
        }
    }
}

extension Publishers.PrefixUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}

extension Publisher {
    /// Passes values until another publisher sends one, then finishes.
    ///
    /// - Parameter publisher: The publisher waited for.
    public func prefix<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.PrefixUntilOutput<Self, P> {
        Publishers.PrefixUntilOutput(upstream: self, other: publisher)
    }
}
