import CoreData

/// Contexts and containers of one's own.
public final class CountingContext: NSManagedObjectContext, @unchecked Sendable {
    public private(set) var saves = 0

    public override func save() throws {
        saves += 1
        try super.save()
    }
}

public class SharedContainer: NSPersistentContainer, @unchecked Sendable {
    public override class func defaultDirectoryURL() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("shelf", isDirectory: true)
    }
}

public enum Subclasses {
    /// A container of any class, made through its metatype.
    public static func countingContext(of coordinator: NSPersistentStoreCoordinator?) -> CountingContext {
        let context = CountingContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }
}
