/// Why a row is not imported.
public enum ImportProblem: Hashable, Sendable {
    /// Some of its letters could not be read.
    case letters
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
    /// A text has more characters than are kept.
    case tooLong(limit: Int)
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
    /// A book of this title and author is there already.
    case alreadyThere
    /// A highlight of this book, page and day with these words is there already.
    case highlightAlreadyThere
    /// An entry of our own table that is in the book already, as far as its day, kind and amount tell.
    case entryAlreadyThere
    /// The row was switched off in the preview.
    case skipped
}

/// What a preview asks a person to decide, because the file does not settle it.
public enum ImportQuestion: String, CaseIterable, Hashable, Codable, Sendable {
    /// Day first or month first.
    case dateOrder
    /// The currency, when amounts have decimals that the home currency does not know.
    case currency
    /// Point or comma before decimals.
    case decimalMark
    /// Which columns hold date and amount.
    case columns
}
