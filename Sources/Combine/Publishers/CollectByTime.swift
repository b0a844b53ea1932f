extension Publishers {
    /// When values gathered over time are sent.
    public enum TimeGroupingStrategy<Context: Scheduler> {
        /// After each interval.
        case byTime(Context, Context.SchedulerTimeType.Stride)
        /// After each interval, and whenever there are enough values; that does not start the interval again.
        case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
    }

    /// Gathers values into arrays, sent after each interval or when there are enough.
    ///
    /// The intervals run from the subscription. Nothing is sent for an interval without values, and an array waits until
    /// there is demand. With a number, no array is longer than that, however many values come at once. Everything is
    /// delivered on the scheduler. When upstream finishes the rest is sent first, without regard to demand; a failure
    /// drops it.
    public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// An array of upstream's values.
        public typealias Output = [Upstream.Output]
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream

        /// When arrays are sent.
        public let strategy: Publishers.TimeGroupingStrategy<Context>

        /// Handed to the scheduler.
        public let options: Context.SchedulerOptions?

        /// Makes the publisher.
        public init(
            upstream: Upstream, strategy: Publishers.TimeGroupingStrategy<Context>, options: Context.SchedulerOptions?
        ) {
            self.upstream = upstream
            self.strategy = strategy
            self.options = options
        }

        /// Attaches a subscriber to upstream, with this operator between.
        public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
            upstream.receive(subscriber: Inner(self, downstream: subscriber))
        }

        /// State: `state` is guarded by its lock; deliveries come one at a time by `turn`, to whose holder `isSending` and
        /// `isTick` belong.
        private final class Inner<Downstream: Subscriber>: Subscriber, Subscription, NamedConduit
        where Downstream.Input == Output, Downstream.Failure == Failure {
            typealias Input = Upstream.Output
            typealias Failure = Upstream.Failure

            private struct State {
                var upstream: (any Subscription)?
                var clock: (any Cancellable)?
                /// Arrays that have their number, and wait to be delivered.
                var full = Queue<[Input]>()
                var gathered: [Input] = []

                mutating func takeGathered() -> [Input]? {
                    if gathered.isEmpty { return nil }
                    let taken = gathered
                    gathered = []
                    return taken
                }
            }

            private let downstream: Downstream
            private let scheduler: Context
            private let interval: Context.SchedulerTimeType.Stride
            private let count: Int?
            private let options: Context.SchedulerOptions?
            private let phase = ConduitPhase()
            private let delivery = ConduitPhase()
            private let demand = DemandCounter()
            private let turn = Turn()
            private let state = Locked(State())
            private var isSending = false
            /// Whether an interval has passed, so that an array need not have its number.
            private var isTick = false

            var conduitName: String { "CollectByTime" }

            init(_ parent: CollectByTime, downstream: Downstream) {
                self.downstream = downstream
                options = parent.options
                switch parent.strategy {
                case .byTime(let scheduler, let interval):
                    (self.scheduler, self.interval, count) = (scheduler, interval, nil)
                case .byTimeOrCount(let scheduler, let interval, let count):
                    (self.scheduler, self.interval, self.count) = (scheduler, interval, count)
                }
            }

            func receive(subscription: any Subscription) {
                guard phase.activate(), delivery.activate() else {
                    subscription.cancel()
                    return
                }
                state.withLock { $0.upstream = subscription }
                downstream.receive(subscription: self)
                let clock = scheduler.schedule(
                    after: scheduler.now.advanced(by: interval), interval: interval,
                    tolerance: scheduler.minimumTolerance, options: options
                ) { [weak self] in self?.send(isTick: true) }
                state.withLock { $0.clock = clock }
                if !phase.isActive { stopClock() }
            }

            private func stopClock() {
                let clock = state.withLock { state in
                    let clock = state.clock
                    state.clock = nil
                    return clock
                }
                clock?.cancel()
            }

            func receive(_ input: Input) -> Subscribers.Demand {
                guard phase.isActive else { return .none }
                let isFull = state.withLock { state in
                    state.gathered.append(input)
                    guard let count, state.gathered.count >= count, let full = state.takeGathered() else {
                        return false
                    }
                    // Set apart now: the values of a burst come before the scheduler has run anything.
                    state.full.append(full)
                    return true
                }
                if isFull { scheduleSending() }
                return count == nil ? .max(1) : .none
            }

            private func scheduleSending() {
                scheduler.schedule(options: options) { self.send(isTick: false) }
            }

            /// Delivers the arrays that are due, as far as they are wanted.
            private func send(isTick: Bool) {
                turn.perform {
                    if isTick { self.isTick = true }
                    // Come back in from a delivery: the loop outside goes on.
                    if self.isSending { return }
                    self.isSending = true
                    while self.demand.isOpen, let due = self.takeDue() {
                        guard self.delivery.isActive, self.demand.takeOne() else { break }
                        self.pass(self.downstream.receive(due))
                    }
                    self.isSending = false
                    self.isTick = false
                }
            }

            private func takeDue() -> [Input]? {
                state.withLock { state in
                    state.full.isEmpty ? isTick ? state.takeGathered() : nil : state.full.removeFirst()
                }
            }

            private func pass(_ more: Subscribers.Demand) {
                guard more != .none else { return }
                demand.add(more)
                ask(more)
            }

            private func ask(_ more: Subscribers.Demand) {
                state.withLock { $0.upstream }?.request(count.map { more * $0 } ?? .max(1))
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                guard phase.end() else { return }
                stopClock()
                scheduler.schedule(options: options) {
                    self.turn.perform {
                        var old = self.state.exchange(State())
                        if case .finished = completion {
                            while self.delivery.isActive,
                                let rest = old.full.isEmpty ? old.takeGathered() : old.full.removeFirst()
                            {
                                _ = self.downstream.receive(rest)
                            }
                        }
                        if self.delivery.end() { self.downstream.receive(completion: completion) }
                    }
                }
            }

            func request(_ demand: Subscribers.Demand) {
                demand.requireSome()
                guard phase.isActive else { return }
                self.demand.add(demand)
                if !state.withLock({ $0.full.isEmpty }) { scheduleSending() }
                ask(demand)
            }

            func cancel() {
                _ = delivery.stop()
                _ = phase.stop()
                let old = state.exchange(State())
                old.clock?.cancel()
                old.upstream?.cancel()
            }
        }
    }
}

extension Publisher {
    /// Gathers values into arrays, sent after each interval or when there are enough.
    ///
    /// - Parameters:
    ///   - strategy: When arrays are sent, and the scheduler.
    ///   - options: Handed to the scheduler.
    public func collect<S: Scheduler>(
        _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
    ) -> Publishers.CollectByTime<Self, S> {
        Publishers.CollectByTime(upstream: self, strategy: strategy, options: options)
    }
}
