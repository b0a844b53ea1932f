/// Reads what a person types into an amount field: `12300`, `12,300`, `1.2만`, `3만 5천`, `1200+3500-500`, `3*4500`.
public enum AmountParser {
    /// Reads an amount that may be zero or negative.
    ///
    /// - Throws: `DaybookError.validation(.amount, _)`: `.missing` for blank text, `.unreadable` when it is no number or
    ///   sum, `.tooManyDecimals` when the currency has no such small unit, `.tooLarge` beyond `Money.largestMinorUnits`,
    ///   `.otherCurrency` when a sign such as `$` stands in it that the currency is not written with.
    public static func money(_ text: String, currency: Currency) throws(DaybookError) -> Money {
        var scanner = AmountScanner(text)
        guard !scanner.isAtEnd else { throw .validation(.amount, .missing) }
        for sign in scanner.signs where !CurrencySign.codes(of: sign).contains(currency.code) {
            throw .validation(.amount, .otherCurrency(sign: String(sign), currency: currency))
        }
        let value = try scanner.sum()
        guard scanner.isAtEnd else { throw .validation(.amount, .unreadable) }
        return try value.money(currency)
    }

    /// Reads an amount for an entry: above zero.
    ///
    /// - Throws: as `money(_:currency:)`, and `.notPositive`.
    public static func positiveMoney(_ text: String, currency: Currency) throws(DaybookError) -> Money {
        let money = try money(text, currency: currency)
        guard money.minorUnits > 0 else { throw .validation(.amount, .notPositive) }
        return money
    }
}

/// What a sign beside an amount may stand for.
enum CurrencySign {
    /// The codes of currencies that are written with a sign; empty for any other character.
    static func codes(of sign: Unicode.Scalar) -> Set<String> {
        switch sign {
        case "₩", "￦", "원": ["KRW"]
        case "$": ["USD", "AUD", "CAD", "HKD", "NZD", "SGD", "TWD", "MXN", "ARS", "CLP", "COP"]
        case "€": ["EUR"]
        case "¥", "￥": ["JPY", "CNY"]
        case "£": ["GBP"]
        default: []
        }
    }
}

/// A decimal number of limited size: `units / 10^scale`, exact.
struct ExactNumber: Equatable {
    var units: Int64
    var scale: Int

    /// Numbers beyond this have no meaning as money, and products of two such digits cannot overflow unnoticed.
    static let tooLarge = DaybookError.validation(.amount, .tooLarge(limit: "999,999,999,999"))

    func rescaled(to target: Int) throws(DaybookError) -> ExactNumber {
        var result = self
        while result.scale < target {
            let (value, overflow) = result.units.multipliedReportingOverflow(by: 10)
            guard !overflow else { throw Self.tooLarge }
            result.units = value
            result.scale += 1
        }
        return result
    }

    func adding(_ other: ExactNumber, negative: Bool = false) throws(DaybookError) -> ExactNumber {
        let scale = max(scale, other.scale)
        let left = try rescaled(to: scale)
        let right = try other.rescaled(to: scale)
        let (sum, overflow) =
            negative
            ? left.units.subtractingReportingOverflow(right.units) : left.units.addingReportingOverflow(right.units)
        guard !overflow else { throw Self.tooLarge }
        return ExactNumber(units: sum, scale: scale)
    }

    func multiplied(by other: ExactNumber) throws(DaybookError) -> ExactNumber {
        let (product, overflow) = units.multipliedReportingOverflow(by: other.units)
        guard !overflow else { throw Self.tooLarge }
        return ExactNumber(units: product, scale: scale + other.scale).trimmed
    }

    /// The same number without zeros at the end of its decimals.
    var trimmed: ExactNumber {
        var result = self
        while result.scale > 0, result.units.isMultiple(of: 10) {
            result.units /= 10
            result.scale -= 1
        }
        return result
    }

    func money(_ currency: Currency) throws(DaybookError) -> Money {
        let digits = currency.fractionDigits
        let number = trimmed
        guard number.scale <= digits else { throw .validation(.amount, .tooManyDecimals(allowed: digits)) }
        let units = try number.rescaled(to: digits).units
        guard units.magnitude <= Money.largestMinorUnits.magnitude else { throw Self.tooLarge }
        return Money(minorUnits: units, currency: currency)
    }
}

/// Walks over the characters of an amount.
private struct AmountScanner {
    private let characters: [Character]
    private var position = 0
    /// The currency signs that stood in the text.
    let signs: [Unicode.Scalar]

    /// Full-width forms become their plain ones, and what only decorates is dropped: blanks, currency signs, `원`.
    init(_ text: String) {
        var plain: [Character] = []
        var signs: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars {
            var scalar = scalar
            if (0xFF01...0xFF5E).contains(scalar.value), let narrow = Unicode.Scalar(scalar.value - 0xFEE0) {
                scalar = narrow
            }
            switch scalar {
            case _ where !CurrencySign.codes(of: scalar).isEmpty: signs.append(scalar)
            case "−", "–", "—": plain.append("-")
            case "×", "✕": plain.append("*")
            default:
                if scalar.properties.isWhitespace { continue }
                plain.append(Character(scalar))
            }
        }
        characters = plain
        self.signs = signs
    }

    var isAtEnd: Bool { position == characters.count }

    private var next: Character? { isAtEnd ? nil : characters[position] }

    private mutating func take(_ character: Character) -> Bool {
        guard next == character else { return false }
        position += 1
        return true
    }

    mutating func sum() throws(DaybookError) -> ExactNumber {
        let negative = take("-")
        if !negative { _ = take("+") }
        var total = try product()
        if negative { total.units = -total.units }
        while true {
            if take("+") {
                total = try total.adding(product())
            } else if take("-") {
                total = try total.adding(product(), negative: true)
            } else {
                return total
            }
        }
    }

    private mutating func product() throws(DaybookError) -> ExactNumber {
        var result = try number()
        while take("*") || take("x") {
            result = try result.multiplied(by: number())
        }
        return result
    }

    /// One number with Korean units, as in `3만5천`.
    ///
    /// Units must fall in size.
    private mutating func number() throws(DaybookError) -> ExactNumber {
        var total = ExactNumber(units: 0, scale: 0)
        var lastExponent = Int.max
        var found = false
        while next?.isWholeNumber == true || next == "." || (!found && next.flatMap(Self.exponent) != nil) {
            var part = ExactNumber(units: 1, scale: 0)
            if next.flatMap(Self.exponent) == nil { part = try digits() }
            var exponent = 0
            if let unit = next, let power = Self.exponent(unit) {
                position += 1
                exponent = power
            }
            guard exponent < lastExponent else { throw .validation(.amount, .unreadable) }
            part = try part.multiplied(by: ExactNumber(units: Self.power(exponent), scale: 0))
            total = try total.adding(part)
            lastExponent = exponent
            found = true
            if exponent == 0 { break }
        }
        guard found else { throw .validation(.amount, .unreadable) }
        return total
    }

    private static func exponent(_ unit: Character) -> Int? {
        switch unit {
        case "억": 8
        case "만": 4
        case "천": 3
        case "백": 2
        default: nil
        }
    }

    private static func power(_ exponent: Int) -> Int64 {
        (0..<exponent).reduce(1) { value, _ in value * 10 }
    }

    /// Digits with commas between groups of three and a point before decimals.
    private mutating func digits() throws(DaybookError) -> ExactNumber {
        var units: Int64 = 0
        var scale = 0
        var inDecimals = false
        var sinceComma: Int?
        var count = 0
        while let character = next {
            if let digit = character.wholeNumberValue, character.isASCII {
                let (shifted, overflow) = units.multipliedReportingOverflow(by: 10)
                let (value, overflowToo) = shifted.addingReportingOverflow(Int64(digit))
                guard !overflow, !overflowToo else { throw ExactNumber.tooLarge }
                units = value
                count += 1
                if inDecimals { scale += 1 } else if let group = sinceComma { sinceComma = group + 1 }
            } else if character == ",", !inDecimals, count > 0, sinceComma == nil || sinceComma == 3 {
                sinceComma = 0
            } else if character == ".", !inDecimals {
                inDecimals = true
            } else {
                break
            }
            position += 1
        }
        guard count > 0, sinceComma == nil || sinceComma == 3, !(inDecimals && scale == 0) else {
            throw .validation(.amount, .unreadable)
        }
        return ExactNumber(units: units, scale: scale)
    }
}
