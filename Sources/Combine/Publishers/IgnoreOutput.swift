extension Publishers {
    /// Drops all values and passes the completion.
    ///
    /// Upstream is asked for everything. The completion needs no demand.
    @frozen
    public struct IgnoreOutput<Upstream: Publisher>: Publisher {
        /// No value is ever sent.
        public typealias Output = Never
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the original values.
        public let upstream: Upstream

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == Upstream.Failure {
            upstream.receive(subscriber: ReduceConduit(Part(), subscriber))
        }

        @usableFromInline
        struct Part: Reduction {
            @usableFromInline
            typealias Input = Upstream.Output
            @usableFromInline
            typealias UpstreamFailure = Upstream.Failure
            @usableFromInline
            typealias Failure = Upstream.Failure

            @inlinable
            init() {
            }

            @usableFromInline
            var name: String { "IgnoreOutput" }

            @usableFromInline
            func children(of children: [Mirror.Child]) -> [Mirror.Child] {
                children.filter { $0.label == "downstream" || $0.label == "status" }
            }

            @inlinable
            func add(_ input: Upstream.Output) -> Progress<Upstream.Failure> {
                .more
            }

            @inlinable
            func result() -> Output? {
                nil
            }
        }
    }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Drops all values and passes the completion.
    @inlinable
    public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
        Publishers.IgnoreOutput(upstream: self)
    }
}
