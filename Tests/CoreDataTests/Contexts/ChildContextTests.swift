import Dispatch
import Foundation
import Testing

@testable import CoreData

/// Objects made in a child and saved down to the store stay one object with one row, however deep the child is.
@Suite struct ChildContextTests {
    /// A chain of contexts, the one with the coordinator first.
    private func chain(_ league: League, depth: Int) -> [NSManagedObjectContext] {
        var contexts = [league.context]
        for _ in 0..<depth {
            let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            child.parent = contexts.last
            contexts.append(child)
        }
        return contexts
    }

    private func save(_ contexts: [NSManagedObjectContext]) throws {
        for context in contexts.reversed() { try context.performAndWait { try context.save() } }
    }

    private func stored(_ league: League, _ entity: String) throws -> [String] {
        try league.elsewhere { try $0.names(entity) }
    }

    @Test(arguments: League.Kind.allCases, [1, 2, 3])
    func objectMadeInAChild_keepsReachingTheStore(kind: League.Kind, depth: Int) throws {
        let league = try League(kind)
        defer { league.remove() }
        let contexts = chain(league, depth: depth)
        let child = contexts[depth]
        let team = child.performAndWait { child.make("Team", ["name": "a"]) }
        try save(contexts)
        #expect(try stored(league, "Team") == ["a"])

        child.performAndWait { team.setValue("b", forKey: "name") }
        try save(contexts)
        #expect(try stored(league, "Team") == ["b"])

        // Related objects, one of them changed once more before it reaches the store.
        let player = child.performAndWait { child.make("Player", ["name": "p", "team": team]) }
        try child.performAndWait { try child.save() }
        child.performAndWait { player.setValue("q", forKey: "name") }
        try save(contexts)
        #expect(try stored(league, "Player") == ["q"])
        try league.elsewhere { context in
            let found = try context.all("Player").first?.value(forKeyPath: "team.name") as? String
            #expect(found == "b")
        }

        // One object for one row.
        try child.performAndWait {
            let found = try child.all("Team")
            #expect(found.count == 1 && found.first === team)
            #expect(!team.objectID.isTemporaryID)
            #expect(try child.existingObject(with: team.objectID) === team)
            child.delete(team)
        }
        try save(contexts)
        #expect(try stored(league, "Team") == [] && stored(league, "Player") == [])
    }

    @Test(arguments: [1, 2])
    func temporaryID_isUnderstoodAfterTheSave(depth: Int) throws {
        let league = try League()
        defer { league.remove() }
        let contexts = chain(league, depth: depth)
        let child = contexts[depth]
        let (team, id) = child.performAndWait {
            let team = child.make("Team", ["name": "a"])
            return (team, team.objectID)
        }
        #expect(id.isTemporaryID)
        try save(contexts)
        try child.performAndWait {
            #expect(child.object(with: id) === team)
            #expect(child.registeredObject(for: id) === team)
            let existing = try child.existingObject(with: id)
            #expect(existing === team)
        }
        try league.context.performAndWait {
            let root = try league.context.existingObject(with: id)
            #expect(root.value(forKey: "name") as? String == "a")
        }
    }

    @Test func permanentIDs_obtainedBetweenTheSaves_areThoseOfTheStore() throws {
        let league = try League()
        defer { league.remove() }
        let contexts = chain(league, depth: 2)
        let child = contexts[2]
        let team = child.performAndWait { child.make("Team", ["name": "a"]) }
        try child.performAndWait {
            try child.save()
            try child.obtainPermanentIDs(for: [team])
            #expect(!team.objectID.isTemporaryID)
        }
        try save(contexts)
        let id = child.performAndWait { team.objectID }
        let name = try league.elsewhere { try $0.existingObject(with: id).value(forKey: "name") as? String }
        #expect(name == "a")
        #expect(try stored(league, "Team") == ["a"])
    }

    @Test func saveOfTheParentThatFails_leavesTheChildUsable() throws {
        let league = try League()
        defer { league.remove() }
        let contexts = chain(league, depth: 1)
        let child = contexts[1]
        let team = child.performAndWait { child.make("Team", ["name": "a", "code": "x"]) }
        try league.elsewhere { context in
            _ = context.make("Team", ["name": "other", "code": "x"])
            try context.save()
        }
        // The code is taken: the save into the store fails, after keys were drawn.
        #expect(throws: (any Error).self) { try save(contexts) }
        child.performAndWait { team.setValue("y", forKey: "code") }
        try save(contexts)
        #expect(try stored(league, "Team") == ["a", "other"])
        child.performAndWait { team.setValue("b", forKey: "name") }
        try save(contexts)
        #expect(try stored(league, "Team") == ["b", "other"])
    }

    @Test func sibling_followsAnObjectThatTheOtherMade() throws {
        let league = try League()
        defer { league.remove() }
        let (first, second) = (chain(league, depth: 1)[1], chain(league, depth: 1)[1])
        second.automaticallyMergesChangesFromParent = true
        let team = first.performAndWait { first.make("Team", ["name": "a"]) }
        try first.performAndWait { try first.save() }
        let seen = try second.performAndWait { try #require(try second.all("Team").first) }
        try save([league.context])
        try second.performAndWait {
            #expect(try second.all("Team").first === seen)
            seen.setValue("b", forKey: "name")
            try second.save()
        }
        try save([league.context])
        #expect(try stored(league, "Team") == ["b"])
        first.performAndWait { first.refresh(team, mergeChanges: false) }
        #expect(first.performAndWait { team.value(forKey: "name") as? String } == "b")
    }
}
