import Foundation

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
    /// The collection that items go to; nil means the one that holds most of them already, else a new one.
    public var collectionID: UUID?
    /// Whether items go to a new collection although another one holds them.
    public var makesCollection = false
    /// The name of a new collection.
    public var collectionName: String?
    /// Lines not to import although they can be read.
    public var skippedLines: Set<Int>
    /// Lines to import although they were seen before, are a shorter form of another highlight, or name a book that is
    /// there.
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
