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

        private struct State {
            var subscribers = 0
            var connection: (any Cancellable)?
            var isConnected = false
        }

        private let state = Locked(State())

        /// Makes the publisher.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches a subscriber, and connects if it is the first.
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
            let isFirst = state.withLock { state -> Bool in
                state.subscribers += 1
                if state.isConnected { return false }
                return true
            }
            upstream.subscribe(Inner(subscriber, self))
            guard isFirst else { return }
            let connects = state.withLock { state -> Bool in
                if state.isConnected || state.subscribers == 0 { return false }
                state.isConnected = true
                return true
            }
            guard connects else { return }
            let connection = upstream.connect()
            let unwanted = state.withLock { state -> (any Cancellable)? in
                // Everybody may have left during the connection.
                if !state.isConnected { return connection }
                state.connection = connection
                return nil
            }
            unwanted?.cancel()
        }

        private func leave() {
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

        private struct Inner<Downstream: Subscriber>: Subscriber, NamedConduit
        where Downstream.Input == Output, Downstream.Failure == Failure {
            typealias Input = Upstream.Output
            typealias Failure = Upstream.Failure

            let combineIdentifier = CombineIdentifier()
            let downstream: Downstream
            let parent: Autoconnect

            var conduitName: String { "Autoconnect" }

            init(_ downstream: Downstream, _ parent: Autoconnect) {
                self.downstream = downstream
                self.parent = parent
            }

            func receive(subscription: any Subscription) {
                downstream.receive(subscription: Leaving(subscription, parent))
            }

            func receive(_ input: Input) -> Subscribers.Demand {
                downstream.receive(input)
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                downstream.receive(completion: completion)
            }
        }

        /// The subscription downstream, which tells the publisher when it is cancelled.
        private final class Leaving: Subscription, NamedConduit {
            private let parts: Locked<(upstream: any Subscription, parent: Autoconnect)?>

            var conduitName: String { "Autoconnect" }

            init(_ upstream: any Subscription, _ parent: Autoconnect) {
                parts = Locked((upstream, parent))
            }

            func request(_ demand: Subscribers.Demand) {
                parts.current?.upstream.request(demand)
            }

            func cancel() {
                guard let parts = parts.take() else { return }
                parts.upstream.cancel()
                parts.parent.leave()
            }
        }
    }
}

extension ConnectablePublisher {
    /// Connects when the first subscriber comes, and disconnects when the last one cancels.
    public func autoconnect() -> Publishers.Autoconnect<Self> {
        Publishers.Autoconnect(upstream: self)
    }
}
