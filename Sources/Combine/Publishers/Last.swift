extension Publishers {
    /// Sends the last value when upstream has finished.
    ///
    /// Upstream is asked for everything. The result and the completion come together, once there is demand for one value.
    /// A failure discards the value.
    @frozen
    public struct Last<Upstream: Publisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
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
            let found = Memory<Upstream.Output?>(nil)

            @inlinable
            init() {
            }

            @usableFromInline
            var name: String { "Last" }

            @inlinable
            func add(_ input: Upstream.Output) -> Progress<Upstream.Failure> {
                found.value = input
                return .more
            }

            @inlinable
            func result() -> Output? {
                found.value
            }
        }
    }

    /// Sends the last value that a closure accepts, when upstream has finished.
    ///
    /// Upstream is asked for everything. The result and the completion come together, once there is demand for one value.
    /// A failure discards the value.
    @frozen
    public struct LastWhere<Upstream: Publisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the original values.
        public let upstream: Upstream

        /// Says whether a value is accepted.
        public let predicate: (Upstream.Output) -> Bool

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == Upstream.Failure {
            upstream.receive(subscriber: ReduceConduit(Part(predicate: predicate), subscriber))
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
            let predicate: (Upstream.Output) -> Bool

            @usableFromInline
            let found = Memory<Upstream.Output?>(nil)

            @inlinable
            init(predicate: @escaping (Upstream.Output) -> Bool) {
                self.predicate = predicate
            }

            @usableFromInline
            var name: String { "LastWhere" }

            @inlinable
            func add(_ input: Upstream.Output) -> Progress<Upstream.Failure> {
                if predicate(input) { found.value = input }
                return .more
            }

            @inlinable
            func result() -> Output? {
                found.value
            }
        }
    }

    /// Sends the last value that a closure accepts, when upstream has finished; or fails.
    ///
    /// Upstream is asked for everything. The result and the completion come together, once there is demand for one value.
    /// An error thrown cancels upstream before the failure is sent.
    @frozen
    public struct TryLastWhere<Upstream: Publisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// Any error: upstream's or the closure's.
        public typealias Failure = any Error

        /// The publisher of the original values.
        public let upstream: Upstream

        /// Says whether a value is accepted, or throws.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == any Error {
            upstream.receive(subscriber: ReduceConduit(Part(predicate: predicate), subscriber))
        }

        @usableFromInline
        struct Part: Reduction {
            @usableFromInline
            typealias Input = Upstream.Output
            @usableFromInline
            typealias UpstreamFailure = Upstream.Failure
            @usableFromInline
            typealias Failure = any Error

            @usableFromInline
            let predicate: (Upstream.Output) throws -> Bool

            @usableFromInline
            let found = Memory<Upstream.Output?>(nil)

            @inlinable
            init(predicate: @escaping (Upstream.Output) throws -> Bool) {
                self.predicate = predicate
            }

            @usableFromInline
            var name: String { "TryLastWhere" }

            @inlinable
            func add(_ input: Upstream.Output) -> Progress<any Error> {
                do {
                    if try predicate(input) { found.value = input }
                    return .more
                } catch {
                    return .fail(error)
                }
            }

            @inlinable
            func result() -> Output? {
                found.value
            }
        }
    }
}

extension Publishers.Last: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Sends the last value when this publisher has finished.
    @inlinable
    public func last() -> Publishers.Last<Self> {
        Publishers.Last(upstream: self)
    }

    /// Sends the last value that a closure accepts, when this publisher has finished.
    ///
    /// - Parameter predicate: Says whether a value is accepted.
    @inlinable
    public func last(where predicate: @escaping (Output) -> Bool) -> Publishers.LastWhere<Self> {
        Publishers.LastWhere(upstream: self, predicate: predicate)
    }

    /// Sends the last value that a closure accepts, when this publisher has finished; or fails.
    ///
    /// - Parameter predicate: Says whether a value is accepted; an error thrown cancels upstream and ends the stream.
    @inlinable
    public func tryLast(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryLastWhere<Self> {
        Publishers.TryLastWhere(upstream: self, predicate: predicate)
    }
}
