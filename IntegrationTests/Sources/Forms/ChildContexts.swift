import CoreData

/// A context that saves into another.
public enum ChildContexts {
    public static func editing(_ parent: NSManagedObjectContext) -> NSManagedObjectContext {
        let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        child.parent = parent
        return child
    }

    public static func saveUp(_ context: NSManagedObjectContext) throws {
        var current: NSManagedObjectContext? = context
        while let next = current {
            try next.performAndWait {
                if next.hasChanges { try next.save() }
            }
            current = next.parent
        }
    }
}
