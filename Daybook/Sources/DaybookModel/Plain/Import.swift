import Foundation

/// A kind of file that can be imported.
public enum ImportFormat: String, CaseIterable, Codable, Sendable {
    /// A table of entries whose columns are mapped: a bank's file or any other.
    case transactionTable
    /// 편한가계부.
    case pyeonhan
    /// 뱅크샐러드.
    case banksalad
    /// HomeBank, as CSV.
    case homebank
    /// Firefly III, as CSV.
    case firefly
    /// Actual Budget, as CSV.
    case actual
    /// OFX or QFX.
    case ofx
    /// QIF.
    case qif
    /// A Goodreads library.
    case goodreads
    /// A StoryGraph library.
    case storygraph
    /// An Openreads library.
    case openreads
    /// Kindle's `My Clippings.txt`.
    case kindle
    /// KOReader's highlights, as JSON or as the table beside a book.
    case koreader
    /// A table of items for a collection.
    case collectionTable
    /// A list of items as JSON.
    case collectionJSON
    /// A Collectr portfolio.
    case collectr
}

/// A text encoding that files come in.
public enum TextEncoding: String, CaseIterable, Codable, Sendable {
    /// UTF-8, with or without byte order mark.
    case utf8 = "UTF-8"
    /// UTF-16 with byte order mark, or little-endian without.
    case utf16 = "UTF-16"
    /// CP949, which holds EUC-KR.
    case cp949 = "CP949"
}

/// What a column of a table means.
public enum ColumnRole: String, CaseIterable, Codable, Sendable {
    /// Date, perhaps with time.
    case date
    /// Time of day.
    case time
    /// Amount with a sign, or without one beside `kind`.
    case amount
    /// Money out.
    case outgoing
    /// Money in.
    case incoming
    /// Words that say expense, income or transfer.
    case kind
    /// Category of the first level.
    case category
    /// Category of the second level.
    case subcategory
    /// What an entry was for.
    case text
    /// A second text, put after the first.
    case note
    /// Currency code.
    case currency
    /// Payment method or account.
    case payment
    /// Balance after the entry; not kept, but part of what tells two rows apart.
    case balance
    /// An item's name in Korean or in a language not said.
    case name
    /// An item's name in English.
    case englishName
    /// An item's group.
    case group
    /// An item's number.
    case number
    /// An item's variant.
    case variant
    /// Whether an item is owned.
    case owned
    /// How many are owned.
    case quantity
    /// The amount in another currency, kept as a remark beside the home amount.
    case originalAmount
    /// The currency of `originalAmount`.
    case originalCurrency
    /// A column that is not read.
    case ignored
}

/// The order in which dates of a file name their parts.
public enum DateOrder: String, CaseIterable, Codable, Sendable {
    /// Year, month, day.
    case yearMonthDay
    /// Month, day, year.
    case monthDayYear
    /// Day, month, year.
    case dayMonthYear
}

/// The character that stands before decimals in a column of amounts.
public enum DecimalMark: String, CaseIterable, Codable, Sendable {
    /// As in `1,234.50`.
    case point
    /// As in `1.234,50`.
    case comma
}

/// Choices that override what was recognised; nil means as recognised.
public struct ImportOptions: Hashable, Sendable {
    /// The kind of file.
    public var format: ImportFormat?
    /// The encoding.
    public var encoding: TextEncoding?
    /// The separator between cells.
    public var separator: Character?
    /// The line of the header, counted from 0 among the rows of the file.
    public var headerRow: Int?
    /// The meaning of each column by position.
    public var roles: [ColumnRole]?
    /// The order of dates.
    public var dateOrder: DateOrder?
    /// The mark before decimals.
    public var decimalMark: DecimalMark?
    /// The currency of rows that do not name one.
    public var currency: Currency?
    /// The collection that items go to; nil makes a new one.
    public var collectionID: UUID?
    /// The name of a new collection.
    public var collectionName: String?
    /// Lines not to import although they can be read.
    public var skippedLines: Set<Int>
    /// Lines to import although they were seen before, or are a shorter form of another highlight.
    public var repeatedLines: Set<Int>

    /// Makes options; without arguments everything is as recognised.
    public init(
        format: ImportFormat? = nil, encoding: TextEncoding? = nil, separator: Character? = nil,
        headerRow: Int? = nil, roles: [ColumnRole]? = nil, dateOrder: DateOrder? = nil,
        decimalMark: DecimalMark? = nil, currency: Currency? = nil, collectionID: UUID? = nil,
        collectionName: String? = nil, skippedLines: Set<Int> = [], repeatedLines: Set<Int> = []
    ) {
        self.format = format
        self.encoding = encoding
        self.separator = separator
        self.headerRow = headerRow
        self.roles = roles
        self.dateOrder = dateOrder
        self.decimalMark = decimalMark
        self.currency = currency
        self.collectionID = collectionID
        self.collectionName = collectionName
        self.skippedLines = skippedLines
        self.repeatedLines = repeatedLines
    }
}

/// What is known about a row before it is imported.
public enum ImportRowState: String, CaseIterable, Codable, Sendable {
    /// Will be added.
    case new
    /// Was imported before; will be left out.
    case seen
    /// Looks like an entry that is there already (same day, amount and kind); will be added unless skipped.
    case similar
    /// Cannot be read; the reason says why.
    case unreadable
    /// Left out by rule, such as a row of sums.
    case leftOut
}

/// A row of the file as the preview shows it.
public struct ImportRow: Hashable, Sendable, Identifiable {
    /// The line in the file where the row starts, from 1.
    public let line: Int
    /// The row's cells as read.
    public let cells: [String]
    /// What will become of it.
    public let state: ImportRowState
    /// Why it cannot be read or is left out.
    public let problem: ImportProblem?
    /// What it reads as, for the account book.
    public let transaction: ImportedTransaction?
    /// What it reads as, for reading.
    public let book: ImportedBook?
    /// What it reads as, for collections.
    public let item: ImportedItem?

    /// The line.
    public var id: Int { line }

    /// Makes a row value.
    public init(
        line: Int, cells: [String], state: ImportRowState, problem: ImportProblem? = nil,
        transaction: ImportedTransaction? = nil, book: ImportedBook? = nil, item: ImportedItem? = nil
    ) {
        self.line = line
        self.cells = cells
        self.state = state
        self.problem = problem
        self.transaction = transaction
        self.book = book
        self.item = item
    }
}

/// An entry as a file tells it.
public struct ImportedTransaction: Hashable, Sendable {
    /// Expense, income or transfer.
    public var kind: TransactionKind
    /// The amount, not negative.
    public var amount: Money
    /// The day.
    public var day: CalendarDay
    /// The time of day as `13:04:35` or `13:04`, when the file tells it; part of what tells two rows apart.
    public var time: String?
    /// What it was for.
    public var memo: String
    /// Category of the first level.
    public var category: String?
    /// Category of the second level.
    public var subcategory: String?
    /// Payment method or account.
    public var payment: String?
    /// Balance after the entry as written; part of what tells two rows apart.
    public var balance: String?
    /// Whether the row takes back an earlier one.
    public var isCancellation: Bool
    /// The source's own identity of the entry, unique within its account.
    public var sourceID: String?

    /// Makes a value.
    public init(
        kind: TransactionKind, amount: Money, day: CalendarDay, time: String? = nil, memo: String,
        category: String? = nil, subcategory: String? = nil, payment: String? = nil, balance: String? = nil,
        isCancellation: Bool = false, sourceID: String? = nil
    ) {
        self.kind = kind
        self.amount = amount
        self.day = day
        self.time = time
        self.memo = memo
        self.category = category
        self.subcategory = subcategory
        self.payment = payment
        self.balance = balance
        self.isCancellation = isCancellation
        self.sourceID = sourceID
    }
}

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
        status: ReadingStatus = .planned, startDay: CalendarDay? = nil, endDay: CalendarDay? = nil,
        addedDay: CalendarDay? = nil, memos: [ImportedMemo] = []
    ) {
        self.sourceID = sourceID
        self.title = title
        self.author = author
        self.totalPages = totalPages
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

/// An item as a file tells it.
public struct ImportedItem: Hashable, Sendable {
    /// The names.
    public var names: [Language: String]
    /// The group.
    public var group: String?
    /// The number.
    public var number: String?
    /// The variant.
    public var variant: String?
    /// The note.
    public var note: String?
    /// Whether it is owned.
    public var isOwned: Bool
    /// How many are owned.
    public var quantity: Int

    /// Makes a value.
    public init(
        names: [Language: String], group: String? = nil, number: String? = nil, variant: String? = nil,
        note: String? = nil, isOwned: Bool = false, quantity: Int = 1
    ) {
        self.names = names
        self.group = group
        self.number = number
        self.variant = variant
        self.note = note
        self.isOwned = isOwned
        self.quantity = quantity
    }
}

/// Why a row is not imported.
public enum ImportProblem: Hashable, Sendable {
    /// The date is missing or cannot be read.
    case date(String)
    /// The amount is missing or cannot be read.
    case amount(String)
    /// The amount has decimals that its currency does not know.
    case tooManyDecimals(String, Currency)
    /// The amount is zero.
    case zeroAmount
    /// Both money in and money out are given.
    case twoAmounts
    /// The words that say the kind are not known.
    case kind(String)
    /// The currency is not known.
    case currency(String)
    /// The row has fewer cells than the header needs.
    case tooFewCells
    /// A name or title is missing.
    case missingName
    /// A row of sums.
    case totalsRow
    /// An opening balance, or the sum of parts that follow.
    case notAnEntry
    /// A bookmark or another mark without text.
    case noText
    /// The source has it as deleted.
    case deletedAtSource
    /// A shorter form of the highlight at another line.
    case overlaps(line: Int)
    /// The row was switched off in the preview.
    case skipped
}

/// What a preview asks a person to decide, because the file does not settle it.
public enum ImportQuestion: String, CaseIterable, Hashable, Codable, Sendable {
    /// Day first or month first.
    case dateOrder
    /// Point or comma before decimals.
    case decimalMark
    /// Which columns hold date and amount.
    case columns
}

/// What a file would bring, before anything is stored.
public struct ImportPreview: Identifiable, Hashable, Sendable {
    /// The identity of the file kept for this preview.
    public let id: UUID
    /// The file's name as given.
    public let fileName: String
    /// The kind of file.
    public let format: ImportFormat
    /// The encoding in which it was read.
    public let encoding: TextEncoding
    /// The separator in which it was read.
    public let separator: Character
    /// The row of the header, counted from 0; nil when there is none.
    public let headerRow: Int?
    /// The header's cells.
    public let header: [String]
    /// The meaning of each column.
    public let roles: [ColumnRole]
    /// The order of dates.
    public let dateOrder: DateOrder
    /// The mark before decimals.
    public let decimalMark: DecimalMark
    /// The currency of rows that name none.
    public let currency: Currency
    /// What has to be decided first; importing is refused until it is empty.
    public let questions: [ImportQuestion]
    /// The rows below the header.
    public let rows: [ImportRow]

    /// Makes a preview value.
    public init(
        id: UUID, fileName: String, format: ImportFormat, encoding: TextEncoding, separator: Character,
        headerRow: Int?, header: [String], roles: [ColumnRole], dateOrder: DateOrder, decimalMark: DecimalMark,
        currency: Currency, questions: [ImportQuestion], rows: [ImportRow]
    ) {
        self.id = id
        self.fileName = fileName
        self.format = format
        self.encoding = encoding
        self.separator = separator
        self.headerRow = headerRow
        self.header = header
        self.roles = roles
        self.dateOrder = dateOrder
        self.decimalMark = decimalMark
        self.currency = currency
        self.questions = questions
        self.rows = rows
    }

    /// How many rows are in a state.
    public func count(of state: ImportRowState) -> Int { rows.count { $0.state == state } }
}

/// What an import did; `added + seen + leftOut + unreadable.count` equals `total`.
public struct ImportResult: Hashable, Sendable {
    /// The import; nil when nothing was added.
    public let batchID: UUID?
    /// The rows of the file.
    public let total: Int
    /// The rows that became entries, plans or items.
    public let added: Int
    /// The rows that were there from an earlier import.
    public let seen: Int
    /// The rows left out by rule or by choice.
    public let leftOut: Int
    /// The rows that could not be read.
    public let unreadable: [UnreadableRow]
    /// The collection that items went to.
    public let collectionID: UUID?

    /// A row that could not be read, and why.
    public struct UnreadableRow: Hashable, Sendable {
        /// The line in the file, from 1.
        public let line: Int
        /// Why.
        public let problem: ImportProblem

        /// Makes a value.
        public init(line: Int, problem: ImportProblem) {
            self.line = line
            self.problem = problem
        }
    }

    /// Makes a result value.
    public init(
        batchID: UUID?, total: Int, added: Int, seen: Int, leftOut: Int, unreadable: [UnreadableRow],
        collectionID: UUID? = nil
    ) {
        self.batchID = batchID
        self.total = total
        self.added = added
        self.seen = seen
        self.leftOut = leftOut
        self.unreadable = unreadable
        self.collectionID = collectionID
    }
}

/// An import that was done.
public struct ImportBatch: Identifiable, Hashable, Sendable {
    /// The import's identity.
    public let id: UUID
    /// The file's name.
    public let fileName: String
    /// The kind of file.
    public let format: ImportFormat
    /// When it was done.
    public let importedAt: Date
    /// How many things it added.
    public let addedCount: Int
    /// When it was undone.
    public let undoneAt: Date?

    /// Makes a value.
    public init(
        id: UUID, fileName: String, format: ImportFormat, importedAt: Date, addedCount: Int, undoneAt: Date?
    ) {
        self.id = id
        self.fileName = fileName
        self.format = format
        self.importedAt = importedAt
        self.addedCount = addedCount
        self.undoneAt = undoneAt
    }
}
