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
            precondition(count >= 0, "Publishers.Drop: the number of values to leave out cannot be negative")
            self.upstream = upstream
            self.count = count
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @_transparent
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
            let downstream: Downstream

            @usableFromInline
            let toDrop: Memory<Int>

            @usableFromInline
            let phase = ConduitPhase()

            @usableFromInline
            let upstream = Locked<(any Subscription)?>(nil)

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
                withExtendedLifetime(upstream.exchange(subscription)) {}
                downstream.receive(subscription: self)
                let extra = Subscribers.Demand.max(toDrop.value)
                if phase.isActive, extra != .none { subscription.request(extra) }
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
                withExtendedLifetime(upstream.take()) {}
                downstream.receive(completion: completion)
            }

            @usableFromInline
            func request(_ demand: Subscribers.Demand) {
                demand.requireSome()
                guard phase.isActive else { return }
                upstream.current?.request(demand)
            }

            @usableFromInline
            func cancel() {
                if phase.stop() { upstream.take()?.cancel() }
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
