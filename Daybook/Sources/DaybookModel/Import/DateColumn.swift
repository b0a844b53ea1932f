/// The dates of one column, read in one order for the whole file.
struct DateColumn {
    /// The order of day, month and year.
    var order: DateOrder
    /// Whether the file leaves the order open.
    var isAmbiguous: Bool

    /// Decides the order by all cells of the column: one clear date settles it.
    ///
    /// Dates that start with four digits are year, month, day whatever the others are. Dates more than a year after
    /// `today` are taken as a sign of the wrong order.
    init(cells: [String], today: CalendarDay, chosen: DateOrder? = nil) {
        let parsed = cells.compactMap { DateCell($0) }.filter { !$0.isYearFirst }
        if let chosen {
            self.init(order: chosen, isAmbiguous: false)
            return
        }
        guard !parsed.isEmpty else {
            self.init(order: .yearMonthDay, isAmbiguous: false)
            return
        }
        let latest = today.adding(days: 366)
        let fits = DateOrder.allCases.map { order in
            (order: order, count: parsed.count { cell in cell.day(in: order).map { $0 <= latest } ?? false })
        }
        let most = fits.map(\.count).max() ?? 0
        let candidates = fits.filter { $0.count == most }.map(\.order)
        if candidates.count == 1 || parsed.allSatisfy({ $0.hasMonthName }) {
            self.init(order: candidates[0], isAmbiguous: false)
        } else {
            // Orders that read every cell as the same day differ in nothing.
            let readings = Set(candidates.map { order in parsed.map { $0.day(in: order) } })
            let preferred = Self.preference(parsed).first { candidates.contains($0) }
            self.init(order: preferred ?? candidates[0], isAmbiguous: readings.count > 1)
        }
    }

    private init(order: DateOrder, isAmbiguous: Bool) {
        self.order = order
        self.isAmbiguous = isAmbiguous
    }

    private static func preference(_ cells: [DateCell]) -> [DateOrder] {
        if cells.contains(where: \.hasLongYearLast) { return [.monthDayYear, .dayMonthYear] }
        return cells.contains { $0.usesSlashes }
            ? [.monthDayYear, .dayMonthYear, .yearMonthDay] : [.yearMonthDay, .dayMonthYear, .monthDayYear]
    }

    /// The day a cell tells; nil when it is none.
    func day(_ cell: String) -> CalendarDay? { DateCell(cell)?.day(in: order) }

    /// The time of day a cell tells, as `HH:mm` or `HH:mm:ss`.
    func time(_ cell: String) -> String? { DateCell(cell)?.time }
}

/// A date cell cut into its parts: `2026.03.31 23:58:12`, `20260331`, `2026년 3월 31일 오후 2:05`, `1/ 3'26`, `Mar 31, 2026`.
struct DateCell {
    private var parts: [(value: Int, width: Int)] = []
    private var monthName: Int?
    private(set) var usesSlashes = false
    /// The time of day, as `HH:mm` or `HH:mm:ss`; nil when the cell has none.
    private(set) var time: String?

    /// Cuts a cell; nil when it holds no three parts of a date.
    init?(_ cell: String) {
        // The zone of an ISO time plays no part: the day counts as it is written.
        var tokens = Self.tokens(of: cell)
        guard tokens.count <= 16 else { return nil }
        usesSlashes = cell.contains("/")
        if case .number(let value, 8)? = tokens.first {
            tokens.replaceSubrange(0...0, with: Self.split(value, [4, 2, 2]))
        } else if case .number(let value, 14)? = tokens.first {
            tokens.replaceSubrange(0...0, with: Self.split(value, [4, 2, 2, 2, 2, 2]))
        } else if case .number(let value, 12)? = tokens.first {
            tokens.replaceSubrange(0...0, with: Self.split(value, [4, 2, 2, 2, 2]))
        } else if case .number(let value, 6)? = tokens.first {
            tokens.replaceSubrange(0...0, with: Self.split(value, [2, 2, 2]))
        }
        var rest: [Token] = []
        for token in tokens {
            switch token {
            case .number(let value, let width) where parts.count < (monthName == nil ? 3 : 2):
                parts.append((value, width))
            case .word(let word) where parts.count < 3 && monthName == nil && Self.month(word) != nil:
                monthName = Self.month(word)
            default: rest.append(token)
            }
        }
        guard parts.count == (monthName == nil ? 3 : 2) else { return nil }
        time = Self.time(rest)
    }

    /// Whether the year comes first, written with four digits.
    var isYearFirst: Bool { monthName == nil && parts[0].width == 4 }
    /// Whether the month is a word, so that no order is needed.
    var hasMonthName: Bool { monthName != nil }
    /// Whether the year comes last, written with four digits.
    var hasLongYearLast: Bool { parts[parts.count - 1].width == 4 }

    /// The day under an order; nil when there is no such day.
    func day(in order: DateOrder) -> CalendarDay? {
        if let monthName {
            let (year, day) = parts[0].width == 4 ? (parts[0], parts[1]) : (parts[1], parts[0])
            return CalendarDay(year: Self.year(year), month: monthName, day: day.value)
        }
        if isYearFirst { return CalendarDay(year: parts[0].value, month: parts[1].value, day: parts[2].value) }
        switch order {
        case .yearMonthDay:
            guard parts[2].width <= 2 else { return nil }
            return CalendarDay(year: Self.year(parts[0]), month: parts[1].value, day: parts[2].value)
        case .monthDayYear:
            return CalendarDay(year: Self.year(parts[2]), month: parts[0].value, day: parts[1].value)
        case .dayMonthYear:
            return CalendarDay(year: Self.year(parts[2]), month: parts[1].value, day: parts[0].value)
        }
    }

    /// Two digits mean 1970 to 2069.
    private static func year(_ part: (value: Int, width: Int)) -> Int {
        guard part.width <= 2 else { return part.value }
        return part.value < 70 ? 2000 + part.value : 1900 + part.value
    }

    private enum Token {
        case number(Int, Int)
        case word(String)
    }

    private static func tokens(of cell: String) -> [Token] {
        var tokens: [Token] = []
        var current = ""
        func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
        func flush() {
            guard let first = current.first else { return }
            if isDigit(first) {
                if current.utf8.count <= 14, let value = Int(current) {
                    tokens.append(.number(value, current.utf8.count))
                }
            } else {
                tokens.append(.word(current.lowercased()))
            }
            current = ""
        }
        for character in cell.prefix(64) {
            if isDigit(character) {
                if let last = current.last, !isDigit(last) { flush() }
                current.append(character)
            } else if character.isLetter {
                if let last = current.last, isDigit(last) { flush() }
                current.append(character)
            } else {
                flush()
            }
        }
        flush()
        return tokens
    }

    private static func split(_ value: Int, _ widths: [Int]) -> [Token] {
        var rest = value
        var tokens: [Token] = []
        for width in widths.reversed() {
            let power = (0..<width).reduce(1) { product, _ in product * 10 }
            tokens.insert(.number(rest % power, width), at: 0)
            rest /= power
        }
        return tokens
    }

    private static func month(_ word: String) -> Int? { CalendarDay.month(named: word) }

    private static func time(_ tokens: [Token]) -> String? {
        var numbers: [Int] = []
        var isAfternoon: Bool?
        for token in tokens {
            switch token {
            case .number(let value, let width) where width <= 2 && numbers.count < 3: numbers.append(value)
            case .word("오후"), .word("pm"): isAfternoon = true
            case .word("오전"), .word("am"): isAfternoon = false
            default: break
            }
        }
        guard numbers.count >= 2 else { return nil }
        if let isAfternoon, numbers[0] <= 12 { numbers[0] = numbers[0] % 12 + (isAfternoon ? 12 : 0) }
        guard numbers[0] < 24, numbers[1] < 60, numbers.count < 3 || numbers[2] < 60 else { return nil }
        return numbers.prefix(3).map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    /// The time of day in a cell that holds nothing else.
    static func timeOfDay(_ cell: String) -> String? {
        let digits = cell.filter { $0.isASCII && $0.isNumber }
        if digits.count == cell.count, digits.count == 6 || digits.count == 4, let value = Int(digits) {
            return time(split(value, digits.count == 6 ? [2, 2, 2] : [2, 2]))
        }
        return time(tokens(of: cell))
    }
}
