extension Publishers {
    /// Turns each value into another or leaves it out; what is left out is made up for by asking for one more.
    @frozen
    public struct CompactMap<Upstream: Publisher, Output>: Publisher {
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the original values.
        public let upstream: Upstream

        /// Makes a new value, or nil to leave it out.
        public let transform: (Upstream.Output) -> Output?

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @_transparent
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == Upstream.Failure {
            upstream.receive(subscriber: StageConduit(Part(transform: transform), subscriber))
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
            let transform: (Upstream.Output) -> Output?

            @inlinable
            init(transform: @escaping (Upstream.Output) -> Output?) {
                self.transform = transform
            }

            @usableFromInline
            var name: String { "CompactMap" }

            @inlinable
            func judge<D: Subscriber>(_ input: Upstream.Output, for line: StageConduit<Self, D>) -> Subscribers.Demand
            where D.Input == Product, D.Failure == Failure {
                if let output = transform(input) { return line.pass(output) }
                return .max(1)
            }
        }
    }

    /// Turns each value into another or leaves it out; an error thrown ends the stream.
    ///
    /// Upstream is cancelled before the failure is sent. Each value left out is made up for by asking for one more.
    @frozen
    public struct TryCompactMap<Upstream: Publisher, Output>: Publisher {
        /// Any error: upstream's or the closure's.
        public typealias Failure = any Error

        /// The publisher of the original values.
        public let upstream: Upstream

        /// Makes a new value, or nil to leave it out, or throws.
        public let transform: (Upstream.Output) throws -> Output?

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output?) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @_transparent
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == any Error {
            upstream.receive(subscriber: StageConduit(Part(transform: transform), subscriber))
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
            let transform: (Upstream.Output) throws -> Output?

            @inlinable
            init(transform: @escaping (Upstream.Output) throws -> Output?) {
                self.transform = transform
            }

            @usableFromInline
            var name: String { "TryCompactMap" }

            @inlinable
            func judge<D: Subscriber>(_ input: Upstream.Output, for line: StageConduit<Self, D>) -> Subscribers.Demand
            where D.Input == Product, D.Failure == Failure {
                do {
                    if let output = try transform(input) { return line.pass(output) }
                    return .max(1)
                } catch {
                    return line.fail(error)
                }
            }
        }
    }
}

extension Publisher {
    /// Turns each value into another, and leaves out those for which there is none.
    ///
    /// - Parameter transform: Makes a new value, or nil to leave it out; runs on the delivering thread.
    @inlinable
    public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
        Publishers.CompactMap(upstream: self, transform: transform)
    }

    /// Turns each value into another, leaves out those for which there is none, or fails.
    ///
    /// - Parameter transform: Makes a new value or nil; an error thrown cancels upstream and ends the stream.
    @inlinable
    public func tryCompactMap<T>(_ transform: @escaping (Output) throws -> T?) -> Publishers.TryCompactMap<Self, T> {
        Publishers.TryCompactMap(upstream: self, transform: transform)
    }
}

extension Publishers.CompactMap {
    /// Adds a second step which may leave values out; both become one closure over the original upstream.
    @inlinable
    public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Upstream, T> {
        let first = self.transform
        return Publishers.CompactMap<Upstream, T>(upstream: upstream) { first($0).flatMap(transform) }
    }

    /// Adds a second step; both become one closure over the original upstream.
    @inlinable
    public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.CompactMap<Upstream, T> {
        let first = self.transform
        return Publishers.CompactMap<Upstream, T>(upstream: upstream) { first($0).map(transform) }
    }
}

extension Publishers.TryCompactMap {
    /// Adds a second step which may leave values out or throw; both become one closure over the original upstream.
    @inlinable
    public func compactMap<T>(_ transform: @escaping (Output) throws -> T?) -> Publishers.TryCompactMap<Upstream, T> {
        let first = self.transform
        return Publishers.TryCompactMap<Upstream, T>(upstream: upstream) { try first($0).flatMap(transform) }
    }
}
