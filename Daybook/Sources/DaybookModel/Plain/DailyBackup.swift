/// A backup that was made by itself: a folder that can be opened as a data folder.
public struct DailyBackup: Identifiable, Hashable, Sendable {
    /// The day it was made.
    public let day: CalendarDay
    /// Where it is.
    public let folder: String
    /// The size of its database.
    public let databaseBytes: Int
    /// How many photos it has.
    public let photoCount: Int

    /// The day.
    public var id: CalendarDay { day }

    /// Makes a value.
    public init(day: CalendarDay, folder: String, databaseBytes: Int, photoCount: Int) {
        self.day = day
        self.folder = folder
        self.databaseBytes = databaseBytes
        self.photoCount = photoCount
    }
}
