public import Dispatch
import Foundation

extension DispatchQueue {
    /// A point on the clock of dispatch queues.
    public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
        /// The point as Dispatch says it.
        public var dispatchTime: DispatchTime

        /// Makes a point of time.
        public init(_ time: DispatchTime) {
            dispatchTime = time
        }

        /// The time from this point to another.
        public func distance(to other: SchedulerTimeType) -> Stride {
            let (mine, its) = (dispatchTime.uptimeNanoseconds, other.dispatchTime.uptimeNanoseconds)
            return its >= mine
                ? .nanoseconds(Int(clamping: its - mine)) : .nanoseconds(-Int(clamping: mine - its))
        }

        /// The point that lies a length of time after this one.
        public func advanced(by n: Stride) -> SchedulerTimeType {
            if n.magnitude == .max { return SchedulerTimeType(.distantFuture) }
            return SchedulerTimeType(dispatchTime + n.timeInterval)
        }

        /// Reads a point written by `encode(to:)`.
        ///
        /// - Throws: The decoder's error when there is no number of nanoseconds.
        public init(from decoder: any Decoder) throws {
            let nanoseconds = try decoder.singleValueContainer().decode(UInt64.self)
            dispatchTime = DispatchTime(uptimeNanoseconds: nanoseconds)
        }

        /// Writes the point as nanoseconds since the machine started; it means nothing on another one.
        ///
        /// - Throws: The encoder's error.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(dispatchTime.uptimeNanoseconds)
        }

        /// Feeds the point to a hasher.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(dispatchTime.rawValue)
        }

        /// A length of time on this clock.
        public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
            Codable,
            Hashable, Sendable
        {
            /// Float literals mean seconds.
            public typealias FloatLiteralType = Double
            /// Integer literals mean seconds.
            public typealias IntegerLiteralType = Int
            /// Lengths are measured in a plain number.
            public typealias Magnitude = Int

            /// The length in nanoseconds.
            public var magnitude: Int

            /// The same length as Dispatch says it.
            public var timeInterval: DispatchTimeInterval {
                .nanoseconds(magnitude)
            }

            /// Makes a length from an interval of Dispatch; `.never` becomes the greatest length.
            public init(_ timeInterval: DispatchTimeInterval) {
                switch timeInterval {
                case .seconds(let count): magnitude = clampedProduct(count, 1_000_000_000)
                case .milliseconds(let count): magnitude = clampedProduct(count, 1_000_000)
                case .microseconds(let count): magnitude = clampedProduct(count, 1_000)
                case .nanoseconds(let count): magnitude = count
                case .never: magnitude = .max
                @unknown default: magnitude = .max
                }
            }

            /// Makes a length from seconds.
            public init(floatLiteral value: Double) {
                self = .seconds(value)
            }

            /// Makes a length from seconds.
            public init(integerLiteral value: Int) {
                self = .seconds(value)
            }

            /// Makes a length from a number of nanoseconds; nil when it does not fit.
            public init?<T: BinaryInteger>(exactly source: T) {
                guard let value = Int(exactly: source) else { return nil }
                magnitude = value
            }

            private init(magnitude: Int) {
                self.magnitude = magnitude
            }

            /// A length in seconds and fractions.
            public static func seconds(_ s: Double) -> Stride {
                Stride(magnitude: clampedNanoseconds(s))
            }

            /// A length in whole seconds.
            public static func seconds(_ s: Int) -> Stride {
                Stride(magnitude: clampedProduct(s, 1_000_000_000))
            }

            /// A length in milliseconds.
            public static func milliseconds(_ ms: Int) -> Stride {
                Stride(magnitude: clampedProduct(ms, 1_000_000))
            }

            /// A length in microseconds.
            public static func microseconds(_ us: Int) -> Stride {
                Stride(magnitude: clampedProduct(us, 1_000))
            }

            /// A length in nanoseconds.
            public static func nanoseconds(_ ns: Int) -> Stride {
                Stride(magnitude: ns)
            }

            /// Whether a length is shorter than another.
            public static func < (lhs: Stride, rhs: Stride) -> Bool {
                lhs.magnitude < rhs.magnitude
            }

            /// The sum of two lengths.
            public static func + (lhs: Stride, rhs: Stride) -> Stride {
                Stride(magnitude: lhs.magnitude + rhs.magnitude)
            }

            /// The difference of two lengths.
            public static func - (lhs: Stride, rhs: Stride) -> Stride {
                Stride(magnitude: lhs.magnitude - rhs.magnitude)
            }

            /// The product of the two numbers.
            public static func * (lhs: Stride, rhs: Stride) -> Stride {
                Stride(magnitude: clampedProduct(lhs.magnitude, rhs.magnitude))
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

    /// How work is to run on a queue.
    public struct SchedulerOptions: @unchecked Sendable {
        // Unchecked: the flags are a plain set of bits, which Dispatch does not mark.

        /// The quality of service.
        public var qos: DispatchQoS

        /// Further properties, such as a barrier.
        public var flags: DispatchWorkItemFlags

        /// The group that the work belongs to.
        public var group: DispatchGroup?

        /// Makes options.
        public init(qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil) {
            self.qos = qos
            self.flags = flags
            self.group = group
        }
    }
}

/// A product which stops at the ends of the range.
private func clampedProduct(_ a: Int, _ b: Int) -> Int {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow ? ((a < 0) == (b < 0) ? .max : .min) : product
}

/// Seconds in nanoseconds, stopping at the ends of the range.
private func clampedNanoseconds(_ seconds: Double) -> Int {
    let nanoseconds = (seconds * 1_000_000_000).rounded()
    if let whole = Int(exactly: nanoseconds) { return whole }
    return nanoseconds < 0 ? .min : .max
}
