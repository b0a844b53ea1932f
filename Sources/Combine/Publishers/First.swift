extension Publishers {
    /// Sends the first value, then finishes.
    ///
    /// Upstream is asked for everything, and is cancelled before the value is sent. Without any value it just finishes.
    @frozen
    public struct First<Upstream: Publisher>: Publisher {
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
            var name: String { "First" }

            @inlinable
            func add(_ input: Upstream.Output) -> Progress<Upstream.Failure> {
                found.value = input
                return .done
            }

            @inlinable
            func result() -> Output? {
                found.value
            }
        }
    }

    /// Sends the first value that a closure accepts, then finishes.
    ///
    /// Upstream is asked for everything, and is cancelled before the value is sent. Without such a value it just finishes.
    @frozen
    public struct FirstWhere<Upstream: Publisher>: Publisher {
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
            var name: String { "FirstWhere" }

            @inlinable
            func add(_ input: Upstream.Output) -> Progress<Upstream.Failure> {
                guard predicate(input) else { return .more }
                found.value = input
                return .done
            }

            @inlinable
            func result() -> Output? {
                found.value
            }
        }
    }

    /// Sends the first value that a closure accepts, then finishes; or fails.
    ///
    /// Upstream is asked for everything, and is cancelled before the value is sent.
    /// An error thrown cancels upstream before the failure is sent.
    @frozen
    public struct TryFirstWhere<Upstream: Publisher>: Publisher {
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
            var name: String { "TryFirstWhere" }

            @inlinable
            func add(_ input: Upstream.Output) -> Progress<any Error> {
                do {
                    guard try predicate(input) else { return .more }
                    found.value = input
                    return .done
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

extension Publishers.First: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Sends the first value, then finishes.
    @inlinable
    public func first() -> Publishers.First<Self> {
        Publishers.First(upstream: self)
    }

    /// Sends the first value that a closure accepts, then finishes.
    ///
    /// - Parameter predicate: Says whether a value is accepted.
    @inlinable
    public func first(where predicate: @escaping (Output) -> Bool) -> Publishers.FirstWhere<Self> {
        Publishers.FirstWhere(upstream: self, predicate: predicate)
    }

    /// Sends the first value that a closure accepts, then finishes; or fails.
    ///
    /// - Parameter predicate: Says whether a value is accepted; an error thrown cancels upstream and ends the stream.
    @inlinable
    public func tryFirst(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryFirstWhere<Self> {
        Publishers.TryFirstWhere(upstream: self, predicate: predicate)
    }
}
