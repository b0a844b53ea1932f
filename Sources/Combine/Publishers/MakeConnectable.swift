extension Publishers {
    /// Makes a publisher that cannot fail wait for `connect()`, so that several subscribers can attach first.
    public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher where Upstream.Failure == Never {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// It cannot fail.
        public typealias Failure = Never

        @usableFromInline
        let multicast: Multicast<Upstream, PassthroughSubject<Upstream.Output, Never>>

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream) {
            multicast = upstream.multicast { PassthroughSubject() }
        }

        /// Attaches a subscriber, which waits for the connection.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == Never {
            multicast.receive(subscriber: subscriber)
        }

        /// Subscribes to upstream.
        ///
        /// - Returns: A token that cancels this subscription.
        @inlinable
        public func connect() -> any Cancellable {
            multicast.connect()
        }
    }
}

extension Publisher where Failure == Never {
    /// Makes this publisher wait for `connect()`, so that several subscribers can attach first.
    @inlinable
    public func makeConnectable() -> Publishers.MakeConnectable<Self> {
        Publishers.MakeConnectable(upstream: self)
    }
}
