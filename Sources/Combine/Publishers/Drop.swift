extension Publishers {
    /// Leaves out the first values.
    ///
    /// Their number is asked of upstream in addition to the demand.
    @frozen
    public struct Drop<Upstream: Publisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the original values.
        public let upstream: Upstream

        /// How many values are left out.
        public let count: Int

        /// Makes the publisher; stops the program when the count is negative.
        @inlinable
        public init(upstream: Upstream, count: Int) {
            insist(count >= 0, "Publishers.Drop: the number of values to leave out cannot be negative")
            self.upstream = upstream
            self.count = count
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @_transparent
        public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
            let inner = Inner(count: count, downstream: subscriber)
            subscriber.receive(subscription: inner)
            upstream.receive(subscriber: inner)
        }

        /// Downstream gets it as its subscription before upstream is attached.
        ///
        /// State, guarded by its lock: the subscription; the demand stated before there was one; whether the stream has
        /// ended. Values touch `toDrop` only.
        @usableFromInline
        final class Inner<Downstream: Subscriber>: Subscriber, Subscription, NamedConduit
        where Downstream.Input == Output, Downstream.Failure == Failure {
            @usableFromInline
            typealias Input = Upstream.Output
            @usableFromInline
            typealias Failure = Upstream.Failure

            @usableFromInline
            struct State {
                var upstream: (any Subscription)?
                var early = Subscribers.Demand.none
            }

            @usableFromInline
            let downstream: Downstream

            @usableFromInline
            let toDrop: Memory<Int>

            @usableFromInline
            let phase = ConduitPhase()

            @usableFromInline
            let state = Locked(State())

            @usableFromInline
            var conduitName: String { "Drop" }

            @usableFromInline
            init(count: Int, downstream: Downstream) {
                toDrop = Memory(count)
                self.downstream = downstream
            }

            @usableFromInline
            func receive(subscription: any Subscription) {
                guard phase.activate() else {
                    subscription.cancel()
                    return
                }
                let early = state.withLock { state in
                    state.upstream = subscription
                    return state.early
                }
                // One request for what is wanted and what is left out.
                let all = early + toDrop.value
                if all != .none { subscription.request(all) }
            }

            @inlinable
            func receive(_ input: Upstream.Output) -> Subscribers.Demand {
                guard phase.isActive else { return .none }
                if toDrop.value > 0 {
                    toDrop.value -= 1
                    return .none
                }
                return downstream.receive(input)
            }

            @usableFromInline
            func receive(completion: Subscribers.Completion<Upstream.Failure>) {
                guard phase.end() else { return }
                withExtendedLifetime(state.exchange(State())) {}
                downstream.receive(completion: completion)
            }

            @usableFromInline
            func request(_ demand: Subscribers.Demand) {
                demand.requireSome()
                let upstream = state.withLock { state -> (any Subscription)? in
                    if state.upstream == nil { state.early += demand }
                    return state.upstream
                }
                upstream?.request(demand)
            }

            @usableFromInline
            func cancel() {
                if phase.stop() { state.exchange(State()).upstream?.cancel() }
            }
        }
    }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Leaves out the first values.
    ///
    /// - Parameter count: How many, one by default; stops the program when it is negative.
    @inlinable
    public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
        Publishers.Drop(upstream: self, count: count)
    }
}
