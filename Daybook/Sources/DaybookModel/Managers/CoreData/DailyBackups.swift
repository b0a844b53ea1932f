import Combine
import CoreData
import Foundation

/// Backups that are made by themselves: each is a folder named by its day, and a data folder like the one it is of.
///
/// Photos never change once they are written, so that a backup gives them a second name instead of copying them.
struct DailyBackups: Sendable {
    let storage: Storage
    let today: @Sendable () -> CalendarDay

    static let folderName = "backups"
    /// How many are kept.
    static let kept = 7

    /// Makes the backup of the day unless it is there, and removes those that are too many.
    func make() -> AnyPublisher<DailyBackup?, DaybookError> {
        let day = today()
        let storage = storage
        return storage.between { folder in
            let backups = folder.appendingPathComponent(Self.folderName, isDirectory: true)
            let done = backups.appendingPathComponent(day.iso, isDirectory: true)
            guard !FileManager.default.fileExists(atPath: done.path) else { return nil }
            let part = backups.appendingPathComponent("\(day.iso).part", isDirectory: true)
            // What a crash left of an earlier try is none.
            if FileManager.default.fileExists(atPath: part.path) { try FileManager.default.removeItem(at: part) }
            do {
                try FileManager.default.createDirectory(
                    at: part, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                try Self.fill(part, from: folder, storage)
                try FileManager.default.moveItem(at: part, to: done)
            } catch {
                // Half a backup is none; one that cannot be removed now is removed before the next.
                try? FileManager.default.removeItem(at: part)
                throw error
            }
            for old in try Self.days(in: backups).dropFirst(Self.kept) {
                try FileManager.default.removeItem(at: backups.appendingPathComponent(old.iso))
            }
            return try Self.backup(day, in: backups)
        }
    }

    /// The backups that are there, newest first.
    func all() -> AnyPublisher<[DailyBackup], DaybookError> {
        storage.between { folder in
            let backups = folder.appendingPathComponent(Self.folderName, isDirectory: true)
            return try Self.days(in: backups).map { try Self.backup($0, in: backups) }
        }
    }

    /// Copies everything, and looks whether it is all there.
    private static func fill(_ target: URL, from folder: URL, _ storage: Storage) throws {
        let copied = try DatabaseCopy.make(from: folder, to: target) { context in
            (counts: try DatabaseCopy.counts(context), photos: try photoNames(context))
        }
        let context = storage.container.newBackgroundContext()
        let expected = try context.performAndWait { Result { try DatabaseCopy.counts(context) } }.get()
        guard copied.counts == expected else {
            throw DaybookError.storage("the backup does not hold what the database holds")
        }
        let images = target.appendingPathComponent("images", isDirectory: true)
        try FileManager.default.createDirectory(at: images, withIntermediateDirectories: true)
        for name in copied.photos {
            let original = storage.photos.url(name)
            // A file that someone took away is missing in the backup as it is here; that is no reason to have none.
            guard FileManager.default.fileExists(atPath: original.path) else { continue }
            let copy = images.appendingPathComponent(name)
            // Some file systems know no second names.
            if link(original.path, copy.path) != 0 { try FileManager.default.copyItem(at: original, to: copy) }
        }
    }

    private static func photoNames(_ context: NSManagedObjectContext) throws -> [String] {
        try context.all(PhotoEntity.self).compactMap { photo in
            guard let id = photo.id, let type = photo.mediaType.flatMap(PhotoMediaType.init) else { return nil }
            return PhotoStore.originalName(id, type)
        }
    }

    private static func days(in backups: URL) throws -> [CalendarDay] {
        guard FileManager.default.fileExists(atPath: backups.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: backups.path)
            .compactMap { name in CalendarDay(iso: name).flatMap { $0.iso == name ? $0 : nil } }.sorted(by: >)
    }

    private static func backup(_ day: CalendarDay, in backups: URL) throws -> DailyBackup {
        let folder = backups.appendingPathComponent(day.iso, isDirectory: true)
        let database = DurableFile.size(of: folder.appendingPathComponent(DatabaseCopy.fileName)) ?? 0
        let images = folder.appendingPathComponent("images", isDirectory: true)
        let photos =
            FileManager.default.fileExists(atPath: images.path)
            ? try FileManager.default.contentsOfDirectory(atPath: images.path).count(where: PhotoStore.isOriginal) : 0
        return DailyBackup(day: day, folder: folder.path, databaseBytes: database, photoCount: photos)
    }
}
