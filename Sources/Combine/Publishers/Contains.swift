extension Publishers {
    /// Says whether a value comes: true when it does, else false at the end.
    ///
    /// Upstream is asked for everything, and is cancelled as soon as the answer is certain. The answer needs demand for one value.
    @frozen
    public struct Contains<Upstream: Publisher>: Publisher where Upstream.Output: Equatable {
        /// The answer.
        public typealias Output = Bool
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the original values.
        public let upstream: Upstream

        /// The value looked for.
        public let output: Upstream.Output

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, output: Upstream.Output) {
            self.upstream = upstream
            self.output = output
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == Upstream.Failure {
            upstream.receive(subscriber: ReduceConduit(Part(output: output), subscriber))
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
            let output: Upstream.Output

            @usableFromInline
            let answer = Memory(false)

            @inlinable
            init(output: Upstream.Output) {
                self.output = output
            }

            @usableFromInline
            var name: String { "Contains" }

            @inlinable
            func add(_ input: Upstream.Output) -> Progress<Upstream.Failure> {
                if input == output {
                    answer.value = true
                    return .done
                }
                return .more
            }

            @inlinable
            func result() -> Output? {
                answer.value
            }
        }
    }

    /// Says whether a value comes that a closure accepts: true when it does, else false at the end.
    ///
    /// Upstream is asked for everything, and is cancelled as soon as the answer is certain. The answer needs demand for one value.
    @frozen
    public struct ContainsWhere<Upstream: Publisher>: Publisher {
        /// The answer.
        public typealias Output = Bool
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
            let answer = Memory(false)

            @inlinable
            init(predicate: @escaping (Upstream.Output) -> Bool) {
                self.predicate = predicate
            }

            @usableFromInline
            var name: String { "ContainsWhere" }

            @inlinable
            func add(_ input: Upstream.Output) -> Progress<Upstream.Failure> {
                if predicate(input) {
                    answer.value = true
                    return .done
                }
                return .more
            }

            @inlinable
            func result() -> Output? {
                answer.value
            }
        }
    }

    /// Says whether a value comes that a closure accepts, or fails.
    ///
    /// Upstream is asked for everything, and is cancelled as soon as the answer is certain. The answer needs demand for one value.
    /// An error thrown cancels upstream before the failure is sent.
    @frozen
    public struct TryContainsWhere<Upstream: Publisher>: Publisher {
        /// The answer.
        public typealias Output = Bool
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
            let answer = Memory(false)

            @inlinable
            init(predicate: @escaping (Upstream.Output) throws -> Bool) {
                self.predicate = predicate
            }

            @usableFromInline
            var name: String { "TryContainsWhere" }

            @inlinable
            func add(_ input: Upstream.Output) -> Progress<any Error> {
                do {
                    if try predicate(input) {
                        answer.value = true
                        return .done
                    }
                    return .more
                } catch {
                    return .fail(error)
                }
            }

            @inlinable
            func result() -> Output? {
                answer.value
            }
        }
    }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {}

extension Publisher where Output: Equatable {
    /// Says whether a value comes.
    ///
    /// - Parameter output: The value looked for.
    @inlinable
    public func contains(_ output: Output) -> Publishers.Contains<Self> {
        Publishers.Contains(upstream: self, output: output)
    }
}

extension Publisher {
    /// Says whether a value comes that a closure accepts.
    ///
    /// - Parameter predicate: Says whether a value is accepted.
    @inlinable
    public func contains(where predicate: @escaping (Output) -> Bool) -> Publishers.ContainsWhere<Self> {
        Publishers.ContainsWhere(upstream: self, predicate: predicate)
    }

    /// Says whether a value comes that a closure accepts, or fails.
    ///
    /// - Parameter predicate: Says whether a value is accepted; an error thrown cancels upstream and ends the stream.
    @inlinable
    public func tryContains(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryContainsWhere<Self> {
        Publishers.TryContainsWhere(upstream: self, predicate: predicate)
    }
}
