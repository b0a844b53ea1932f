import Foundation
import Testing

@testable import CoreData

/// What is done differently when there are many: members read in one pass, rows deleted with one statement.
@Suite struct ManyObjectsTests {
    private static let teams = 700

    /// Teams with 0 to 8 players, some of them captains; some players have no team.
    private func filled(_ kind: League.Kind) throws -> League {
        let league = try League(kind)
        var random = SystemRandomNumberGenerator()
        try league.context.performAndWait {
            var teams: [NSManagedObject] = []
            for number in 0..<Self.teams { teams.append(league.context.make("Team", ["name": "T\(number)"])) }
            for number in 0..<(Self.teams * 4) {
                let player = league.context.make(
                    Int.random(in: 0..<9, using: &random) == 0 ? "Captain" : "Player", ["name": "P\(number)"])
                if Int.random(in: 0..<10, using: &random) > 0 {
                    player.setValue(teams.randomElement(using: &random), forKey: "team")
                }
            }
            try league.context.save()
            league.context.reset()
        }
        return league
    }

    /// Names of players by name of team, as the players say.
    private func expected(_ league: League) throws -> [String: Set<String>] {
        try league.elsewhere { context in
            var result: [String: Set<String>] = [:]
            for team in try context.names("Team") { result[team] = [] }
            for player in try context.all("Player") {
                guard let team = player.value(forKeyPath: "team.name") as? String else { continue }
                result[team, default: []].insert(try #require(player.value(forKey: "name") as? String))
            }
            return result
        }
    }

    private func walked(_ league: League, prefetching: Bool, where predicate: NSPredicate? = nil) throws
        -> [String: Set<String>]
    {
        try league.elsewhere { context in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Team")
            request.predicate = predicate
            if prefetching { request.relationshipKeyPathsForPrefetching = ["players"] }
            var result: [String: Set<String>] = [:]
            for team in try context.fetch(request) {
                let players = try #require(team.value(forKey: "players") as? Set<NSManagedObject>)
                let names = players.compactMap { $0.value(forKey: "name") as? String }
                result[try #require(team.value(forKey: "name") as? String)] = Set(names)
            }
            return result
        }
    }

    @Test(arguments: League.Kind.allCases, [true, false])
    func members_ofManyOwners_areThoseThatNameThem(kind: League.Kind, prefetching: Bool) throws {
        let league = try filled(kind)
        defer { league.remove() }
        let expected = try expected(league)
        #expect(try walked(league, prefetching: prefetching) == expected)
        // Only some of the owners in the file: what belongs to others is passed over.
        let odd = try walked(league, prefetching: prefetching, where: NSPredicate(format: "name MATCHES '.*[13579]'"))
        #expect(odd == expected.filter { "13579".contains($0.key.last ?? "0") })
    }

    @Test(arguments: League.Kind.allCases)
    func members_ofOwnersFarApart_areThoseThatNameThem(kind: League.Kind) throws {
        let league = try filled(kind)
        defer { league.remove() }
        try league.elsewhere { context in
            for team in try context.all("Team", NSPredicate(format: "NOT name ENDSWITH '7'")) { context.delete(team) }
            try context.save()
        }
        let expected = try expected(league)
        #expect(expected.count == Self.teams / 10)
        #expect(try walked(league, prefetching: true) == expected)
    }

    @Test(arguments: League.Kind.allCases)
    func members_withChangesOfTheContext_keepThem(kind: League.Kind) throws {
        let league = try filled(kind)
        defer { league.remove() }
        try league.elsewhere { context in
            let teams = try context.all("Team", sort: "name")
            let mover = try #require(try context.all("Player", NSPredicate(format: "team != nil")).first)
            let before = try #require(mover.value(forKey: "team") as? NSManagedObject)
            let after = try #require(teams.first { $0 !== before })
            mover.setValue(after, forKey: "team")
            for team in teams {
                let players = try #require(team.value(forKey: "players") as? Set<NSManagedObject>)
                #expect(players.contains(mover) == (team === after))
                #expect(players.allSatisfy { $0.value(forKey: "team") as? NSManagedObject === team })
            }
        }
    }

    @Test(arguments: League.Kind.allCases)
    func cascade_overManyOwners_takesTheirMembersOnly(kind: League.Kind) throws {
        let league = try filled(kind)
        defer { league.remove() }
        let before = try expected(league)
        let (players, free) = try league.elsewhere { context in
            (
                try context.all("Player").count,
                try context.all("Player", NSPredicate(format: "team == nil")).count
            )
        }
        try league.context.performAndWait {
            for team in try league.context.all("Team", NSPredicate(format: "name MATCHES '.*[02468]'")) {
                league.context.delete(team)
            }
            try league.context.save()
            #expect(!league.context.hasChanges)
        }
        let rest = before.filter { "13579".contains($0.key.last ?? "0") }
        #expect(try expected(league) == rest)
        let left = try league.elsewhere { try $0.all("Player").count }
        #expect(left == rest.values.reduce(free) { $0 + $1.count } && left < players)
    }

    @Test(arguments: League.Kind.allCases)
    func deletes_ofRowsThatOthersChanged_nameThoseAndWriteNothing(kind: League.Kind) throws {
        let league = try filled(kind)
        defer { league.remove() }
        try league.context.performAndWait {
            let mine = try league.context.all("Player", sort: "name")
            for player in mine { _ = player.value(forKey: "rating") }
            let changed = Set(mine.filter { _ in Int.random(in: 0..<200) == 0 } + [mine[5]])
            let other = league.newContext()
            let ids = changed.map(\.objectID)
            try other.performAndWait {
                for id in ids { try other.existingObject(with: id).setValue(9.5, forKey: "rating") }
                try other.save()
            }
            for player in mine { league.context.delete(player) }
            league.context.mergePolicy = NSMergePolicy.error
            let error = try #require(throws: (any Error).self) { try league.context.save() } as NSError
            #expect(error.code == NSManagedObjectMergeError)
            let conflicts = try #require(error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict])
            #expect(Set(conflicts.map(\.sourceObject)) == changed)
            #expect(try league.elsewhere { try $0.all("Player").count } == mine.count)
            league.context.mergePolicy = NSMergePolicy.overwrite
            try league.context.save()
            #expect(try league.elsewhere { try $0.all("Player") }.isEmpty)
        }
    }

    /// Rows of one save may be of many versions.
    @Test(arguments: League.Kind.allCases)
    func deletes_ofRowsWithDifferentVersions_deleteAll(kind: League.Kind) throws {
        let league = try filled(kind)
        defer { league.remove() }
        try league.elsewhere { context in
            for round in 1...3 {
                for (index, player) in try context.all("Player", sort: "name").enumerated() where index % 4 < round {
                    player.setValue(Double(round), forKey: "rating")
                }
                try context.save()
            }
            for player in try context.all("Player") { context.delete(player) }
            try context.save()
        }
        #expect(try league.elsewhere { try $0.all("Player") }.isEmpty)
        #expect(try league.elsewhere { try $0.all("Team").count } == Self.teams)
    }
}
