import Foundation

/// What a memo is.
public enum MemoKind: String, CaseIterable, Codable, Sendable {
    /// The reader's own words.
    case memo
    /// Words of the book.
    case quotation
}

/// The order of a plan's memos.
public enum MemoOrder: String, CaseIterable, Codable, Sendable {
    /// By page; memos without a page come last.
    case page
    /// Newest first.
    case newest
}

/// A note within a reading plan.
public struct Memo: Identifiable, Hashable, Sendable {
    /// The memo's identity.
    public let id: UUID
    /// The plan it belongs to.
    public let planID: UUID
    /// The title of that plan.
    public let planTitle: String
    /// The text.
    public var text: String
    /// The page as written: a number, or a label such as `xii`.
    public var page: String?
    /// Memo or quotation.
    public var kind: MemoKind
    /// The day.
    public var day: CalendarDay
    /// A photo.
    public var photo: Photo?
    /// When it was made.
    public var createdAt: Date
    /// When it was last changed.
    public var updatedAt: Date
    /// When it was moved to the trash.
    public var trashedAt: Date?

    /// Makes a memo value; nothing is stored.
    public init(
        id: UUID, planID: UUID, planTitle: String, text: String, page: String? = nil, kind: MemoKind = .memo,
        day: CalendarDay, photo: Photo? = nil, createdAt: Date, updatedAt: Date, trashedAt: Date? = nil
    ) {
        self.id = id
        self.planID = planID
        self.planTitle = planTitle
        self.text = text
        self.page = page
        self.kind = kind
        self.day = day
        self.photo = photo
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.trashedAt = trashedAt
    }

    /// The page as a number, when it is one.
    public var pageNumber: Int? { page.flatMap { Int($0) } }
}

/// What a person gives to make or change a memo.
public struct MemoDraft: Hashable, Sendable {
    /// The text; required.
    public var text: String
    /// The page, number or label.
    public var page: String?
    /// Memo or quotation.
    public var kind: MemoKind
    /// The day.
    public var day: CalendarDay

    /// Makes a draft.
    public init(text: String, page: String? = nil, kind: MemoKind = .memo, day: CalendarDay) {
        self.text = text
        self.page = page
        self.kind = kind
        self.day = day
    }

    /// The values of a memo that exists.
    public init(_ memo: Memo) {
        self.init(text: memo.text, page: memo.page, kind: memo.kind, day: memo.day)
    }
}
