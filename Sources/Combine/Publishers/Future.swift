/// A publisher of the one result of some work, which starts at once and whose result is kept.
///
/// The closure runs once, when the future is made. A value needs demand, and comes together with the completion: on
/// the thread that keeps the promise, or in the request when it was kept before. A failure comes without demand.
public final class Future<Output, Failure: Error>: Publisher {
    /// The function that ends the work with a result; only its first call counts.
    ///
    /// It may be called from any thread, but its type is not `@sendable`, as in Apple's interface. In the Swift 6 language
    /// mode a closure that may run elsewhere, such as that of a `Task` or of `DispatchQueue.async`, therefore cannot
    /// capture it as it is. Where an interface hands results to a plain closure, pass the promise on; elsewhere say
    /// that it is safe:
    ///
    /// ```swift
    /// func balance(of account: Account.ID) -> Future<Int, any Error> {
    ///     Future { promise in
    ///         nonisolated(unsafe) let promise = promise  // called once, and it locks by itself
    ///         Task {
    ///             do { promise(.success(try await bank.balance(of: account))) } catch { promise(.failure(error)) }
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// What the task itself captures, `bank` and `account` here, has to be `Sendable`. A value that is not has to be
    /// made inside the task.
    public typealias Promise = (Result<Output, Failure>) -> Void

    /// The result, and the places of those who wait for it; guarded by the lock.
    ///
    /// One who leaves makes a hole, and holes are closed when they are half of the list, so that leaving costs a constant share.
    private struct State {
        var result: Result<Output, Failure>?
        var waiting: [FutureSubscriptionBase<Output, Failure>?] = []
        var holes = 0

        mutating func add(_ subscription: FutureSubscriptionBase<Output, Failure>) {
            subscription.place = waiting.count
            waiting.append(subscription)
        }

        mutating func remove(_ subscription: FutureSubscriptionBase<Output, Failure>) {
            let place = subscription.place
            guard waiting.indices.contains(place), waiting[place] === subscription else { return }
            // Not let go here: the caller holds it.
            waiting[place] = nil
            holes += 1
            guard holes * 2 > waiting.count else { return }
            let left = waiting.compactMap(\.self)
            for (place, subscription) in left.enumerated() { subscription.place = place }
            waiting = left
            holes = 0
        }
    }

    private let state = Locked(State())

    /// Starts work.
    ///
    /// - Parameter attemptToFulfill: Runs at once. It gets the promise, which it may keep now or later, on any thread.
    public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
        attemptToFulfill(fulfill)
    }

    private func fulfill(_ result: Result<Output, Failure>) {
        let waiting = state.withLock { state -> [FutureSubscriptionBase<Output, Failure>?] in
            if state.result != nil { return [] }
            state.result = result
            let waiting = state.waiting
            state.waiting = []
            return waiting
        }
        for subscription in waiting { subscription?.resolve(result) }
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
        let subscription = FutureSubscription(future: self, downstream: subscriber)
        let result = state.withLock { state -> Result<Output, Failure>? in
            if state.result == nil { state.add(subscription) }
            return state.result
        }
        subscription.handOver(result)
    }

    fileprivate func forget(_ subscription: FutureSubscriptionBase<Output, Failure>) {
        state.withLock { $0.remove(subscription) }
    }
}

/// A subscriber of a future, as the future sees it.
class FutureSubscriptionBase<Output, Failure: Error> {
    /// Where it stands in the future's list; belongs to the future's lock.
    fileprivate var place = -1

    func resolve(_ result: Result<Output, Failure>) {
        fatalError("FutureSubscriptionBase.resolve(_:) is to be overridden")
    }
}

/// The subscription of a future.
///
/// State, guarded by its lock: the parties, until the end; the result, once known; whether a value is wanted; whether
/// the subscription has been handed over, before which nothing is delivered.
private final class FutureSubscription<Downstream: Subscriber>: FutureSubscriptionBase<
    Downstream.Input, Downstream.Failure
>, Subscription, NamedConduit
{
    private struct Parties {
        let future: Future<Downstream.Input, Downstream.Failure>
        let downstream: Downstream
    }

    private struct State {
        var parties: Parties?
        var result: Result<Downstream.Input, Downstream.Failure>?
        var isWanted = false
        var isHandedOver = false

        /// Takes the parties out when there is something to deliver.
        ///
        /// A demand shows that the subscription has arrived; a failure, which needs none, waits for the hand-over.
        mutating func takeReady() -> (Parties, Result<Downstream.Input, Downstream.Failure>)? {
            guard let parties, let result else { return nil }
            switch result {
            case .success: if !isWanted { return nil }
            case .failure: if !isHandedOver { return nil }
            }
            self.parties = nil
            return (parties, result)
        }
    }

    private let state: Locked<State>
    private let phase = ConduitPhase()

    var conduitName: String { "Future" }

    var conduitChildren: [Mirror.Child] {
        let (parties, isWanted) = state.withLock { ($0.parties, $0.isWanted) }
        return [
            ("parent", parties?.future as Any), ("downstream", parties?.downstream as Any),
            ("hasAnyDemand", isWanted), ("subject", parties?.future as Any),
        ]
    }

    init(future: Future<Downstream.Input, Downstream.Failure>, downstream: Downstream) {
        state = Locked(State(parties: Parties(future: future, downstream: downstream)))
    }

    func handOver(_ result: Result<Downstream.Input, Downstream.Failure>?) {
        let downstream = state.withLock { state in
            if let result { state.result = result }
            return state.parties?.downstream
        }
        downstream?.receive(subscription: self)
        deliver(
            state.withLock { state in
                state.isHandedOver = true
                return state.takeReady()
            })
    }

    override func resolve(_ result: Result<Downstream.Input, Downstream.Failure>) {
        deliver(
            state.withLock { state in
                if state.result == nil { state.result = result }
                return state.takeReady()
            })
    }

    func request(_ demand: Subscribers.Demand) {
        demand.requireSome()
        deliver(
            state.withLock { state in
                state.isWanted = true
                return state.takeReady()
            })
    }

    private func deliver(_ ready: (Parties, Result<Downstream.Input, Downstream.Failure>)?) {
        guard let (parties, result) = ready else { return }
        switch result {
        case .success(let output):
            _ = parties.downstream.receive(output)
            if phase.stop() { parties.downstream.receive(completion: .finished) }
        case .failure(let error):
            if phase.stop() { parties.downstream.receive(completion: .failure(error)) }
        }
    }

    func cancel() {
        _ = phase.stop()
        let parties = state.withLock { state in
            let parties = state.parties
            state.parties = nil
            return parties
        }
        parties?.future.forget(self)
    }
}
