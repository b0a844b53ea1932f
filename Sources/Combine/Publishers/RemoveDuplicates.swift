extension Publishers {
    /// Leaves out each value which a closure finds equal to the one before.
    ///
    /// The first value always passes, without asking the closure. Each value left out is made up for by asking for one more.
    @frozen
    public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the original values.
        public let upstream: Upstream

        /// Compares the value before with the new one; true leaves the new one out.
        public let predicate: (Upstream.Output, Upstream.Output) -> Bool

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output, Upstream.Output) -> Bool) {
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
            let predicate: (Upstream.Output, Upstream.Output) -> Bool

            @usableFromInline
            let last = Memory<Upstream.Output?>(nil)

            @inlinable
            init(predicate: @escaping (Upstream.Output, Upstream.Output) -> Bool) {
                self.predicate = predicate
            }

            @usableFromInline
            var name: String { "RemoveDuplicates" }

            @inlinable
            func judge<D: Subscriber>(_ input: Upstream.Output, for line: StageConduit<Self, D>) -> Subscribers.Demand
            where D.Input == Product, D.Failure == Failure {
                let previous = last.value
                last.value = input
                if let previous, predicate(previous, input) { return .max(1) }
                return line.pass(input)
            }
        }
    }

    /// Leaves out each value which a closure finds equal to the one before; an error thrown ends the stream.
    ///
    /// Upstream is cancelled before the failure is sent. The first value passes without asking the closure.
    @frozen
    public struct TryRemoveDuplicates<Upstream: Publisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// Any error: upstream's or the closure's.
        public typealias Failure = any Error

        /// The publisher of the original values.
        public let upstream: Upstream

        /// Compares the value before with the new one; true leaves the new one out.
        public let predicate: (Upstream.Output, Upstream.Output) throws -> Bool

        /// Makes the publisher.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output, Upstream.Output) throws -> Bool) {
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
            let predicate: (Upstream.Output, Upstream.Output) throws -> Bool

            @usableFromInline
            let last = Memory<Upstream.Output?>(nil)

            @inlinable
            init(predicate: @escaping (Upstream.Output, Upstream.Output) throws -> Bool) {
                self.predicate = predicate
            }

            @usableFromInline
            var name: String { "TryRemoveDuplicates" }

            @inlinable
            func judge<D: Subscriber>(_ input: Upstream.Output, for line: StageConduit<Self, D>) -> Subscribers.Demand
            where D.Input == Product, D.Failure == Failure {
                do {
                    let previous = last.value
                    last.value = input
                    if let previous, try predicate(previous, input) { return .max(1) }
                    return line.pass(input)
                } catch {
                    return line.fail(error)
                }
            }
        }
    }
}

extension Publisher where Output: Equatable {
    /// Leaves out each value that equals the one before.
    @inlinable
    public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
        Publishers.RemoveDuplicates(upstream: self, predicate: ==)
    }
}

extension Publisher {
    /// Leaves out each value which a closure finds equal to the one before.
    ///
    /// - Parameter predicate: Compares the value before with the new one; true leaves the new one out.
    @inlinable
    public func removeDuplicates(
        by predicate: @escaping (Output, Output) -> Bool
    ) -> Publishers.RemoveDuplicates<Self> {
        Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
    }

    /// Leaves out each value which a closure finds equal to the one before, or fails.
    ///
    /// - Parameter predicate: True leaves the new value out; an error thrown cancels upstream and ends the stream.
    @inlinable
    public func tryRemoveDuplicates(
        by predicate: @escaping (Output, Output) throws -> Bool
    ) -> Publishers.TryRemoveDuplicates<Self> {
        Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
    }
}
