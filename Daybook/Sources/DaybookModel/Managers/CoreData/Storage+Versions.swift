import CoreData
import Foundation

extension Storage {
    /// Copies a database that an earlier version made, before it is carried over; one of this version is left alone.
    ///
    /// - Returns: the folder with the copy, nil when none was needed.
    /// - Throws: `DaybookError.newerData` for a database that no version known here has made, `.diskFull` and
    ///   `.migrationFailed` when it cannot be copied; the database is as it was.
    static func keepEarlierVersion(_ file: URL, model: NSManagedObjectModel) throws(DaybookError) -> URL? {
        let metadata: [String: Any]
        do {
            metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
                ofType: NSSQLiteStoreType, at: file, options: nil)
        } catch {
            // Not a database that Core Data can read: adding it says why.
            return nil
        }
        guard !model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) else { return nil }
        // The store keeps a copy of its model, by which a newer one would be carried back and lose what is new in it.
        guard NSManagedObjectModel.mergedModel(from: nil, forStoreMetadata: metadata) != nil else {
            throw .newerData(path: file.path)
        }
        do {
            return try copyBeforeMigration(file)
        } catch {
            let told = DaybookError(cause: error)
            if case .diskFull = told { throw told }
            throw .migrationFailed(path: file.path, backup: nil, cause: error.localizedDescription)
        }
    }

    private static func copyBeforeMigration(_ file: URL) throws -> URL {
        let folder = file.deletingLastPathComponent()
        let backups = folder.appendingPathComponent(DailyBackups.folderName, isDirectory: true)
        let manager = FileManager.default
        var target = backups.appendingPathComponent("earlier-version", isDirectory: true)
        var number = 2
        while manager.fileExists(atPath: target.path) {
            target = backups.appendingPathComponent("earlier-version-\(number)", isDirectory: true)
            number += 1
        }
        let part = backups.appendingPathComponent("earlier-version.part", isDirectory: true)
        if manager.fileExists(atPath: part.path) { try manager.removeItem(at: part) }
        try manager.createDirectory(
            at: part, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        do {
            try DatabaseCopy.copyFiles(from: folder, to: part)
            try manager.moveItem(at: part, to: target)
        } catch {
            // Half a copy is none, and the next try removes what cannot be removed now.
            try? manager.removeItem(at: part)
            throw error
        }
        return target
    }
}
