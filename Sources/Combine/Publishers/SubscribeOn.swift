extension Publishers {
    /// Subscribes, requests and cancels on a scheduler.
    ///
    /// Values are delivered where upstream produces them.
    public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher subscribed to.
        public let upstream: Upstream

        /// Where it is spoken to.
        public let scheduler: Context

        /// Handed to the scheduler.
        public let options: Context.SchedulerOptions?

        /// Makes the publisher.
        public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            self.scheduler = scheduler
            self.options = options
        }

        /// Attaches a subscriber to upstream, on the scheduler.
        public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
            let inner = Inner(self, downstream: subscriber)
            scheduler.schedule(options: options) { inner.parent.upstream.receive(subscriber: inner) }
        }

        private final class Inner<Downstream: Subscriber>: Subscriber, Subscription, NamedConduit
        where Downstream.Input == Output, Downstream.Failure == Failure {
            typealias Input = Upstream.Output
            typealias Failure = Upstream.Failure

            let parent: SubscribeOn
            private let downstream: Downstream
            private let phase = ConduitPhase()
            private let subscription = Locked<(any Subscription)?>(nil)

            var conduitName: String { "SubscribeOn" }

            init(_ parent: SubscribeOn, downstream: Downstream) {
                self.parent = parent
                self.downstream = downstream
            }

            func receive(subscription: any Subscription) {
                guard phase.activate() else {
                    subscription.cancel()
                    return
                }
                withExtendedLifetime(self.subscription.exchange(subscription)) {}
                downstream.receive(subscription: self)
            }

            func receive(_ input: Input) -> Subscribers.Demand {
                phase.isActive ? downstream.receive(input) : .none
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                guard phase.end() else { return }
                withExtendedLifetime(subscription.take()) {}
                downstream.receive(completion: completion)
            }

            func request(_ demand: Subscribers.Demand) {
                guard phase.isActive else { return }
                parent.scheduler.schedule(options: parent.options) {
                    self.subscription.current?.request(demand)
                }
            }

            func cancel() {
                guard phase.stop(), let subscription = subscription.take() else { return }
                parent.scheduler.schedule(options: parent.options) { subscription.cancel() }
            }
        }
    }
}

extension Publisher {
    /// Subscribes, requests and cancels on a scheduler.
    ///
    /// - Parameters:
    ///   - scheduler: Where this publisher is spoken to.
    ///   - options: Handed to the scheduler.
    public func subscribe<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.SubscribeOn<Self, S> {
        Publishers.SubscribeOn(upstream: self, scheduler: scheduler, options: options)
    }
}
