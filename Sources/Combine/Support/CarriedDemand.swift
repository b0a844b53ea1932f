/// The demand of a subscriber which is served by several publishers, one after another.
///
/// What one of them has not delivered is asked of the next. State: `demand` is counted without a lock; `running` and
/// `isEnded` are guarded by the lock.
@usableFromInline
struct CarriedDemand: ~Copyable {
    @usableFromInline
    struct State {
        @usableFromInline var running: (any Subscription)?
        @usableFromInline var isEnded = false

        @inlinable
        init() {}
    }

    @usableFromInline
    let demand = DemandCounter()

    @usableFromInline
    let state = Locked(State())

    @inlinable
    init() {}

    @usableFromInline
    var isEnded: Bool { state.withLock { $0.isEnded } }

    /// Takes over the subscription of the publisher that serves from now on; cancels it if the stream has ended.
    ///
    /// - Parameter replacing: Whether one that serves now is replaced; otherwise the new one is cancelled.
    /// - Returns: Whether it was taken.
    @usableFromInline
    @discardableResult
    func adopt(_ subscription: any Subscription) -> Bool {
        let open = state.withLock { state -> Subscribers.Demand? in
            guard !state.isEnded, state.running == nil else { return nil }
            state.running = subscription
            return demand.remaining
        }
        guard let open else {
            subscription.cancel()
            return false
        }
        if open != .none { subscription.request(open) }
        return true
    }

    /// Notes that a value is about to be delivered.
    @inlinable
    func countOne() {
        _ = demand.takeOne()
    }

    /// Notes demand that goes back to the serving publisher as the result of a delivery.
    @inlinable
    func noteReturned(_ more: Subscribers.Demand) {
        if more != .none { demand.add(more) }
    }

    @usableFromInline
    func request(_ more: Subscribers.Demand) {
        let running = state.withLock { state -> (any Subscription)? in
            demand.add(more)
            return state.running
        }
        running?.request(more)
    }

    /// Lets go of the serving publisher without cancelling it; it has completed.
    @usableFromInline
    func release() {
        let gone = state.withLock { state -> (any Subscription)? in
            let gone = state.running
            state.running = nil
            return gone
        }
        withExtendedLifetime(gone) {}
    }

    /// Ends the stream.
    ///
    /// - Returns: Whether this call ended it, and the publisher that was serving.
    @usableFromInline
    func end() -> (isFirst: Bool, running: (any Subscription)?) {
        state.withLock { state in
            let result = (!state.isEnded, state.running)
            state.running = nil
            state.isEnded = true
            return result
        }
    }

    @usableFromInline
    func cancel() {
        end().running?.cancel()
    }
}
