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

    /// Objects that lead to each other go with their context, saved or not.
    @Test(arguments: League.Kind.allCases)
    func objectsThatLeadToEachOther_goWithTheirContext(kind: League.Kind) throws {
        let league = try League(kind)
        defer { league.remove() }
        try league.context.performAndWait {
            let team = league.context.make("Team", ["name": "T", "code": "1"])
            _ = league.context.make("Player", ["name": "P", "team": team])
            _ = league.context.make("Sponsor", ["name": "S", "teams": Set([team])])
            try league.context.save()
        }
        final class Weak {
            weak var object: NSManagedObject?
            init(_ object: NSManagedObject) { self.object = object }
        }
        var seen: [Weak] = []
        for work in 0..<4 {
            let context = league.newContext()
            try context.performAndWait {
                let player = try #require(try context.all("Player").first)
                let team = try #require(player.value(forKey: "team") as? NSManagedObject)
                #expect((team.value(forKey: "players") as? Set<NSManagedObject>) == [player])
                #expect((team.value(forKey: "sponsors") as? Set<NSManagedObject>)?.count == 1)
                seen += [Weak(player), Weak(team)]
                if work > 0 { seen.append(Weak(context.make("Player", ["name": "new", "team": team]))) }
                if work > 1 { context.delete(player) }
                if work > 2 { context.rollback() }
            }
        }
        #expect(seen.count == 11 && seen.allSatisfy { $0.object == nil })
    }

    /// What an object had read stays readable; the rest reads as nothing.
    @Test(arguments: League.Kind.allCases)
    func objectsWhoseContextIsGone_readAsNothing(kind: League.Kind) throws {
        let league = try League(kind)
        defer { league.remove() }
        try league.context.performAndWait {
            let team = league.context.make("Team", ["name": "T", "code": "1"])
            _ = league.context.make("Player", ["name": "P", "team": team])
            try league.context.save()
        }
        for resets in [false, true] {
            var context: NSManagedObjectContext? = league.newContext()
            var objects: [NSManagedObject] = []
            try context?.performAndWait {
                guard let context else { return }
                let id = try #require(try context.all("Player").first?.objectID)
                objects = [try #require(try context.all("Team").first), context.object(with: id)]
            }
            let (team, fault) = (objects[0], objects[1])
            #expect(fault.isFault)
            if resets { context?.performAndWait { context?.reset() } }
            context = nil
            #expect(fault.value(forKey: "name") == nil && fault.value(forKey: "team") == nil)
            #expect((team.value(forKey: "players") as? NSSet)?.count ?? 0 == 0)
            #expect(team.managedObjectContext == nil)
        }
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
