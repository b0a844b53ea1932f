extension Subscribers {
    /// How many values a subscriber is ready to take.
    ///
    /// Demand adds up over the life of a subscription and is never taken back. It prints as `max(3)` or `unlimited`
    /// and is encoded as one unsigned number, unlimited being 2^63.
    @frozen
    public struct Demand: Equatable, Comparable, Hashable, Codable, CustomStringConvertible, Sendable {
        @usableFromInline
        let rawValue: UInt

        @inlinable
        init(rawValue: UInt) {
            self.rawValue = Swift.min(UInt(Int.max) + 1, rawValue)
        }

        /// As many values as there are.
        @inlinable
        public static var unlimited: Demand { Demand(rawValue: UInt(Int.max) + 1) }

        /// No value; the same as `max(0)`.
        @inlinable
        public static var none: Demand { Demand(rawValue: 0) }

        /// A number of values.
        ///
        /// - Parameter value: Stops the program when it is negative.
        @inlinable
        public static func max(_ value: Int) -> Demand {
            insist(value >= 0, "Subscribers.Demand.max(\(value)): a demand cannot be negative")
            return Demand(rawValue: UInt(value))
        }

        /// The number of values, or nil when it is unlimited.
        @inlinable
        public var max: Int? {
            isUnlimited ? nil : Int(rawValue)
        }

        /// `max(3)` or `unlimited`.
        public var description: String {
            isUnlimited ? "unlimited" : "max(\(rawValue))"
        }

        /// Reads a demand written by `encode(to:)`.
        ///
        /// - Throws: The decoder's error when there is no unsigned number.
        public init(from decoder: any Decoder) throws {
            try self.init(rawValue: decoder.singleValueContainer().decode(UInt.self))
        }

        /// Writes the demand as one unsigned number.
        ///
        /// - Throws: The encoder's error.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(rawValue)
        }
    }
}

extension Subscribers.Demand {
    @inlinable
    var isUnlimited: Bool {
        rawValue > UInt(Int.max)
    }

    /// Stops the program when nothing is asked for.
    @inlinable
    func requireSome(_ call: StaticString = "Subscription.request(_:)") {
        insist(rawValue > 0, "\(call): the demand must be greater than zero; ask for .max(1) or more")
    }

    // MARK: Arithmetic

    /// The sum of two demands, unlimited when it overflows.
    @inlinable
    public static func + (lhs: Subscribers.Demand, rhs: Subscribers.Demand) -> Subscribers.Demand {
        if lhs.isUnlimited || rhs.isUnlimited { return .unlimited }
        // Both are at most Int.max, so the unsigned sum cannot overflow; the initializer clamps it.
        return Subscribers.Demand(rawValue: lhs.rawValue + rhs.rawValue)
    }

    /// Adds a demand to another.
    @inlinable
    public static func += (lhs: inout Subscribers.Demand, rhs: Subscribers.Demand) {
        if lhs.isUnlimited { return }
        lhs = lhs + rhs
    }

    /// The sum of a demand and a number; stops the program when the result is negative.
    @inlinable
    public static func + (lhs: Subscribers.Demand, rhs: Int) -> Subscribers.Demand {
        if lhs.isUnlimited { return .unlimited }
        let (sum, overflow) = Int(lhs.rawValue).addingReportingOverflow(rhs)
        insist(
            sum >= 0 || overflow, "Subscribers.Demand: \(lhs) + \(rhs) is below zero; a demand cannot be negative")
        return overflow ? .unlimited : .max(sum)
    }

    /// Adds a number to a demand; stops the program when the result is negative.
    @inlinable
    public static func += (lhs: inout Subscribers.Demand, rhs: Int) {
        lhs = lhs + rhs
    }

    /// A demand multiplied by a number, unlimited when it overflows; stops the program when the number is negative.
    @inlinable
    public static func * (lhs: Subscribers.Demand, rhs: Int) -> Subscribers.Demand {
        if lhs.isUnlimited { return .unlimited }
        insist(
            rhs >= 0, "Subscribers.Demand: \(lhs) * \(rhs): a demand cannot be multiplied by a negative number")
        let (product, overflow) = Int(lhs.rawValue).multipliedReportingOverflow(by: rhs)
        return overflow ? .unlimited : .max(product)
    }

    /// Multiplies a demand by a number; stops the program when the number is negative.
    @inlinable
    public static func *= (lhs: inout Subscribers.Demand, rhs: Int) {
        lhs = lhs * rhs
    }

    /// The difference of two demands; stops the program when it is negative.
    ///
    /// Unlimited minus anything stays unlimited; anything else minus unlimited is none.
    @inlinable
    public static func - (lhs: Subscribers.Demand, rhs: Subscribers.Demand) -> Subscribers.Demand {
        if lhs.isUnlimited { return .unlimited }
        if rhs.isUnlimited { return .none }
        insist(
            lhs.rawValue >= rhs.rawValue,
            "Subscribers.Demand: \(lhs) - \(rhs) is below zero; a demand cannot be negative")
        return Subscribers.Demand(rawValue: lhs.rawValue - rhs.rawValue)
    }

    /// Subtracts a demand from another; stops the program when the result is negative.
    @inlinable
    public static func -= (lhs: inout Subscribers.Demand, rhs: Subscribers.Demand) {
        lhs = lhs - rhs
    }

    /// The difference of a demand and a number; stops the program when it is negative.
    @inlinable
    public static func - (lhs: Subscribers.Demand, rhs: Int) -> Subscribers.Demand {
        if lhs.isUnlimited { return .unlimited }
        let (difference, overflow) = Int(lhs.rawValue).subtractingReportingOverflow(rhs)
        insist(
            difference >= 0 || overflow,
            "Subscribers.Demand: \(lhs) - \(rhs) is below zero; a demand cannot be negative")
        // Only a huge negative number taken away overflows, upwards.
        return overflow ? .unlimited : .max(difference)
    }

    /// Subtracts a number from a demand; stops the program when the result is negative.
    @inlinable
    public static func -= (lhs: inout Subscribers.Demand, rhs: Int) {
        if lhs.isUnlimited { return }
        lhs = lhs - rhs
    }

    // MARK: Comparison

    /// Whether a demand is less than another; unlimited is not less than itself.
    @inlinable
    public static func < (lhs: Subscribers.Demand, rhs: Subscribers.Demand) -> Bool { lhs.rawValue < rhs.rawValue }

    /// Whether a demand is at most another.
    @inlinable
    public static func <= (lhs: Subscribers.Demand, rhs: Subscribers.Demand) -> Bool { lhs.rawValue <= rhs.rawValue }

    /// Whether a demand is greater than another.
    @inlinable
    public static func > (lhs: Subscribers.Demand, rhs: Subscribers.Demand) -> Bool { lhs.rawValue > rhs.rawValue }

    /// Whether a demand is at least another.
    @inlinable
    public static func >= (lhs: Subscribers.Demand, rhs: Subscribers.Demand) -> Bool { lhs.rawValue >= rhs.rawValue }

    /// Whether a demand is exactly a number of values; never true of unlimited.
    @inlinable
    public static func == (lhs: Subscribers.Demand, rhs: Int) -> Bool {
        !lhs.isUnlimited && Int(lhs.rawValue) == rhs
    }

    /// Whether a number of values is exactly a demand; never true of unlimited.
    @inlinable
    public static func == (lhs: Int, rhs: Subscribers.Demand) -> Bool { rhs == lhs }

    /// Whether a demand differs from a number of values; always true of unlimited.
    @inlinable
    public static func != (lhs: Subscribers.Demand, rhs: Int) -> Bool { !(lhs == rhs) }

    /// Whether a number of values differs from a demand; always true of unlimited.
    @inlinable
    public static func != (lhs: Int, rhs: Subscribers.Demand) -> Bool { !(rhs == lhs) }

    /// Whether a demand is greater than a number; unlimited always is.
    @inlinable
    public static func > (lhs: Subscribers.Demand, rhs: Int) -> Bool { lhs.isUnlimited || Int(lhs.rawValue) > rhs }

    /// Whether a demand is at least a number; unlimited always is.
    @inlinable
    public static func >= (lhs: Subscribers.Demand, rhs: Int) -> Bool { lhs.isUnlimited || Int(lhs.rawValue) >= rhs }

    /// Whether a demand is less than a number; unlimited never is.
    @inlinable
    public static func < (lhs: Subscribers.Demand, rhs: Int) -> Bool { !(lhs >= rhs) }

    /// Whether a demand is at most a number; unlimited never is.
    @inlinable
    public static func <= (lhs: Subscribers.Demand, rhs: Int) -> Bool { !(lhs > rhs) }

    /// Whether a number is greater than a demand; never when that is unlimited.
    @inlinable
    public static func > (lhs: Int, rhs: Subscribers.Demand) -> Bool { rhs < lhs }

    /// Whether a number is at least a demand; never when that is unlimited.
    @inlinable
    public static func >= (lhs: Int, rhs: Subscribers.Demand) -> Bool { rhs <= lhs }

    /// Whether a number is less than a demand; always when that is unlimited.
    @inlinable
    public static func < (lhs: Int, rhs: Subscribers.Demand) -> Bool { rhs > lhs }

    /// Whether a number is at most a demand; always when that is unlimited.
    @inlinable
    public static func <= (lhs: Int, rhs: Subscribers.Demand) -> Bool { rhs >= lhs }
}
