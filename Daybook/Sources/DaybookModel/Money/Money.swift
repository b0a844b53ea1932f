import Foundation

/// An exact amount: whole minor units of a currency.
///
/// KRW has no smaller unit, USD has cents.
public struct Money: Hashable, Codable, Sendable {
    /// The number of minor units.
    public let minorUnits: Int64
    /// The currency.
    public let currency: Currency

    /// Makes an amount.
    public init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// The largest number of minor units that an entry may have; sums of millions of such entries still fit.
    public static let largestMinorUnits: Int64 = 999_999_999_999

    /// The amount with the other sign.
    public var negated: Money { Money(minorUnits: -minorUnits, currency: currency) }

    /// The amount as a decimal number.
    public var decimal: Decimal {
        Decimal(
            sign: minorUnits < 0 ? .minus : .plus, exponent: -currency.fractionDigits,
            significand: Decimal(minorUnits.magnitude))
    }

    /// Plain digits with a point and all decimals of the currency, as in `-12.50` or `12300`: for files and form fields.
    public var plainText: String {
        let digits = currency.fractionDigits
        let sign = minorUnits < 0 ? "-" : ""
        var text = String(minorUnits.magnitude)
        guard digits > 0 else { return sign + text }
        if text.utf8.count <= digits {
            text = String(repeating: "0", count: digits + 1 - text.utf8.count) + text
        }
        return "\(sign)\(text.dropLast(digits)).\(text.suffix(digits))"
    }

    /// Digits in groups of three, without currency, as in `12,300` or `-1,204.50`.
    public var groupedText: String {
        let plain = plainText
        let sign = plain.hasPrefix("-") ? "-" : ""
        let parts = plain.dropFirst(sign.count).split(separator: ".", omittingEmptySubsequences: false)
        let whole = Array(parts[0])
        var grouped = ""
        for (index, digit) in whole.enumerated() {
            if index > 0, (whole.count - index).isMultiple(of: 3) { grouped.append(",") }
            grouped.append(digit)
        }
        return sign + grouped + (parts.count > 1 ? "." + parts[1] : "")
    }

    /// The amount as a page shows it: `12,300원` in Korean, `₩12,300` in English, `$1,204.50` in both.
    public func formatted(in language: Language) -> String {
        let sign = minorUnits < 0 ? "-" : ""
        let digits = minorUnits < 0 ? String(groupedText.dropFirst()) : groupedText
        if currency == .krw, language == .korean { return "\(sign)\(digits)원" }
        if let symbol = Self.symbols[currency.code] { return "\(sign)\(symbol)\(digits)" }
        return "\(sign)\(currency.code) \(digits)"
    }

    /// What stands before an amount of the currency where there is little room: its symbol, else its code.
    public var mark: String { Self.symbols[currency.code] ?? currency.code }

    private static let symbols = [
        "KRW": "₩", "USD": "$", "EUR": "€", "JPY": "¥", "GBP": "£", "CNY": "CN¥", "TWD": "NT$", "HKD": "HK$",
        "VND": "₫", "AUD": "A$", "CAD": "CA$", "NZD": "NZ$", "INR": "₹", "PHP": "₱",
    ]
}
