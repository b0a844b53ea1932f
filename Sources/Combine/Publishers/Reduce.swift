extension Publishers {
    /// Makes one value of all, step by step, and sends it when upstream has finished.
    ///
    /// Upstream is asked for everything. The result and the completion come together, once there is demand for one value.
    /// Without any value the result is the initial one.
    @frozen
    public struct Reduce<Upstream: Publisher, Output>: Publisher {
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the original values.
        public let upstream: Upstream

        /// The result before the first value.
        public let initial: Output

        /// Makes the next result.
        public let nextPartialResult: (Output, Upstream.Output) -> Output

        /// Makes the publisher.
        @inlinable
        public init(
            upstream: Upstream, initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output
        ) {
            self.upstream = upstream
            self.initial = initial
            self.nextPartialResult = nextPartialResult
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == Upstream.Failure {
            upstream.receive(
                subscriber: ReduceConduit(Part(initial: initial, nextPartialResult: nextPartialResult), subscriber))
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
            let initial: Output

            @usableFromInline
            let nextPartialResult: (Output, Upstream.Output) -> Output

            @usableFromInline
            let partial: Memory<Output>

            @inlinable
            init(initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output) {
                self.initial = initial
                self.nextPartialResult = nextPartialResult
                partial = Memory(initial)
            }

            @usableFromInline
            var name: String { "Reduce" }

            @usableFromInline
            var initialShown: Any? { initial }

            @inlinable
            func add(_ input: Upstream.Output) -> Progress<Upstream.Failure> {
                partial.value = nextPartialResult(partial.value, input)
                return .more
            }

            @inlinable
            func result() -> Output? {
                partial.value
            }
        }
    }

    /// Makes one value of all, step by step, and sends it when upstream has finished; or fails.
    ///
    /// Upstream is asked for everything. The result and the completion come together, once there is demand for one value.
    /// An error thrown cancels upstream before the failure is sent.
    @frozen
    public struct TryReduce<Upstream: Publisher, Output>: Publisher {
        /// Any error: upstream's or the closure's.
        public typealias Failure = any Error

        /// The publisher of the original values.
        public let upstream: Upstream

        /// The result before the first value.
        public let initial: Output

        /// Makes the next result, or throws.
        public let nextPartialResult: (Output, Upstream.Output) throws -> Output

        /// Makes the publisher.
        @inlinable
        public init(
            upstream: Upstream, initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
        ) {
            self.upstream = upstream
            self.initial = initial
            self.nextPartialResult = nextPartialResult
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == any Error {
            upstream.receive(
                subscriber: ReduceConduit(Part(initial: initial, nextPartialResult: nextPartialResult), subscriber))
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
            let initial: Output

            @usableFromInline
            let nextPartialResult: (Output, Upstream.Output) throws -> Output

            @usableFromInline
            let partial: Memory<Output>

            @inlinable
            init(initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output) {
                self.initial = initial
                self.nextPartialResult = nextPartialResult
                partial = Memory(initial)
            }

            @usableFromInline
            var name: String { "TryReduce" }

            @usableFromInline
            var initialShown: Any? { initial }

            @inlinable
            func add(_ input: Upstream.Output) -> Progress<any Error> {
                do {
                    partial.value = try nextPartialResult(partial.value, input)
                    return .more
                } catch {
                    return .fail(error)
                }
            }

            @inlinable
            func result() -> Output? {
                partial.value
            }
        }
    }
}

extension Publisher {
    /// Makes one value of all, and sends it when this publisher has finished.
    ///
    /// - Parameters:
    ///   - initialResult: The result before the first value.
    ///   - nextPartialResult: Makes the next result from the one before and a value.
    @inlinable
    public func reduce<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
    ) -> Publishers.Reduce<Self, T> {
        Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }

    /// Makes one value of all, and sends it when this publisher has finished; or fails.
    ///
    /// - Parameters:
    ///   - initialResult: The result before the first value.
    ///   - nextPartialResult: Makes the next result; an error thrown cancels upstream and ends the stream.
    @inlinable
    public func tryReduce<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
    ) -> Publishers.TryReduce<Self, T> {
        Publishers.TryReduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }
}
