import Foundation

/// Why something could not be done, in a form that a page can show beside its cause.
public enum DaybookError: Error, Hashable, Sendable {
    /// A kind of thing that is looked up by identity.
    public enum Subject: String, CaseIterable, Sendable {
        /// An entry of the account book.
        case transaction
        /// A category.
        case category
        /// A reading plan.
        case plan
        /// A memo.
        case memo
        /// A collection.
        case collection
        /// An item of a collection.
        case item
        /// A photo.
        case photo
        /// An import.
        case importBatch
    }

    /// A field of a form.
    public enum Field: String, CaseIterable, Sendable {
        /// The amount of an entry.
        case amount
        /// The currency of an entry.
        case currency
        /// The category of an entry.
        case category
        /// The day of an entry or memo.
        case day
        /// A memo of an entry.
        case memo
        /// The photos.
        case photos
        /// The payment method of an entry.
        case payment
        /// The emoji of a category.
        case icon
        /// The group of an item.
        case group
        /// The number of an item.
        case number
        /// The variant of an item.
        case variant
        /// The note of an item.
        case note
        /// The title of a plan.
        case title
        /// The author of a plan.
        case author
        /// The first day of a plan.
        case startDay
        /// The last day of a plan.
        case endDay
        /// The number of pages.
        case totalPages
        /// The page reached, or a memo's page.
        case page
        /// The text of a memo.
        case text
        /// A name.
        case name
        /// The number of items.
        case quantity
        /// The first day of the month.
        case monthStartDay
        /// The file of an import.
        case file
    }

    /// What is wrong with a field.
    public enum Reason: Hashable, Sendable {
        /// Nothing was given.
        case missing
        /// It could not be read as what it must be.
        case unreadable
        /// An amount has more decimals than its currency knows.
        case tooManyDecimals(allowed: Int)
        /// It is zero or less.
        case notPositive
        /// A text has more characters than are kept.
        case tooLong(limit: Int)
        /// It is to be one emoji.
        case notOneEmoji
        /// It is larger than can be kept.
        case tooLarge(limit: String)
        /// An amount carries the sign of another currency than the one chosen.
        case otherCurrency(sign: String, currency: Currency)
        /// The month has no such day.
        case noSuchDay(year: Int, month: Int, day: Int)
        /// The year lies outside those that are kept.
        case yearOutOfRange(first: Int, last: Int)
        /// The lowest amount of a filter is more than the highest.
        case lowestAboveHighest
        /// The end lies before the start.
        case endBeforeStart
        /// The page lies beyond the last one.
        case beyondLastPage
        /// It names something that is not there, or that belongs to another kind.
        case notAvailable
        /// The name is taken.
        case duplicate
        /// Something else still uses it.
        case inUse(count: Int)
        /// More photos than allowed.
        case tooManyPhotos(limit: Int)
        /// A photo has too many bytes.
        case photoTooLarge(megabytes: Int, fileName: String?)
        /// A photo has too many pixels.
        case photoTooManyPixels(megapixels: Int, fileName: String?)
        /// The bytes are no image of a kind that is accepted.
        case photoNotRecognised(fileName: String?)
        /// The image is damaged.
        case photoDamaged(fileName: String?)
        /// This machine lacks what is needed to show the image, or it took too long.
        case photoNotConvertible(detail: String, fileName: String?)
        /// A file that the system does not let us read.
        case notReadable(cause: String)
        /// A file without a byte.
        case emptyFile
        /// A file that leaves something open, which has to be chosen first.
        case undecided
        /// Text in an encoding that was not recognised.
        case unknownEncoding
        /// A spreadsheet file in which nothing could be found that can be read.
        case unreadableSheet
        /// A file of an unknown kind.
        case unknownFormat
        /// A file that is locked by a password.
        case passwordLocked
        /// A file that is no backup of Daybook, or a damaged one.
        case notABackup
        /// A table with more columns than a person could say the meaning of.
        case tooManyColumns(limit: Int)
        /// No row of the file could be read.
        case noRows(detail: String)
    }

    /// The thing is not there, or no longer.
    case notFound(Subject, UUID)
    /// A field holds something that cannot be kept.
    case validation(Field, Reason)
    /// The thing was changed elsewhere since it was read.
    case conflict(Subject, UUID)
    /// The data folder is in use by another Daybook.
    case folderInUse(String)
    /// The disk is full.
    case diskFull
    /// The database cannot be opened: it is damaged, or no database at all.
    case damaged(path: String, cause: String)
    /// The database of an earlier version could not be carried over, or not be copied before that; it is as it was.
    ///
    /// `backup` is the folder with the copy, nil when there is none.
    case migrationFailed(path: String, backup: String?, cause: String)
    /// The database was written by a newer Daybook.
    case newerData(path: String)
    /// A backup is to be restored into a folder in which there is something.
    case folderNotEmpty(path: String)
    /// The data folder cannot be made, or not be written to.
    case folderUnusable(path: String, cause: String)
    /// The database or a file could not be read or written.
    case storage(String)
}
