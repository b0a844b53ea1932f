extension Publishers {
    /// Leaves values out until a closure says false for the first time; from then on all pass.
    ///
    /// Each value left out is made up for by asking for one more. The closure is not asked again after its first false.
    @frozen
    public struct DropWhile<Upstream: Publisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the original values.
        public let upstream: Upstream

        /// Says whether to go on leaving out.
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

            @usableFromInline
            let isDropping = Memory(true)

            @inlinable
            init(predicate: @escaping (Upstream.Output) -> Bool) {
                self.predicate = predicate
            }

            @usableFromInline
            var name: String { "DropWhile" }

            @inlinable
            func judge<D: Subscriber>(_ input: Upstream.Output, for line: StageConduit<Self, D>) -> Subscribers.Demand
            where D.Input == Product, D.Failure == Failure {
                if isDropping.value {
                    if predicate(input) { return .max(1) }
                    isDropping.value = false
                }
                return line.pass(input)
            }
        }
    }

    /// Leaves values out until a closure says false for the first time; an error thrown ends the stream.
    ///
    /// Upstream is cancelled before the failure is sent. The closure is not asked again after its first false.
    @frozen
    public struct TryDropWhile<Upstream: Publisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// Any error: upstream's or the closure's.
        public typealias Failure = any Error

        /// The publisher of the original values.
        public let upstream: Upstream

        /// Says whether to go on leaving out, or throws.
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

            @usableFromInline
            let isDropping = Memory(true)

            @inlinable
            init(predicate: @escaping (Upstream.Output) throws -> Bool) {
                self.predicate = predicate
            }

            @usableFromInline
            var name: String { "TryDropWhile" }

            @inlinable
            func judge<D: Subscriber>(_ input: Upstream.Output, for line: StageConduit<Self, D>) -> Subscribers.Demand
            where D.Input == Product, D.Failure == Failure {
                do {
                    if isDropping.value {
                        if try predicate(input) { return .max(1) }
                        isDropping.value = false
                    }
                    return line.pass(input)
                } catch {
                    return line.fail(error)
                }
            }
        }
    }
}

extension Publisher {
    /// Leaves values out until a closure says false for the first time.
    ///
    /// - Parameter predicate: Says whether to go on leaving out.
    @inlinable
    public func drop(while predicate: @escaping (Output) -> Bool) -> Publishers.DropWhile<Self> {
        Publishers.DropWhile(upstream: self, predicate: predicate)
    }

    /// Leaves values out until a closure says false for the first time, or fails.
    ///
    /// - Parameter predicate: Says whether to go on; an error thrown cancels upstream and ends the stream.
    @inlinable
    public func tryDrop(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryDropWhile<Self> {
        Publishers.TryDropWhile(upstream: self, predicate: predicate)
    }
}
