extension Publishers {
    /// Passes values until a closure says false; then upstream is cancelled and the stream finishes.
    @frozen
    public struct PrefixWhile<Upstream: Publisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the original values.
        public let upstream: Upstream

        /// Says whether a value still passes.
        public let predicate: (Upstream.Output) -> Bool

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @_transparent
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == Upstream.Failure {
            upstream.receive(subscriber: StageConduit(Part(predicate: predicate), subscriber))
        }

        @usableFromInline
        struct Part: Stage {
            @usableFromInline
            typealias Product = Output
            @usableFromInline
            typealias UpstreamFailure = Upstream.Failure
            @usableFromInline
            typealias Failure = Upstream.Failure

            @usableFromInline
            let predicate: (Upstream.Output) -> Bool

            @inlinable
            init(predicate: @escaping (Upstream.Output) -> Bool) {
                self.predicate = predicate
            }

            @usableFromInline
            var name: String { "PrefixWhile" }

            @inlinable
            func judge<D: Subscriber>(_ input: Upstream.Output, for line: StageConduit<Self, D>) -> Subscribers.Demand
            where D.Input == Product, D.Failure == Failure {
                predicate(input) ? line.pass(input) : line.end()
            }
        }
    }

    /// Passes values until a closure says false; an error it throws ends the stream.
    ///
    /// In both cases upstream is cancelled first.
    @frozen
    public struct TryPrefixWhile<Upstream: Publisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// Any error: upstream's or the closure's.
        public typealias Failure = any Error

        /// The publisher of the original values.
        public let upstream: Upstream

        /// Says whether a value still passes, or throws.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @_transparent
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == any Error {
            upstream.receive(subscriber: StageConduit(Part(predicate: predicate), subscriber))
        }

        @usableFromInline
        struct Part: Stage {
            @usableFromInline
            typealias Product = Output
            @usableFromInline
            typealias UpstreamFailure = Upstream.Failure
            @usableFromInline
            typealias Failure = any Error

            @usableFromInline
            let predicate: (Upstream.Output) throws -> Bool

            @inlinable
            init(predicate: @escaping (Upstream.Output) throws -> Bool) {
                self.predicate = predicate
            }

            @usableFromInline
            var name: String { "TryPrefixWhile" }

            @inlinable
            func judge<D: Subscriber>(_ input: Upstream.Output, for line: StageConduit<Self, D>) -> Subscribers.Demand
            where D.Input == Product, D.Failure == Failure {
                do { return try predicate(input) ? line.pass(input) : line.end() } catch { return line.fail(error) }
            }
        }
    }
}

extension Publisher {
    /// Passes values until a closure says false, then finishes.
    ///
    /// - Parameter predicate: Says whether a value still passes.
    @inlinable
    public func prefix(while predicate: @escaping (Output) -> Bool) -> Publishers.PrefixWhile<Self> {
        Publishers.PrefixWhile(upstream: self, predicate: predicate)
    }

    /// Passes values until a closure says false, then finishes; or fails.
    ///
    /// - Parameter predicate: Says whether a value still passes; an error thrown ends the stream.
    @inlinable
    public func tryPrefix(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryPrefixWhile<Self> {
        Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
    }
}
