import Dispatch
import Foundation
import Testing

@testable import CoreData

/// Contexts end wherever their last reference is given up: on any thread, while others are made, save and end.
@Suite struct ContextLifetimeTests {
    @Test func contexts_madeAndDroppedOnManyThreads_areAllForgotten() throws {
        let league = try League(.memory)
        defer { league.remove() }
        DispatchQueue.concurrentPerform(iterations: 4_000) { round in
            let context = league.newContext()
            // Work that is still queued holds the context: it ends on its own queue, or here.
            context.perform { [context] in _ = context.hasChanges }
            let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            child.parent = round.isMultiple(of: 2) ? context : league.context
            child.perform { [child] in _ = child.hasChanges }
        }
        waitUntil { !league.coordinator.hasClients(besides: league.context) && league.context.children.isEmpty }
        #expect(!league.coordinator.hasClients(besides: league.context))
        #expect(league.context.children.isEmpty)
    }

    @Test(arguments: League.Kind.allCases)
    func saves_whileContextsComeAndGo_reachThoseThatStay(kind: League.Kind) throws {
        let league = try League(kind)
        defer { league.remove() }
        let listener = league.newContext()
        listener.automaticallyMergesChangesFromParent = true
        DispatchQueue.concurrentPerform(iterations: 400) { round in
            let context = league.newContext()
            context.performAndWait {
                guard round.isMultiple(of: 8) else { return }
                _ = context.make("Team", ["name": "T\(round)"])
                #expect(throws: Never.self) { try context.save() }
            }
        }
        let count = try listener.performAndWait {
            try listener.count(for: NSFetchRequest<NSManagedObject>(entityName: "Team"))
        }
        #expect(count == 50)
    }

    @Test func models_madeAndDroppedOnManyThreads_areAllForgotten() {
        DispatchQueue.concurrentPerform(iterations: 200) { _ in
            _ = NSPersistentStoreCoordinator(managedObjectModel: League.makeModel())
            _ = CoordinatedModels.all.count
        }
        // Those that are gone are taken out when the next is noted.
        let last = League.makeModel()
        _ = NSPersistentStoreCoordinator(managedObjectModel: last)
        #expect(CoordinatedModels.all.contains { $0 === last })
    }

    /// Lets the queues of dropped contexts run dry.
    private func waitUntil(_ condition: () -> Bool) {
        let limit = Date().addingTimeInterval(60)
        while !condition(), Date() < limit { sched_yield() }
    }
}
