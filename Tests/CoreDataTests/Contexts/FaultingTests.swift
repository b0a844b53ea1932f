import Foundation
import Testing

@testable import CoreData

@Suite struct FaultingTests {
    private func filled(_ kind: League.Kind, teams: Int = 4, players: Int = 3) throws -> League {
        let league = try League(kind)
        try league.context.performAndWait {
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
        return league
    }

    @Test(arguments: League.Kind.allCases)
    func fetch_givesFaultsThatFireOnAccess(kind: League.Kind) throws {
        let league = try filled(kind)
        defer { league.remove() }
        try league.context.performAndWait {
            let team = try #require(try league.context.all("Team", sort: "name").first)
            #expect(team.isFault && team.hasFault(forRelationshipNamed: "players"))
            #expect(team.value(forKey: "name") as? String == "T0")
            #expect(!team.isFault)
            #expect((team.value(forKey: "players") as? Set<NSManagedObject>)?.count == 3)
            #expect(!team.hasFault(forRelationshipNamed: "players"))
            let request = NSFetchRequest<NSManagedObject>(entityName: "Team")
            request.returnsObjectsAsFaults = false
            #expect(try league.elsewhere { try $0.fetch(request).allSatisfy { !$0.isFault } })
        }
    }

    @Test(arguments: League.Kind.allCases)
    func objects_areUniqueAndOfTheirOwnEntity(kind: League.Kind) throws {
        let league = try filled(kind)
        defer { league.remove() }
        try league.context.performAndWait {
            let first = try league.context.all("Player", sort: "name")
            let second = try league.context.all("Player", sort: "name")
            #expect(first.count == 12 && zip(first, second).allSatisfy { $0 === $1 })
            #expect(first[0].entity.name == "Captain" && first[1].entity.name == "Player")
            #expect(league.context.object(with: first[0].objectID) === first[0])
            let uri = first[0].objectID.uriRepresentation()
            #expect(league.coordinator.managedObjectID(forURIRepresentation: uri) == first[0].objectID)
            let team = try #require(first[0].value(forKey: "team") as? NSManagedObject)
            #expect((team.value(forKey: "players") as? NSSet)?.contains(first[0]) == true)
        }
    }

    @Test(arguments: League.Kind.allCases)
    func cleanObjects_areForgottenWhenReleased(kind: League.Kind) throws {
        let league = try filled(kind)
        defer { league.remove() }
        try league.context.performAndWait {
            let id = try #require(
                try league.context.all("Sponsor").isEmpty ? try league.context.all("Team").first?.objectID : nil)
            #expect(league.context.registeredObject(for: id) == nil)
            var held: NSManagedObject? = league.context.object(with: id)
            #expect(league.context.registeredObject(for: id) === held)
            held?.setValue("changed", forKey: "name")
            held = nil
            #expect(league.context.registeredObject(for: id) != nil)
        }
    }

    @Test(arguments: League.Kind.allCases)
    func missingObject_existingObjectThrows133000_faultReadsNil(kind: League.Kind) throws {
        let league = try filled(kind)
        defer { league.remove() }
        let id = try league.context.performAndWait {
            try #require(try league.context.all("Team", sort: "name").first).objectID
        }
        let held = league.newContext()
        let fault = held.performAndWait { held.object(with: id) }
        try league.context.performAndWait {
            league.context.delete(try league.context.existingObject(with: id))
            try league.context.save()
        }
        held.performAndWait {
            #expect(throws: NSError.self) { try held.existingObject(with: id) }
            #expect(fault.value(forKey: "name") == nil)
            #expect((fault.value(forKey: "players") as? NSSet)?.count == 0)
            #expect(fault.isDeleted)
        }
    }

    @Test(arguments: League.Kind.allCases)
    func pendingChanges_countInFetches(kind: League.Kind) throws {
        let league = try filled(kind, teams: 2, players: 2)
        defer { league.remove() }
        try league.context.performAndWait {
            let context = league.context
            let teams = try context.all("Team", sort: "name")
            teams[0].setValue("Z", forKey: "name")
            context.delete(try context.all("Player", sort: "name")[3])
            _ = context.make("Team", ["name": "M"])
            #expect(try context.names("Team") == ["M", "T1", "Z"])
            #expect(try context.names("Team", NSPredicate(format: "name == 'T0'")).isEmpty)
            #expect(try context.names("Team", NSPredicate(format: "name == 'Z'")) == ["Z"])
            let request = NSFetchRequest<NSManagedObject>(entityName: "Player")
            #expect(try context.count(for: request) == 3)
            request.includesPendingChanges = false
            #expect(try context.count(for: request) == 4)
            let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Team")
            ids.resultType = .managedObjectIDResultType
            #expect(try context.fetch(ids).count == 3)
        }
    }

    @Test(arguments: League.Kind.allCases)
    func refresh_dropsOrKeepsEdits(kind: League.Kind) throws {
        let league = try filled(kind)
        defer { league.remove() }
        try league.context.performAndWait {
            let team = try #require(try league.context.all("Team", sort: "name").first)
            let id = team.objectID
            team.setValue("mine", forKey: "name")
            let other = league.newContext()
            try other.performAndWait {
                try other.existingObject(with: id).setValue("X", forKey: "code")
                try other.save()
            }
            league.context.refresh(team, mergeChanges: true)
            #expect(team.value(forKey: "name") as? String == "mine" && team.value(forKey: "code") as? String == "X")
            league.context.refresh(team, mergeChanges: false)
            #expect(team.isFault && !team.hasChanges)
            #expect(team.value(forKey: "name") as? String == "T0")
        }
    }

    @Test(arguments: League.Kind.allCases)
    func dictionaryAndCountResults(kind: League.Kind) throws {
        let league = try filled(kind)
        defer { league.remove() }
        try league.context.performAndWait {
            let request = NSFetchRequest<NSDictionary>(entityName: "Player")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["name", "number"]
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            request.fetchLimit = 2
            let rows = try league.context.fetch(request)
            #expect(rows.count == 2)
            #expect(rows.first?["name"] as? String == "T0P0" && rows.first?["number"] as? Int == 7)
            let count = NSFetchRequest<NSNumber>(entityName: "Player")
            count.resultType = .countResultType
            #expect(try league.context.fetch(count) == [12])
        }
    }
}
