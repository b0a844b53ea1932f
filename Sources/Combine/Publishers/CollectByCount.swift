extension Publishers {
    /// Gathers values into arrays of a given number.
    ///
    /// The demand for arrays is multiplied by the number. When upstream finishes the rest is sent as a shorter array,
    /// without regard to demand; a failure drops it.
    @frozen
    public struct CollectByCount<Upstream: Publisher>: Publisher {
        /// An array of upstream's values.
        public typealias Output = [Upstream.Output]
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream

        /// How many values make an array.
        public let count: Int

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, count: Int) {
            self.upstream = upstream
            self.count = count
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
            upstream.receive(subscriber: Inner(count: count, downstream: subscriber))
        }

        @usableFromInline
        final class Inner<Downstream: Subscriber>: Subscriber, Subscription, NamedConduit
        where Downstream.Input == Output, Downstream.Failure == Failure {
            @usableFromInline
            typealias Input = Upstream.Output
            @usableFromInline
            typealias Failure = Upstream.Failure

            @usableFromInline
            let count: Int

            @usableFromInline
            let downstream: Downstream

            @usableFromInline
            let phase = ConduitPhase()

            @usableFromInline
            let gathered = Memory<[Input]>([])

            @usableFromInline
            let upstream = Locked<(any Subscription)?>(nil)

            @usableFromInline
            var conduitName: String { "CollectByCount" }

            @usableFromInline
            var conduitChildren: [Mirror.Child] {
                [
                    ("downstream", downstream), ("upstreamSubscription", upstream.current as Any),
                    ("buffer", gathered.value), ("count", count),
                ]
            }

            @usableFromInline
            init(count: Int, downstream: Downstream) {
                self.count = count
                self.downstream = downstream
                gathered.value.reserveCapacity(Swift.min(count, 1_024))
            }

            @usableFromInline
            func receive(subscription: any Subscription) {
                guard phase.activate() else {
                    subscription.cancel()
                    return
                }
                withExtendedLifetime(upstream.exchange(subscription)) {}
                downstream.receive(subscription: self)
            }

            @inlinable
            func receive(_ input: Input) -> Subscribers.Demand {
                guard phase.isActive else { return .none }
                gathered.value.append(input)
                guard gathered.value.count >= count else { return .none }
                let full = gathered.value
                gathered.value = []
                return downstream.receive(full) * count
            }

            @usableFromInline
            func receive(completion: Subscribers.Completion<Failure>) {
                guard phase.isActive else { return }
                if case .finished = completion, !gathered.value.isEmpty {
                    let rest = gathered.value
                    gathered.value = []
                    _ = downstream.receive(rest)
                }
                guard phase.end() else { return }
                withExtendedLifetime(upstream.take()) {}
                downstream.receive(completion: completion)
            }

            @usableFromInline
            func request(_ demand: Subscribers.Demand) {
                demand.requireSome()
                upstream.current?.request(demand * count)
            }

            @usableFromInline
            func cancel() {
                if phase.stop() { upstream.take()?.cancel() }
            }
        }
    }
}

extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Gathers values into arrays of a given number.
    ///
    /// - Parameter count: How many values make an array.
    @inlinable
    public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
        Publishers.CollectByCount(upstream: self, count: count)
    }
}
