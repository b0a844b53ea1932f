/// The subscriptions of an operator with several upstreams, and the demand that late ones have to be told.
///
/// State, guarded by the lock: one place for each upstream; the sum of all requests; whether the operator has ended.
@usableFromInline
struct JoinLinks: ~Copyable {
    @usableFromInline
    enum Place {
        case waiting
        case running(any Subscription)
        case ended
    }

    @usableFromInline
    struct State {
        @usableFromInline var places: [Place]
        @usableFromInline var asked = Subscribers.Demand.none
        @usableFromInline var isEnded = false

        @usableFromInline
        init(count: Int) {
            places = Array(repeating: .waiting, count: count)
        }
    }

    @usableFromInline
    let state: Locked<State>

    @usableFromInline
    init(count: Int) {
        state = Locked(State(count: count))
    }

    /// Takes a subscription into its place, and tells it what has been asked for; cancels one that has no place.
    ///
    /// - Returns: Whether it was taken.
    @usableFromInline
    @discardableResult
    func accept(_ subscription: any Subscription, at index: Int) -> Bool {
        let asked = state.withLock { state -> Subscribers.Demand? in
            guard !state.isEnded, case .waiting = state.places[index] else { return nil }
            state.places[index] = .running(subscription)
            return state.asked
        }
        guard let asked else {
            subscription.cancel()
            return false
        }
        if asked != .none { subscription.request(asked) }
        return true
    }

    /// Whether every place has been taken at some time.
    @usableFromInline
    var areAllTaken: Bool {
        state.withLock { state in
            state.places.allSatisfy { if case .waiting = $0 { false } else { true } }
        }
    }

    /// Asks every upstream, except one that is told otherwise.
    @usableFromInline
    func request(_ demand: Subscribers.Demand, except index: Int? = nil) {
        let running = state.withLock { state -> [any Subscription] in
            state.asked += demand
            return state.places.enumerated().compactMap { place in
                guard place.offset != index, case .running(let subscription) = place.element else { return nil }
                return subscription
            }
        }
        for subscription in running { subscription.request(demand) }
    }

    /// Asks one upstream for what it could not be told as a result.
    @usableFromInline
    func requestAfterwards(_ demand: Subscribers.Demand, at index: Int) {
        if demand == .none { return }
        let place = state.withLock { state in state.places[index] }
        if case .running(let subscription) = place { subscription.request(demand) }
    }

    /// Lets go of an upstream that has completed.
    @usableFromInline
    func end(at index: Int) {
        let old = state.withLock { state -> Place in
            let old = state.places[index]
            state.places[index] = .ended
            return old
        }
        withExtendedLifetime(old) {}
    }

    /// Cancels every upstream, present and future.
    @usableFromInline
    func cancelAll() {
        let old = state.withLock { state -> [Place] in
            let old = state.places
            state.isEnded = true
            state.places = old.map { _ in .ended }
            return old
        }
        for case .running(let subscription) in old { subscription.cancel() }
    }
}
