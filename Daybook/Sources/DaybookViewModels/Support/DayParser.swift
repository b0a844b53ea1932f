import DaybookModel
import Foundation

/// Reads what a person types into a date field: `31`, `3/31`, `2026-03-31`, `20260331`, `Mar 31`, `어제`, `yesterday`.
public enum DayParser {
    /// Reads a day; words and short forms are meant as seen from today.
    ///
    /// - Throws: `DaybookError.validation(field, _)`: `.missing` for blank text, `.noSuchDay` for a day that its month
    ///   lacks, `.yearOutOfRange` outside `CalendarDay.keptYears`, `.unreadable` for anything else that names no day.
    public static func day(
        _ text: String, today: CalendarDay, field: DaybookError.Field = .day
    ) throws(DaybookError) -> CalendarDay {
        let text = narrow(text).split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
        guard !text.isEmpty else { throw .validation(field, .missing) }
        if let distance = words[text] { return today.adding(days: distance) }
        guard let (year, month, day) = parts(text, today: today), (1...12).contains(month), (1...31).contains(day)
        else {
            throw .validation(field, .unreadable)
        }
        guard CalendarDay.keptYears.contains(year) else {
            let years = CalendarDay.keptYears
            throw .validation(field, .yearOutOfRange(first: years.lowerBound, last: years.upperBound))
        }
        guard let found = CalendarDay(year: year, month: month, day: day) else {
            throw .validation(field, .noSuchDay(year: year, month: month, day: day))
        }
        return found
    }

    /// Reads a day that may be left out.
    public static func optionalDay(
        _ text: String, today: CalendarDay, field: DaybookError.Field
    ) throws(DaybookError) -> CalendarDay? {
        text.allSatisfy(\.isWhitespace) ? nil : try day(text, today: today, field: field)
    }

    private static let words = [
        "오늘": 0, "today": 0, "어제": -1, "yesterday": -1, "그제": -2, "그저께": -2, "엊그제": -2, "내일": 1, "tomorrow": 1,
        "모레": 2,
    ]

    /// Full-width digits and marks as plain ones.
    private static func narrow(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isWide = (0xFF01...0xFF5E).contains(scalar.value)
            result.append(isWide ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar)
        }
        return String(result)
    }

    /// Year, month and day as they are written, whether or not there is such a day.
    private static func parts(_ text: String, today: CalendarDay) -> (year: Int, month: Int, day: Int)? {
        guard let tokens = tokens(text) else { return nil }
        let numbers = tokens.compactMap { if case .number(let digits) = $0 { digits } else { nil } }
        let months = tokens.compactMap { if case .month(let month) = $0 { month } else { nil } }
        guard months.count <= 1, numbers.allSatisfy({ $0.utf8.count <= 8 }) else { return nil }
        let values = numbers.compactMap { Int($0) }
        guard values.count == numbers.count else { return nil }
        if let month = months.first {
            switch (values.count, numbers.first?.utf8.count, numbers.last?.utf8.count) {
            case (1, _, _) where numbers[0].utf8.count <= 2: return (today.year, month, values[0])
            case (2, 4?, _): return (values[0], month, values[1])
            case (2, _, 4?): return (values[1], month, values[0])
            default: return nil
            }
        }
        switch values.count {
        case 1 where numbers[0].utf8.count == 8:
            return (values[0] / 10_000, values[0] / 100 % 100, values[0] % 100)
        case 1: return (today.year, today.month, values[0])
        case 2: return (today.year, values[0], values[1])
        case 3 where numbers[0].utf8.count == 4: return (values[0], values[1], values[2])
        case 3 where numbers[0].utf8.count == 2: return (2000 + values[0], values[1], values[2])
        default: return nil
        }
    }

    private enum Token {
        case number(String)
        case month(Int)
    }

    /// Numbers and names of months; nil when anything else stands there, or a mark stands before the first.
    private static func tokens(_ text: String) -> [Token]? {
        var tokens: [Token] = []
        var current = ""
        func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
        func isLetter(_ character: Character) -> Bool { character.isASCII && character.isLetter }
        func flush() -> Bool {
            guard let first = current.first else { return true }
            if isDigit(first) {
                tokens.append(.number(current))
            } else if let month = CalendarDay.month(named: current) {
                tokens.append(.month(month))
            } else {
                return false
            }
            current = ""
            return true
        }
        for character in text {
            if isDigit(character) || isLetter(character) {
                if let last = current.last, isDigit(last) != isDigit(character), !flush() { return nil }
                current.append(character)
            } else if "-./, 년월일".contains(character) {
                guard flush(), !tokens.isEmpty else { return nil }
            } else {
                return nil
            }
        }
        return flush() ? tokens : nil
    }
}
