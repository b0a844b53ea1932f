extension Publishers {
    /// Sends the greatest value, by a closure that compares two, when upstream has finished.
    ///
    /// Upstream is asked for everything. The result and the completion come together, once there is demand for one value.
    /// Among equals the first is kept. Without any value nothing is sent.
    @frozen
    public struct Comparison<Upstream: Publisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the original values.
        public let upstream: Upstream

        /// Whether the first of two values is less than the second.
        public let areInIncreasingOrder: (Upstream.Output, Upstream.Output) -> Bool

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.areInIncreasingOrder = areInIncreasingOrder
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == Upstream.Failure {
            upstream.receive(subscriber: ReduceConduit(Part(areInIncreasingOrder: areInIncreasingOrder), subscriber))
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
            let areInIncreasingOrder: (Upstream.Output, Upstream.Output) -> Bool

            @usableFromInline
            let best = Memory<Upstream.Output?>(nil)

            @inlinable
            init(areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) -> Bool) {
                self.areInIncreasingOrder = areInIncreasingOrder
            }

            @usableFromInline
            var name: String { "Comparison" }

            @inlinable
            func add(_ input: Upstream.Output) -> Progress<Upstream.Failure> {
                if let best = best.value, areInIncreasingOrder(best, input) == false { return .more }
                best.value = input
                return .more
            }

            @inlinable
            func result() -> Output? {
                best.value
            }
        }
    }

    /// Sends the greatest value, by a closure that compares two, when upstream has finished; or fails.
    ///
    /// Upstream is asked for everything. The result and the completion come together, once there is demand for one value.
    /// An error thrown cancels upstream before the failure is sent.
    @frozen
    public struct TryComparison<Upstream: Publisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// Any error: upstream's or the closure's.
        public typealias Failure = any Error

        /// The publisher of the original values.
        public let upstream: Upstream

        /// Whether the first of two values is less than the second.
        public let areInIncreasingOrder: (Upstream.Output, Upstream.Output) throws -> Bool

        /// Makes the publisher.
        @inlinable
        public init(
            upstream: Upstream, areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) throws -> Bool
        ) {
            self.upstream = upstream
            self.areInIncreasingOrder = areInIncreasingOrder
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == any Error {
            upstream.receive(subscriber: ReduceConduit(Part(areInIncreasingOrder: areInIncreasingOrder), subscriber))
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
            let areInIncreasingOrder: (Upstream.Output, Upstream.Output) throws -> Bool

            @usableFromInline
            let best = Memory<Upstream.Output?>(nil)

            @inlinable
            init(areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) throws -> Bool) {
                self.areInIncreasingOrder = areInIncreasingOrder
            }

            @usableFromInline
            var name: String { "TryComparison" }

            @inlinable
            func add(_ input: Upstream.Output) -> Progress<any Error> {
                do {
                    if let best = best.value, try areInIncreasingOrder(best, input) == false { return .more }
                    best.value = input
                    return .more
                } catch {
                    return .fail(error)
                }
            }

            @inlinable
            func result() -> Output? {
                best.value
            }
        }
    }
}

extension Publisher where Output: Comparable {
    /// Sends the least value when this publisher has finished; nothing if there was none.
    @inlinable
    public func min() -> Publishers.Comparison<Self> {
        max(by: >)
    }

    /// Sends the greatest value when this publisher has finished; nothing if there was none.
    @inlinable
    public func max() -> Publishers.Comparison<Self> {
        max(by: <)
    }
}

extension Publisher {
    /// Sends the least value when this publisher has finished.
    ///
    /// - Parameter areInIncreasingOrder: Whether the first of two values is less than the second.
    @inlinable
    public func min(by areInIncreasingOrder: @escaping (Output, Output) -> Bool) -> Publishers.Comparison<Self> {
        max { areInIncreasingOrder($1, $0) }
    }

    /// Sends the least value when this publisher has finished, or fails.
    ///
    /// - Parameter areInIncreasingOrder: Compares two values; an error thrown cancels upstream and ends the stream.
    @inlinable
    public func tryMin(
        by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
    ) -> Publishers.TryComparison<Self> {
        tryMax { try areInIncreasingOrder($1, $0) }
    }

    /// Sends the greatest value when this publisher has finished.
    ///
    /// - Parameter areInIncreasingOrder: Whether the first of two values is less than the second.
    @inlinable
    public func max(by areInIncreasingOrder: @escaping (Output, Output) -> Bool) -> Publishers.Comparison<Self> {
        Publishers.Comparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
    }

    /// Sends the greatest value when this publisher has finished, or fails.
    ///
    /// - Parameter areInIncreasingOrder: Compares two values; an error thrown cancels upstream and ends the stream.
    @inlinable
    public func tryMax(
        by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
    ) -> Publishers.TryComparison<Self> {
        Publishers.TryComparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
    }
}
