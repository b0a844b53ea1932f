import Foundation
import Testing

@testable import CoreData

/// A controller that is dropped lets go of its context, whatever it did before.
@Suite struct ResultsLifetimeTests {
    private final class Listener: NSFetchedResultsControllerDelegate {
        var calls = 0
        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            calls += controller.fetchedObjects?.count ?? 0
        }
    }

    @Test(arguments: [nil, "name"], [true, false])
    func dropped_afterChanges_letsGoOfTheContext(section: String?, listens: Bool) throws {
        weak var context: NSManagedObjectContext?
        weak var player: NSManagedObject?
        let league = try League()
        defer { league.remove() }
        try {
            let own = league.newContext()
            context = own
            try own.performAndWait {
                player = own.make("Player", ["name": "a"])
                try own.save()
                let request = NSFetchRequest<NSManagedObject>(entityName: "Player")
                request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
                let controller = NSFetchedResultsController(
                    fetchRequest: request, managedObjectContext: own, sectionNameKeyPath: section, cacheName: nil)
                let listener = Listener()
                if listens { controller.delegate = listener }
                try controller.performFetch()
                _ = controller.sectionIndexTitles
                controller.fetchedObjects?.first?.setValue("b", forKey: "name")
                _ = own.make("Player", ["name": "c"])
                own.processPendingChanges()
                #expect(listener.calls == (listens ? 2 : 0))
                own.rollback()
            }
        }()
        #expect(context == nil && player == nil)
    }
}
