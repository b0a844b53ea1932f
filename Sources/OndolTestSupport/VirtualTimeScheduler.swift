public import Combine

/// A scheduler whose clock moves only when a test moves it.
///
/// Nothing runs inside `schedule`; work runs in `advance(by:)` and `run()`, in the order of its time and, at one time, in
/// the order it came. Any thread may schedule; one at a time may move the clock.
public final class VirtualTimeScheduler: Scheduler {
    /// There is nothing to say about how work runs.
    public typealias SchedulerOptions = Never

    /// A point on the clock, in nanoseconds from the start.
    public struct SchedulerTimeType: Strideable, Hashable, Sendable {
        /// Nanoseconds from the start.
        public let nanoseconds: Int

        /// Makes a point of time.
        public init(nanoseconds: Int) {
            self.nanoseconds = nanoseconds
        }

        /// The time from this point to another.
        public func distance(to other: SchedulerTimeType) -> Stride {
            Stride(nanoseconds: other.nanoseconds - nanoseconds)
        }

        /// The point that lies a length of time after this one.
        public func advanced(by n: Stride) -> SchedulerTimeType {
            SchedulerTimeType(nanoseconds: nanoseconds + n.nanoseconds)
        }

        /// A length of time in nanoseconds.
        public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, Sendable {
            /// The length.
            public var nanoseconds: Int

            /// Makes a length.
            public init(nanoseconds: Int) {
                self.nanoseconds = nanoseconds
            }

            /// Makes a length from whole seconds.
            public init(integerLiteral value: Int) {
                nanoseconds = value * 1_000_000_000
            }

            /// Makes a length from nanoseconds, if they fit.
            public init?<T: BinaryInteger>(exactly source: T) {
                guard let value = Int(exactly: source) else { return nil }
                nanoseconds = value
            }

            /// The length without its sign.
            public var magnitude: UInt { nanoseconds.magnitude }

            /// Whether a length is shorter than another.
            public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.nanoseconds < rhs.nanoseconds }

            /// The sum of two lengths.
            public static func + (lhs: Stride, rhs: Stride) -> Stride {
                Stride(nanoseconds: lhs.nanoseconds + rhs.nanoseconds)
            }

            /// The difference of two lengths.
            public static func - (lhs: Stride, rhs: Stride) -> Stride {
                Stride(nanoseconds: lhs.nanoseconds - rhs.nanoseconds)
            }

            /// The product of the two numbers.
            public static func * (lhs: Stride, rhs: Stride) -> Stride {
                Stride(nanoseconds: lhs.nanoseconds * rhs.nanoseconds)
            }

            /// Multiplies by a length.
            public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }

            /// A length in whole seconds.
            public static func seconds(_ s: Int) -> Stride { Stride(nanoseconds: s * 1_000_000_000) }

            /// A length in seconds and fractions.
            public static func seconds(_ s: Double) -> Stride {
                Stride(nanoseconds: Int((s * 1_000_000_000).rounded()))
            }

            /// A length in milliseconds.
            public static func milliseconds(_ ms: Int) -> Stride { Stride(nanoseconds: ms * 1_000_000) }

            /// A length in microseconds.
            public static func microseconds(_ us: Int) -> Stride { Stride(nanoseconds: us * 1_000) }

            /// A length in nanoseconds.
            public static func nanoseconds(_ ns: Int) -> Stride { Stride(nanoseconds: ns) }
        }
    }

    private struct Work {
        let number: Int
        let time: Int
        let interval: Int?
        let action: () -> Void
    }

    private struct State {
        var now = 0
        var next = 0
        var work: [Work] = []
    }

    private let guarded = Guarded(State())

    /// Makes a scheduler whose clock stands at the start.
    public init() {}

    // MARK: Moving the clock

    /// How many pieces of work wait.
    public var waiting: Int { guarded.withLock { $0.work.count } }

    /// Moves the clock, and runs what comes due on the way.
    public func advance(by stride: SchedulerTimeType.Stride = .nanoseconds(0)) {
        let end = guarded.withLock { $0.now } + stride.nanoseconds
        while let action = takeDue(before: end) { action() }
        guarded.withLock { $0.now = max($0.now, end) }
    }

    /// Runs everything, moving the clock as far as needed; repeated work runs once at most.
    public func run() {
        while let last = guarded.withLock({ state in state.work.filter { $0.interval == nil }.map(\.time).max() }) {
            advance(by: .nanoseconds(max(0, last - guarded.withLock { $0.now })))
        }
    }

    private func takeDue(before end: Int) -> (() -> Void)? {
        guarded.withLock { state in
            guard let index = state.work.indices.min(by: { Self.isBefore(state.work[$0], state.work[$1]) }),
                state.work[index].time <= end
            else { return nil }
            let work = state.work.remove(at: index)
            state.now = max(state.now, work.time)
            if let interval = work.interval {
                let again = Work(
                    number: work.number, time: work.time + max(1, interval), interval: interval, action: work.action)
                state.work.append(again)
            }
            return work.action
        }
    }

    private static func isBefore(_ lhs: Work, _ rhs: Work) -> Bool {
        (lhs.time, lhs.number) < (rhs.time, rhs.number)
    }

    private func add(at time: Int, every interval: Int? = nil, _ action: @escaping () -> Void) -> Int {
        guarded.withLock { state in
            state.next += 1
            state.work.append(
                Work(number: state.next, time: max(time, state.now), interval: interval, action: action))
            return state.next
        }
    }

    // MARK: Scheduler

    /// The present moment.
    public var now: SchedulerTimeType { SchedulerTimeType(nanoseconds: guarded.withLock { $0.now }) }

    /// None.
    public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

    /// Runs work when the clock is next moved, even by nothing.
    public func schedule(options: Never?, _ action: @escaping () -> Void) {
        _ = add(at: guarded.withLock { $0.now }, action)
    }

    /// Runs work when the clock has come to a moment.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) {
        _ = add(at: date.nanoseconds, action)
    }

    /// Runs work when the clock has come to a moment, and again after each interval.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        let number = add(at: date.nanoseconds, every: interval.nanoseconds, action)
        return AnyCancellable { [weak self] in
            let gone = self?.guarded.withLock { state -> [Work] in
                let gone = state.work.filter { $0.number == number }
                state.work.removeAll { $0.number == number }
                return gone
            }
            withExtendedLifetime(gone) {}
        }
    }
}
