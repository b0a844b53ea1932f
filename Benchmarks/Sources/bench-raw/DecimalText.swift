import Foundation

/// Decimals as text such as `62942.07`, read and written by hand.
///
/// Foundation's own conversions take 300 ns one way and 1,000 ns the other; a whole raw row of eight
/// attributes takes about 400.
enum DecimalText {
    /// The decimal a text says.
    ///
    /// Digits, an optional sign, an optional point; at most 18 digits take
    /// the fast way, anything else goes through Foundation.
    @inline(__always)
    static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Decimal {
        var mantissa: Int64 = 0
        var exponent = 0
        var afterPoint = false
        var index = 0
        let negative = text.first == UInt8(ascii: "-")
        if negative { index = 1 }
        guard text.count - index <= 18 else { return slowly(text) }
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: ".") {
                guard !afterPoint else { return slowly(text) }
                afterPoint = true
            } else {
                let digit = byte &- UInt8(ascii: "0")
                guard digit < 10 else { return slowly(text) }
                mantissa = mantissa &* 10 &+ Int64(digit)
                if afterPoint { exponent -= 1 }
            }
            index += 1
        }
        return Decimal(
            sign: negative ? .minus : .plus, exponent: exponent, significand: Decimal(mantissa))
    }

    @inline(never)
    private static func slowly(_ text: UnsafeBufferPointer<UInt8>) -> Decimal {
        Decimal(string: String(decoding: text, as: UTF8.self)) ?? .nan
    }

    /// Writes the text of a decimal into a buffer of at least 24 bytes; the number of bytes comes back.
    ///
    /// A mantissa of more than 64 bits or a positive exponent is not needed here and gives nil.
    @inline(__always)
    static func write(_ value: Decimal, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int? {
        guard let mantissa = mantissa(of: value) else { return nil }
        let fraction = -value.exponent
        guard fraction >= 0, fraction < 19 else { return nil }
        var digits = 0
        var rest = mantissa
        // From the last digit back, into the end of the buffer.
        var position = buffer.count
        while rest > 0 || digits <= fraction {
            if digits == fraction && fraction > 0 {
                position -= 1
                buffer[position] = UInt8(ascii: ".")
            }
            position -= 1
            buffer[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
            digits += 1
        }
        if value.isSignMinus {
            position -= 1
            buffer[position] = UInt8(ascii: "-")
        }
        let count = buffer.count - position
        for index in 0..<count { buffer[index] = buffer[position + index] }
        return count
    }

    /// The mantissa of a decimal, when it fits 64 bits.
    ///
    /// Foundation keeps eight 16-bit digits, lowest first, from the fifth byte on; there is no public
    /// way to them that does not cost more than the insert they are for. `DecimalText.verify()`
    /// refuses to go on when that is not so.
    @inline(__always)
    private static func mantissa(of value: Decimal) -> UInt64? {
        withUnsafeBytes(of: value) { bytes in
            guard bytes.loadUnaligned(fromByteOffset: 12, as: UInt64.self) == 0 else { return nil }
            return bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self)
        }
    }

    /// Whether the fast ways agree with Foundation's on a few values.
    static func verify() -> Bool {
        ["0.07", "62942.07", "-1.5", "14876.41", "99999.99", "12"].allSatisfy { text in
            guard let expected = Decimal(string: text) else { return false }
            var copy = text
            let parsed = copy.withUTF8 { parse($0) }
            let written = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { buffer in
                write(expected, into: buffer).map {
                    String(decoding: UnsafeMutableBufferPointer(rebasing: buffer[..<$0]), as: UTF8.self)
                }
            }
            return parsed == expected && written == text
        }
    }
}
