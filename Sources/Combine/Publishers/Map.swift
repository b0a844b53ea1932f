extension Publishers {
    /// Turns each value into another with a closure.
    ///
    /// Demand passes unchanged; a value costs no lock.
    @frozen
    public struct Map<Upstream: Publisher, Output>: Publisher {
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the original values.
        public let upstream: Upstream

        /// Makes a new value from an original one.
        public let transform: (Upstream.Output) -> Output

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Attaches a subscriber to upstream, with the closure between.
        @_transparent
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
            upstream.receive(subscriber: Inner(transform: transform, downstream: subscriber))
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Subscriber, NamedConduit
        where Downstream.Input == Output, Downstream.Failure == Upstream.Failure {
            @usableFromInline
            let combineIdentifier = CombineIdentifier()

            @usableFromInline
            let transform: (Upstream.Output) -> Output

            @usableFromInline
            let downstream: Downstream

            @inlinable
            init(transform: @escaping (Upstream.Output) -> Output, downstream: Downstream) {
                self.transform = transform
                self.downstream = downstream
            }

            @usableFromInline
            var conduitName: String { "Map" }

            @inlinable
            func receive(subscription: any Subscription) {
                downstream.receive(subscription: subscription)
            }

            @inlinable
            func receive(_ input: Upstream.Output) -> Subscribers.Demand {
                downstream.receive(transform(input))
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Upstream.Failure>) {
                downstream.receive(completion: completion)
            }
        }
    }

    /// Turns each value into another with a closure that may throw.
    ///
    /// An error thrown cancels upstream and then ends the stream. Demand passes unchanged.
    @frozen
    public struct TryMap<Upstream: Publisher, Output>: Publisher {
        /// Any error: upstream's or the closure's.
        public typealias Failure = any Error

        /// The publisher of the original values.
        public let upstream: Upstream

        /// Makes a new value from an original one, or throws.
        public let transform: (Upstream.Output) throws -> Output

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Attaches a subscriber to upstream, with the closure between.
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
            let transform: (Upstream.Output) throws -> Output

            @inlinable
            init(transform: @escaping (Upstream.Output) throws -> Output) {
                self.transform = transform
            }

            @usableFromInline
            var name: String { "TryMap" }

            @usableFromInline
            func children<D: Subscriber>(of line: StageConduit<Self, D>) -> [Mirror.Child]
            where D.Input == Product, D.Failure == Failure { [] }

            @inlinable
            func judge<D: Subscriber>(_ input: Upstream.Output, for line: StageConduit<Self, D>) -> Subscribers.Demand
            where D.Input == Product, D.Failure == Failure {
                do { return line.pass(try transform(input)) } catch { return line.fail(error) }
            }
        }
    }
}

extension Publisher {
    /// Turns each value into another.
    ///
    /// - Parameter transform: Runs for each value, on the delivering thread.
    @inlinable
    public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
        Publishers.Map(upstream: self, transform: transform)
    }

    /// Turns each value into another, or fails.
    ///
    /// - Parameter transform: Runs for each value; an error thrown cancels upstream and ends the stream.
    @inlinable
    public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
        Publishers.TryMap(upstream: self, transform: transform)
    }

    /// Replaces each nil with a value.
    ///
    /// - Parameter output: Takes the place of nil.
    @inlinable
    public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
        Publishers.Map(upstream: self) { $0 ?? output }
    }
}

extension Publishers.Map {
    /// Adds a second step; both become one closure over the original upstream.
    @inlinable
    public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Upstream, T> {
        let first = self.transform
        return Publishers.Map<Upstream, T>(upstream: upstream) { transform(first($0)) }
    }

    /// Adds a second step which may throw; both become one closure over the original upstream.
    @inlinable
    public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
        let first = self.transform
        return Publishers.TryMap<Upstream, T>(upstream: upstream) { try transform(first($0)) }
    }
}

extension Publishers.TryMap {
    /// Adds a second step; both become one closure over the original upstream.
    @inlinable
    public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.TryMap<Upstream, T> {
        let first = self.transform
        return Publishers.TryMap<Upstream, T>(upstream: upstream) { transform(try first($0)) }
    }

    /// Adds a second step which may throw; both become one closure over the original upstream.
    @inlinable
    public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
        let first = self.transform
        return Publishers.TryMap<Upstream, T>(upstream: upstream) { try transform(first($0)) }
    }
}
