extension Publishers {
    /// Sends at most one value in each interval.
    ///
    /// Upstream is asked for everything. A value after a longer silence goes out as soon as possible; the next one goes
    /// out an interval later, and is the newest or the first of those that came meanwhile. Values go out on the
    /// scheduler; one that comes while none is wanted is dropped. The completion goes with the value that waits, else at
    /// once.
    public struct Throttle<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream

        /// The least time between two values.
        public let interval: Context.SchedulerTimeType.Stride

        /// Measures the time, and is where values are delivered.
        public let scheduler: Context

        /// Whether the newest value of an interval is sent, not the first.
        public let latest: Bool

        /// Makes the publisher.
        public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context, latest: Bool
        ) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
            self.latest = latest
        }

        /// Attaches a subscriber to upstream, with this operator between.
        public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
            upstream.receive(subscriber: Inner(self, downstream: subscriber))
        }

        private final class Inner<Downstream: Subscriber>: Subscriber, Subscription, NamedConduit
        where Downstream.Input == Output, Downstream.Failure == Failure {
            typealias Input = Upstream.Output
            typealias Failure = Upstream.Failure

            private struct State {
                var upstream: (any Subscription)?
                /// The value that waits for its time.
                var waiting: Output?
                /// The completion that goes with it.
                var completion: Subscribers.Completion<Failure>?
                var lastSent: Context.SchedulerTimeType?
            }

            private let parent: Throttle
            private let downstream: Downstream
            private let phase = ConduitPhase()
            private let delivery = ConduitPhase()
            private let demand = DemandCounter()
            private let turn = Turn()
            private let state = Locked(State())

            var conduitName: String { "Throttle" }

            init(_ parent: Throttle, downstream: Downstream) {
                self.parent = parent
                self.downstream = downstream
            }

            func receive(subscription: any Subscription) {
                guard phase.activate(), delivery.activate() else {
                    subscription.cancel()
                    return
                }
                state.withLock { $0.upstream = subscription }
                downstream.receive(subscription: self)
                if phase.isActive { subscription.request(.unlimited) }
            }

            func receive(_ input: Input) -> Subscribers.Demand {
                guard phase.isActive, demand.isOpen else { return .none }
                let (isNew, old, lastSent) = state.withLock { state in
                    let old = state.waiting
                    if old == nil || parent.latest { state.waiting = input }
                    return (old == nil, old, state.lastSent)
                }
                withExtendedLifetime(old) {}
                if isNew { scheduleSending(after: lastSent) }
                return .none
            }

            private func scheduleSending(after lastSent: Context.SchedulerTimeType?) {
                let scheduler = parent.scheduler
                guard let lastSent, lastSent.distance(to: scheduler.now) < parent.interval else {
                    scheduler.schedule { self.send() }
                    return
                }
                scheduler.schedule(
                    after: lastSent.advanced(by: parent.interval), tolerance: scheduler.minimumTolerance, options: nil
                ) { self.send() }
            }

            private func send() {
                let now = parent.scheduler.now
                let (output, completion) = state.withLock { state in
                    let waiting = (state.waiting, state.completion)
                    state.waiting = nil
                    state.completion = nil
                    state.lastSent = now
                    return waiting
                }
                turn.perform {
                    if let output, self.delivery.isActive, self.demand.takeOne() {
                        self.demand.add(self.downstream.receive(output))
                    }
                    if let completion { self.finish(completion) }
                }
            }

            private func finish(_ completion: Subscribers.Completion<Failure>) {
                if delivery.end() { downstream.receive(completion: completion) }
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                guard phase.end() else { return }
                let (upstream, isAlone) = state.withLock { state in
                    let upstream = state.upstream
                    state.upstream = nil
                    if state.waiting != nil { state.completion = completion }
                    return (upstream, state.waiting == nil)
                }
                withExtendedLifetime(upstream) {}
                if isAlone { parent.scheduler.schedule { self.turn.perform { self.finish(completion) } } }
            }

            func request(_ demand: Subscribers.Demand) {
                demand.requireSome()
                self.demand.add(demand)
            }

            func cancel() {
                _ = delivery.stop()
                _ = phase.stop()
                state.exchange(State()).upstream?.cancel()
            }
        }
    }
}

extension Publisher {
    /// Sends at most one value in each interval.
    ///
    /// - Parameters:
    ///   - interval: The least time between two values.
    ///   - scheduler: Measures the time, and is where values are delivered.
    ///   - latest: Whether the newest value of an interval is sent, not the first.
    public func throttle<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
    ) -> Publishers.Throttle<Self, S> {
        Publishers.Throttle(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
    }
}
