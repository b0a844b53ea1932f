/// The common inner part of the operators that pass values on from, or up to, the first value of another publisher.
///
/// State: `state` is guarded by its lock; deliveries come one at a time by `turn`.
class UntilOutput<Downstream: Subscriber>: Subscriber, Subscription, NamedConduit {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    private struct State {
        var upstream: (any Subscription)?
        var trigger: (any Subscription)?
        /// Whether the other publisher no longer matters.
        var isTriggerDone = false
        var isPassing: Bool
        var isHandedOver = false
        var isEnded = false
        /// How the other publisher ended the stream before the subscription could be handed over.
        var early: Subscribers.Completion<Failure>?
    }

    private let downstream: Downstream
    private let state: Locked<State>
    private let turn = Turn()

    final let conduitName: String

    /// - Parameter isPassing: Whether values pass before the other publisher has sent one.
    init(_ downstream: Downstream, name: String, isPassing: Bool) {
        self.downstream = downstream
        conduitName = name
        state = Locked(State(isPassing: isPassing))
    }

    // MARK: The other publisher

    final func acceptTrigger(_ subscription: any Subscription) {
        let accepted = state.withLock { state -> Bool in
            guard !state.isEnded, !state.isTriggerDone, state.trigger == nil else { return false }
            state.trigger = subscription
            return true
        }
        if accepted {
            subscription.request(.max(1))
        } else {
            subscription.cancel()
        }
    }

    /// Lets go of the other publisher, which has completed.
    final func forgetTrigger() {
        withExtendedLifetime(takeTrigger()) {}
    }

    private final func takeTrigger() -> (any Subscription)? {
        state.withLock { state in
            let trigger = state.trigger
            state.trigger = nil
            state.isTriggerDone = true
            return trigger
        }
    }

    /// Passes values from now on, and lets go of the other publisher.
    final func startPassing() {
        state.withLock { $0.isPassing = true }
        takeTrigger()?.cancel()
    }

    /// Whether values pass.
    final var isPassing: Bool { state.withLock { $0.isPassing } }

    /// Ends the stream on behalf of the other publisher, at the earliest when the subscription has been handed over.
    final func endByTrigger(_ completion: Subscribers.Completion<Failure>) {
        let ends = state.withLock { state in
            state.isPassing = false
            state.isTriggerDone = true
            if !state.isHandedOver { state.early = completion }
            return state.isHandedOver
        }
        if ends { end(completion) }
    }

    // MARK: Upstream

    func receive(subscription: any Subscription) {
        let accepted = state.withLock { state -> Bool in
            guard !state.isEnded, !state.isHandedOver, state.upstream == nil else { return false }
            state.upstream = subscription
            return true
        }
        guard accepted else {
            subscription.cancel()
            return
        }
        downstream.receive(subscription: self)
        let early = state.withLock { state in
            state.isHandedOver = true
            return state.early
        }
        if let early { end(early) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        // The other publisher may end the stream on another thread.
        let thread = currentThreadToken()
        switch turn.enter(thread) {
        case .nested:
            return deliver(input)
        case .entered:
            let more = deliver(input)
            turn.leave(thread)
            return more
        case .busy:
            turn.perform { self.deliverLater(input) }
            return .none
        }
    }

    private final func deliver(_ input: Input) -> Subscribers.Demand {
        state.withLock({ $0.isPassing && !$0.isEnded && $0.upstream != nil }) ? downstream.receive(input) : .none
    }

    private final func deliverLater(_ input: Input) {
        guard let upstream = state.withLock({ $0.upstream }) else { return }
        let more = deliver(input)
        if more != .none { upstream.request(more) }
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        end(completion)
    }

    private final func end(_ completion: Subscribers.Completion<Failure>) {
        guard stop() else { return }
        turn.perform { self.downstream.receive(completion: completion) }
    }

    /// Cancels what still runs; false when the stream had ended.
    private final func stop() -> Bool {
        let old = state.withLock { state in
            let old = state
            state = State(isPassing: false, isHandedOver: true, isEnded: true)
            return old
        }
        if old.isEnded { return false }
        old.trigger?.cancel()
        old.upstream?.cancel()
        return true
    }

    // MARK: Downstream

    func request(_ demand: Subscribers.Demand) {
        state.withLock { $0.upstream }?.request(demand)
    }

    final func cancel() {
        _ = stop()
    }
}
