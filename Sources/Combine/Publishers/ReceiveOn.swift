extension Publishers {
    /// Delivers values and the completion on a scheduler.
    ///
    /// Every one of them hops, even when it is there already. The subscription and requests stay where they are. A value
    /// that is under way when downstream cancels is dropped. Order is kept on a scheduler that runs one piece of work
    /// at a time; on a concurrent one values may overtake each other, but the completion overtakes none.
    public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream

        /// Where they are delivered.
        public let scheduler: Context

        /// Handed to the scheduler.
        public let options: Context.SchedulerOptions?

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            self.scheduler = scheduler
            self.options = options
        }

        /// Attaches a subscriber to upstream, with the hop between.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
            let scheduler = self.scheduler
            let options = self.options
            upstream.receive(
                subscriber:
                    HoppingConduit(subscriber, name: "ReceiveOn") { scheduler.schedule(options: options, $0) })
        }
    }
}

/// The inner part of the operators that deliver by way of a scheduler.
///
/// State: `phase` is active while upstream may send, `delivery` while downstream may receive; `turn` makes deliveries
/// come one at a time on a concurrent scheduler too, and `underWay` has the completion wait for the values before it;
/// `upstream` and `completion` are guarded by their locks.
@usableFromInline
final class HoppingConduit<Downstream: Subscriber>: Subscriber, Subscription, NamedConduit {
    @usableFromInline
    typealias Input = Downstream.Input
    @usableFromInline
    typealias Failure = Downstream.Failure

    @usableFromInline
    let downstream: Downstream

    @usableFromInline
    let conduitName: String

    @usableFromInline
    let schedule: (@escaping () -> Void) -> Void

    @usableFromInline
    let phase = ConduitPhase()

    @usableFromInline
    let delivery = ConduitPhase()

    @usableFromInline
    let turn = Turn()

    @usableFromInline
    let underWay = UnderWay()

    @usableFromInline
    let completion = Locked<Subscribers.Completion<Downstream.Failure>?>(nil)

    @usableFromInline
    let upstream = Locked<(any Subscription)?>(nil)

    @inlinable
    init(_ downstream: Downstream, name: String, schedule: @escaping (@escaping () -> Void) -> Void) {
        self.downstream = downstream
        conduitName = name
        self.schedule = schedule
    }

    @usableFromInline
    func receive(subscription: any Subscription) {
        guard phase.activate(), delivery.activate() else {
            subscription.cancel()
            return
        }
        withExtendedLifetime(upstream.exchange(subscription)) {}
        downstream.receive(subscription: self)
    }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        guard phase.isActive else { return .none }
        underWay.begin()
        schedule { self.deliver(input) }
        return .none
    }

    @inlinable
    func deliver(_ input: Downstream.Input) {
        let thread = currentThreadToken()
        switch turn.enter(thread) {
        case .nested:
            deliverNow(input)
        case .entered:
            deliverNow(input)
            turn.leave(thread)
        case .busy:
            turn.perform { self.deliverNow(input) }
        }
    }

    @inlinable
    func deliverNow(_ input: Downstream.Input) {
        if delivery.isActive {
            let more = downstream.receive(input)
            if more != .none { upstream.current?.request(more) }
        }
        if underWay.end() { finish() }
    }

    /// Delivers the completion; under the turn.
    @usableFromInline
    func finish() {
        guard let completion = completion.withLock({ $0 }), delivery.end() else { return }
        downstream.receive(completion: completion)
    }

    @usableFromInline
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard phase.end() else { return }
        withExtendedLifetime(upstream.take()) {}
        self.completion.withLock { $0 = completion }
        schedule {
            self.turn.perform { if self.underWay.end() { self.finish() } }
        }
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        upstream.current?.request(demand)
    }

    @usableFromInline
    func cancel() {
        _ = delivery.stop()
        if phase.stop() { upstream.take()?.cancel() }
    }
}

extension Publisher {
    /// Delivers values and the completion on a scheduler.
    ///
    /// - Parameters:
    ///   - scheduler: Where they are delivered.
    ///   - options: Handed to the scheduler.
    @inlinable
    public func receive<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, S> {
        Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
    }
}
