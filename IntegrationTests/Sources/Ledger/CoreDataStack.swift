import Combine
import CoreData

/// The one stack of the app.
public final class CoreDataStack: Sendable {
    public let container: NSPersistentContainer

    public init(storeAt url: URL) throws {
        container = NSPersistentContainer(name: "Ledger")
        let description = NSPersistentStoreDescription(url: url)
        description.shouldAddStoreAsynchronously = false
        container.persistentStoreDescriptions = [description]
        nonisolated(unsafe) var failure: Error?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        container.viewContext.automaticallyMergesChangesFromParent = true
    }

    public func newBackgroundContext() -> NSManagedObjectContext {
        let context = container.newBackgroundContext()
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        return context
    }
}
