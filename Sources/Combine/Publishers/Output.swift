extension Publishers {
    /// Passes the values whose positions lie in a range, then finishes.
    ///
    /// Values before it are left out, each made up for by asking for one more. With the last one of the range upstream
    /// is cancelled and the stream finishes.
    public struct Output<Upstream: Publisher>: Publisher {
        /// The same kind of value as upstream's.
        public typealias Output = Upstream.Output
        /// The kind of error upstream can end with.
        public typealias Failure = Upstream.Failure

        /// The publisher of the original values.
        public let upstream: Upstream

        /// The positions of the values passed, the first value being at 0.
        public let range: CountableRange<Int>

        /// Makes the publisher; stops the program when the range starts below 0.
        public init(upstream: Upstream, range: CountableRange<Int>) {
            insist(range.lowerBound >= 0, "Publishers.Output: the range cannot start below 0")
            self.upstream = upstream
            self.range = range
        }

        /// Attaches a subscriber to upstream, with this operator between.
        @_transparent
        public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
            upstream.receive(subscriber: StageConduit(Part(range: range), subscriber))
        }

        @usableFromInline
        struct Part: Stage {
            @usableFromInline
            typealias Product = Upstream.Output
            @usableFromInline
            typealias UpstreamFailure = Upstream.Failure
            @usableFromInline
            typealias Failure = Upstream.Failure

            @usableFromInline
            let range: CountableRange<Int>

            @usableFromInline
            let position = Memory(0)

            @inlinable
            init(range: CountableRange<Int>) {
                self.range = range
            }

            @usableFromInline
            var name: String { "Output" }

            @usableFromInline
            func children<D: Subscriber>(of line: StageConduit<Self, D>) -> [Mirror.Child]
            where D.Input == Product, D.Failure == Failure { [] }

            @inlinable
            func judge<D: Subscriber>(_ input: Upstream.Output, for line: StageConduit<Self, D>) -> Subscribers.Demand
            where D.Input == Product, D.Failure == Failure {
                let here = position.value
                if here < range.lowerBound {
                    position.value = here + 1
                    return .max(1)
                }
                if here >= range.upperBound { return line.end() }
                position.value = here + 1
                return here + 1 == range.upperBound ? line.passAndEnd(input) : line.pass(input)
            }
        }
    }
}

extension Publishers.Output: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Passes the first values, then finishes.
    ///
    /// - Parameter maxLength: How many; stops the program when it is negative.
    public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
        insist(maxLength >= 0, "prefix(_:): the number of values cannot be negative")
        return output(in: ..<maxLength)
    }

    /// Passes the value at a position, then finishes.
    ///
    /// - Parameter index: The position; stops the program when it is negative.
    public func output(at index: Int) -> Publishers.Output<Self> {
        insist(index >= 0, "output(at:): the position cannot be negative")
        return output(in: index...index)
    }

    /// Passes the values whose positions lie in a range, then finishes.
    ///
    /// - Parameter range: The positions; stops the program when one is negative.
    public func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self> where R.Bound == Int {
        Publishers.Output(upstream: self, range: range.relative(to: 0..<Int.max))
    }
}
