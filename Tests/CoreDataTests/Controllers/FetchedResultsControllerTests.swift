import Foundation
import Testing

@testable import CoreData

/// Writes down what a controller reports.
private final class Reporter: NSFetchedResultsControllerDelegate {
    var events: [String] = []
    weak var expected: NSObject?

    func controllerWillChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) {
        events.append(controller == expected ? "will" : "will?")
    }

    func controller(
        _ controller: NSFetchedResultsController<NSFetchRequestResult>,
        didChange sectionInfo: NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType
    ) {
        events.append("\(type) section \(sectionInfo.name)@\(sectionIndex)")
    }

    func controller(
        _ controller: NSFetchedResultsController<NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        func text(_ path: IndexPath?) -> String { path.map { "\($0.section).\($0.row)" } ?? "-" }
        events.append("\(type) \(text(indexPath))>\(text(newIndexPath))")
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) {
        events.append("did")
    }

    func take() -> [String] {
        defer { events = [] }
        return events
    }
}

@Suite struct FetchedResultsControllerTests {
    private func controller(_ league: League, sections: String? = nil) throws -> (
        NSFetchedResultsController<NSManagedObject>, Reporter
    ) {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Player")
        request.predicate = NSPredicate(format: "rating > 0")
        request.sortDescriptors =
            (sections.map { [$0] } ?? []).map { NSSortDescriptor(key: $0, ascending: true) }
            + [NSSortDescriptor(key: "name", ascending: true)]
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: league.context, sectionNameKeyPath: sections, cacheName: nil)
        let reporter = Reporter()
        reporter.expected = controller
        controller.delegate = reporter
        try controller.performFetch()
        return (controller, reporter)
    }

    @Test func changes_areReportedWithPlacesBeforeAndAfter() throws {
        try League.run { league in
            let players = ["B", "D", "F"].map { league.context.make("Player", ["name": $0, "rating": 1.0]) }
            try league.context.save()
            let (controller, reporter) = try controller(league)
            #expect(controller.fetchedObjects?.count == 3)
            players[1].setValue("D2", forKey: "name")
            league.context.processPendingChanges()
            #expect(reporter.take() == ["will", "update 0.1>0.1", "did"])
            players[0].setValue("Z", forKey: "name")
            league.context.processPendingChanges()
            #expect(reporter.take() == ["will", "move 0.0>0.2", "did"])
            let new = league.context.make("Player", ["name": "A", "rating": 1.0])
            players[2].setValue(0.0, forKey: "rating")
            league.context.processPendingChanges()
            #expect(reporter.take() == ["will", "delete 0.1>-", "insert ->0.0", "did"])
            _ = league.context.make("Team", ["name": "irrelevant"])
            league.context.processPendingChanges()
            #expect(reporter.take().isEmpty)
            #expect(controller.object(at: IndexPath(row: 0, section: 0)) === new)
            #expect(controller.indexPath(forObject: players[0]) == IndexPath(row: 2, section: 0))
        }
    }

    @Test func sections_comeAndGo() throws {
        try League.run { league in
            let a = league.context.make("Player", ["name": "A", "number": 1, "rating": 1.0])
            _ = league.context.make("Player", ["name": "B", "number": 1, "rating": 1.0])
            _ = league.context.make("Player", ["name": "C", "number": 3, "rating": 1.0])
            try league.context.save()
            let (controller, reporter) = try controller(league, sections: "number")
            #expect(controller.sections?.map(\.name) == ["1", "3"])
            #expect(controller.sections?.map(\.numberOfObjects) == [2, 1])
            a.setValue(2, forKey: "number")
            league.context.processPendingChanges()
            #expect(reporter.take() == ["will", "insert section 2@1", "move 0.0>1.0", "did"])
            league.context.delete(a)
            league.context.processPendingChanges()
            #expect(reporter.take() == ["will", "delete section 2@1", "delete 1.0>-", "did"])
            #expect(controller.sectionIndexTitles == ["1", "3"])
        }
    }
}
