extension Publishers {
    /// Shares one run of an upstream, which starts with the first subscriber, among all of them.
    ///
    /// Later subscribers miss what was sent before, and get only the completion when upstream has completed. When all
    /// have cancelled upstream is cancelled too; a new subscriber then starts it again. Two are equal when they are the
    /// same object.
    public final class Share<Upstream: Publisher>: Publisher, Equatable {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher that is shared.
        public final let upstream: Upstream

        @usableFromInline
        let shared: Autoconnect<Multicast<Upstream, PassthroughSubject<Upstream.Output, Upstream.Failure>>>

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream) {
            self.upstream = upstream
            shared = upstream.multicast { PassthroughSubject<Upstream.Output, Upstream.Failure>() }.autoconnect()
        }

        /// Attaches a subscriber, and starts upstream if it is the first.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
            shared.receive(subscriber: subscriber)
        }

        /// Tells whether two are the same object.
        public static func == (lhs: Share, rhs: Share) -> Bool {
            lhs === rhs
        }
    }
}

extension Publisher {
    /// Shares one run of this publisher, which starts with the first subscriber, among all of them.
    @inlinable
    public func share() -> Publishers.Share<Self> {
        Publishers.Share(upstream: self)
    }
}
