import Foundation
import SQLite
import Testing

@testable import CoreData

/// The change history in the file.
@Suite("SQLite store: history")
struct HistoryTests {
    private func strings(_ bench: StoreBench, _ sql: String) throws -> [String] {
        let connection = try Connection(path: bench.url.path, mode: .readOnly, busyTimeout: 1)
        let statement = try connection.prepareOnce(sql, purpose: "test")
        var rows: [String] = []
        while try statement.step() {
            rows.append(
                (0..<Int32(statement.columnCount)).map { statement.string($0) ?? "NULL" }.joined(separator: "|"))
        }
        return rows
    }

    @Test func save_withTracking_recordsEachRow() throws {
        let bench = try StoreBench(.sqliteFile, options: ["NSPersistentHistoryTrackingKey": true])
        let key = try bench.insert("Parent", [["name": .string("a")], ["name": .string("b")]])[0]
        var changes = StoreChanges()
        changes.author = "me"
        changes.contextName = "view"
        changes.updates.append(
            .init(
                layout: bench.entity("Parent"), primaryKey: key, expectedVersion: 1,
                values: bench.values("Parent", ["rank": .integer(4)])))
        changes.deletes.append(.init(layout: bench.entity("Parent"), primaryKey: key + 1, expectedVersion: 1))
        _ = try bench.store.commit(changes)
        let number = try strings(bench, "SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Parent'")[0]
        #expect(
            try strings(
                bench,
                "SELECT Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, hex(ZCOLUMNS) FROM ACHANGE ORDER BY Z_PK"
            )
                == [
                    "16001|0|\(number)|1|1|", "16001|0|\(number)|2|1|",
                    // attributes come first here: name 0, rank 1.
                    "16001|1|\(number)|1|2|40", "16001|2|\(number)|2|2|",
                ])
        #expect(
            try strings(
                bench,
                "SELECT a.ZNAME, c.ZNAME FROM ATRANSACTION t LEFT JOIN ATRANSACTIONSTRING a ON a.Z_PK = t.ZAUTHORTS "
                    + "LEFT JOIN ATRANSACTIONSTRING c ON c.Z_PK = t.ZCONTEXTNAMETS ORDER BY t.Z_PK")
                == ["NULL|NULL", "me|view"])
    }

    /// An app and its extension may start at once.
    @Test func open_ofANewStoreByManyAtOnce_succeedsForAll() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("history-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for round in 0..<10 {
            let url = folder.appendingPathComponent("\(round).sqlite")
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                let coordinator = NSPersistentStoreCoordinator(managedObjectModel: League.makeModel())
                #expect(throws: Never.self) {
                    let store = try coordinator.addPersistentStore(
                        ofType: NSSQLiteStoreType, configurationName: nil, at: url,
                        options: [NSPersistentHistoryTrackingKey: true])
                    try coordinator.remove(store)
                }
            }
        }
    }

    @Test func save_tablesThereButOptionLeftOut_stillRecords() throws {
        let bench = try StoreBench(.sqliteFile, options: ["NSPersistentHistoryTrackingKey": true])
        bench.store.close()
        let other = try bench.another(options: [:])
        let key = try other.reserveKeys(of: bench.entity("Parent"), count: 1)
        var changes = StoreChanges()
        changes.inserts.append(
            .init(layout: bench.entity("Parent"), primaryKey: key, values: bench.values("Parent", [:])))
        _ = try other.commit(changes)
        #expect(try strings(bench, "SELECT count(*) FROM ACHANGE") == ["1"])
        other.close()
    }

    @Test func save_refused_recordsNothing() throws {
        let bench = try StoreBench(.sqliteFile, options: ["NSPersistentHistoryTrackingKey": true])
        let key = try bench.insert("Parent", [[:]])[0]
        _ = try bench.update("Parent", key, version: 7, ["rank": .integer(1)])
        #expect(try strings(bench, "SELECT count(*) FROM ACHANGE") == ["1"])
        #expect(try strings(bench, "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 16001") == ["1"])
    }
}
