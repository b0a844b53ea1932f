import Combine
import CoreData
import Foundation

/// The data of one Daybook: opened on a folder, handed to view models as managers.
///
/// Safe to use from any thread.
public final class DaybookData: DaybookDataSource {
    /// Entries.
    public let transactions: any TransactionManaging
    /// Categories.
    public let categories: any CategoryManaging
    /// Reading plans.
    public let plans: any ReadingPlanManaging
    /// Memos.
    public let memos: any MemoManaging
    /// Collections.
    public let collections: any CollectionManaging
    /// Settings.
    public let settings: any SettingsManaging
    /// Photos as files.
    public let photos: any PhotoManaging
    /// The trash.
    public let trash: any TrashManaging
    /// Imports.
    public let imports: any ImportManaging
    /// Exports.
    public let exports: any ExportManaging

    let storage: Storage

    /// The days that deleted things stay in the trash.
    public static let trashDays = 30

    init(storage: Storage, limits: PhotoLimits, today: @escaping @Sendable () -> CalendarDay) {
        self.storage = storage
        transactions = TransactionCoreDataManager(storage: storage, limits: limits)
        categories = CategoryCoreDataManager(storage: storage)
        plans = ReadingPlanCoreDataManager(storage: storage)
        memos = MemoCoreDataManager(storage: storage)
        collections = CollectionCoreDataManager(storage: storage)
        settings = SettingsCoreDataManager(storage: storage)
        photos = PhotoCoreDataManager(storage: storage)
        trash = TrashCoreDataManager(storage: storage)
        imports = ImportCoreDataManager(storage: storage, today: today)
        exports = ExportCoreDataManager(storage: storage, today: today)
    }

    /// Opens a folder, making it and the database when they are not there; brings image files in step with the rows.
    ///
    /// Blocks for file access; call it once at the start.
    ///
    /// - Parameters:
    ///   - folder: where `daybook.sqlite` and `images` are.
    ///   - limits: how large photos may be.
    ///   - timeZone: the zone that says which day it is.
    ///   - now: the moment now, for tests that choose it.
    /// - Throws: `DaybookError.folderInUse` when another process has it open, `.folderUnusable`, `.damaged`,
    ///   `.newerData`, `.migrationFailed`, `.diskFull`, `.storage`. A database of an earlier version is copied to
    ///   `backups/earlier-version` before it is carried over.
    public static func open(
        folder: URL, limits: PhotoLimits = PhotoLimits(), timeZone: TimeZone = .current,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(DaybookError) -> DaybookData {
        let storage = try Storage.open(folder: folder, limits: limits, now: now)
        return DaybookData(storage: storage, limits: limits, today: { CalendarDay(now(), in: timeZone) })
    }

    /// News of changes that are on disk, whoever made them; delivered on a background queue.
    public var dataDidChange: AnyPublisher<DataChange, Never> { storage.changes.eraseToAnyPublisher() }

    /// Removes for good what has been in the trash for longer than `trashDays`, files included.
    public func emptyOldTrash() -> AnyPublisher<Int, DaybookError> {
        trash.empty(trashedBefore: storage.now().addingTimeInterval(-Double(Self.trashDays) * 86_400))
    }

    /// Waits until all writes asked for so far are on disk, then gives the folder up.
    ///
    /// Writes asked for later fail with `DaybookError.storage`; call it at the end.
    public func close() {
        storage.close()
    }
}
