import DaybookModel
import Foundation

/// Reads what a person types into a date field: `31`, `3/31`, `2026-03-31`, `20260331`, `어제`, `yesterday`.
public enum DayParser {
    /// Reads a day; words and short forms are meant as seen from today.
    ///
    /// - Throws: `DaybookError.validation(field, _)`: `.missing` for blank text, `.unreadable` for anything else that
    ///   names no day.
    public static func day(
        _ text: String, today: CalendarDay, field: DaybookError.Field = .day
    ) throws(DaybookError) -> CalendarDay {
        let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
        guard !text.isEmpty else { throw .validation(field, .missing) }
        if let distance = words[text] { return today.adding(days: distance) }
        if let day = numbers(text, today: today) { return day }
        throw .validation(field, .unreadable)
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

    private static func numbers(_ text: String, today: CalendarDay) -> CalendarDay? {
        var parts: [String] = [""]
        for character in text {
            if character.isASCII, character.isNumber {
                parts[parts.count - 1].append(character)
            } else if "-./ 년월일".contains(character) {
                if parts.last != "" { parts.append("") }
            } else {
                return nil
            }
        }
        if parts.last == "" { parts.removeLast() }
        let numbers = parts.compactMap { $0.utf8.count <= 8 ? Int($0) : nil }
        guard numbers.count == parts.count else { return nil }
        switch numbers.count {
        case 1 where parts[0].utf8.count == 8: return CalendarDay(number: numbers[0])
        case 1: return CalendarDay(year: today.year, month: today.month, day: numbers[0])
        case 2: return CalendarDay(year: today.year, month: numbers[0], day: numbers[1])
        case 3 where parts[0].utf8.count == 4:
            return CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2])
        case 3 where parts[0].utf8.count == 2:
            return CalendarDay(year: 2000 + numbers[0], month: numbers[1], day: numbers[2])
        default: return nil
        }
    }
}
