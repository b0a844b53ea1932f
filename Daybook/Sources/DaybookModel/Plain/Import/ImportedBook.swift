/// A book as a file tells it.
public struct ImportedBook: Hashable, Sendable {
    /// The source's own identity of the book.
    public var sourceID: String
    /// The title.
    public var title: String
    /// The author.
    public var author: String?
    /// The number of pages.
    public var totalPages: Int?
    /// The page reached, where the source tells it.
    public var currentPage: Int?
    /// How far it has come.
    public var status: ReadingStatus
    /// The day on which it was begun.
    public var startDay: CalendarDay?
    /// The day on which it was read.
    public var endDay: CalendarDay?
    /// The day on which it was noted.
    public var addedDay: CalendarDay?
    /// The review, highlights and other texts, to become memos.
    public var memos: [ImportedMemo]

    /// Makes a value.
    public init(
        sourceID: String, title: String, author: String? = nil, totalPages: Int? = nil,
        currentPage: Int? = nil, status: ReadingStatus = .planned, startDay: CalendarDay? = nil,
        endDay: CalendarDay? = nil,
        addedDay: CalendarDay? = nil, memos: [ImportedMemo] = []
    ) {
        self.sourceID = sourceID
        self.title = title
        self.author = author
        self.totalPages = totalPages
        self.currentPage = currentPage
        self.status = status
        self.startDay = startDay
        self.endDay = endDay
        self.addedDay = addedDay
        self.memos = memos
    }
}

/// A memo as a file tells it.
public struct ImportedMemo: Hashable, Sendable {
    /// The text.
    public var text: String
    /// The page, only when the source says page.
    public var page: String?
    /// Memo or quotation.
    public var kind: MemoKind
    /// The day on which it was made.
    public var day: CalendarDay?
    /// Where in the book it stands, as the source tells it; part of what tells two memos apart.
    public var place: String

    /// Makes a value.
    public init(
        text: String, page: String? = nil, kind: MemoKind = .memo, day: CalendarDay? = nil, place: String = ""
    ) {
        self.text = text
        self.page = page
        self.kind = kind
        self.day = day
        self.place = place
    }
}
