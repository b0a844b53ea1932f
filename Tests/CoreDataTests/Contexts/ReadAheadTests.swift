import Foundation
import Testing

@testable import CoreData

/// The last notification.
private final class Caught: @unchecked Sendable {
    // @unchecked: posted and read on one thread.
    var note: Notification?
}

/// Members of many owners are read at once and become objects later: nobody must notice, but for the time.
@Suite struct ReadAheadTests {
    private func filled(_ league: League, teams: Int = 12, players: Int = 4) throws {
        for team in 0..<teams {
            let object = league.context.make("Team", ["name": "T\(team)"])
            for player in 0..<players {
                _ = league.context.make(
                    player == 0 ? "Captain" : "Player", ["name": "T\(team)P\(player)", "team": object])
            }
        }
        try league.context.save()
        league.context.reset()
    }

    private func members(_ team: NSManagedObject) -> [String] {
        ((team.value(forKey: "players") as? Set<NSManagedObject>) ?? []).map {
            [$0.value(forKey: "name"), $0.value(forKey: "number"), $0.entity.name].map { "\($0 ?? "nil")" }.joined(
                separator: " ")
        }.sorted()
    }

    /// What the store has, by the name of the team.
    private func stored(_ league: League) throws -> [String: [String]] {
        try league.elsewhere { context in
            Dictionary(
                uniqueKeysWithValues: try context.all("Team").map {
                    ($0.value(forKey: "name") as? String ?? "", members($0))
                })
        }
    }

    /// Random work in two contexts, one of which walks: after each save and merge it sees what the store has.
    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func walk_afterSavesAndMerges_seesWhatTheStoreHas(seed: UInt64) throws {
        try League.run { league in
            try filled(league)
            let walker = league.newContext()
            try walker.performAndWait {
                var random = SplitMix(state: seed)
                var teams = try walker.all("Team", sort: "name")
                for round in 0..<60 {
                    // Looks at some, so that rows of others are waiting.
                    for _ in 0..<random.below(4) { _ = members(random.pick(teams)) }
                    if random.below(6) == 0 { teams = try walker.all("Team", sort: "name") }
                    if random.below(5) == 0 { walker.refresh(random.pick(teams), mergeChanges: false) }
                    if random.below(12) == 0 { walker.refreshAllObjects() }
                    if random.below(2) == 0 {
                        try change(walker, &random, "w\(round)")
                        try walker.save()
                    } else {
                        let other = league.newContext()
                        let caught = Caught()
                        let token = NotificationCenter.default.addObserver(
                            forName: .NSManagedObjectContextDidSave, object: other, queue: nil
                        ) { caught.note = $0 }
                        try other.performAndWait {
                            try change(other, &random, "o\(round)")
                            try other.save()
                        }
                        NotificationCenter.default.removeObserver(token)
                        if let note = caught.note { walker.mergeChanges(fromContextDidSave: note) }
                    }
                    let truth = try stored(league)
                    for _ in 0..<5 {
                        let team = random.pick(teams)
                        guard let name = team.value(forKey: "name") as? String else { continue }
                        #expect(members(team) == truth[name], "round \(round), \(name)")
                    }
                }
            }
        }
    }

    private func change(_ context: NSManagedObjectContext, _ random: inout SplitMix, _ name: String) throws {
        // Sorted by what never changes: the same steps for the same seed.
        let players = try context.all("Player", sort: "name")
        let player = random.pick(players)
        switch random.below(4) {
        case 0: player.setValue(random.below(1000), forKey: "number")
        case 1: player.setValue(random.pick(try context.all("Team", sort: "name")), forKey: "team")
        case 2 where players.count > 20: context.delete(player)
        default:
            _ = context.make("Player", ["name": name, "team": random.pick(try context.all("Team", sort: "name"))])
        }
    }

    @Test func memberChangedAndLetGo_isReadWithItsNewValues() throws {
        try League.run { league in
            try filled(league)
            let teams = try league.context.all("Team", sort: "name")
            _ = members(teams[0])
            do {
                let player = try #require(
                    try league.context.all("Player", NSPredicate(format: "name == 'T5P2'")).first)
                player.setValue(99, forKey: "number")
                try league.context.save()
            }
            #expect(members(teams.first { $0.value(forKey: "name") as? String == "T5" }!).contains("T5P2 99 Player"))
        }
    }

    @Test func memberRefreshedAndLetGo_isReadAnew() throws {
        try League.run { league in
            try filled(league)
            let teams = try league.context.all("Team", sort: "name")
            _ = members(teams[0])
            try league.elsewhere { other in
                let player = try #require(try other.all("Player", NSPredicate(format: "name == 'T3P1'")).first)
                player.setValue(55, forKey: "number")
                try other.save()
            }
            do {
                let player = try #require(
                    try league.context.all("Player", NSPredicate(format: "name == 'T3P1'")).first)
                league.context.refresh(player, mergeChanges: false)
            }
            #expect(members(teams.first { $0.value(forKey: "name") as? String == "T3" }!).contains("T3P1 55 Player"))
        }
    }

    @Test func prefetchedMembers_areNoFault_andMadeWhenAskedFor() throws {
        try League.run { league in
            try filled(league)
            let request = NSFetchRequest<NSManagedObject>(entityName: "Team")
            request.relationshipKeyPathsForPrefetching = ["players"]
            let teams = try league.context.fetch(request)
            #expect(teams.allSatisfy { !$0.hasFault(forRelationshipNamed: "players") })
            #expect((teams[3].primitiveValue(forKey: "players") as? Set<NSManagedObject>)?.count == 4)
            #expect(members(teams[7]).count == 4)
        }
    }

    @Test func membersAddedAndRemovedBeforeTheyAreAskedFor_count() throws {
        try League.run { league in
            try filled(league)
            let teams = try league.context.all("Team", sort: "name")
            _ = members(teams[0])
            let moved = try #require(
                try league.context.all("Player", NSPredicate(format: "team == %@", teams[1])).first)
            moved.setValue(teams[2], forKey: "team")
            #expect(members(teams[1]).count == 3 && members(teams[2]).count == 5)
            try league.context.save()
            #expect(members(teams[1]).count == 3 && members(teams[2]).count == 5)
            let again = try stored(league)
            #expect(again["T1"]?.count == members(teams[1]).count)
        }
    }

    /// Saving or refreshing at each step of a walk must not read the rest again each time.
    @Test(arguments: ["save", "change members", "refresh", "nothing"])
    func walk_withWorkAtEachStep_readsEachMemberAFewTimesAtMost(work: String) throws {
        try League.run { league in
            try filled(league, teams: 700, players: 2)
            let teams = try league.context.all("Team", sort: "name")
            var readings: [MembersAhead] = []
            for (index, team) in teams.enumerated() {
                let relationship = try #require(team.layout.relationship(named: "players"))
                if let ahead = team.existingToMany(relationship)?.ahead?.all,
                    !readings.contains(where: { $0 === ahead })
                {
                    readings.append(ahead)
                }
                let players = team.value(forKey: "players") as? Set<NSManagedObject> ?? []
                #expect(players.count == 2)
                switch work {
                case "save": team.setValue("C\(index)", forKey: "code")
                case "change members": players.first?.setValue(index, forKey: "number")
                case "refresh": league.context.refresh(team, mergeChanges: false)
                default: break
                }
                try league.context.save()
            }
            #expect(readings.count <= 8)
        }
    }
}
