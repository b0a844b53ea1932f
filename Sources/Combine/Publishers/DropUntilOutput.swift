extension Publishers {
    /// Leaves values out until another publisher sends one.
    ///
    /// The other publisher is subscribed to first and asked for one value. Values left out use up demand. When the other
    /// one finishes without a value the stream finishes, and when it fails the stream fails.
    public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher
    where Upstream.Failure == Other.Failure {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error of both.
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
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Other.Failure == S.Failure {
            let inner = Inner(subscriber, name: "DropUntilOutput", isPassing: false)
            other.receive(
                subscriber: AnySubscriber(
                    receiveSubscription: { inner.acceptTrigger($0) },
                    receiveValue: { _ in
                        inner.startPassing()
                        return .none
                    },
                    receiveCompletion: { inner.triggerCompleted($0) }))
            upstream.receive(subscriber: inner)
        }

        private final class Inner<Downstream: Subscriber>: UntilOutput<Downstream>
        where Downstream.Input == Output, Downstream.Failure == Failure {
            func triggerCompleted(_ completion: Subscribers.Completion<Failure>) {
                forgetTrigger()
                if !isPassing { endByTrigger(completion) }
            }

            override func request(_ demand: Subscribers.Demand) {
                demand.requireSome()
                super.request(demand)
            }
        }
    }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}

extension Publisher {
    /// Leaves values out until another publisher sends one.
    ///
    /// - Parameter publisher: The publisher waited for.
    public func drop<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.DropUntilOutput<Self, P>
    where Failure == P.Failure {
        Publishers.DropUntilOutput(upstream: self, other: publisher)
    }
}
