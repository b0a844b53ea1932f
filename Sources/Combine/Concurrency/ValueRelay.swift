/// The subscriber behind an asynchronous iterator: asks for one value at a time.
///
/// State, guarded by the lock: the subscription; the tasks that wait for a value, oldest first; how many values were
/// wanted before the subscription came; the ending, which each waiting task gets, an error once only.
final class ValueRelay<Input, Failure: Error>: Subscriber, Cancellable {
    private struct State {
        var subscription: (any Subscription)?
        var waiting: [CheckedContinuation<Carried<Result<Input?, Failure>>, Never>] = []
        var askedEarly = Subscribers.Demand.none
        var isEnded = false
        var failure: Failure?
    }

    /// What a task that wants a value has to do.
    private enum Step {
        case ended
        case asks(any Subscription)
        case waits
    }

    private let state = Locked(State())

    func receive(subscription: any Subscription) {
        let early = state.withLock { state -> Subscribers.Demand? in
            guard !state.isEnded, state.subscription == nil else { return nil }
            state.subscription = subscription
            let early = state.askedEarly
            state.askedEarly = .none
            return early
        }
        guard let early else {
            subscription.cancel()
            return
        }
        if early != .none { subscription.request(early) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        let next = state.withLock { state in
            state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
        next?.resume(returning: Carried(.success(input)))
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        let (waiting, subscription) = state.withLock { state in
            let old = (state.waiting, state.subscription)
            state.waiting = []
            state.subscription = nil
            if !state.isEnded, case .failure(let error) = completion { state.failure = error }
            state.isEnded = true
            return old
        }
        withExtendedLifetime(subscription) {}
        finish(waiting)
    }

    func cancel() {
        let (waiting, subscription) = state.withLock { state in
            let old = (state.waiting, state.subscription)
            state.waiting = []
            state.subscription = nil
            state.isEnded = true
            state.failure = nil
            return old
        }
        subscription?.cancel()
        for continuation in waiting { continuation.resume(returning: Carried(.success(nil))) }
    }

    /// Lets waiting tasks know of the end; the first of them gets the error.
    private func finish(_ waiting: [CheckedContinuation<Carried<Result<Input?, Failure>>, Never>]) {
        for continuation in waiting { continuation.resume(returning: Carried(takeEnding())) }
    }

    private func takeEnding() -> Result<Input?, Failure> {
        state.withLock { state in
            guard let failure = state.failure else { return .success(nil) }
            state.failure = nil
            return .failure(failure)
        }
    }

    /// Asks for one value and waits for it; nil at the end, or when the task is cancelled.
    nonisolated(nonsending) func next() async -> Result<Input?, Failure> {
        let relay = Carried(self)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                relay.value.wait(continuation)
            }.value
        } onCancel: {
            relay.value.cancel()
        }
    }

    private func wait(_ continuation: CheckedContinuation<Carried<Result<Input?, Failure>>, Never>) {
        let step = state.withLock { state -> Step in
            if state.isEnded { return .ended }
            state.waiting.append(continuation)
            if let subscription = state.subscription { return .asks(subscription) }
            state.askedEarly += 1
            return .waits
        }
        switch step {
        case .ended: continuation.resume(returning: Carried(takeEnding()))
        case .asks(let subscription): subscription.request(.max(1))
        case .waits: break
        }
    }
}

/// Cancels the relay when the last copy of its iterator goes away.
final class RelayOwner<Input, Failure: Error> {
    let relay = ValueRelay<Input, Failure>()

    deinit {
        relay.cancel()
    }
}
