import Foundation
import Testing

@testable import CoreData

@Suite struct BatchTests {
    private func filled(_ count: Int = 10) throws -> League {
        let league = try League()
        try league.context.performAndWait {
            let team = league.context.make("Team", ["name": "A"])
            for index in 0..<count {
                _ = league.context.make("Player", ["name": "P\(index)", "number": index, "team": team])
            }
            try league.context.save()
        }
        return league
    }

    @Test func delete_fetchRequest_removesRowsAndTellsIDs() throws {
        let league = try filled()
        defer { league.remove() }
        try league.context.performAndWait {
            let held = try league.context.all("Player", NSPredicate(format: "number == 3"))[0]
            let fetch = NSFetchRequest<NSFetchRequestResult>(entityName: "Player")
            fetch.predicate = NSPredicate(format: "number < 5")
            let request = NSBatchDeleteRequest(fetchRequest: fetch)
            request.resultType = .resultTypeObjectIDs
            let result = try league.context.execute(request) as? NSBatchDeleteResult
            let ids = try #require(result?.result as? [NSManagedObjectID])
            #expect(ids.count == 5 && ids.contains(held.objectID))
            #expect(try league.context.all("Player").count == 5)
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [league.context])
            #expect(held.isDeleted && !league.context.hasChanges)
        }
    }

    @Test func delete_objectIDs_followsCascade() throws {
        let league = try filled()
        defer { league.remove() }
        try league.context.performAndWait {
            let team = try league.context.all("Team")[0]
            let request = NSBatchDeleteRequest(objectIDs: [team.objectID])
            request.resultType = .resultTypeCount
            let result = try league.context.execute(request) as? NSBatchDeleteResult
            #expect(result?.result as? Int == 11)
            league.context.reset()
            #expect(try league.context.all("Player").isEmpty)
        }
    }

    @Test func update_constantsAndExpressions() throws {
        let league = try filled()
        defer { league.remove() }
        try league.context.performAndWait {
            let request = NSBatchUpdateRequest(entityName: "Player")
            request.predicate = NSPredicate(format: "number >= 5")
            request.propertiesToUpdate = [
                "number": NSExpression(format: "number + 100"), "name": "changed", "team": NSNull(),
            ]
            request.resultType = .updatedObjectsCountResultType
            let result = try league.context.execute(request) as? NSBatchUpdateResult
            #expect(result?.result as? Int == 5)
            league.context.reset()
            #expect(
                try league.context.all(
                    "Player", NSPredicate(format: "number > 100 AND name == 'changed' AND team == nil")
                ).count == 5)
        }
    }

    @Test func insert_dictionariesDefaultsAndUpsert() throws {
        let league = try filled(0)
        defer { league.remove() }
        try league.context.performAndWait {
            let request = NSBatchInsertRequest(
                entityName: "Team", objects: [["name": "B", "code": "X"], ["name": "C", "code": "Y"]])
            request.resultType = .count
            #expect((try league.context.execute(request) as? NSBatchInsertResult)?.result as? Int == 2)
            league.context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try league.context.execute(NSBatchInsertRequest(entityName: "Team", objects: [["name": "D", "code": "X"]]))
            league.context.reset()
            #expect(try league.context.names("Team") == ["A", "C", "D"])
            var left = 3
            try league.context.execute(
                NSBatchInsertRequest(
                    entityName: "Player",
                    managedObjectHandler: { player in
                        if left == 0 { return true }
                        left -= 1
                        player.setValue("H\(left)", forKey: "name")
                        return false
                    }))
            #expect(try league.context.names("Player", NSPredicate(format: "number == 7")) == ["H0", "H1", "H2"])
        }
    }

    @Test func inMemoryStore_refuses134091() throws {
        try League.run(.memory) { league in
            #expect {
                try league.context.execute(NSBatchUpdateRequest(entityName: "Player"))
            } throws: { ($0 as NSError).code == NSPersistentStoreUnsupportedRequestTypeError }
        }
    }
}
