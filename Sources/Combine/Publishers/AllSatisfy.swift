extension Publishers {
    /// Says whether a closure accepts all values: false at the first it does not, else true at the end.
    ///
    /// Upstream is asked for everything, and is cancelled as soon as the answer is certain. The answer needs demand for one value.
    /// Without any value the answer is true.
    @frozen
    public struct AllSatisfy<Upstream: Publisher>: Publisher {
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
            let answer = Memory(true)

            @inlinable
            init(predicate: @escaping (Upstream.Output) -> Bool) {
                self.predicate = predicate
            }

            @usableFromInline
            var name: String { "AllSatisfy" }

            @inlinable
            func add(_ input: Upstream.Output) -> Progress<Upstream.Failure> {
                if !predicate(input) {
                    answer.value = false
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

    /// Says whether a closure accepts all values, or fails.
    ///
    /// Upstream is asked for everything, and is cancelled as soon as the answer is certain. The answer needs demand for one value.
    /// An error thrown cancels upstream before the failure is sent.
    @frozen
    public struct TryAllSatisfy<Upstream: Publisher>: Publisher {
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
            let answer = Memory(true)

            @inlinable
            init(predicate: @escaping (Upstream.Output) throws -> Bool) {
                self.predicate = predicate
            }

            @usableFromInline
            var name: String { "TryAllSatisfy" }

            @inlinable
            func add(_ input: Upstream.Output) -> Progress<any Error> {
                do {
                    if try !predicate(input) {
                        answer.value = false
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

extension Publisher {
    /// Says whether a closure accepts all values.
    ///
    /// - Parameter predicate: Says whether a value is accepted.
    @inlinable
    public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> Publishers.AllSatisfy<Self> {
        Publishers.AllSatisfy(upstream: self, predicate: predicate)
    }

    /// Says whether a closure accepts all values, or fails.
    ///
    /// - Parameter predicate: Says whether a value is accepted; an error thrown cancels upstream and ends the stream.
    @inlinable
    public func tryAllSatisfy(_ predicate: @escaping (Output) throws -> Bool) -> Publishers.TryAllSatisfy<Self> {
        Publishers.TryAllSatisfy(upstream: self, predicate: predicate)
    }
}
