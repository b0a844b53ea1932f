import Foundation
import Testing

@testable import CoreData

/// When an event ends: with the turn of the run loop on the main queue.
@Suite struct EventTests {
    /// Lets the main queue work.
    @MainActor private func turn(until condition: () -> Bool) async {
        let limit = Date().addingTimeInterval(60)
        while !condition(), Date() < limit { await Task.yield() }
    }

    @Test @MainActor func mainQueue_endsTheEventWithItsTurn() async throws {
        let league = try League(.memory)
        defer { league.remove() }
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = league.coordinator
        context.undoManager = UndoManager()
        let seen = Box(0)
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { _ in seen.value += 1 }
        defer { NotificationCenter.default.removeObserver(token) }
        let team = context.make("Team", ["name": "a"])
        #expect(seen.value == 0)
        await turn { seen.value > 0 }
        #expect(seen.value == 1)
        team.setValue("b", forKey: "name")
        team.setValue("c", forKey: "name")
        await turn { seen.value > 1 }
        #expect(seen.value == 2)
        context.undo()
        #expect(team.value(forKey: "name") as? String == "a")
        // Nothing happened, nothing is said.
        let before = seen.value
        for _ in 0..<100 { await Task.yield() }
        #expect(seen.value == before)
    }
}
