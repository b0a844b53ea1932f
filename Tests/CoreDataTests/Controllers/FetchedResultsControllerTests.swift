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

    /// A list that does what a table view does with the reports, and one that applies the differences.
    private final class Mirror: NSFetchedResultsControllerDelegate {
        var list: [NSManagedObjectID] = []
        var differences: [NSManagedObjectID] = []
        private var removed = IndexSet()
        private var placed: [(Int, NSManagedObjectID)] = []
        private(set) var moves = 0

        func controllerWillChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) {
            removed = []
            placed = []
        }

        func controller(
            _ controller: NSFetchedResultsController<NSFetchRequestResult>, didChange anObject: Any,
            at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
        ) {
            guard let object = anObject as? NSManagedObject else { return }
            if type == .update { return }
            if type == .move { moves += 1 }
            if let indexPath { removed.insert(indexPath.row) }
            if let newIndexPath { placed.append((newIndexPath.row, object.objectID)) }
        }

        func controller(
            _ controller: NSFetchedResultsController<NSFetchRequestResult>,
            didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
        ) {
            differences = differences.applying(diff) ?? []
        }

        func controllerDidChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) {
            for index in removed.reversed() { list.remove(at: index) }
            for (index, id) in placed.sorted(by: { $0.0 < $1.0 }) { list.insert(id, at: index) }
        }
    }

    @Test(arguments: 0..<30)
    func reports_appliedToAList_giveWhatIsFetched(seed: UInt64) throws {
        try League.run(.memory) { league in
            var random = SplitMix(state: seed)
            for number in 0..<8 { _ = league.context.make("Player", ["name": "\(number)", "number": number]) }
            try league.context.save()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Player")
            request.predicate = NSPredicate(format: "rating == nil OR rating > 0")
            request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: league.context, sectionNameKeyPath: nil, cacheName: nil)
            try controller.performFetch()
            let mirror = Mirror()
            mirror.list = controller.fetchedObjects?.map(\.objectID) ?? []
            mirror.differences = mirror.list
            controller.delegate = mirror
            for _ in 0..<20 {
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let player = try league.context.all("Player").randomElement(using: &random)
                    switch Int.random(in: 0..<8, using: &random) {
                    case 0: if let player { league.context.delete(player) }
                    case 1: _ = league.context.make("Player", ["number": Int.random(in: 0..<12, using: &random)])
                    case 2: player?.setValue(Double.random(in: -1...1, using: &random), forKey: "rating")
                    case 3: player?.setValue("renamed", forKey: "name")
                    default: player?.setValue(Int.random(in: 0..<12, using: &random), forKey: "number")
                    }
                }
                league.context.processPendingChanges()
                let wanted = controller.fetchedObjects?.map(\.objectID) ?? []
                #expect(mirror.list == wanted && mirror.differences == wanted, "seed \(seed)")
                mirror.list = wanted
                mirror.differences = wanted
            }
        }
    }

    @Test func movesOfOnePlace_areMovesInBothDirections() throws {
        try League.run { league in
            let players = ["A", "B", "C"].map { league.context.make("Player", ["name": $0, "rating": 1.0]) }
            try league.context.save()
            let (controller, reporter) = try controller(league)
            players[0].setValue("BB", forKey: "name")
            league.context.processPendingChanges()
            #expect(reporter.take() == ["will", "move 0.0>0.1", "did"])
            players[0].setValue("A", forKey: "name")
            league.context.processPendingChanges()
            #expect(reporter.take() == ["will", "move 0.1>0.0", "did"])
            players[0].setValue("B1", forKey: "name")
            players[1].setValue("A1", forKey: "name")
            league.context.processPendingChanges()
            #expect(reporter.take() == ["will", "move 0.1>0.0", "move 0.0>0.1", "did"])
            #expect(controller.fetchedObjects == [players[1], players[0], players[2]])
        }
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
