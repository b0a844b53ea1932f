import CoreData

/// Work on a context's queue, awaited.
public enum AsyncPerform {
    public static func count(in context: NSManagedObjectContext) async throws -> Int {
        try await context.perform {
            try context.count(for: NSFetchRequest<Book>(entityName: "Book"))
        }
    }

    public static func add(_ titles: [String], to container: NSPersistentContainer) async throws {
        try await container.performBackgroundTask { context in
            for title in titles { Book(context: context).title = title }
            try context.save()
        }
    }

    public static func enqueued(in context: NSManagedObjectContext) async -> Bool {
        await context.perform(schedule: .enqueued) { context.hasChanges }
    }

    public static func waited(in context: NSManagedObjectContext) throws -> Int {
        try context.performAndWait {
            try context.count(for: NSFetchRequest<Book>(entityName: "Book"))
        }
    }
}
