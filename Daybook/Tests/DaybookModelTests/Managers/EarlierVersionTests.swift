import CoreData
import Foundation
import Testing

@testable import DaybookModel

/// A data folder that an earlier version made opens with everything in it.
@Suite struct EarlierVersionTests {
    /// A version of the model as it lies among the sources.
    private static func model(_ version: String) throws -> NSManagedObjectModel {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let url = package.appendingPathComponent("Sources/DaybookModel/Model/Daybook.xcdatamodeld/\(version)")
        return try #require(NSManagedObjectModel(contentsOf: url))
    }

    /// What the first version wrote: the names, and by them the values.
    private struct Written {
        var ids: [String: UUID] = [:]
    }

    private static func close(_ container: NSPersistentContainer) throws {
        for store in container.persistentStoreCoordinator.persistentStores {
            try container.persistentStoreCoordinator.remove(store)
        }
    }

    /// Writes a store with the model of the first version, through its entities' names and keys only.
    private static func writeFirstVersion(in folder: URL, model: NSManagedObjectModel) throws -> Written {
        let container = NSPersistentContainer(name: "Daybook", managedObjectModel: model)
        let description = NSPersistentStoreDescription(url: folder.appendingPathComponent("daybook.sqlite"))
        description.shouldAddStoreAsynchronously = false
        container.persistentStoreDescriptions = [description]
        var problem: (any Error)?
        container.loadPersistentStores { _, error in problem = error }
        if let problem { throw problem }
        let context = container.newBackgroundContext()
        let written = try context.performAndWait { () -> Result<Written, any Error> in
            Result {
                var written = Written()
                let now = Date(timeIntervalSince1970: 1_774_000_000)
                func make(_ entity: String, _ name: String, _ values: [String: Any]) -> NSManagedObject {
                    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
                    let id = UUID()
                    if object.entity.attributesByName["id"] != nil { object.setValue(id, forKey: "id") }
                    for key in ["createdAt", "updatedAt", "importedAt"] where object.entity.attributesByName[key] != nil
                    {
                        object.setValue(now, forKey: key)
                    }
                    for (key, value) in values { object.setValue(value, forKey: key) }
                    written.ids[name] = id
                    return object
                }
                _ = make("SettingEntity", "seeded", ["key": "seeded", "value": "1"])
                _ = make("SettingEntity", "currency", ["key": "homeCurrency", "value": "USD"])
                let food = make("CategoryEntity", "food", ["name": "먹거리", "kind": "expense", "position": Int32(0)])
                let cafe = make(
                    "CategoryEntity", "cafe",
                    ["name": "카페", "kind": "expense", "position": Int32(1), "parent": food, "icon": "☕"])
                let batch = make(
                    "ImportBatchEntity", "batch",
                    ["fileName": "a.csv", "format": "transactionTable", "addedCount": Int32(1)])
                for number in 1...50 {
                    let entry = make(
                        "TransactionEntity", "entry\(number)",
                        [
                            "amountMinor": Int64(number * 100), "currency": "KRW",
                            "day": Int32(20_260_300 + number % 28 + 1),
                            "kind": "expense", "memo": "가게 \(number)", "searchText": "가게 \(number)", "category": cafe,
                        ])
                    if number == 1 { entry.setValue(batch, forKey: "batch") }
                    if number == 50 { entry.setValue(now, forKey: "trashedAt") }
                }
                let plan = make(
                    "ReadingPlanEntity", "plan", ["title": "구운몽", "status": "reading", "totalPages": Int32(300)])
                _ = make(
                    "MemoEntity", "memo",
                    ["text": "첫 문장", "kind": "memo", "day": Int32(20_260_301), "page": "3", "plan": plan])
                let library = make("LibraryEntity", "library", [:])
                let collection = make("CollectionEntity", "collection", ["nameKo": "우표", "library": library])
                for number in 0..<3 {
                    let item = make(
                        "CollectionItemEntity", "item\(number)",
                        [
                            "nameKo": "우표 \(number)", "position": Int32(number), "collection": collection,
                            "number": "\(number)",
                        ])
                    if number == 0 { item.setValue(collection, forKey: "ownedBy") }
                }
                _ = make("SeenKeyEntity", "seen", ["key": "gone"])
                try context.save()
                return written
            }
        }.get()
        try close(container)
        return written
    }

    private func folder() throws -> (TemporaryFolder, Written) {
        let folder = try TemporaryFolder()
        return (folder, try Self.writeFirstVersion(in: folder.url, model: try Self.model("Daybook.xcdatamodel")))
    }

    private func checkEverything(_ data: DaybookData, _ written: Written, isPurged: Bool = false) async throws {
        let list = try await value(
            data.transactions.transactions(matching: TransactionFilter(), limit: nil, offset: 0))
        #expect(list.count == 49)
        let sum = try #require(list.totals.first { $0.currency == .krw }).expense.minorUnits
        #expect(sum == 122_500)
        #expect(list.transactions.allSatisfy { $0.category?.id == written.ids["cafe"] && $0.trashedAt == nil })
        #expect(list.transactions.contains { $0.importBatchID == written.ids["batch"] })
        #expect(try await value(data.categories.categories()).map { $0.path(in: .korean) } == ["먹거리", "먹거리 › 카페"])
        let plan = try #require(try await value(data.plans.plans(matching: "")).first)
        #expect(plan.title == "구운몽" && plan.memoCount == 1)
        #expect(try await value(data.memos.memos(planID: plan.id, order: .page)).map(\.text) == ["첫 문장"])
        let collection = try #require(try await value(data.collections.collections()).first)
        #expect(collection.progress == OwnedProgress(owned: 1, total: 3))
        let trash = try await value(data.trash.contents())
        #expect(trash.transactions.map(\.id) == (isPurged ? [] : [written.ids["entry50"]]))
        #expect(trash.items.isEmpty && trash.categories.isEmpty)
        #expect(try await value(data.settings.settings()).homeCurrency == .usd)
    }

    @Test func firstVersion_opensWithEverything_andTheNewWorks() async throws {
        let (folder, written) = try folder()
        let data = try DaybookData.open(folder: folder.url)
        try await checkEverything(data, written)
        // What only the new version knows works in it, and lasts.
        let cafe = try #require(written.ids["cafe"])
        let item = try #require(written.ids["item0"])
        let other = try await value(data.categories.add(CategoryDraft(name: "딴 곳", kind: .expense)))
        _ = try await value(data.categories.delete(id: cafe, movingEntriesTo: other.id))
        _ = try await value(data.collections.deleteItem(id: item))
        data.close()
        let again = try DaybookData.open(folder: folder.url)
        _ = try await value(again.categories.restore(id: cafe))
        _ = try await value(again.collections.restoreItem(id: item))
        _ = try await value(again.categories.delete(id: other.id, movingEntriesTo: nil))
        _ = try await value(again.trash.empty(trashedBefore: nil))
        try await checkEverything(again, written, isPurged: true)
        again.close()
    }

    @Test func firstVersion_isCopiedBefore_once_andTheCopyOpens() async throws {
        let (folder, written) = try folder()
        try DaybookData.open(folder: folder.url).close()
        try DaybookData.open(folder: folder.url).close()
        let backups = folder.url.appendingPathComponent("backups")
        #expect(try FileManager.default.contentsOfDirectory(atPath: backups.path) == ["earlier-version"])
        let copy = backups.appendingPathComponent("earlier-version")
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: NSSQLiteStoreType, at: copy.appendingPathComponent("daybook.sqlite"), options: nil)
        let first = try Self.model("Daybook.xcdatamodel")
        #expect(first.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        let data = try DaybookData.open(folder: copy)
        try await checkEverything(data, written)
        data.close()
    }

    @Test func firstVersion_thatCannotBeCopied_isLeftAsItWas_andSaid() throws {
        let (folder, _) = try folder()
        let file = folder.url.appendingPathComponent("daybook.sqlite")
        let before = try Data(contentsOf: file)
        // A file stands where the copy would go.
        try Data("x".utf8).write(to: folder.url.appendingPathComponent("backups"))
        do throws(DaybookError) {
            try DaybookData.open(folder: folder.url).close()
            Issue.record("opened")
        } catch {
            guard case .migrationFailed(file.path, nil, _) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(error.message(in: .korean).contains("그대로") && error.message(in: .english).contains("as it was"))
        }
        #expect(try Data(contentsOf: file) == before)
    }

    /// Pages in the middle of the file are overwritten: what is there is read only when it is carried over.
    @Test func firstVersion_thatCannotBeCarriedOver_isLeftAsItWas_andSaid() throws {
        let (folder, _) = try folder()
        let file = folder.url.appendingPathComponent("daybook.sqlite")
        var bytes = try Data(contentsOf: file)
        let marker = Data("ZTRANSACTIONENTITY_ZBATCH_INDEX".utf8)
        #expect(bytes.range(of: marker) != nil, "the schema lies in the first page")
        let page = 4096
        for start in stride(from: page * 8, to: bytes.count - page, by: page)
        where bytes[start] == 13 || bytes[start] == 10 {
            bytes.replaceSubrange(start..<start + 8, with: [13, 255, 255, 255, 255, 255, 255, 255])
        }
        try bytes.write(to: file)
        do throws(DaybookError) {
            try DaybookData.open(folder: folder.url).close()
            Issue.record("opened")
        } catch {
            switch error {
            case .migrationFailed(file.path, let backup?, _):
                let copy = URL(fileURLWithPath: backup).appendingPathComponent("daybook.sqlite")
                #expect((try? Data(contentsOf: copy)) == bytes)
            case .damaged(file.path, _): break
            default: Issue.record("\(error)")
            }
        }
        #expect(try Data(contentsOf: file) == bytes)
    }

    @Test func newerVersion_isRefused_andLeftAsItWas() throws {
        let folder = try TemporaryFolder()
        let newer = try Self.model("Daybook 2.xcdatamodel")
        let entity = try #require(newer.entitiesByName["CategoryEntity"])
        let extra = NSAttributeDescription()
        extra.name = "colour"
        extra.attributeType = .stringAttributeType
        extra.isOptional = true
        entity.properties.append(extra)
        _ = try Self.writeFirstVersion(in: folder.url, model: newer)
        let file = folder.url.appendingPathComponent("daybook.sqlite")
        let before = try Data(contentsOf: file)
        #expect(throws: DaybookError.newerData(path: file.path)) { try DaybookData.open(folder: folder.url) }
        #expect(try Data(contentsOf: file) == before)
        #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("backups").path))
    }
}
