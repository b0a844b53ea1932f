import Foundation
import Testing

@testable import CoreData

/// Key paths over relationships, and key paths that start at a value of a predicate.
@Suite struct ValuePathTests {
    private func filled(_ kind: League.Kind) throws -> League {
        let league = try League(kind)
        try league.context.performAndWait {
            for team in 0..<3 {
                let object = league.context.make("Team", ["name": "T\(team)"])
                for player in 0..<4 {
                    let member = league.context.make(
                        "Player", ["name": "T\(team)P\(player)", "number": team * 4 + player, "team": object])
                    if player < 2 { object.mutableOrderedSetValue(forKey: "lineup").add(member) }
                }
            }
            try league.context.save()
            league.context.reset()
        }
        return league
    }

    @Test(arguments: League.Kind.allCases)
    func keyPath_overAToMany_givesASetOfTheValues(kind: League.Kind) throws {
        let league = try filled(kind)
        defer { league.remove() }
        try league.context.performAndWait {
            let team = try #require(try league.context.all("Team", sort: "name").first)
            #expect(team.value(forKeyPath: "players.name") as? Set<String> == ["T0P0", "T0P1", "T0P2", "T0P3"])
            #expect(team.value(forKeyPath: "players.name") is NSSet)
            #expect((team.value(forKeyPath: "lineup.name") as? NSOrderedSet)?.array as? [String] == ["T0P0", "T0P1"])
            #expect(team.value(forKeyPath: "players.@count") as? Int == 4)
            #expect(team.value(forKeyPath: "players.@max.number") as? Int == 3)
            let player = try #require(team.value(forKey: "players") as? Set<NSManagedObject>).first
            #expect(player?.value(forKeyPath: "team.name") as? String == "T0")
            #expect(player?.value(forKeyPath: "team.players.team.name") as? Set<String> == ["T0"])
            // A member without a value is left out, a path through nil is nil.
            player?.setValue(nil, forKey: "number")
            #expect((team.value(forKeyPath: "players.number") as? NSSet)?.count == 3)
            player?.setValue(nil, forKey: "team")
            #expect(player?.value(forKeyPath: "team.players.name") == nil)
        }
    }

    @Test(arguments: League.Kind.allCases)
    func predicate_withAPathFromAnObject_readsThePath(kind: League.Kind) throws {
        let league = try filled(kind)
        defer { league.remove() }
        try league.context.performAndWait {
            let players = try league.context.all("Player", sort: "name")
            // The same format with other objects: what was read for one must not be taken for another.
            for player in [players[0], players[5], players[11], players[0]] {
                let name = try #require(player.value(forKey: "name") as? String)
                let mates = NSPredicate(format: "team == %@.team AND SELF != %@", player, player)
                let expected = players.map { $0.value(forKey: "name") as? String ?? "" }
                    .filter { $0.hasPrefix(name.prefix(2)) && $0 != name }
                #expect(try league.context.names("Player", mates) == expected)
                #expect(
                    expected
                        == players.filter { mates.evaluate(with: $0) }.compactMap {
                            $0.value(forKey: "name") as? String
                        })
                let compound = NSCompoundPredicate(andPredicateWithSubpredicates: [
                    NSPredicate(format: "team.name == %@.team.name", player), NSPredicate(format: "number >= 0"),
                ])
                #expect(try league.context.names("Player", compound).count == 4)
                let template = NSPredicate(format: "number > $OTHER.number AND team.name == $OTHER.team.name")
                let later = template.withSubstitutionVariables(["OTHER": player])
                #expect(
                    try league.context.names("Player", later)
                        == players.filter { later.evaluate(with: $0) }.compactMap {
                            $0.value(forKey: "name") as? String
                        })
                let request = NSFetchRequest<NSManagedObject>(entityName: "Player")
                request.predicate = mates
                #expect(try league.context.count(for: request) == 3)
            }
            #expect {
                try league.context.names("Player", NSPredicate(format: "name == %@.nothing", "text"))
            } throws: { ($0 as NSError).code == NSPersistentStoreIncompatibleSchemaError }
        }
    }

    @Test(arguments: League.Kind.allCases)
    func bitOperators_selectTheSameInMemoryAndStore(kind: League.Kind) throws {
        let league = try filled(kind)
        defer { league.remove() }
        try league.context.performAndWait {
            let players = try league.context.all("Player", sort: "name")
            let tests: [(String, (Int) -> Bool)] = [
                ("(number & 1) == 1", { $0 & 1 == 1 }),
                ("number & 3 == 2", { $0 & 3 == 2 }),
                ("(number | 4) == 7", { $0 | 4 == 7 }),
                ("(number ^ 5) < 4", { $0 ^ 5 < 4 }),
                ("(number << 2) > 20", { $0 << 2 > 20 }),
                ("(number >> 1) == 2", { $0 >> 1 == 2 }),
                ("(~number & 1) == 0", { ~$0 & 1 == 0 }),
                ("1 + 1 | number & 4 == 6", { (1 + 1) | ($0 & 4) == 6 }),
                ("NOT (number & 8 != 0) && number ^ 1 | 2 > 3", { !($0 & 8 != 0) && ($0 ^ 1) | 2 > 3 }),
            ]
            for (format, holds) in tests {
                let predicate = NSPredicate(format: format)
                let expected = players.filter { holds($0.value(forKey: "number") as? Int ?? 0) }
                    .compactMap { $0.value(forKey: "name") as? String }
                #expect(try league.context.names("Player", predicate) == expected, "\(format)")
                #expect(
                    players.filter { predicate.evaluate(with: $0) }.compactMap { $0.value(forKey: "name") as? String }
                        == expected, "\(format)")
                // What is printed is read as the same.
                #expect(NSPredicate(format: "\(predicate)") == predicate, "\(format)")
            }
            let mask = NSPredicate(format: "(number & %d) > 0", 4)
            #expect(try league.context.names("Player", mask).count == 4)
        }
    }

    @Test func transformer_isFoundByTheNameOfItsClass() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("transformer-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let tags = NSAttributeDescription()
        tags.name = "tags"
        tags.attributeType = .transformableAttributeType
        tags.valueTransformerName = "NSSecureUnarchiveFromDataTransformer"
        let note = NSEntityDescription()
        note.name = "Note"
        note.properties = [tags]
        let model = NSManagedObjectModel()
        model.entities = [note]
        let league = try League(.sqlite, model: model, folder: folder)
        try league.context.performAndWait {
            league.context.make("Note", [:]).setValue(["a", "b"] as NSArray, forKey: "tags")
            try league.context.save()
        }
        try league.elsewhere { context in
            let note = try context.all("Note").first
            #expect(note?.value(forKey: "tags") as? [String] == ["a", "b"])
        }
    }
}
