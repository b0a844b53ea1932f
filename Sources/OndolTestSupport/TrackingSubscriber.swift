public import Combine
import Synchronization

/// A subscriber which keeps a history, and watches over the protocol between publisher and subscriber.
///
/// Hooks run when an event has been noted. What breaks the protocol is told in `violations`: values before the
/// subscription, more values than demanded, anything after a completion, two calls at a time. Any thread may call it.
public final class TrackingSubscriber<Input, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible {
    private struct State {
        var events: [StreamEvent<Input>] = []
        var subscription: (any Subscription)?
        var demanded = Subscribers.Demand.none
        var received = 0
        var isSubscribed = false
        var isCompleted = false
        var violations: [String] = []
    }

    private let guarded = Guarded(State())
    private let callers = Atomic<Int>(0)
    private let callingThread = Atomic<UInt>(0)
    private let initialDemand: Subscribers.Demand
    private let onSubscription: (any Subscription) -> Void
    private let onValue: (Input) -> Subscribers.Demand
    private let onCompletion: (Subscribers.Completion<Failure>) -> Void

    /// Always the same, so that it can stand in a history.
    public var description: String { "TrackingSubscriber" }

    /// Makes a subscriber.
    ///
    /// - Parameters:
    ///   - demand: Is requested when the subscription comes, after the hook.
    ///   - onSubscription: Runs when the subscription comes.
    ///   - onValue: Runs for each value; returns additional demand.
    ///   - onCompletion: Runs at the completion.
    public init(
        demand: Subscribers.Demand = .none, onSubscription: @escaping (any Subscription) -> Void = { _ in },
        onValue: @escaping (Input) -> Subscribers.Demand = { _ in .none },
        onCompletion: @escaping (Subscribers.Completion<Failure>) -> Void = { _ in }
    ) {
        initialDemand = demand
        self.onSubscription = onSubscription
        self.onValue = onValue
        self.onCompletion = onCompletion
    }

    // MARK: What was told

    /// Everything told so far, in order.
    public var events: [StreamEvent<Input>] { guarded.withLock { $0.events } }

    /// The values told so far.
    public var values: [Input] {
        guarded.withLock { $0.events.compactMap { if case .value(let value) = $0 { value } else { nil } } }
    }

    /// Whether a completion has come.
    public var isCompleted: Bool { guarded.withLock { $0.isCompleted } }

    /// What broke the protocol.
    public var violations: [String] { guarded.withLock { $0.violations } }

    /// The sum of all demand stated so far.
    public var demanded: Subscribers.Demand { guarded.withLock { $0.demanded } }

    // MARK: What to do

    /// Asks for values.
    public func request(_ demand: Subscribers.Demand) {
        let subscription = guarded.withLock { state in
            state.demanded += demand
            return state.subscription
        }
        subscription?.request(demand)
    }

    /// Cancels the subscription and lets it go.
    public func cancel() {
        let subscription = guarded.withLock { state in
            let subscription = state.subscription
            state.subscription = nil
            return subscription
        }
        subscription?.cancel()
    }

    // MARK: Being told

    /// Notes the subscription, and asks for the initial demand.
    public func receive(subscription: any Subscription) {
        guarded.withLock { state in
            if state.isSubscribed { state.violations.append("a second subscription") }
            if !state.events.isEmpty { state.violations.append("something came before the subscription") }
            state.isSubscribed = true
            state.subscription = subscription
            state.events.append(.subscription("\(subscription)"))
        }
        onSubscription(subscription)
        if initialDemand != .none { request(initialDemand) }
    }

    /// Notes a value, and returns what the hook returns.
    public func receive(_ input: Input) -> Subscribers.Demand {
        alone {
            guarded.withLock { state in
                state.received += 1
                if !state.isSubscribed { state.violations.append("a value before the subscription") }
                if state.isCompleted { state.violations.append("a value after the completion") }
                if state.demanded < state.received {
                    state.violations.append("value number \(state.received) with a demand of \(state.demanded)")
                }
                state.events.append(.value(input))
            }
            let more = onValue(input)
            guarded.withLock { $0.demanded += more }
            return more
        }
    }

    /// Notes the completion.
    public func receive(completion: Subscribers.Completion<Failure>) {
        alone {
            guarded.withLock { state in
                if !state.isSubscribed { state.violations.append("a completion before the subscription") }
                if state.isCompleted { state.violations.append("a second completion") }
                state.isCompleted = true
                switch completion {
                case .finished: state.events.append(.finished)
                case .failure(let error): state.events.append(.failure("\(error)"))
                }
                state.subscription = nil
            }
            onCompletion(completion)
        }
    }

    /// Notes when two threads are inside at once; nested calls of one thread are allowed.
    private func alone<Result>(_ body: () -> Result) -> Result {
        let thread = UInt(bitPattern: ObjectIdentifier(CurrentThread.marker))
        let others = callers.add(1, ordering: .acquiringAndReleasing).oldValue
        if others > 0, callingThread.load(ordering: .acquiring) != thread {
            guarded.withLock { $0.violations.append("two calls at a time") }
        }
        callingThread.store(thread, ordering: .releasing)
        defer { callers.subtract(1, ordering: .acquiringAndReleasing) }
        return body()
    }
}
