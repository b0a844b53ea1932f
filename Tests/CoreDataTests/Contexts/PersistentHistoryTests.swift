import Combine
import Foundation
import Synchronization
import Testing

@testable import CoreData

@Suite struct PersistentHistoryTests {
    private static var options: [AnyHashable: Any] { [NSPersistentHistoryTrackingKey: true as NSNumber] }

    /// Three transactions by "importer", "editor" and nobody: two players, one changed, one deleted.
    private func recorded(_ model: NSManagedObjectModel = League.makeModel()) throws -> League {
        let league = try League(model: model, options: Self.options)
        let context = league.context
        try context.performAndWait {
            context.name = "main"
            context.transactionAuthor = "importer"
            let first = context.make("Player", ["name": "Kim", "number": 1])
            let second = context.make("Player", ["name": "Lee", "number": 2])
            try context.save()
            context.transactionAuthor = "editor"
            first.setValue(10, forKey: "number")
            first.setValue("Kim Y.", forKey: "name")
            try context.save()
            context.transactionAuthor = nil
            context.delete(second)
            try context.save()
        }
        return league
    }

    private func fetch(
        _ league: League, _ request: NSPersistentHistoryChangeRequest
    ) throws -> [NSPersistentHistoryTransaction] {
        let result = try league.elsewhere { try $0.execute(request) } as? NSPersistentHistoryResult
        return try #require(result?.result as? [NSPersistentHistoryTransaction])
    }

    private static let everything: NSPersistentHistoryToken? = nil

    @Test func fetch_everything_tellsEachSaveWithItsChanges() throws {
        let league = try recorded()
        defer { league.remove() }
        let transactions = try fetch(league, .fetchHistory(after: Self.everything))
        #expect(transactions.map(\.author) == ["importer", "editor", nil])
        #expect(transactions.allSatisfy { $0.contextName == "main" && !$0.processID.isEmpty })
        #expect(transactions.map(\.transactionNumber) == [1, 2, 3])
        #expect(transactions.map { $0.changes?.map(\.changeType) } == [[.insert, .insert], [.update], [.delete]])
        let update = try #require(transactions[1].changes?.first)
        #expect(update.updatedProperties.map { Set($0.map(\.name)) } == ["name", "number"])
        #expect(update.transaction === transactions[1])
        #expect(update.changedObjectID == transactions[0].changes?[0].changedObjectID)
        #expect(transactions[0].changes?[0].updatedProperties == nil)
    }

    @Test func fetch_afterToken_tellsWhatCameLater() throws {
        let league = try recorded()
        defer { league.remove() }
        let all = try fetch(league, .fetchHistory(after: Self.everything))
        #expect(try fetch(league, .fetchHistory(after: all[0].token)).map(\.transactionNumber) == [2, 3])
        #expect(try fetch(league, .fetchHistory(after: all[1])).map(\.transactionNumber) == [3])
        #expect(try fetch(league, .fetchHistory(after: all[1].timestamp)).map(\.transactionNumber) == [3])
        let now = try #require(league.coordinator.currentPersistentHistoryToken(fromStores: nil))
        #expect(now == all[2].token)
        #expect(try fetch(league, .fetchHistory(after: now)).isEmpty)
    }

    @Test func token_archivedSecurely_comesBackEqual() throws {
        let league = try recorded()
        defer { league.remove() }
        let token = try #require(league.coordinator.currentPersistentHistoryToken(fromStores: nil))
        let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: data) == token)
    }

    @Test func fetch_resultTypes() throws {
        let league = try recorded()
        defer { league.remove() }
        func result(_ type: NSPersistentHistoryResultType) throws -> Any? {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Self.everything)
            request.resultType = type
            return try (league.elsewhere { try $0.execute(request) } as? NSPersistentHistoryResult)?.result
        }
        #expect(try result(.statusOnly) as? Bool == true)
        #expect(try result(.count) as? Int == 3)
        #expect(try (result(.objectIDs) as? [NSManagedObjectID])?.count == 4)
        #expect(try (result(.changesOnly) as? [NSPersistentHistoryChange])?.count == 4)
        let bare = try #require(result(.transactionsOnly) as? [NSPersistentHistoryTransaction])
        #expect(bare.count == 3 && bare.allSatisfy { $0.changes == nil })
    }

    @Test func fetch_withFetchRequest_selects() throws {
        let league = try recorded()
        defer { league.remove() }
        let byAuthor = try #require(NSPersistentHistoryTransaction.fetchRequest)
        byAuthor.predicate = NSPredicate(format: "author != %@", "editor")
        #expect(try fetch(league, .fetchHistory(withFetch: byAuthor)).map(\.transactionNumber) == [1, 3])
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Self.everything)
        let deletes = try #require(NSPersistentHistoryChange.fetchRequest)
        deletes.predicate = NSPredicate(format: "changeType == %d", NSPersistentHistoryChangeType.delete.rawValue)
        request.fetchRequest = deletes
        #expect(try fetch(league, request).map(\.transactionNumber) == [3])
        deletes.predicate = NSPredicate(format: "nonsense == 1")
        #expect(throws: (any Error).self) { try fetch(league, request) }
    }

    @Test func delete_before_removesWholeTransactions_andOldTokensExpire() throws {
        let league = try recorded()
        defer { league.remove() }
        let all = try fetch(league, .fetchHistory(after: Self.everything))
        let request = NSPersistentHistoryChangeRequest.deleteHistory(before: all[2])
        let result = try league.elsewhere { try $0.execute(request) } as? NSPersistentHistoryResult
        #expect(result?.result as? Bool == true)
        #expect(try fetch(league, .fetchHistory(after: Self.everything)).map(\.transactionNumber) == [3])
        #expect(try fetch(league, .fetchHistory(after: all[1].token)).map(\.transactionNumber) == [3])
        let error = #expect(throws: CocoaError.self) { try fetch(league, .fetchHistory(after: all[0].token)) }
        #expect(error?.errorCode == NSPersistentHistoryTokenExpiredError)
        let foreign = NSPersistentHistoryToken([UUID().uuidString: 1])
        let unknown = #expect(throws: CocoaError.self) { try fetch(league, .fetchHistory(after: foreign)) }
        #expect(unknown?.errorCode == NSPersistentHistoryTokenExpiredError)
    }

    @Test func objectIDNotification_merged_bringsAnotherContextUpToDate() throws {
        let league = try recorded()
        defer { league.remove() }
        let reader = league.newContext()
        let token = try #require(league.coordinator.currentPersistentHistoryToken(fromStores: nil))
        let held = try reader.performAndWait { try reader.all("Player")[0] }
        #expect(reader.performAndWait { held.value(forKey: "number") as? Int } == 10)
        try league.context.performAndWait {
            try league.context.all("Player")[0].setValue(11, forKey: "number")
            try league.context.save()
        }
        for transaction in try fetch(league, .fetchHistory(after: token)) {
            reader.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
        }
        #expect(reader.performAndWait { held.value(forKey: "number") as? Int } == 11)
    }

    @Test func tombstone_keepsPreservedValues() throws {
        let model = League.makeModel()
        let attributes = try #require(model.entitiesByName["Player"]?.attributesByName)
        attributes["name"]?.preservesValueInHistoryOnDeletion = true
        attributes["number"]?.preservesValueInHistoryOnDeletion = true
        let league = try recorded(model)
        defer { league.remove() }
        let deletion = try #require(try fetch(league, .fetchHistory(after: Self.everything))[2].changes?.first)
        #expect(deletion.tombstone?["name"] as? String == "Lee")
        #expect(deletion.tombstone?["number"] as? Int == 2)
    }

    @Test func storeWithoutHistory_refuses() throws {
        try League.run { league in
            #expect(league.coordinator.currentPersistentHistoryToken(fromStores: nil) == nil)
            let error = #expect(throws: CocoaError.self) {
                try league.context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: Self.everything))
            }
            #expect(error?.errorCode == NSPersistentStoreUnsupportedRequestTypeError)
        }
    }

    @Test func remoteChange_isPostedForEachWrite_withToken() throws {
        let league = try League(
            options: Self.options.merging([NSPersistentStoreRemoteChangeNotificationPostOptionKey: true as NSNumber]) {
                $1
            })
        defer { league.remove() }
        let arrived = DispatchSemaphore(value: 0)
        let token = Mutex<NSPersistentHistoryToken?>(nil)
        let observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: league.coordinator, queue: nil
        ) { notification in
            let new = notification.userInfo?[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken
            token.withLock { $0 = new }
            arrived.signal()
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try league.context.performAndWait {
            _ = league.context.make("Player", ["name": "Kim"])
            try league.context.save()
        }
        #expect(arrived.wait(timeout: .now() + 60) == .success)
        #expect(token.withLock { $0 } == league.coordinator.currentPersistentHistoryToken(fromStores: nil))
    }
}
