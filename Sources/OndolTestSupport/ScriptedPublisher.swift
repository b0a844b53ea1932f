public import Combine

/// A publisher that does what a test tells it, and notes what it is asked.
///
/// It neither holds back values that nobody has asked for nor remembers a completion: the test decides.
public final class ScriptedPublisher<Output, Failure: Error>: Publisher {
    /// One subscription, seen from the publisher's side.
    public final class Line: Subscription, CustomStringConvertible {
        private struct State {
            var requests: [Subscribers.Demand] = []
            var cancellations = 0
            var subscriber: AnySubscriber<Output, Failure>?
        }

        private let guarded = Guarded(State())

        /// Always the same, so that it can stand in a history.
        public var description: String { "ScriptedPublisher" }

        fileprivate init(_ subscriber: AnySubscriber<Output, Failure>) {
            guarded.withLock { $0.subscriber = subscriber }
        }

        /// What has been asked for, in order.
        public var requests: [Subscribers.Demand] { guarded.withLock { $0.requests } }

        /// How many times it has been cancelled.
        public var cancellations: Int { guarded.withLock { $0.cancellations } }

        private var subscriber: AnySubscriber<Output, Failure>? { guarded.withLock { $0.subscriber } }

        /// Delivers a value, asked for or not.
        ///
        /// - Returns: What the subscriber returned.
        @discardableResult
        public func send(_ value: Output) -> Subscribers.Demand {
            subscriber?.receive(value) ?? .none
        }

        /// Delivers a completion.
        public func send(completion: Subscribers.Completion<Failure>) {
            subscriber?.receive(completion: completion)
        }

        /// Delivers a subscription once more.
        public func send(subscription: any Subscription) {
            subscriber?.receive(subscription: subscription)
        }

        /// Notes a request.
        public func request(_ demand: Subscribers.Demand) {
            guarded.withLock { $0.requests.append(demand) }
        }

        /// Notes a cancellation.
        public func cancel() {
            guarded.withLock { $0.cancellations += 1 }
        }
    }

    private let made = Guarded<[Line]>([])

    /// Makes a publisher without subscribers.
    public init() {}

    /// The subscriptions so far, in order.
    public var lines: [Line] { made.withLock { $0 } }

    /// The newest subscription; nil when nobody has subscribed.
    public var line: Line? { lines.last }

    /// Hands a line over as the subscription.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let line = Line(AnySubscriber(subscriber))
        made.withLock { $0.append(line) }
        subscriber.receive(subscription: line)
    }
}
