public import Foundation

// Twin of `RunLoop+Time.swift`: two types in Apple's interface, whose public members no protocol of
// ours could supply without being public itself.

extension OperationQueue {
    /// A point on the clock of operation queues.
    public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
        /// The point as a date.
        public var date: Date

        /// Makes a point of time.
        public init(_ date: Date) {
            self.date = date
        }

        /// The time from this point to another.
        public func distance(to other: SchedulerTimeType) -> Stride {
            Stride(other.date.timeIntervalSince(date))
        }

        /// The point that lies a length of time after this one.
        public func advanced(by n: Stride) -> SchedulerTimeType {
            SchedulerTimeType(date + n.timeInterval)
        }

        /// A length of time on this clock.
        public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
            Codable,
            Hashable, Sendable
        {
            /// Float literals mean seconds.
            public typealias FloatLiteralType = TimeInterval
            /// Integer literals mean seconds.
            public typealias IntegerLiteralType = TimeInterval
            /// Lengths are measured in a plain number.
            public typealias Magnitude = TimeInterval

            /// The length in seconds.
            public var magnitude: TimeInterval

            /// The length in seconds.
            public var timeInterval: TimeInterval {
                magnitude
            }

            /// Makes a length from seconds.
            public init(_ timeInterval: TimeInterval) {
                magnitude = timeInterval
            }

            /// Makes a length from seconds.
            public init(floatLiteral value: TimeInterval) {
                self.init(value)
            }

            /// Makes a length from seconds.
            public init(integerLiteral value: TimeInterval) {
                self.init(value)
            }

            /// Makes a length from a number of seconds; nil when it does not fit.
            public init?<T: BinaryInteger>(exactly source: T) {
                guard let value = TimeInterval(exactly: source) else { return nil }
                self.init(value)
            }

            /// A length in seconds and fractions.
            public static func seconds(_ s: Double) -> Stride {
                Stride(s)
            }

            /// A length in whole seconds.
            public static func seconds(_ s: Int) -> Stride {
                Stride(TimeInterval(s))
            }

            /// A length in milliseconds.
            public static func milliseconds(_ ms: Int) -> Stride {
                Stride(TimeInterval(ms) / 1_000)
            }

            /// A length in microseconds.
            public static func microseconds(_ us: Int) -> Stride {
                Stride(TimeInterval(us) / 1_000_000)
            }

            /// A length in nanoseconds.
            public static func nanoseconds(_ ns: Int) -> Stride {
                Stride(TimeInterval(ns) / 1_000_000_000)
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

    /// There is nothing to say about how work runs.
    public struct SchedulerOptions {
        /// Makes empty options.
        public init() {}
    }
}
