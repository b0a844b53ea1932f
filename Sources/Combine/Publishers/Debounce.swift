extension Publishers {
    /// Sends a value only when no other has followed it for some time.
    ///
    /// Upstream is asked for everything. Values go out on the scheduler; one that nobody wants then is dropped. The
    /// completion discards a value that is waiting, and is itself scheduled at once.
    public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream

        /// How long it has to be quiet.
        public let dueTime: Context.SchedulerTimeType.Stride

        /// Measures the time, and is where values are delivered.
        public let scheduler: Context

        /// Handed to the scheduler.
        public let options: Context.SchedulerOptions?

        /// Makes the publisher.
        public init(
            upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions?
        ) {
            self.upstream = upstream
            self.dueTime = dueTime
            self.scheduler = scheduler
            self.options = options
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
                var waiting: Output?
                /// The number of the newest value; a timer that knows an older one does nothing.
                var generation = 0
            }

            private let parent: Debounce
            private let downstream: Downstream
            private let phase = ConduitPhase()
            private let delivery = ConduitPhase()
            private let demand = DemandCounter()
            private let turn = Turn()
            private let state = Locked(State())

            var conduitName: String { "Debounce" }

            var conduitChildren: [Mirror.Child] {
                [
                    ("downstream", downstream), ("downstreamDemand", demand.remaining),
                    ("currentValue", state.withLock { $0.waiting } as Any),
                ]
            }

            init(_ parent: Debounce, downstream: Downstream) {
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
                guard phase.isActive else { return .none }
                let (old, generation) = state.withLock { state in
                    let old = state.waiting
                    state.waiting = input
                    state.generation += 1
                    return (old, state.generation)
                }
                withExtendedLifetime(old) {}
                let scheduler = parent.scheduler
                // Weak: a clock that runs does not keep a chain that nobody wants any more.
                scheduler.schedule(
                    after: scheduler.now.advanced(by: parent.dueTime), tolerance: scheduler.minimumTolerance,
                    options: parent.options
                ) { [weak self] in self?.due(generation) }
                return .none
            }

            private func due(_ generation: Int) {
                let output = state.withLock { state -> Output? in
                    guard state.generation == generation else { return nil }
                    let output = state.waiting
                    state.waiting = nil
                    return output
                }
                guard let output else { return }
                turn.perform {
                    guard self.delivery.isActive, self.demand.takeOne() else { return }
                    self.demand.add(self.downstream.receive(output))
                }
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                guard phase.end() else { return }
                withExtendedLifetime(state.exchange(State())) {}
                parent.scheduler.schedule(options: parent.options) {
                    self.turn.perform {
                        if self.delivery.end() { self.downstream.receive(completion: completion) }
                    }
                }
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
    /// Sends a value only when no other has followed it for some time.
    ///
    /// - Parameters:
    ///   - dueTime: How long it has to be quiet.
    ///   - scheduler: Measures the time, and is where values are delivered.
    ///   - options: Handed to the scheduler.
    public func debounce<S: Scheduler>(
        for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, S> {
        Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
    }
}
