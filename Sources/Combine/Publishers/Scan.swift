extension Publishers {
    /// Sends, for each value, a running result made from it and the result before.
    ///
    /// Demand passes unchanged.
    ///
    /// The first result comes with the first value; the initial one itself is not sent.
    @frozen
    public struct Scan<Upstream: Publisher, Output>: Publisher {
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the original values.
        public let upstream: Upstream

        /// The result before the first value.
        public let initialResult: Output

        /// Makes the next result.
        public let nextPartialResult: (Output, Upstream.Output) -> Output

        /// Makes the publisher.
        @inlinable
        public init(
            upstream: Upstream, initialResult: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output
        ) {
            self.upstream = upstream
            self.initialResult = initialResult
            self.nextPartialResult = nextPartialResult
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @_transparent
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == Upstream.Failure {
            let (result, next) = (Memory(initialResult), nextPartialResult)
            upstream.receive(
                subscriber:
                    ValueConduit(
                        name: "Scan", parts: [("downstream", subscriber), ("result", result.value)],
                        downstream: subscriber
                    ) { input in
                        let sum = next(result.value, input)
                        result.value = sum
                        return sum
                    })
        }
    }

    /// Sends, for each value, a running result made from it and the result before; an error thrown ends the stream.
    ///
    /// Upstream is cancelled before the failure is sent.
    @frozen
    public struct TryScan<Upstream: Publisher, Output>: Publisher {
        /// Any error: upstream's or the closure's.
        public typealias Failure = any Error

        /// The publisher of the original values.
        public let upstream: Upstream

        /// The result before the first value.
        public let initialResult: Output

        /// Makes the next result, or throws.
        public let nextPartialResult: (Output, Upstream.Output) throws -> Output

        /// Makes the publisher.
        @inlinable
        public init(
            upstream: Upstream, initialResult: Output,
            nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
        ) {
            self.upstream = upstream
            self.initialResult = initialResult
            self.nextPartialResult = nextPartialResult
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @_transparent
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == any Error {
            upstream.receive(
                subscriber:
                    StageConduit(Part(initialResult: initialResult, nextPartialResult: nextPartialResult), subscriber))
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
            let initialResult: Output

            @usableFromInline
            let nextPartialResult: (Output, Upstream.Output) throws -> Output

            @usableFromInline
            let result: Memory<Output>

            @inlinable
            init(initialResult: Output, nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output) {
                self.initialResult = initialResult
                self.nextPartialResult = nextPartialResult
                result = Memory(initialResult)
            }

            @usableFromInline
            var name: String { "TryScan" }

            @usableFromInline
            func children<D: Subscriber>(of line: StageConduit<Self, D>) -> [Mirror.Child]
            where D.Input == Product, D.Failure == Failure {
                [("downstream", line.downstream), ("status", line.phase.word), ("result", result.value)]
            }

            @inlinable
            func judge<D: Subscriber>(_ input: Upstream.Output, for line: StageConduit<Self, D>) -> Subscribers.Demand
            where D.Input == Product, D.Failure == Failure {
                do {
                    let next = try nextPartialResult(result.value, input)
                    result.value = next
                    return line.pass(next)
                } catch {
                    return line.fail(error)
                }
            }
        }
    }
}

extension Publisher {
    /// Sends a running result for each value.
    ///
    /// - Parameters:
    ///   - initialResult: The result before the first value.
    ///   - nextPartialResult: Makes the next result from the one before and a value.
    @inlinable
    public func scan<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
    ) -> Publishers.Scan<Self, T> {
        Publishers.Scan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }

    /// Sends a running result for each value, or fails.
    ///
    /// - Parameters:
    ///   - initialResult: The result before the first value.
    ///   - nextPartialResult: Makes the next result; an error thrown cancels upstream and ends the stream.
    @inlinable
    public func tryScan<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
    ) -> Publishers.TryScan<Self, T> {
        Publishers.TryScan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }
}
