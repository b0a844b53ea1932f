import Foundation
import Testing

@testable import CoreData

/// One fetch over two stores is one result: in order, cut once.
@Suite struct SeveralStoresTests {
    @Test func fetch_overTwoStores_isSortedAndCutAsOne() throws {
        let league = try League()
        defer { league.remove() }
        let other = try league.coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: league.folder.appendingPathComponent("Other.sqlite"))
        try league.context.performAndWait {
            for number in 0..<10 {
                let player = league.context.make("Player", ["name": "P\(number)", "number": number])
                if number.isMultiple(of: 2) { league.context.assign(player, to: other) }
            }
            try league.context.save()
            league.context.reset()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Player")
            request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: false)]
            func names() throws -> [String] {
                try league.context.fetch(request).compactMap { $0.value(forKey: "name") as? String }
            }
            #expect(try names() == (0..<10).reversed().map { "P\($0)" })
            request.fetchLimit = 3
            #expect(try names() == ["P9", "P8", "P7"])
            request.fetchOffset = 2
            #expect(try names() == ["P7", "P6", "P5"])
            #expect(try league.context.count(for: request) == 3)
            request.fetchOffset = 8
            #expect(try names() == ["P1", "P0"])
            #expect(try league.context.count(for: request) == 2)
            request.fetchOffset = 20
            #expect(try names() == [])
            #expect(try league.context.count(for: request) == 0)
            let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Player")
            ids.resultType = .managedObjectIDResultType
            ids.sortDescriptors = request.sortDescriptors
            ids.fetchLimit = 4
            let found = try league.context.fetch(ids).map {
                league.context.object(with: $0).value(forKey: "name") as? String
            }
            #expect(found == ["P9", "P8", "P7", "P6"])
            request.fetchOffset = 0
            request.fetchLimit = 0
            request.fetchBatchSize = 2
            #expect(try names() == (0..<10).reversed().map { "P\($0)" })
            request.affectedStores = [other]
            #expect(try names() == ["P8", "P6", "P4", "P2", "P0"])
        }
    }

    /// Emptying a store and adding it again is how apps start anew.
    @Test func destroy_ofAStoreInUse_letsItBeAddedAgain() throws {
        let league = try League(.sqlite)
        defer { league.remove() }
        try league.context.performAndWait {
            _ = league.context.make("Team", ["name": "T", "code": "1"])
            try league.context.save()
        }
        let url = try #require(league.coordinator.persistentStores.first?.url)
        try league.coordinator.destroyPersistentStore(at: url, ofType: NSSQLiteStoreType, options: nil)
        #expect(league.coordinator.persistentStores.isEmpty)
        try league.coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
        try league.context.performAndWait {
            league.context.reset()
            #expect(try league.context.all("Team").isEmpty)
            _ = league.context.make("Team", ["name": "new", "code": "1"])
            try league.context.save()
        }
        #expect(try league.elsewhere { try $0.names("Team") } == ["new"])
    }
}
