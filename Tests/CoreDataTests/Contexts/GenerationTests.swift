import Foundation
import Testing

@testable import CoreData

/// Contexts that are bound to one state of the store.
@Suite struct GenerationTests {
    private func filled(_ kind: League.Kind = .sqlite, options: [AnyHashable: Any]? = nil) throws -> League {
        let league = try League(kind, options: options)
        try league.context.performAndWait {
            for index in 0..<3 {
                let team = league.context.make("Team", ["name": "T\(index)"])
                for player in 0..<4 {
                    _ = league.context.make("Player", ["name": "T\(index)P\(player)", "number": 1, "team": team])
                }
            }
            try league.context.save()
        }
        return league
    }

    /// Somebody else renames, removes, adds and moves.
    private func disturb(_ league: League) throws {
        try league.elsewhere { context in
            let teams = try context.all("Team", sort: "name")
            teams[0].setValue("changed", forKey: "name")
            context.delete(teams[1])
            let new = context.make("Team", ["name": "T9"])
            let moved = try #require(try context.all("Player", NSPredicate(format: "name == 'T2P0'")).first)
            moved.setValue(new, forKey: "team")
            moved.setValue(1000, forKey: "number")
            try context.save()
        }
    }

    /// What a context shows, by every way of reading.
    private func shown(_ context: NSManagedObjectContext) throws -> [String] {
        try context.performAndWait {
            context.refreshAllObjects()
            let request = NSFetchRequest<NSDictionary>(entityName: "Player")
            request.resultType = .dictionaryResultType
            let sum = NSExpressionDescription()
            (sum.name, sum.expressionResultType) = ("sum", .integer64AttributeType)
            sum.expression = NSExpression(forFunction: "sum:", arguments: [NSExpression(forKeyPath: "number")])
            request.propertiesToFetch = [sum]
            let teams = try context.all("Team", sort: "name")
            let players = NSFetchRequest<NSManagedObject>(entityName: "Player")
            players.fetchBatchSize = 5
            return [
                "\(try context.names("Team"))",
                "\(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Player")))",
                "\(try context.fetch(request).first?["sum"] ?? "nil")",
                "\(teams.map { (($0.value(forKey: "players") as? Set<NSManagedObject>) ?? []).count })",
                "\(try context.fetch(players).map { $0.value(forKey: "number") as? Int ?? -1 })",
            ]
        }
    }

    private func bound(_ league: League) throws -> NSManagedObjectContext {
        let context = league.newContext()
        try context.performAndWait { try context.setQueryGenerationFrom(.current) }
        return context
    }

    @Test func bound_commitsOfOthers_doNotShowUntilItMovesOn() throws {
        for step in ["save", "empty save", "reset", "merge", "unbind", "bind anew"] {
            let league = try filled()
            defer { league.remove() }
            let context = try bound(league)
            let before = try shown(context)
            #expect(before[0] == "[\"T0\", \"T1\", \"T2\"]" && before[1] == "12")
            for _ in 0..<2 {
                try disturb(league)
                #expect(try shown(context) == before, "\(step)")
                #expect(try shown(league.newContext()) != before)
                try league.elsewhere { other in
                    for team in try other.all("Team", sort: "name") where team.value(forKey: "name") as? String == "T9"
                    {
                        team.setValue("T1", forKey: "name")
                    }
                    try other.save()
                }
            }
            try context.performAndWait {
                switch step {
                case "save":
                    _ = context.make("Sponsor", ["name": "S"])
                    try context.save()
                case "empty save": try context.save()
                case "reset": context.reset()
                case "merge":
                    let id = try league.elsewhere { try $0.all("Team", sort: "name")[0].objectID }
                    NSManagedObjectContext.mergeChanges(
                        fromRemoteContextSave: [NSUpdatedObjectIDsKey: [id]], into: [context])
                case "unbind": try context.setQueryGenerationFrom(nil)
                default: try context.setQueryGenerationFrom(.current)
                }
            }
            #expect(try shown(context) == shown(league.newContext()), "\(step)")
            // Bound to that state now, or to none.
            let after = try shown(context)
            try league.elsewhere { other in
                _ = other.make("Player", ["name": "late"])
                try other.save()
            }
            #expect(try (shown(context) == after) == (step != "unbind"), "\(step)")
        }
    }

    @Test func token_handedToAnotherContext_showsTheSameState() throws {
        let league = try filled()
        defer { league.remove() }
        let context = try bound(league)
        let before = try shown(context)
        try disturb(league)
        let token = try #require(context.queryGenerationToken)
        let other = league.newContext()
        try other.performAndWait { try other.setQueryGenerationFrom(token) }
        #expect(try shown(other) == before)
        #expect(league.newContext().queryGenerationToken == nil)
    }

    /// The usual set-up: bound, and merging what others save.
    @Test func bound_mergingAutomatically_followsTheSaves() throws {
        let league = try filled()
        defer { league.remove() }
        let context = try bound(league)
        context.automaticallyMergesChangesFromParent = true
        _ = try shown(context)
        try disturb(league)
        #expect(try shown(context) == shown(league.newContext()))
    }

    @Test func child_readsThroughItsParent() throws {
        let league = try filled()
        defer { league.remove() }
        let context = try bound(league)
        let before = try shown(context)
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = context
        try disturb(league)
        #expect(try child.performAndWait { try child.names("Team") } == ["T0", "T1", "T2"])
        #expect(child.queryGenerationToken?.snapshots === context.queryGenerationToken?.snapshots)
        let error = child.performAndWait {
            #expect(throws: NSError.self) { try child.setQueryGenerationFrom(.current) }
        }
        #expect(error?.code == NSCoreDataError)
        #expect(try shown(context) == before)
    }

    /// A change of what was changed meanwhile is a conflict, as in any context that read before.
    @Test func bound_savingWhatOthersChanged_isAConflict() throws {
        let league = try filled()
        defer { league.remove() }
        let context = try bound(league)
        _ = try shown(context)
        try disturb(league)
        try context.performAndWait {
            let team = try #require(try context.all("Team", NSPredicate(format: "name == 'T0'")).first)
            team.setValue("code", forKey: "code")
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSManagedObjectMergeError)
            context.mergePolicy = NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
            try context.save()
            #expect(try context.names("Team", NSPredicate(format: "code == 'code'")) == ["changed"])
        }
    }

    @Test(arguments: ["memory", "rollback journal"])
    func bound_whereThereAreNoStates_showsTheNewest(store: String) throws {
        let league =
            store == "memory"
            ? try filled(.memory) : try filled(options: [NSSQLitePragmasOption: ["journal_mode": "DELETE"]])
        defer { league.remove() }
        let context = try bound(league)
        _ = try shown(context)
        try disturb(league)
        #expect(try shown(context) == shown(league.newContext()))
    }
}
