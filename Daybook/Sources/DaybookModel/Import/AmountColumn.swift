/// The amounts of one column, read in one style for the whole file.
struct AmountColumn {
    /// The mark before decimals; the other one groups digits.
    var decimalMark: DecimalMark
    /// Whether the file leaves the mark open.
    var isAmbiguous: Bool

    /// Decides the mark by all cells of the column and by the currency's decimals.
    ///
    /// A cell with both marks is clear, and so is one with a mark that stands twice, or before other than three
    /// digits. A mark before three digits groups them, unless the currency has three decimals.
    init(cells: [String], currency: Currency, chosen: DecimalMark? = nil) {
        if let chosen {
            decimalMark = chosen
            isAmbiguous = false
            return
        }
        var point = 0
        var comma = 0
        var weakPoint = 0
        var weakComma = 0
        for cell in cells {
            guard let shape = AmountCell(cell) else { continue }
            switch shape.evidence {
            case .clear(.point): point += 1
            case .clear(.comma): comma += 1
            // Three digits behind a single mark: a group, whose mark is then not the one before decimals.
            case .group(by: .comma): weakPoint += 1
            case .group(by: .point): weakComma += 1
            case nil: break
            }
        }
        if point > 0 || comma > 0 {
            decimalMark = comma > point ? .comma : .point
            // Clear cells against each other, or a group that would be decimals under the clear ones.
            isAmbiguous = (point > 0 && comma > 0) || (decimalMark == .point ? weakComma > 0 : weakPoint > 0)
        } else {
            decimalMark = weakComma > weakPoint ? .comma : .point
            isAmbiguous =
                (weakComma > 0 && weakPoint > 0) || (currency.fractionDigits == 3 && weakComma + weakPoint > 0)
        }
    }

    /// Whether a cell is written with decimals that a currency does not have.
    ///
    /// A single decimal is how programs print a number, and tells nothing.
    func writesDecimals(_ cell: String, beyond currency: Currency) -> Bool {
        number(cell).map { $0.scale >= 2 && $0.scale > currency.fractionDigits } ?? false
    }

    /// The number a cell tells; nil when it is none in this style.
    func number(_ cell: String) -> ExactNumber? {
        AmountCell(cell)?.number(decimalMark)
    }
}

/// An amount cell without what decorates it: `₩12,300`, `12,300원`, `(1,204.50)`, `1.204,50-`.
struct AmountCell {
    /// What a cell says about its column.
    enum Evidence: Equatable {
        case clear(DecimalMark)
        case group(by: DecimalMark)
    }

    private var isNegative = false
    private var body: [UInt8] = []

    /// Cuts a cell; nil when it holds anything but one number.
    init?(_ cell: String) {
        var text = cell.trimmingBlanks.uppercased()
        for word in ["KRW", "USD", "EUR", "JPY", "원", "₩", "￦", "$", "€", "¥", "£", "\u{00A0}", " ", "'"] {
            text = text.replacing(word, with: "")
        }
        text = text.replacing("−", with: "-").replacing("–", with: "-")
        if text.hasPrefix("("), text.hasSuffix(")") {
            isNegative = true
            text = String(text.dropFirst().dropLast())
        }
        if text.hasPrefix("-") || text.hasPrefix("△") || text.hasPrefix("▲") {
            isNegative.toggle()
            text.removeFirst()
        } else if text.hasPrefix("+") {
            text.removeFirst()
        } else if text.hasSuffix("-") {
            isNegative.toggle()
            text.removeLast()
        }
        body = Array(text.utf8)
        guard body.contains(where: { Self.isDigit($0) }), body.count <= 24,
            body.allSatisfy({ Self.isDigit($0) || $0 == 0x2C || $0 == 0x2E })
        else { return nil }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// What the cell says about the mark before decimals; nil for plain digits.
    var evidence: Evidence? {
        let commas = body.count { $0 == 0x2C }
        let points = body.count { $0 == 0x2E }
        guard commas + points > 0, let last = body.lastIndex(where: { $0 == 0x2C || $0 == 0x2E }) else { return nil }
        let lastMark: DecimalMark = body[last] == 0x2E ? .point : .comma
        let other: DecimalMark = lastMark == .point ? .comma : .point
        if commas > 0, points > 0 { return .clear(lastMark) }
        if commas + points > 1 { return .clear(other) }
        let before = body[..<last]
        let isGroup = body.count - last - 1 == 3 && (1...3).contains(before.count) && before.first != 0x30
        return isGroup ? .group(by: lastMark) : .clear(lastMark)
    }

    /// The number under a style; nil when groups are not of three digits or marks are misplaced.
    func number(_ decimalMark: DecimalMark) -> ExactNumber? {
        let decimal: UInt8 = decimalMark == .point ? 0x2E : 0x2C
        let halves = body.split(separator: decimal, omittingEmptySubsequences: false)
        guard halves.count <= 2 else { return nil }
        let groups = halves[0].split(separator: decimal == 0x2E ? 0x2C : 0x2E, omittingEmptySubsequences: false)
        if groups.count > 1 {
            guard (1...3).contains(groups[0].count), groups.dropFirst().allSatisfy({ $0.count == 3 }) else {
                return nil
            }
        }
        let decimals = halves.count == 2 ? Array(halves[1]) : []
        let digits = groups.flatMap { $0 } + decimals
        guard digits.allSatisfy(Self.isDigit), !digits.isEmpty, digits.count <= 18 else { return nil }
        let units = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
        return ExactNumber(units: isNegative ? -units : units, scale: decimals.count)
    }
}
