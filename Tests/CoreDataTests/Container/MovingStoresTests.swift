import Foundation
import Testing

@testable import CoreData

/// `migratePersistentStore`: everything arrives, and nothing is lost when it does not.
@Suite struct MovingStoresTests {
    private static let kinds = [League.Kind.sqlite, .memory]
    private static let photo = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

    private func league(_ kind: League.Kind, options: [AnyHashable: Any]? = nil) throws -> League {
        let model = League.makeModel()
        model.entitiesByName["Player"]?.attributesByName["photo"]?.allowsExternalBinaryDataStorage = true
        let league = try League(kind, model: model, options: options)
        try league.context.performAndWait {
            let context = league.context
            let sponsors = (0..<4).map { context.make("Sponsor", ["name": "S\($0)"]) }
            for index in 0..<3 {
                let team = context.make(
                    "Team",
                    ["name": "T\(index)", "code": "c\(index)", "founded": Date(timeIntervalSince1970: 0.25)])
                team.setValue(Set(sponsors.dropFirst(index)), forKey: "sponsors")
                let players = (0..<5).map { number -> NSManagedObject in
                    let player = context.make(
                        number == 0 ? "Captain" : "Player",
                        [
                            "name": "T\(index)P\(number)", "number": number, "team": team, "rating": 1.5,
                            "salary": NSDecimalNumber(string: "12345.67"), "isActive": number % 2 == 0,
                            "id": UUID(
                                uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, UInt8(index), UInt8(number))),
                        ])
                    if number == 0 { player.setValue("red", forKey: "armband") }
                    if number == 1 { player.setValue(Self.photo, forKey: "photo") }
                    return player
                }
                team.setValue(NSOrderedSet(array: [players[3], players[1], players[4]]), forKey: "lineup")
            }
            context.delete(sponsors[3])
            try context.save()
        }
        return league
    }

    /// All there is, in words.
    private func content(_ league: League) throws -> [String] {
        try league.elsewhere { context in
            var lines: [String] = []
            for entity in ["Player", "Sponsor", "Team"] {
                for object in try context.all(entity, sort: "name") {
                    var line = "\(object.entity.name ?? "") \(object.objectID.uriRepresentation().lastPathComponent)"
                    for (name, property) in object.entity.propertiesByName.sorted(by: { $0.key < $1.key }) {
                        let value = object.value(forKey: name)
                        func title(_ object: Any?) -> String {
                            (object as? NSManagedObject)?.value(forKey: "name") as? String ?? "nil"
                        }
                        switch value {
                        case let set as Set<NSManagedObject>: line += " \(name)=\(set.map { title($0) }.sorted())"
                        case let set as NSOrderedSet: line += " \(name)=\(set.array.map { title($0) })"
                        case let data as Data: line += " \(name)=\(data == Self.photo)"
                        default:
                            line +=
                                " \(name)="
                                + (property is NSRelationshipDescription ? title(value) : "\(value ?? "nil")")
                        }
                    }
                    lines.append(line)
                }
            }
            return lines
        }
    }

    private func move(_ league: League, to kind: League.Kind, at url: URL) throws -> NSPersistentStore {
        try league.coordinator.migratePersistentStore(
            league.coordinator.persistentStores[0], to: url,
            withType: kind == .sqlite ? NSSQLiteStoreType : NSInMemoryStoreType)
    }

    @Test(arguments: kinds, kinds)
    func moved_betweenKinds_allIsThere(from: League.Kind, to: League.Kind) throws {
        let league = try league(from)
        defer { league.remove() }
        let before = try content(league)
        #expect(before.count == 21)
        let old = league.coordinator.persistentStores[0]
        let url = league.folder.appendingPathComponent("Moved.sqlite")
        let new = try move(league, to: to, at: url)
        #expect(league.coordinator.persistentStores == [new] && old.persistentStoreCoordinator == nil)
        #expect(try content(league) == before)
        if to == .sqlite { #expect(new.url == url && FileManager.default.fileExists(atPath: url.path)) }
        if from == .sqlite { #expect(FileManager.default.fileExists(atPath: old.url?.path ?? "")) }
        // Work goes on: new keys are new, and relationships are whole.
        try league.elsewhere { context in
            let sponsor = context.make("Sponsor", ["name": "new"])
            let team = try #require(try context.all("Team", sort: "name").first)
            sponsor.setValue(Set([team]), forKey: "teams")
            _ = context.make("Captain", ["name": "new", "team": team])
            try context.save()
            #expect(try context.all("Sponsor").count == 4 && context.all("Player").count == 16)
            #expect((team.value(forKey: "sponsors") as? Set<NSManagedObject>)?.count == 4)
            context.delete(team)
            try context.save()
            #expect(try context.all("Player").count == 10)
        }
    }

    /// A file that stays a file keeps its identity and its history.
    @Test func moved_asFile_keepsIDsAndHistory() throws {
        let league = try league(.sqlite, options: [NSPersistentHistoryTrackingKey: true])
        defer { league.remove() }
        let uri = try league.elsewhere { try $0.all("Team", sort: "name")[1].objectID.uriRepresentation() }
        let new = try league.coordinator.migratePersistentStore(
            league.coordinator.persistentStores[0], to: league.folder.appendingPathComponent("M.sqlite"),
            options: [NSPersistentHistoryTrackingKey: true], type: .sqlite)
        #expect(new.options?[NSPersistentHistoryTrackingKey] as? Bool == true)
        try league.elsewhere { context in
            let id = try #require(league.coordinator.managedObjectID(forURIRepresentation: uri))
            #expect(try context.existingObject(with: id).value(forKey: "name") as? String == "T1")
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
            let history = try context.execute(request) as? NSPersistentHistoryResult
            #expect((history?.result as? [NSPersistentHistoryTransaction])?.count == 1)
        }
    }

    @Test(arguments: kinds)
    func moved_ontoAStore_isRefusedAndBothStay(from: League.Kind) throws {
        let (league, other) = (try league(from), try league(.sqlite))
        defer {
            league.remove()
            other.remove()
        }
        let url = try #require(other.coordinator.persistentStores[0].url)
        let (mine, theirs) = (try content(league), try content(other))
        let error = #expect(throws: NSError.self) { try move(league, to: .sqlite, at: url) }
        #expect(error?.code == NSPersistentStoreOperationError)
        #expect(try content(league) == mine && content(other) == theirs)
        #expect(throws: NSError.self) {
            try league.coordinator.migratePersistentStore(
                other.coordinator.persistentStores[0], to: league.folder.appendingPathComponent("X.sqlite"),
                type: .sqlite)
        }
    }

    @Test(arguments: kinds)
    func moved_whereNothingCanBeWritten_goesOnAsBefore(from: League.Kind) throws {
        let league = try league(from)
        defer { league.remove() }
        let before = try content(league)
        let url = league.folder.appendingPathComponent("missing/Moved.sqlite")
        #expect(throws: NSError.self) { try move(league, to: .sqlite, at: url) }
        #expect(throws: NSError.self) {
            try league.coordinator.migratePersistentStore(
                league.coordinator.persistentStores[0], to: url, withType: "NoSuchType")
        }
        #expect(try content(league) == before && league.coordinator.persistentStores.count == 1)
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }
}
