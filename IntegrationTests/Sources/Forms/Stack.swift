import CoreData

/// The stack most apps have, on a store that is no file.
public final class Stack {
    public let container: NSPersistentContainer

    public var context: NSManagedObjectContext { container.viewContext }

    public init(url: URL = URL(fileURLWithPath: "/dev/null")) throws {
        container = NSPersistentContainer(name: "Shelf")
        let description = NSPersistentStoreDescription(url: url)
        container.persistentStoreDescriptions = [description]
        var failure: Error?
        container.loadPersistentStores { _, error in
            failure = error
        }
        if let failure { throw failure }
        container.viewContext.automaticallyMergesChangesFromParent = true
        container.viewContext.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
    }
}
