import Foundation

/// Dates as text that gives the very same number back.
///
/// A date is stored as seconds since 2001 in a Double. Its shortest decimal form is split at the point: the
/// whole seconds become date and time of day, the digits behind the point follow as they are. Reading puts
/// the decimal form together again, so nothing is lost or rounded.
enum StoredDate {
    /// Seconds from the years 1 to 9999; what lies outside is written as a number.
    private static let range = -63_113_904_000.0..<252_423_993_600.0

    /// ISO 8601 in UTC, such as `2024-02-29T12:30:00.25Z`; the plain number where ISO has no form.
    static func text(_ seconds: Double) -> String {
        if seconds.isInfinite { return seconds < 0 ? "-Infinity" : "Infinity" }
        guard range.contains(seconds), let (whole, fraction) = split(seconds) else { return number(seconds) }
        let (day, second) = whole.quotientAndRemainder(flooringBy: 86_400)
        let (year, month, dayOfMonth) = civil(day)
        var text = String(unsafeUninitializedCapacity: 20) { bytes in
            var end = 0
            func add(_ value: Int, _ width: Int, _ mark: Character) {
                var rest = value
                for place in stride(from: end + width - 1, through: end, by: -1) {
                    bytes[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                    rest /= 10
                }
                bytes[end + width] = mark.asciiValue ?? 0
                end += width + 1
            }
            // 4 + 2 + 2 + 2 + 2 + 2 digits and 6 marks: the room is just enough.
            add(year, 4, "-")
            add(month, 2, "-")
            add(dayOfMonth, 2, "T")
            add(second / 3600, 2, ":")
            add(second / 60 % 60, 2, ":")
            add(second % 60, 2, "Z")
            return end
        }
        if !fraction.isEmpty {
            text.removeLast()
            text += ".\(fraction)Z"
        }
        return text
    }

    /// The seconds since 2001 that `text` stands for: ISO 8601 in UTC or with an offset, a date alone, or a number.
    static func seconds(_ text: String) -> Double? {
        if let number = Double(text), number.isFinite { return number }
        if text == "Infinity" || text == "-Infinity" { return text == "Infinity" ? .infinity : -.infinity }
        var rest = Substring(text)
        func digits(_ count: Int) -> Int? {
            let part = rest.prefix(count)
            guard part.count == count, part.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
            rest = rest.dropFirst(count)
            return Int(part)
        }
        func take(_ characters: String) -> Character? {
            guard let first = rest.first, characters.contains(first) else { return nil }
            rest = rest.dropFirst()
            return first
        }
        guard let year = digits(4), take("-") != nil, let month = digits(2), take("-") != nil, let day = digits(2),
            (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        var whole = daysSince2001(year, month, day) * 86_400
        guard civil(daysSince2001(year, month, day)) == (year, month, day) else { return nil }
        var fraction = ""
        if !rest.isEmpty {
            guard take("Tt ") != nil, let hour = digits(2), take(":") != nil, let minute = digits(2),
                hour < 24, minute < 60
            else { return nil }
            whole += hour * 3600 + minute * 60
            if take(":") != nil {
                guard let second = digits(2), second < 61 else { return nil }
                whole += second
                if take(".,") != nil {
                    fraction = String(rest.prefix { $0.isASCII && $0.isNumber })
                    rest = rest.dropFirst(fraction.count)
                    if fraction.isEmpty { return nil }
                }
            }
            if let sign = take("+-") {
                guard let hours = digits(2), hours < 24 else { return nil }
                _ = take(":")
                let minutes = rest.isEmpty ? 0 : digits(2)
                guard let minutes, minutes < 60 else { return nil }
                whole -= (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
            } else {
                guard take("Zz") != nil else { return nil }
            }
            guard rest.isEmpty else { return nil }
        }
        return joined(whole, fraction)
    }

    private static func number(_ seconds: Double) -> String {
        let text = seconds.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Whole seconds, rounded down, and the decimal digits above them; nil when there are none exactly.
    private static func split(_ seconds: Double) -> (whole: Int, fraction: String)? {
        // whole numbers of this size are exact; the range above keeps others away.
        if seconds.rounded(.towardZero) == seconds { return (Int(seconds), "") }
        let magnitude = seconds.magnitude.description
        let (mantissa, exponent) = partition(magnitude)
        var digits = mantissa.filter { $0 != "." }
        var point =
            (mantissa.firstIndex(of: ".").map { mantissa.distance(from: mantissa.startIndex, to: $0) }
                ?? mantissa.count) + exponent
        if point < 0 {
            digits = String(repeating: "0", count: -point) + digits
            point = 0
        }
        if digits.count < point { digits += String(repeating: "0", count: point - digits.count) }
        var fraction = String(digits.dropFirst(point))
        while fraction.last == "0" { fraction.removeLast() }
        guard let whole = Int(point == 0 ? "0" : digits.prefix(point)) else { return nil }
        if seconds.sign == .plus || (whole == 0 && fraction.isEmpty) { return (whole, fraction) }
        return fraction.isEmpty ? (-whole, "") : (-whole - 1, complement(fraction))
    }

    private static func partition(_ text: String) -> (mantissa: String, exponent: Int) {
        let parts = text.split(separator: "e", maxSplits: 1)
        return (String(parts[0]), parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    }

    /// The digits of one minus the fraction with these digits.
    private static func complement(_ fraction: String) -> String {
        var carry = 10
        var result: [Character] = []
        for character in fraction.reversed() {
            let digit = carry - (character.wholeNumberValue ?? 0)
            result.append(Character(String(digit % 10)))
            carry = digit == 10 ? 10 : 9
        }
        var text = String(result.reversed())
        while text.last == "0" { text.removeLast() }
        return text
    }

    private static func joined(_ whole: Int, _ fraction: String) -> Double? {
        let isZero = fraction.allSatisfy { $0 == "0" }
        if whole >= 0 { return Double("\(whole).\(fraction.isEmpty ? "0" : fraction)") }
        if isZero { return Double(whole) }
        return Double("-\(-(whole + 1)).\(complement(fraction))")
    }

    // MARK: Calendar

    /// Days from 2001-01-01 to a day of the Gregorian calendar.
    ///
    /// Counts in eras of 400 years that begin in March, so that the leap day is the last of its year.
    private static func daysSince2001(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shifted.quotientAndRemainder(flooringBy: 400)
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - daysTo2001
    }

    /// Days from 0000-03-01 to 2001-01-01.
    private static let daysTo2001 = 730_791

    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = (days + daysTo2001).quotientAndRemainder(flooringBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}

extension Int {
    /// Division rounded down: the remainder is never negative.
    fileprivate func quotientAndRemainder(flooringBy divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
