import Foundation

/// How far a reading plan has come.
public enum ReadingStatus: String, CaseIterable, Codable, Sendable {
    /// Not begun.
    case planned
    /// Being read.
    case reading
    /// Read to the end.
    case done
    /// Given up.
    case stopped
}

/// A book someone means to read, reads or has read.
public struct ReadingPlan: Identifiable, Hashable, Sendable {
    /// The plan's identity.
    public let id: UUID
    /// The title.
    public var title: String
    /// The author.
    public var author: String?
    /// The first day.
    public var startDay: CalendarDay?
    /// The last day meant or reached; never before `startDay`.
    public var endDay: CalendarDay?
    /// The number of pages.
    public var totalPages: Int?
    /// The page reached, from 0.
    public var currentPage: Int
    /// How far it has come.
    public var status: ReadingStatus
    /// The cover.
    public var cover: Photo?
    /// How many memos it has.
    public var memoCount: Int
    /// When it was made.
    public var createdAt: Date
    /// When it was last changed.
    public var updatedAt: Date
    /// When it was moved to the trash.
    public var trashedAt: Date?

    /// Makes a plan value; nothing is stored.
    public init(
        id: UUID, title: String, author: String? = nil, startDay: CalendarDay? = nil, endDay: CalendarDay? = nil,
        totalPages: Int? = nil, currentPage: Int = 0, status: ReadingStatus = .planned, cover: Photo? = nil,
        memoCount: Int = 0, createdAt: Date, updatedAt: Date, trashedAt: Date? = nil
    ) {
        self.id = id
        self.title = title
        self.author = author
        self.startDay = startDay
        self.endDay = endDay
        self.totalPages = totalPages
        self.currentPage = currentPage
        self.status = status
        self.cover = cover
        self.memoCount = memoCount
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.trashedAt = trashedAt
    }

    /// The part read, from 0 to 1; nil when the number of pages is unknown.
    public var progress: Double? {
        if status == .done { return 1 }
        guard let totalPages, totalPages > 0 else { return nil }
        return min(1, Double(currentPage) / Double(totalPages))
    }

    /// Days from `today` to the end, today included; zero or less when late, nil without an end.
    public func daysLeft(today: CalendarDay) -> Int? {
        endDay.map { today.days(until: $0) + 1 }
    }

    /// Pages a day still needed to end in time, rounded up; nil when that cannot be told.
    public func pagesPerDay(today: CalendarDay) -> Int? {
        guard status == .reading || status == .planned, let totalPages, let endDay else { return nil }
        let first = max(today, startDay ?? today)
        let days = first.days(until: endDay) + 1
        let pages = max(0, totalPages - currentPage)
        guard days > 0 else { return nil }
        return (pages + days - 1) / days
    }

    /// Whether the end has passed and the book is not read.
    public func isLate(today: CalendarDay) -> Bool {
        guard let endDay, status == .reading || status == .planned else { return false }
        return endDay < today
    }
}

/// What a person gives to make or change a plan.
public struct ReadingPlanDraft: Hashable, Sendable {
    /// The title; required.
    public var title: String
    /// The author.
    public var author: String?
    /// The first day.
    public var startDay: CalendarDay?
    /// The last day.
    public var endDay: CalendarDay?
    /// The number of pages.
    public var totalPages: Int?
    /// The page reached.
    public var currentPage: Int
    /// How far it has come.
    public var status: ReadingStatus

    /// Makes a draft.
    public init(
        title: String, author: String? = nil, startDay: CalendarDay? = nil, endDay: CalendarDay? = nil,
        totalPages: Int? = nil, currentPage: Int = 0, status: ReadingStatus = .planned
    ) {
        self.title = title
        self.author = author
        self.startDay = startDay
        self.endDay = endDay
        self.totalPages = totalPages
        self.currentPage = currentPage
        self.status = status
    }

    /// The values of a plan that exists.
    public init(_ plan: ReadingPlan) {
        self.init(
            title: plan.title, author: plan.author, startDay: plan.startDay, endDay: plan.endDay,
            totalPages: plan.totalPages, currentPage: plan.currentPage, status: plan.status)
    }
}

/// What goes to the trash together with a plan.
public struct ReadingPlanContents: Hashable, Sendable {
    /// Memos of the plan.
    public let memoCount: Int
    /// Photos of the plan and its memos.
    public let photoCount: Int

    /// Makes a value.
    public init(memoCount: Int, photoCount: Int) {
        self.memoCount = memoCount
        self.photoCount = photoCount
    }
}

/// Figures about reading.
public struct ReadingStatistics: Hashable, Sendable {
    /// Plans done in each month of the year, January first; always twelve.
    public let donePerMonth: [Int]
    /// Pages of those plans, where known.
    public let pagesPerMonth: [Int]
    /// Days on which a memo was written, with how many.
    public let memoDays: [CalendarDay: Int]
    /// Plans done in each year, newest first.
    public let donePerYear: [YearCount]

    /// Makes a value.
    public init(
        donePerMonth: [Int], pagesPerMonth: [Int], memoDays: [CalendarDay: Int], donePerYear: [YearCount]
    ) {
        self.donePerMonth = donePerMonth
        self.pagesPerMonth = pagesPerMonth
        self.memoDays = memoDays
        self.donePerYear = donePerYear
    }
}

/// A number of things in a year.
public struct YearCount: Hashable, Sendable {
    /// The year.
    public let year: Int
    /// How many.
    public let count: Int

    /// Makes a value.
    public init(year: Int, count: Int) {
        self.year = year
        self.count = count
    }
}
