import Foundation

/// A day of the Gregorian calendar without a time zone, so that it never slides.
public struct CalendarDay: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    /// The year, from 1 to 9999.
    public let year: Int
    /// The month, from 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// Makes a day; nil when there is no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.dayCount(ofMonth: month, year: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    private init(known year: Int, _ month: Int, _ day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Makes a day of a number like 20260331, the form in which the database keeps it.
    public init?(number: Int) {
        self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }

    /// Makes a day of text like `2026-03-31`, the form of addresses, form fields and files.
    public init?(iso text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count == 2, parts[2].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The day that a moment falls on in a time zone.
    public init(_ date: Date, in timeZone: TimeZone) {
        let seconds = date.timeIntervalSinceReferenceDate + Double(timeZone.secondsFromGMT(for: date))
        // 2001-01-01 is day 730,486 of the count that starts with 1 on 0001-01-01.
        let count = 730_486 + (seconds / 86_400).rounded(.down)
        self.init(dayCount: Int(min(max(count, 1), 3_652_059)))
    }

    /// Makes the day with a number in the count that starts with 1 on 0001-01-01; clamped to the years 1 to 9999.
    init(dayCount: Int) {
        var rest = min(max(dayCount, 1), 3_652_059) - 1
        let cycles400 = rest / 146_097
        rest %= 146_097
        let cycles100 = min(rest / 36_524, 3)
        rest -= cycles100 * 36_524
        let cycles4 = rest / 1461
        rest %= 1461
        let years = min(rest / 365, 3)
        rest -= years * 365
        let year = cycles400 * 400 + cycles100 * 100 + cycles4 * 4 + years + 1
        var month = 1
        while rest >= Self.dayCount(ofMonth: month, year: year) {
            rest -= Self.dayCount(ofMonth: month, year: year)
            month += 1
        }
        self.init(known: year, month, rest + 1)
    }

    /// The number in the count that starts with 1 on 0001-01-01.
    var dayCount: Int {
        let before = year - 1
        var count = before * 365 + before / 4 - before / 100 + before / 400 + day
        for earlier in 1..<month { count += Self.dayCount(ofMonth: earlier, year: year) }
        return count
    }

    /// The number of days in a month.
    public static func dayCount(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// A number like 20260331.
    public var number: Int { year * 10_000 + month * 100 + day }

    /// Text like `2026-03-31`.
    public var iso: String {
        func padded(_ number: Int, _ width: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    /// Text like `2026-03-31`.
    public var description: String { iso }

    /// The weekday, from 0 for Sunday to 6 for Saturday.
    public var weekday: Int { dayCount % 7 }

    /// The day some days later, or earlier for a negative number; clamped to the years 1 to 9999.
    public func adding(days: Int) -> CalendarDay { CalendarDay(dayCount: dayCount + days) }

    /// The number of days from this one until another; negative when it lies before.
    public func days(until other: CalendarDay) -> Int { other.dayCount - dayCount }

    /// Whether a day is earlier than another.
    public static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }

    /// The day as a page shows it: `2026년 3월 31일 (화)` or `Tue, Mar 31, 2026`.
    public func formatted(in language: Language) -> String {
        switch language {
        case .korean:
            let names = ["일", "월", "화", "수", "목", "금", "토"]
            return "\(year)년 \(month)월 \(day)일 (\(names[weekday]))"
        case .english:
            let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
            return "\(names[weekday]), \(Self.englishMonths[month - 1]) \(day), \(year)"
        }
    }

    /// The years that entries, plans and memos may lie in: wide enough for anyone's papers, and near enough to be paged to.
    public static let keptYears = 1900...2199

    /// The first day of `keptYears`.
    static let firstKept = CalendarDay(year: keptYears.lowerBound, month: 1, day: 1)

    /// Whether the day lies in `keptYears`.
    public var isKept: Bool { Self.keptYears.contains(year) }

    /// The number of the month that a word or its first letters name in English.
    public static func month(named word: String) -> Int? {
        guard word.utf8.count >= 3 else { return nil }
        let lower = word.lowercased()
        return englishMonthNames.firstIndex { $0.lowercased().hasPrefix(lower) }.map { $0 + 1 }
    }

    static let englishMonthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    static let englishMonths = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
