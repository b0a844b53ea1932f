/// The subscriptions that feed a subject.
@usableFromInline
final class SubjectUpstreams {
    private struct State {
        var subscriptions: [any Subscription] = []
        var isOpen = false
    }

    private let state = Locked(State())

    @usableFromInline
    init() {}

    /// Keeps a subscription.
    ///
    /// - Returns: Whether somebody has asked for values already.
    func keep(_ subscription: any Subscription) -> Bool {
        state.withLock {
            $0.subscriptions.append(subscription)
            return $0.isOpen
        }
    }

    /// Asks all upstreams for values, the first time somebody wants some.
    func open() {
        let waiting = state.withLock { state -> [any Subscription] in
            if state.isOpen { return [] }
            state.isOpen = true
            return state.subscriptions
        }
        for subscription in waiting { subscription.request(.unlimited) }
    }

    func cancelAll() {
        for subscription in state.exchange(State()).subscriptions { subscription.cancel() }
    }
}
