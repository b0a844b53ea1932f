extension Publishers {
    /// Passes the values that a closure accepts; each value left out is made up for by asking for one more.
    @frozen
    public struct Filter<Upstream: Publisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the original values.
        public let upstream: Upstream

        /// Says whether a value passes.
        public let isIncluded: (Upstream.Output) -> Bool

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @_transparent
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == Upstream.Failure {
            upstream.receive(subscriber: StageConduit(Part(isIncluded: isIncluded), subscriber))
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
            let isIncluded: (Upstream.Output) -> Bool

            @inlinable
            init(isIncluded: @escaping (Upstream.Output) -> Bool) {
                self.isIncluded = isIncluded
            }

            @usableFromInline
            var name: String { "Filter" }

            @inlinable
            func judge<D: Subscriber>(_ input: Upstream.Output, for line: StageConduit<Self, D>) -> Subscribers.Demand
            where D.Input == Product, D.Failure == Failure {
                isIncluded(input) ? line.pass(input) : .max(1)
            }
        }
    }

    /// Passes the values that a closure accepts; an error it throws ends the stream.
    ///
    /// Upstream is cancelled before the failure is sent. Each value left out is made up for by asking for one more.
    @frozen
    public struct TryFilter<Upstream: Publisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// Any error: upstream's or the closure's.
        public typealias Failure = any Error

        /// The publisher of the original values.
        public let upstream: Upstream

        /// Says whether a value passes, or throws.
        public let isIncluded: (Upstream.Output) throws -> Bool

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @_transparent
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == any Error {
            upstream.receive(subscriber: StageConduit(Part(isIncluded: isIncluded), subscriber))
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
            let isIncluded: (Upstream.Output) throws -> Bool

            @inlinable
            init(isIncluded: @escaping (Upstream.Output) throws -> Bool) {
                self.isIncluded = isIncluded
            }

            @usableFromInline
            var name: String { "TryFilter" }

            @inlinable
            func judge<D: Subscriber>(_ input: Upstream.Output, for line: StageConduit<Self, D>) -> Subscribers.Demand
            where D.Input == Product, D.Failure == Failure {
                do { return try isIncluded(input) ? line.pass(input) : .max(1) } catch { return line.fail(error) }
            }
        }
    }
}

extension Publisher {
    /// Passes the values that a closure accepts.
    ///
    /// - Parameter isIncluded: Says whether a value passes; runs on the delivering thread.
    @inlinable
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
        Publishers.Filter(upstream: self, isIncluded: isIncluded)
    }

    /// Passes the values that a closure accepts, or fails.
    ///
    /// - Parameter isIncluded: Says whether a value passes; an error thrown cancels upstream and ends the stream.
    @inlinable
    public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
        Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
    }
}

extension Publishers.Filter {
    /// Adds a second condition; both become one closure over the original upstream.
    @inlinable
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Upstream> {
        let first = self.isIncluded
        return Publishers.Filter(upstream: upstream) { first($0) && isIncluded($0) }
    }

    /// Adds a second condition which may throw; both become one closure over the original upstream.
    @inlinable
    public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Upstream> {
        let first = self.isIncluded
        return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncluded($0) }
    }
}

extension Publishers.TryFilter {
    /// Adds a second condition; both become one closure over the original upstream.
    @inlinable
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.TryFilter<Upstream> {
        let first = self.isIncluded
        return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncluded($0) }
    }

    /// Adds a second condition which may throw; both become one closure over the original upstream.
    @inlinable
    public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Upstream> {
        let first = self.isIncluded
        return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncluded($0) }
    }
}
