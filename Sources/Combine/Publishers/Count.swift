extension Publishers {
    /// Sends the number of values when upstream has finished.
    ///
    /// Upstream is asked for everything. The result and the completion come together, once there is demand for one value.
    @frozen
    public struct Count<Upstream: Publisher>: Publisher {
        /// The number of values.
        public typealias Output = Int
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

            @usableFromInline
            let number = Memory(0)

            @inlinable
            init() {
            }

            @usableFromInline
            var name: String { "Count" }

            @inlinable
            func add(_ input: Upstream.Output) -> Progress<Upstream.Failure> {
                number.value += 1
                return .more
            }

            @inlinable
            func result() -> Output? {
                number.value
            }
        }
    }
}

extension Publishers.Count: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Sends the number of values when this publisher has finished.
    @inlinable
    public func count() -> Publishers.Count<Self> {
        Publishers.Count(upstream: self)
    }
}
