/// Decimals to and from the doubles that stores keep.
enum DecimalCodec {
    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    /// The decimal with the fewest digits that converts to `value`; NaN for values that are not finite.
    ///
    /// Money and other short decimals take a few multiplications; the rest goes through the shortest
    /// decimal text of the double.
    static func decimal(from value: Double) -> Decimal {
        guard value.isFinite else { return Decimal.nan }
        let magnitude = value.magnitude
        for scale in 0..<8 {
            let scaled = magnitude * powers[scale]
            if scaled >= 9_007_199_254_740_992 { break }
            let rounded = scaled.rounded()
            // a correctly rounded quotient proves that these digits read back as the same double.
            if rounded / powers[scale] == magnitude {
                return Decimal(
                    sign: value < 0 ? .minus : .plus, exponent: -scale, significand: Decimal(UInt64(rounded)))
            }
        }
        return Decimal(string: value.description) ?? Decimal(value)
    }

    /// The double nearest to `value`.
    static func double(from value: Decimal) -> Double {
        let exponent = value.exponent
        let significand = value.significand
        if exponent <= 0, exponent > -16, significand.isSignMinus == false || value.isSignMinus {
            // Exact integer over exact power of ten: one correctly rounded division. Below 2^53 the conversion of
            // the digits is exact, and whatever is greater does not come out smaller.
            let digits = NSDecimalNumber(decimal: significand.magnitude).doubleValue
            if digits < 9_007_199_254_740_992 {
                let quotient = digits / powers[-exponent]
                return value.isSignMinus ? -quotient : quotient
            }
        }
        return Double(value.description) ?? NSDecimalNumber(decimal: value).doubleValue
    }
}
