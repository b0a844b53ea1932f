import Foundation
import Testing

@testable import CoreData

@Suite struct SavingTests {
    @Test(arguments: League.Kind.allCases)
    func save_valuesOfEveryType_comeBackEqual(kind: League.Kind) throws {
        try League.run(kind) { league in
            let id = UUID()
            let date = Date(timeIntervalSinceReferenceDate: 700_000_000.25)
            let team = league.context.make("Team", ["name": "Daegu", "founded": date])
            let player = league.context.make(
                "Player",
                [
                    "name": "한글 🏅", "number": 10, "salary": NSDecimalNumber(string: "62942.07"), "id": id,
                    "photo": Data([0, 1, 2]), "isActive": true, "rating": 7.25, "team": team,
                ])
            try league.context.save()
            #expect(!player.objectID.isTemporaryID)
            #expect(!player.hasChanges && !league.context.hasChanges)

            let other = league.newContext()
            try other.performAndWait {
                let found = try #require(try other.all("Player").first)
                #expect(found.value(forKey: "name") as? String == "한글 🏅")
                #expect(found.value(forKey: "number") as? Int == 10)
                #expect(found.value(forKey: "salary") as? NSDecimalNumber == NSDecimalNumber(string: "62942.07"))
                #expect(found.value(forKey: "id") as? UUID == id)
                #expect(found.value(forKey: "photo") as? Data == Data([0, 1, 2]))
                #expect(found.value(forKey: "isActive") as? Bool == true)
                #expect(found.value(forKey: "rating") as? Double == 7.25)
                let itsTeam = try #require(found.value(forKey: "team") as? NSManagedObject)
                #expect(itsTeam.value(forKey: "founded") as? Date == date)
                #expect((itsTeam.value(forKey: "players") as? NSSet)?.count == 1)
            }
        }
    }

    @Test(arguments: League.Kind.allCases)
    func insert_default_isThereAtOnceAndAfterSaving(kind: League.Kind) throws {
        try League.run(kind) { league in
            let player = league.context.make("Player")
            #expect(player.value(forKey: "number") as? Int == 7)
            #expect(player.isInserted && player.hasChanges && !player.isUpdated)
            try league.context.save()
            league.context.reset()
            #expect(try league.context.all("Player").first?.value(forKey: "number") as? Int == 7)
        }
    }

    @Test(arguments: League.Kind.allCases)
    func save_missingRequiredValue_fails1570AndKeepsEverything(kind: League.Kind) throws {
        try League.run(kind) { league in
            let team = league.context.make("Team")
            _ = league.context.make("Player", ["name": "A"])
            #expect {
                try league.context.save()
            } throws: { error in
                let error = error as NSError
                return error.domain == NSCocoaErrorDomain && error.code == NSValidationMissingMandatoryPropertyError
                    && error.userInfo[NSValidationKeyErrorKey] as? String == "name"
                    && error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === team
            }
            #expect(league.context.insertedObjects.count == 2)
            #expect(try league.elsewhere { try $0.all("Player").isEmpty })
            team.setValue("Named", forKey: "name")
            try league.context.save()
            #expect(try league.context.all("Player").count == 1)
        }
    }

    @Test func save_severalInvalidObjects_fails1560WithDetails() throws {
        try League.run { league in
            _ = league.context.make("Team")
            _ = league.context.make("Team")
            #expect {
                try league.context.save()
            } throws: { error in
                let error = error as NSError
                return error.code == NSValidationMultipleErrorsError
                    && (error.userInfo[NSDetailedErrorsKey] as? [NSError])?.count == 2
            }
        }
    }

    @Test(arguments: League.Kind.allCases)
    func delete_cascade_removesChildrenAndNullifies(kind: League.Kind) throws {
        try League.run(kind) { league in
            let team = league.context.make("Team", ["name": "A"])
            let sponsor = league.context.make("Sponsor", ["name": "S"])
            for index in 0..<5 { _ = league.context.make("Player", ["name": "P\(index)", "team": team]) }
            team.mutableSetValue(forKey: "sponsors").add(sponsor)
            try league.context.save()
            #expect((sponsor.value(forKey: "teams") as? NSSet)?.count == 1)
            league.context.delete(team)
            #expect(team.isDeleted)
            try league.context.save()
            #expect(!team.isDeleted && team.managedObjectContext == nil)
            #expect(try league.context.all("Player").isEmpty)
            #expect(try league.context.all("Sponsor").count == 1)
            #expect((sponsor.value(forKey: "teams") as? NSSet)?.count == 0)
            league.context.reset()
            let again = try #require(try league.context.all("Sponsor").first)
            #expect((again.value(forKey: "teams") as? NSSet)?.count == 0)
        }
    }

    @Test(arguments: League.Kind.allCases)
    func ordered_changesOfOrder_areKept(kind: League.Kind) throws {
        try League.run(kind) { league in
            let team = league.context.make("Team", ["name": "A"])
            let players = (0..<6).map { league.context.make("Player", ["name": "P\($0)"]) }
            let lineup = team.mutableOrderedSetValue(forKey: "lineup")
            for index in [3, 1, 0, 2] { lineup.add(players[index]) }
            try league.context.save()
            lineup.insert(players[5], at: 1)
            lineup.remove(players[0])
            try league.context.save()
            league.context.reset()
            let again = try #require(try league.context.all("Team").first)
            let names = (again.value(forKey: "lineup") as? NSOrderedSet)?.array.compactMap {
                ($0 as? NSManagedObject)?.value(forKey: "name") as? String
            }
            #expect(names == ["P3", "P5", "P1", "P2"])
        }
    }

    @Test(arguments: League.Kind.allCases)
    func inverses_areKeptWhileEditing(kind: League.Kind) throws {
        try League.run(kind) { league in
            let (a, b) = (league.context.make("Team", ["name": "A"]), league.context.make("Team", ["name": "B"]))
            let player = league.context.make("Player", ["name": "P", "team": a])
            #expect((a.value(forKey: "players") as? NSSet)?.contains(player) == true)
            try league.context.save()
            b.mutableSetValue(forKey: "players").add(player)
            #expect(player.value(forKey: "team") as? NSManagedObject === b)
            #expect((a.value(forKey: "players") as? NSSet)?.count == 0)
            player.setValue(nil, forKey: "team")
            #expect((b.value(forKey: "players") as? NSSet)?.count == 0)
            try league.context.save()
            #expect(try league.context.all("Player", NSPredicate(format: "team == nil")).count == 1)
        }
    }

    @Test(arguments: League.Kind.allCases)
    func rollback_undoesInsertsUpdatesAndDeletes(kind: League.Kind) throws {
        try League.run(kind) { league in
            let team = league.context.make("Team", ["name": "A"])
            let player = league.context.make("Player", ["name": "P", "team": team])
            try league.context.save()
            team.setValue("B", forKey: "name")
            player.setValue(nil, forKey: "team")
            let extra = league.context.make("Player", ["name": "X"])
            let doomed = league.context.make("Team", ["name": "D"])
            league.context.delete(doomed)
            league.context.delete(player)
            league.context.rollback()
            #expect(!league.context.hasChanges)
            #expect(team.value(forKey: "name") as? String == "A")
            #expect(player.value(forKey: "team") as? NSManagedObject === team)
            #expect((team.value(forKey: "players") as? NSSet)?.count == 1)
            #expect(extra.managedObjectContext == nil)
            #expect(try league.context.names("Player") == ["P"])
        }
    }

    @Test func willSave_changesMadeThere_areSaved() throws {
        let model = League.makeModel()
        model.entitiesByName["Player"]?.managedObjectClassName = NSStringFromClass(StampedPlayer.self)
        let league = try League(model: model)
        defer { league.remove() }
        try league.context.performAndWait {
            let player = try #require(league.context.make("Player", ["name": "P"]) as? StampedPlayer)
            try league.context.save()
            #expect(player.value(forKey: "rating") as? Double == 1)
            #expect(
                player.events == ["awakeFromInsert", "willSave", "willSave", "didSave"]
                    || player.events.first == "awakeFromInsert")
            league.context.reset()
            #expect(try league.context.all("Player").first?.value(forKey: "rating") as? Double == 1)
        }
    }

    @Test func save_nothingChanged_postsNothing() throws {
        try League.run { league in
            let posted = Counter()
            let token = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextWillSave, object: league.context, queue: nil
            ) { _ in posted.add() }
            try league.context.save()
            #expect(posted.value == 0)
            _ = league.context.make("Player")
            try league.context.save()
            #expect(posted.value == 1)
            NotificationCenter.default.removeObserver(token)
        }
    }

    @Test func didSave_notification_carriesTheObjects() throws {
        try League.run { league in
            let kept = league.context.make("Player", ["name": "kept"])
            let gone = league.context.make("Player", ["name": "gone"])
            try league.context.save()
            let seen = Box<[String: Set<NSManagedObject>]>([:])
            let token = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextDidSave, object: league.context, queue: nil
            ) { note in
                for key in [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey] {
                    if let set = note.userInfo?[key] as? Set<NSManagedObject> { seen.value[key] = set }
                }
            }
            kept.setValue("changed", forKey: "name")
            league.context.delete(gone)
            let new = league.context.make("Player", ["name": "new"])
            try league.context.save()
            #expect(
                seen.value == [NSInsertedObjectsKey: [new], NSUpdatedObjectsKey: [kept], NSDeletedObjectsKey: [gone]])
            NotificationCenter.default.removeObserver(token)
        }
    }
}

/// Sets its rating when it is saved.
final class StampedPlayer: NSManagedObject {
    nonisolated(unsafe) var events: [String] = []

    override func awakeFromInsert() {
        super.awakeFromInsert()
        events.append("awakeFromInsert")
    }

    override func willSave() {
        super.willSave()
        events.append("willSave")
        if value(forKey: "rating") as? Double != 1 { setValue(1.0, forKey: "rating") }
    }

    override func didSave() {
        super.didSave()
        events.append("didSave")
    }
}

/// Counts from any thread.
final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    func add() { lock.withLock { count += 1 } }
    var value: Int { lock.withLock { count } }
}

/// Holds a value for one queue.
final class Box<Value>: @unchecked Sendable {
    var value: Value
    init(_ value: Value) { self.value = value }
}
