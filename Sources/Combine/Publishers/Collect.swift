extension Publishers {
    /// Gathers all values into one array, sent when upstream has finished.
    ///
    /// Upstream is asked for everything. The result and the completion come together, once there is demand for one value.
    /// Without any value the array is empty.
    @frozen
    public struct Collect<Upstream: Publisher>: Publisher {
        /// An array of upstream's values.
        public typealias Output = [Upstream.Output]
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
            let gathered = Memory<[Upstream.Output]>([])

            @inlinable
            init() {
            }

            @usableFromInline
            var name: String { "Collect" }

            @usableFromInline
            func children(of children: [Mirror.Child]) -> [Mirror.Child] { [("count", gathered.value.count)] }

            @inlinable
            func add(_ input: Upstream.Output) -> Progress<Upstream.Failure> {
                gathered.value.append(input)
                return .more
            }

            @inlinable
            func result() -> Output? {
                gathered.value
            }
        }
    }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Gathers all values into one array, sent when this publisher has finished.
    @inlinable
    public func collect() -> Publishers.Collect<Self> {
        Publishers.Collect(upstream: self)
    }
}
