import Foundation
import Testing

@testable import CoreData

/// A walk over the results of a fetch with a batch size.
@Suite struct BatchSizeTests {
    private func filled(_ league: League, players: Int = 400) throws {
        for index in 0..<players {
            _ = league.context.make(index % 7 == 0 ? "Captain" : "Player", ["name": "P\(index)", "number": index])
        }
        try league.context.save()
        league.context.reset()
    }

    private func request(_ size: Int = 20) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Player")
        request.fetchBatchSize = size
        return request
    }

    @Test(arguments: ["by key", "by name"])
    func walk_keepsTheRowsOfTwoBatches(order: String) throws {
        try League.run { league in
            try filled(league)
            let request = request()
            if order == "by name" { request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)] }
            let players = try league.context.fetch(request)
            var most = 0
            for player in players {
                #expect(player.value(forKey: "name") as? String == "P\(player.value(forKey: "number") ?? "nil")")
                most = max(most, players.count { $0.row != nil })
            }
            #expect(players.count == 400 && most <= 60)
            // What was given back comes again.
            #expect(Set(players.map { $0.value(forKey: "number") as? Int ?? -1 }) == Set(0..<400))
        }
    }

    /// Whoever holds an object has its values as they were read, and a change stays.
    @Test func walk_objectsThatOthersHoldOrThatChanged_keepTheirValues() throws {
        try League.run { league in
            try filled(league)
            let players = try league.context.fetch(request())
            let held = [players[3], players[25]]
            #expect(held.map { $0.value(forKey: "number") as? Int ?? -1 } == [3, 25])
            players[5].setValue("changed", forKey: "name")
            let team = league.context.make("Team", ["name": "T"])
            players[6].setValue(team, forKey: "team")
            try league.elsewhere { context in
                for player in try context.fetch(request()) { player.setValue(1000, forKey: "number") }
                try context.save()
            }
            for player in players.dropFirst(40) { _ = player.value(forKey: "number") }
            #expect(held.allSatisfy { !$0.isFault })
            #expect(held.map { $0.value(forKey: "number") as? Int ?? -1 } == [3, 25])
            #expect(players[5].value(forKey: "name") as? String == "changed")
            #expect(players[6].value(forKey: "team") as? NSManagedObject === team)
            #expect((team.value(forKey: "players") as? Set<NSManagedObject>)?.contains(players[6]) == true)
            #expect(players[0].value(forKey: "number") as? Int == 1000)
        }
    }

    /// A context that keeps its objects keeps their values.
    @Test func walk_inAContextThatRetains_keepsAll() throws {
        try League.run { league in
            try filled(league)
            league.context.retainsRegisteredObjects = true
            let players = try league.context.fetch(request())
            for player in players { _ = player.value(forKey: "number") }
            #expect(players.allSatisfy { !$0.isFault })
        }
    }
}
