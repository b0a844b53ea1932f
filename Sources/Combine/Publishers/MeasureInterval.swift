extension Publishers {
    /// Sends, for each value, the time since the one before.
    ///
    /// The first is measured from the subscription. Nothing is rescheduled; demand passes unchanged.
    public struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// A length of time on the scheduler's clock.
        public typealias Output = Context.SchedulerTimeType.Stride
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are timed.
        public let upstream: Upstream

        /// The clock.
        public let scheduler: Context

        /// Makes the publisher.
        public init(upstream: Upstream, scheduler: Context) {
            self.upstream = upstream
            self.scheduler = scheduler
        }

        /// Attaches a subscriber to upstream, with the clock between.
        public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
            upstream.receive(subscriber: Inner(scheduler: scheduler, downstream: subscriber))
        }

        private final class Inner<Downstream: Subscriber>: Subscriber, Subscription, NamedConduit
        where Downstream.Input == Output, Downstream.Failure == Failure {
            typealias Input = Upstream.Output
            typealias Failure = Upstream.Failure

            private let scheduler: Context
            private let downstream: Downstream
            private let phase = ConduitPhase()
            private let last = Memory<Context.SchedulerTimeType?>(nil)
            private let upstream = Locked<(any Subscription)?>(nil)

            var conduitName: String { "MeasureInterval" }

            init(scheduler: Context, downstream: Downstream) {
                self.scheduler = scheduler
                self.downstream = downstream
            }

            func receive(subscription: any Subscription) {
                guard phase.activate() else {
                    subscription.cancel()
                    return
                }
                withExtendedLifetime(upstream.exchange(subscription)) {}
                last.value = scheduler.now
                downstream.receive(subscription: self)
            }

            func receive(_ input: Input) -> Subscribers.Demand {
                guard phase.isActive, let before = last.value else { return .none }
                let now = scheduler.now
                last.value = now
                return downstream.receive(before.distance(to: now))
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                guard phase.end() else { return }
                withExtendedLifetime(upstream.take()) {}
                downstream.receive(completion: completion)
            }

            func request(_ demand: Subscribers.Demand) {
                upstream.current?.request(demand)
            }

            func cancel() {
                if phase.stop() { upstream.take()?.cancel() }
            }
        }
    }
}

extension Publisher {
    /// Sends, for each value, the time since the one before.
    ///
    /// - Parameters:
    ///   - scheduler: The clock.
    ///   - options: Not used, as nothing is scheduled.
    public func measureInterval<S: Scheduler>(
        using scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.MeasureInterval<Self, S> {
        Publishers.MeasureInterval(upstream: self, scheduler: scheduler)
    }
}
