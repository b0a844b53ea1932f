extension Publishers {
    /// Connects a connectable publisher when the first subscriber comes, and disconnects when the last one cancels.
    ///
    /// The subscriber is attached before the connection is made. A completion does not count as leaving.
    public class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher that is connected.
        public final let upstream: Upstream

        @usableFromInline
        let gate = ConnectionGate()

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches a subscriber, and connects if it is the first.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
            let isFirst = gate.enter()
            upstream.receive(subscriber: Inner(subscriber, gate))
            if isFirst { gate.connect { upstream.connect() } }
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Subscriber, NamedConduit
        where Downstream.Input == Output, Downstream.Failure == Failure {
            @usableFromInline
            typealias Input = Upstream.Output
            @usableFromInline
            typealias Failure = Upstream.Failure

            @usableFromInline
            let combineIdentifier = CombineIdentifier()

            @usableFromInline
            let downstream: Downstream

            @usableFromInline
            let gate: ConnectionGate

            @usableFromInline
            var conduitName: String { "Autoconnect" }

            @inlinable
            init(_ downstream: Downstream, _ gate: ConnectionGate) {
                self.downstream = downstream
                self.gate = gate
            }

            @inlinable
            func receive(subscription: any Subscription) {
                downstream.receive(subscription: LeavingSubscription(subscription, gate))
            }

            @inlinable
            func receive(_ input: Input) -> Subscribers.Demand {
                downstream.receive(input)
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Failure>) {
                downstream.receive(completion: completion)
            }
        }
    }
}

/// Counts the subscribers of a publisher that connects by itself.
@usableFromInline
final class ConnectionGate {
    private struct State {
        var subscribers = 0
        var connection: (any Cancellable)?
        var isConnected = false
    }

    private let state = Locked(State())

    @usableFromInline
    init() {}

    /// Counts a subscriber.
    ///
    /// - Returns: Whether there is no connection yet.
    @usableFromInline
    func enter() -> Bool {
        state.withLock { state in
            state.subscribers += 1
            return !state.isConnected
        }
    }

    /// Connects, unless that has happened or everybody has left.
    @usableFromInline
    func connect(_ make: () -> any Cancellable) {
        let isOurs = state.withLock { state -> Bool in
            if state.isConnected || state.subscribers == 0 { return false }
            state.isConnected = true
            return true
        }
        guard isOurs else { return }
        let connection = make()
        let isUnwanted = state.withLock { state -> Bool in
            // Everybody may have left during the connection.
            if !state.isConnected { return true }
            state.connection = connection
            return false
        }
        if isUnwanted { connection.cancel() }
    }

    /// Counts a subscriber that cancels; the last one ends the connection.
    func leave() {
        let connection = state.withLock { state -> (any Cancellable)? in
            state.subscribers -= 1
            guard state.subscribers == 0 else { return nil }
            let connection = state.connection
            state.connection = nil
            state.isConnected = false
            return connection
        }
        connection?.cancel()
    }
}

/// The subscription downstream, which tells the gate when it is cancelled.
@usableFromInline
final class LeavingSubscription: Subscription, NamedConduit {
    private let parts: Locked<(upstream: any Subscription, gate: ConnectionGate)?>

    /// As the subscription behind it, whose place this takes: `share()` prints as `Multicast`.
    @usableFromInline
    var conduitName: String {
        let upstream = parts.withLock { $0?.upstream }
        return upstream.map { String(describing: $0) } ?? "Autoconnect"
    }

    @usableFromInline
    init(_ upstream: any Subscription, _ gate: ConnectionGate) {
        parts = Locked((upstream, gate))
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        parts.current?.upstream.request(demand)
    }

    @usableFromInline
    func cancel() {
        guard let parts = parts.take() else { return }
        parts.upstream.cancel()
        parts.gate.leave()
    }
}

extension ConnectablePublisher {
    /// Connects when the first subscriber comes, and disconnects when the last one cancels.
    @inlinable
    public func autoconnect() -> Publishers.Autoconnect<Self> {
        Publishers.Autoconnect(upstream: self)
    }
}
