/// A scheduler which runs work at once, in the call.
///
/// Its clock stands still.
///
/// Work for later runs at once too; repeated work runs once.
public struct ImmediateScheduler: Scheduler {
    /// There is nothing to say about how work runs.
    public typealias SchedulerOptions = Never

    /// A point on a clock that stands still.
    public struct SchedulerTimeType: Strideable, Sendable {
        private let position: Int

        fileprivate init(_ position: Int) {
            self.position = position
        }

        /// The time from this point to another.
        public func distance(to other: SchedulerTimeType) -> Stride {
            Stride(other.position - position)
        }

        /// The point that lies a length of time after this one.
        public func advanced(by n: Stride) -> SchedulerTimeType {
            SchedulerTimeType(position + n.magnitude)
        }

        /// A length of time on this clock.
        public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
            Codable,
            Hashable, Sendable
        {
            /// Float literals mean seconds.
            public typealias FloatLiteralType = Double
            /// Integer literals mean units.
            public typealias IntegerLiteralType = Int
            /// Lengths are measured in a plain number.
            public typealias Magnitude = Int

            /// The length in units without meaning.
            public var magnitude: Int

            /// Makes a length from a number of units.
            public init(_ value: Int) {
                magnitude = value
            }

            /// Makes a length from a number of units, without its fraction.
            public init(floatLiteral value: Double) {
                self.init(Int(value))
            }

            /// Makes a length from a number of units.
            public init(integerLiteral value: Int) {
                self.init(value)
            }

            /// Makes a length from a number of units; nil when it does not fit.
            public init?<T: BinaryInteger>(exactly source: T) {
                guard let value = Int(exactly: source) else { return nil }
                self.init(value)
            }

            /// No length: on this clock nothing takes time.
            public static func seconds(_ s: Double) -> Stride {
                Stride(0)
            }

            /// No length: on this clock nothing takes time.
            public static func seconds(_ s: Int) -> Stride {
                Stride(0)
            }

            /// No length: on this clock nothing takes time.
            public static func milliseconds(_ ms: Int) -> Stride {
                Stride(0)
            }

            /// No length: on this clock nothing takes time.
            public static func microseconds(_ us: Int) -> Stride {
                Stride(0)
            }

            /// No length: on this clock nothing takes time.
            public static func nanoseconds(_ ns: Int) -> Stride {
                Stride(0)
            }

            /// Whether a length is shorter than another.
            public static func < (lhs: Stride, rhs: Stride) -> Bool {
                lhs.magnitude < rhs.magnitude
            }

            /// The sum of two lengths.
            public static func + (lhs: Stride, rhs: Stride) -> Stride {
                Stride(lhs.magnitude + rhs.magnitude)
            }

            /// The difference of two lengths.
            public static func - (lhs: Stride, rhs: Stride) -> Stride {
                Stride(lhs.magnitude - rhs.magnitude)
            }

            /// The product of the two numbers.
            public static func * (lhs: Stride, rhs: Stride) -> Stride {
                Stride(lhs.magnitude * rhs.magnitude)
            }

            /// Adds a length.
            public static func += (lhs: inout Stride, rhs: Stride) {
                lhs = lhs + rhs
            }

            /// Subtracts a length.
            public static func -= (lhs: inout Stride, rhs: Stride) {
                lhs = lhs - rhs
            }

            /// Multiplies by a length.
            public static func *= (lhs: inout Stride, rhs: Stride) {
                lhs = lhs * rhs
            }
        }
    }

    /// The one scheduler of this kind.
    public static var shared: ImmediateScheduler {
        ImmediateScheduler()
    }

    private init() {}

    /// Runs work now.
    @inlinable
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        action()
    }

    /// Always the same moment.
    public var now: SchedulerTimeType {
        SchedulerTimeType(0)
    }

    /// None.
    public var minimumTolerance: SchedulerTimeType.Stride {
        SchedulerTimeType.Stride(0)
    }

    /// Runs work now, whatever the moment asked for.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        action()
    }

    /// Runs work now, once.
    ///
    /// - Returns: A token that has nothing to stop.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        action()
        return Subscriptions.empty
    }
}
