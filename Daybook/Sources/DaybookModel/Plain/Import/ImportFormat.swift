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
    /// A backup of 북모리.
    case bookmory
    /// A table of items for a collection.
    case collectionTable
    /// A list of items as JSON.
    case collectionJSON
    /// A Collectr portfolio.
    case collectr
}
