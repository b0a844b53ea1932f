import Foundation
import SQLite
import Testing

@testable import CoreData

/// A batch does what fetching, changing and saving does, whichever way the store goes about it.
@Suite struct BatchLawTests {
    private static let names = (0..<24).map { "P\($0)" }

    /// Teams, players and captains; the same for the same seed.
    private func filled(_ seed: UInt64, options: [AnyHashable: Any]? = nil) throws -> League {
        let league = try League(options: options)
        try league.context.performAndWait {
            let context = league.context
            var random = SplitMix(state: seed)
            let teams = (0..<3).map { context.make("Team", ["name": "T\($0)"]) }
            for name in Self.names {
                let player = context.make(
                    random.below(4) == 0 ? "Captain" : "Player", ["name": name, "number": random.below(20)])
                if random.below(3) > 0 { player.setValue(random.pick(teams), forKey: "team") }
                if random.below(3) == 0 { player.setValue(random.below(100), forKey: "rating") }
                if random.below(2) == 0 { player.setValue(random.below(2) == 0, forKey: "isActive") }
                if random.below(4) == 0 {
                    let lineup = random.pick(teams).mutableOrderedSetValue(forKey: "lineup")
                    lineup.add(player)
                }
            }
            try context.save()
        }
        return league
    }

    /// Every player with every value and the order of every line-up.
    private func contents(_ league: League) throws -> [String] {
        try league.elsewhere { context in
            let keys = ["name", "number", "salary", "id", "isActive", "rating"]
            let players = try context.all("Player").map { player in
                let team = (player.value(forKey: "team") as? NSManagedObject)?.value(forKey: "name")
                let values = keys.map { "\($0): \(player.value(forKey: $0) ?? "nil")" }.joined(separator: ", ")
                return "\(player.objectID.key.primaryKey) \(player.entity.name ?? "") \(values), team: \(team ?? "nil")"
            }
            let lineups = try context.all("Team", sort: "name").map { team in
                let members = team.mutableOrderedSetValue(forKey: "lineup").array as? [NSManagedObject] ?? []
                return "line-up \(members.map { $0.objectID.key.primaryKey })"
            }
            return players.sorted() + lineups
        }
    }

    private func predicate(_ random: inout SplitMix) -> NSPredicate? {
        switch random.below(7) {
        case 0: nil
        case 1: NSPredicate(format: "number < %d", random.below(20))
        case 2: NSPredicate(format: "team.name == %@", "T\(random.below(3))")
        case 3: NSPredicate(format: "ANY team.players.number > %d", random.below(20))
        case 4: NSPredicate(format: "isActive == YES OR rating == nil")
        case 5: NSPredicate(format: "name IN %@", (0..<2000).map { "P\($0 * 2)" })
        default: NSPredicate(format: "name BEGINSWITH[c] %@ AND team != nil", "p1")
        }
    }

    private func request(_ random: inout SplitMix) -> NSFetchRequest<NSFetchRequestResult> {
        let request = NSFetchRequest<NSFetchRequestResult>(entityName: random.below(3) == 0 ? "Captain" : "Player")
        request.predicate = predicate(&random)
        request.includesSubentities = random.below(3) > 0
        if random.below(3) == 0 {
            request.sortDescriptors = [
                NSSortDescriptor(key: "team.name", ascending: true), NSSortDescriptor(key: "name", ascending: true),
            ]
            request.fetchLimit = random.below(6)
            request.fetchOffset = random.below(3)
        }
        return request
    }

    private func objects(
        _ request: NSFetchRequest<NSFetchRequestResult>, _ context: NSManagedObjectContext
    ) throws -> [NSManagedObject] { try context.fetch(request).compactMap { $0 as? NSManagedObject } }

    private static func keys(_ ids: [NSManagedObjectID]) -> [Int64] { ids.map(\.key.primaryKey).sorted() }

    @Test(arguments: 0..<60) func delete_sameAsOneByOne(seed: UInt64) throws {
        let (batch, single) = (try filled(seed), try filled(seed))
        defer {
            batch.remove()
            single.remove()
        }
        var random = SplitMix(state: seed &+ 1000)
        let fetch = request(&random)
        let expected = try single.elsewhere { context in
            let objects = try objects(fetch, context)
            let keys = Self.keys(objects.map(\.objectID))
            for object in objects { context.delete(object) }
            try context.save()
            return keys
        }
        let request = NSBatchDeleteRequest(fetchRequest: fetch)
        request.resultType = random.pick([.resultTypeObjectIDs, .resultTypeCount, .resultTypeStatusOnly])
        let result = try #require(batch.elsewhere { try $0.execute(request) } as? NSBatchDeleteResult).result
        switch request.resultType {
        case .resultTypeObjectIDs: #expect((result as? [NSManagedObjectID]).map(Self.keys) == expected)
        case .resultTypeCount: #expect(result as? Int == expected.count)
        default: #expect(result as? Bool == true)
        }
        #expect(try contents(batch) == contents(single))
    }

    @Test(arguments: 0..<60) func update_sameAsOneByOne(seed: UInt64) throws {
        // With a history the rows are named even where nobody asks.
        let options = seed % 2 == 0 ? nil : [NSPersistentHistoryTrackingKey: true as NSNumber]
        let (batch, single) = (try filled(seed, options: options), try filled(seed))
        defer {
            batch.remove()
            single.remove()
        }
        var random = SplitMix(state: seed &+ 2000)
        let request = NSBatchUpdateRequest(entityName: random.below(3) == 0 ? "Captain" : "Player")
        request.predicate = predicate(&random)
        request.includesSubentities = random.below(3) > 0
        let possible: [(String, Any)] = [
            ("name", NSNull()), ("number", -5), ("salary", Decimal(string: "12.34") ?? 0), ("isActive", true),
            ("id", try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))), ("rating", NSNull()),
            ("rating", 2.5), ("number", NSExpression(forConstantValue: 9)),
            ("rating", NSExpression(format: "number + 1")),
        ]
        var values: [String: Any] = [:]
        for _ in 0...random.below(3) {
            let (key, value) = random.pick(possible)
            values[key] = value
        }
        let team: String? = random.pick([nil, "T0", "T1", ""])
        let expected = try single.elsewhere { context in
            let fetch = NSFetchRequest<NSManagedObject>(entityName: request.entityName)
            fetch.predicate = request.predicate
            fetch.includesSubentities = request.includesSubentities
            let objects = try context.fetch(fetch)
            let rating = objects.map { $0.value(forKey: "number") as? Int ?? 0 }
            let newTeam = try team.flatMap { try context.all("Team", NSPredicate(format: "name == %@", $0)).first }
            for (object, number) in zip(objects, rating) {
                for (key, value) in values {
                    if let expression = value as? CoreData.NSExpression {
                        let isConstant = expression.expressionType == .constantValue
                        object.setValue(isConstant ? expression.constantValue : number + 1, forKey: key)
                    } else {
                        object.setValue(value is NSNull ? nil : value, forKey: key)
                    }
                }
                if team != nil { object.setValue(newTeam, forKey: "team") }
            }
            try context.save()
            return Self.keys(objects.map(\.objectID))
        }
        request.resultType = random.pick([
            .updatedObjectIDsResultType, .updatedObjectsCountResultType, .statusOnlyResultType,
        ])
        let result = try batch.elsewhere { context in
            if let team {
                let new = try context.all("Team", NSPredicate(format: "name == %@", team)).first
                values["team"] = new.map { $0.objectID } ?? NSNull()
            }
            request.propertiesToUpdate = values
            return try #require(try context.execute(request) as? NSBatchUpdateResult).result
        }
        switch request.resultType {
        case .updatedObjectIDsResultType: #expect((result as? [NSManagedObjectID]).map(Self.keys) == expected)
        case .updatedObjectsCountResultType: #expect(result as? Int == expected.count)
        default: #expect(result as? Bool == true)
        }
        #expect(try contents(batch) == contents(single))
        if options != nil, !expected.isEmpty { try checkHistory(of: batch, names: Set(values.keys), keys: expected) }
    }

    private func checkHistory(of league: League, names: Set<String>, keys: [Int64]) throws {
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
        let result = try league.elsewhere { try $0.execute(request) } as? NSPersistentHistoryResult
        let last = try #require((result?.result as? [NSPersistentHistoryTransaction])?.last?.changes)
        #expect(last.map(\.changedObjectID.key.primaryKey).sorted() == keys)
        #expect(last.allSatisfy { $0.changeType == .update })
        #expect(last.allSatisfy { Set($0.updatedProperties?.map(\.name) ?? []).isSubset(of: names) })
    }

    @Test func update_underneathAnotherContext_isAConflictThere() throws {
        let league = try filled(3)
        defer { league.remove() }
        try league.context.performAndWait {
            let player = try league.context.all("Player", NSPredicate(format: "name == 'P3'"))[0]
            player.setValue("mine", forKey: "name")
            let request = NSBatchUpdateRequest(entityName: "Player")
            request.propertiesToUpdate = ["number": 1]
            try league.elsewhere { _ = try $0.execute(request) }
            #expect {
                try league.context.save()
            } throws: { ($0 as NSError).code == NSManagedObjectMergeError }
        }
    }

    @Test func delete_withHistory_isRecorded() throws {
        let league = try filled(4, options: [NSPersistentHistoryTrackingKey: true as NSNumber])
        defer { league.remove() }
        let fetch = NSFetchRequest<NSFetchRequestResult>(entityName: "Player")
        let count = try league.elsewhere { context in
            context.transactionAuthor = "sweeper"
            let count = try context.all("Player").count
            try context.execute(NSBatchDeleteRequest(fetchRequest: fetch))
            return count
        }
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
        let result = try league.elsewhere { try $0.execute(request) } as? NSPersistentHistoryResult
        let last = try #require((result?.result as? [NSPersistentHistoryTransaction])?.last)
        #expect(last.author == "sweeper" && last.changes?.count == count)
        #expect(last.changes?.allSatisfy { $0.changeType == .delete } == true)
    }

    @Test func update_valueThatDoesNotFit_throwsAndChangesNothing() throws {
        let league = try filled(5)
        defer { league.remove() }
        let before = try contents(league)
        for values: [String: Any] in [["number": "many"], ["nothing": 1], ["rating": 1, "players": 2]] {
            let request = NSBatchUpdateRequest(entityName: "Player")
            request.propertiesToUpdate = values
            #expect {
                try league.elsewhere { _ = try $0.execute(request) }
            } throws: { ($0 as NSError).code == NSCoreDataError }
        }
        #expect(try contents(league) == before)
    }

    /// A row that is of no entity of the model is nobody's to change.
    @Test func rowsOfNoEntity_stayAsTheyAre() throws {
        let league = try filled(6)
        defer { league.remove() }
        let path = league.folder.appendingPathComponent("League.sqlite").path
        let connection = try Connection(path: path, mode: .readWrite, busyTimeout: 5)
        defer { connection.close() }
        try connection.execute(
            "INSERT INTO ZPLAYER (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (900, 77, 1, 'stray')", purpose: "test")
        let update = NSBatchUpdateRequest(entityName: "Player")
        update.propertiesToUpdate = ["name": "changed"]
        try league.elsewhere { _ = try $0.execute(update) }
        let all = NSFetchRequest<NSFetchRequestResult>(entityName: "Player")
        try league.elsewhere { _ = try $0.execute(NSBatchDeleteRequest(fetchRequest: all)) }
        #expect(try connection.firstInteger("SELECT count(*) FROM ZPLAYER", purpose: "test") == 1)
        #expect(try connection.firstString("SELECT ZNAME FROM ZPLAYER", purpose: "test") == "stray")
    }
}
