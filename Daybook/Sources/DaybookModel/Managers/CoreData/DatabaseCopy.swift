import CoreData
import Foundation

/// Copies of the database as files beside it.
enum DatabaseCopy {
    static let fileName = "daybook.sqlite"

    /// Copies the database with its journal while nothing writes to it.
    static func copyFiles(from folder: URL, to target: URL) throws {
        for suffix in ["", "-wal"] {
            let source = folder.appendingPathComponent(fileName + suffix)
            guard FileManager.default.fileExists(atPath: source.path) else { continue }
            let copy = target.appendingPathComponent(fileName + suffix)
            try FileManager.default.copyItem(at: source, to: copy)
            try DurableFile.sync(copy)
        }
    }

    /// Copies the database while nothing writes to it, folds its journal in, and opens the copy for a look.
    static func make<Value>(
        from folder: URL, to target: URL, _ look: (NSManagedObjectContext) throws -> Value
    ) throws -> Value {
        try copyFiles(from: folder, to: target)
        let container = NSPersistentContainer(name: "Daybook")
        let description = NSPersistentStoreDescription(url: target.appendingPathComponent(fileName))
        description.shouldAddStoreAsynchronously = false
        description.setValue("DELETE" as NSString, forPragmaNamed: "journal_mode")
        container.persistentStoreDescriptions = [description]
        var problem: (any Error)?
        container.loadPersistentStores { _, error in problem = error }
        if let problem { throw problem }
        let context = container.newBackgroundContext()
        let result = context.performAndWait { Result { try look(context) } }
        for store in container.persistentStoreCoordinator.persistentStores {
            try container.persistentStoreCoordinator.remove(store)
        }
        try DurableFile.sync(target.appendingPathComponent(fileName))
        return try result.get()
    }

    /// How many rows each entity has, which tells a whole copy from another.
    static func counts(_ context: NSManagedObjectContext) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for name in context.persistentStoreCoordinator?.managedObjectModel.entitiesByName.keys.sorted() ?? [] {
            counts[name] = try context.count(for: NSFetchRequest<NSManagedObject>(entityName: name))
        }
        return counts
    }
}
