extension Publishers {
    /// Ends the stream when upstream is silent for too long.
    ///
    /// The time runs from the subscription and starts again at each value, whether values are wanted or not. When it is
    /// over upstream is cancelled, and the stream finishes or fails. Values and completions are delivered on the
    /// scheduler; demand passes unchanged.
    public struct Timeout<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream

        /// How long it may be silent.
        public let interval: Context.SchedulerTimeType.Stride

        /// Measures the time, and is where values are delivered.
        public let scheduler: Context

        /// Handed to the scheduler.
        public let options: Context.SchedulerOptions?

        /// Makes the error that ends the stream; without it the stream finishes.
        public let customError: (() -> Upstream.Failure)?

        /// Makes the publisher.
        public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions?, customError: (() -> Publishers.Timeout<Upstream, Context>.Failure)?
        ) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
            self.options = options
            self.customError = customError
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
                /// Grows with each value; a clock that knows an older number does nothing.
                var generation = 0
                /// How the stream ended; downstream hears of it after the values under way.
                var completion: Subscribers.Completion<Failure>?
            }

            private let parent: Timeout
            private let downstream: Downstream
            private let phase = ConduitPhase()
            private let delivery = ConduitPhase()
            private let turn = Turn()
            private let underWay = UnderWay()
            private let state = Locked(State())

            var conduitName: String { "Timeout" }

            init(_ parent: Timeout, downstream: Downstream) {
                self.parent = parent
                self.downstream = downstream
            }

            func receive(subscription: any Subscription) {
                guard phase.activate(), delivery.activate() else {
                    subscription.cancel()
                    return
                }
                state.withLock { $0.upstream = subscription }
                startClock()
                downstream.receive(subscription: self)
            }

            private func startClock() {
                let generation = state.withLock { state in
                    state.generation += 1
                    return state.generation
                }
                let scheduler = parent.scheduler
                // Weak: a clock that runs does not keep a chain that nobody wants any more.
                scheduler.schedule(
                    after: scheduler.now.advanced(by: parent.interval), tolerance: scheduler.minimumTolerance,
                    options: parent.options
                ) { [weak self] in self?.expired(generation) }
            }

            private func expired(_ generation: Int) {
                guard state.withLock({ $0.generation == generation }), phase.end() else { return }
                takeUpstream()?.cancel()
                // Values that came in time go first.
                end(with: parent.customError.map { Subscribers.Completion.failure($0()) } ?? .finished)
            }

            private func takeUpstream() -> (any Subscription)? {
                state.withLock { state in
                    let upstream = state.upstream
                    state.upstream = nil
                    return upstream
                }
            }

            private func end(with completion: Subscribers.Completion<Failure>) {
                state.withLock { $0.completion = completion }
                turn.perform { if self.underWay.end() { self.finish() } }
            }

            private func finish() {
                guard let completion = state.withLock({ $0.completion }), delivery.end() else { return }
                downstream.receive(completion: completion)
            }

            func receive(_ input: Input) -> Subscribers.Demand {
                guard phase.isActive else { return .none }
                startClock()
                underWay.begin()
                parent.scheduler.schedule(options: parent.options) {
                    self.turn.perform {
                        if self.delivery.isActive {
                            let more = self.downstream.receive(input)
                            if more != .none { self.state.withLock { $0.upstream }?.request(more) }
                        }
                        if self.underWay.end() { self.finish() }
                    }
                }
                return .none
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                guard phase.end() else { return }
                withExtendedLifetime(takeUpstream()) {}
                parent.scheduler.schedule(options: parent.options) {
                    self.end(with: completion)
                }
            }

            func request(_ demand: Subscribers.Demand) {
                state.withLock { $0.upstream }?.request(demand)
            }

            func cancel() {
                _ = delivery.stop()
                _ = phase.stop()
                takeUpstream()?.cancel()
            }
        }
    }
}

extension Publisher {
    /// Ends the stream when this publisher is silent for too long.
    ///
    /// - Parameters:
    ///   - interval: How long it may be silent.
    ///   - scheduler: Measures the time, and is where values are delivered.
    ///   - options: Handed to the scheduler.
    ///   - customError: Makes the error that ends the stream; without it the stream finishes.
    public func timeout<S: Scheduler>(
        _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
        customError: (() -> Failure)? = nil
    ) -> Publishers.Timeout<Self, S> {
        Publishers.Timeout(
            upstream: self, interval: interval, scheduler: scheduler, options: options, customError: customError)
    }
}
