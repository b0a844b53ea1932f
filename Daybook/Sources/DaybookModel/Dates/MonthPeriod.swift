/// A stretch of whole days: a month that starts on any day (payday), or a year of such months.
public struct MonthPeriod: Hashable, Codable, Sendable {
    /// The year it is named for.
    public let year: Int
    /// The month it is named for: the one in which it starts; nil for a whole year.
    public let month: Int?
    /// The day of the month on which months start, from 1 to 31; short months start on their last day then.
    public let startDay: Int
    /// The first day.
    public let first: CalendarDay
    /// The last day, included.
    public let last: CalendarDay

    /// Makes the month that starts in a calendar month; nil when there is no such month.
    public init?(year: Int, month: Int, startDay: Int = 1) {
        guard (1...31).contains(startDay), let first = Self.start(year: year, month: month, startDay: startDay) else {
            return nil
        }
        let (nextYear, nextMonth) = month == 12 ? (year + 1, 1) : (year, month + 1)
        let last: CalendarDay
        if let next = Self.start(year: nextYear, month: nextMonth, startDay: startDay) {
            last = next.adding(days: -1)
        } else if let end = CalendarDay(year: year, month: 12, day: 31) {
            // The calendar's last month ends with the calendar.
            last = end
        } else {
            return nil
        }
        self.year = year
        self.month = month
        self.startDay = startDay
        self.first = first
        self.last = last
    }

    /// Makes the year of twelve months whose first starts in January; nil when there is no such year.
    public init?(year: Int, startDay: Int = 1) {
        guard let january = MonthPeriod(year: year, month: 1, startDay: startDay),
            let december = MonthPeriod(year: year, month: 12, startDay: startDay)
        else { return nil }
        self.year = year
        self.month = nil
        self.startDay = startDay
        self.first = january.first
        self.last = december.last
    }

    /// The month that holds a day; nil only at the very ends of the calendar.
    public static func month(containing day: CalendarDay, startDay: Int = 1) -> MonthPeriod? {
        guard let same = MonthPeriod(year: day.year, month: day.month, startDay: startDay) else { return nil }
        if same.contains(day) { return same }
        return day < same.first ? same.previous : same.next
    }

    private static func start(year: Int, month: Int, startDay: Int) -> CalendarDay? {
        guard (1...12).contains(month) else { return nil }
        return CalendarDay(
            year: year, month: month, day: min(startDay, CalendarDay.dayCount(ofMonth: month, year: year)))
    }

    /// The period before; nil at the start of the calendar.
    public var previous: MonthPeriod? { moved(by: -1) }

    /// The period after; nil at the end of the calendar.
    public var next: MonthPeriod? { moved(by: 1) }

    /// The period some months (or years, for a year) away; nil outside the calendar.
    public func moved(by count: Int) -> MonthPeriod? {
        guard let month else { return MonthPeriod(year: year + count, startDay: startDay) }
        let index = year * 12 + month - 1 + count
        guard index >= 12 else { return nil }
        return MonthPeriod(year: index / 12, month: index % 12 + 1, startDay: startDay)
    }

    /// The twelve months that end with this one, earliest first; of a year, its own months.
    public var twelveMonths: [MonthPeriod] {
        guard month != nil else {
            return (1...12).compactMap { MonthPeriod(year: year, month: $0, startDay: startDay) }
        }
        return (-11...0).compactMap { moved(by: $0) }
    }

    /// Whether a day lies in the period.
    public func contains(_ day: CalendarDay) -> Bool { first <= day && day <= last }

    /// The days in order.
    public var days: [CalendarDay] { (0..<first.days(until: last) + 1).map { first.adding(days: $0) } }

    /// The name a page shows: `2026년 3월` or `March 2026`; a year is `2026년` or `2026`.
    public func title(in language: Language) -> String {
        guard let month else { return language.choose("\(year)년", "\(year)") }
        return language.choose("\(year)년 \(month)월", "\(CalendarDay.englishMonthNames[month - 1]) \(year)")
    }
}
