import CoreData

/// A list that stays in step with the store, as table views use it.
public final class BookList: NSObject, NSFetchedResultsControllerDelegate {
    public private(set) var events: [String] = []
    private let controller: NSFetchedResultsController<Book>

    public init(context: NSManagedObjectContext) throws {
        let request: NSFetchRequest<Book> = Book.fetchRequest()
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        super.init()
        controller.delegate = self
        try controller.performFetch()
    }

    public var titles: [String?] { controller.fetchedObjects?.map(\.title) ?? [] }

    public func title(at indexPath: IndexPath) -> String? { controller.object(at: indexPath).title }

    public func controllerWillChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) {
        events.append("will")
    }

    public func controller(
        _ controller: NSFetchedResultsController<NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        switch type {
        case .insert: events.append("insert \(newIndexPath?.row ?? -1)")
        case .delete: events.append("delete \(indexPath?.row ?? -1)")
        case .move: events.append("move \(indexPath?.row ?? -1) \(newIndexPath?.row ?? -1)")
        case .update: events.append("update \(indexPath?.row ?? -1)")
        @unknown default: events.append("unknown")
        }
    }

    public func controllerDidChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) {
        events.append("did")
    }
}
