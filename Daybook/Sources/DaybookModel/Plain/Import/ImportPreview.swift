import Foundation

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
    /// The collection that items go to; nil for a new one, and for files of other kinds.
    public let collectionID: UUID?
    /// What has to be decided first; importing is refused until it is empty.
    public let questions: [ImportQuestion]
    /// The rows below the header.
    public let rows: [ImportRow]

    /// Makes a preview value.
    public init(
        id: UUID, fileName: String, format: ImportFormat, encoding: TextEncoding, separator: Character,
        headerRow: Int?, header: [String], roles: [ColumnRole], dateOrder: DateOrder, decimalMark: DecimalMark,
        currency: Currency, collectionID: UUID? = nil, questions: [ImportQuestion], rows: [ImportRow]
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
        self.collectionID = collectionID
        self.questions = questions
        self.rows = rows
    }

    /// How many rows an import adds.
    public var wantedCount: Int { rows.count(where: \.isWanted) }

    /// How many rows are in a state.
    public func count(of state: ImportRowState) -> Int { rows.count { $0.state == state } }
}
