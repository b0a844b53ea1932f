import Foundation
import Testing

@testable import CoreData

/// Damaged and foreign files give errors, never a crash.
@Suite("SQLite store: damaged files")
struct HostileFileTests {
    /// A small store without a log, as bytes.
    private static func healthy() throws -> (bytes: Data, layout: ModelLayout) {
        let bench = try StoreBench(.sqliteFile, options: [NSSQLitePragmasOption: ["journal_mode": "DELETE"]])
        let parent = try bench.insert("Parent", [["name": .string("p"), "rank": .integer(1)]])[0]
        try bench.insert(
            "Child", (0..<20).map { ["name": .string("c\($0)"), "parent": .key(bench.reference("Parent", parent))] })
        try bench.insert("Item", [StoreSuite.everything])
        try bench.insert("Puppy", [["name": .string("x")]])
        let tag = try bench.insert("Tag", [[:]])[0]
        try bench.change("Parent", "tags", owner: parent, add: [bench.reference("Tag", tag)])
        bench.store.close()
        return (try Data(contentsOf: bench.url), bench.layout)
    }

    /// Opens, reads everything and writes a row; errors of ours are fine, anything else is not.
    private func exercise(_ bytes: Data, _ layout: ModelLayout, _ what: String) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("ondol-hostile-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("db.sqlite")
        try bytes.write(to: url)
        let store = SQLiteStore(
            persistentStoreCoordinator: nil, configurationName: nil, at: url,
            options: [NSSQLitePragmasOption: ["journal_mode": "DELETE", "synchronous": "OFF"]])
        defer { store.close() }
        do {
            try store.open(with: layout)
            for entity in layout.entities {
                let rows = try store.fetchRows(FetchSpec(layout: entity))
                for row in rows { for slot in row.layout.slots { _ = row.value(slot) } }
                for relationship in entity.toMany {
                    _ = try store.members(of: relationship, owners: rows.map(\.primaryKey))
                }
            }
            guard let entity = layout.byName["Tag"] else { return }
            var changes = StoreChanges()
            changes.inserts.append(
                .init(
                    layout: entity, primaryKey: try store.reserveKeys(of: entity, count: 1),
                    values: ContiguousArray(repeating: .unset, count: entity.slots.count)))
            _ = try store.commit(changes)
        } catch let error as NSError {
            #expect(error.domain == NSCocoaErrorDomain, "\(what): \(error)")
            #expect(error.code >= 134000, "\(what): \(error)")
        }
    }

    @Test func truncatedAnywhere_givesErrors() throws {
        let (bytes, layout) = try Self.healthy()
        for length in stride(from: 0, to: bytes.count, by: 1531) {
            try exercise(bytes.prefix(length), layout, "truncated to \(length)")
        }
    }

    @Test(arguments: [11, 12] as [UInt64])
    func randomBytes_giveErrors(seed: UInt64) throws {
        let (bytes, layout) = try Self.healthy()
        var generator = SplitMix(state: seed)
        for round in 0..<120 {
            var damaged = bytes
            for _ in 0..<(1 + generator.below(8)) {
                damaged[damaged.startIndex + generator.below(damaged.count)] = UInt8(generator.below(256))
            }
            try exercise(damaged, layout, "seed \(seed), round \(round)")
        }
    }

    @Test func foreignFiles_areRefusedWithReason() throws {
        let (_, layout) = try Self.healthy()
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("ondol-foreign-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = folder.appendingPathComponent("text.sqlite")
        try Data(String(repeating: "no database ", count: 500).utf8).write(to: text)
        let store = SQLiteStore(persistentStoreCoordinator: nil, configurationName: nil, at: text, options: nil)
        let error = #expect(throws: NSError.self) { try store.open(with: layout) }
        #expect(error?.code == NSPersistentStoreOpenError)
        #expect((error?.userInfo[NSSQLiteErrorDomain] as? NSNumber)?.intValue == 26)
        let missing = folder.appendingPathComponent("no/such/folder/db.sqlite")
        let other = SQLiteStore(persistentStoreCoordinator: nil, configurationName: nil, at: missing, options: nil)
        let second = #expect(throws: NSError.self) { try other.open(with: layout) }
        #expect(second?.code == NSPersistentStoreOpenError)
        #expect((second?.userInfo[NSSQLiteErrorDomain] as? NSNumber).map { $0.intValue & 0xFF } == 14)
    }

    @Test func modelCache_damaged_givesErrors() throws {
        var generator = SplitMix(state: 3)
        for _ in 0..<200 {
            let bytes = (0..<generator.below(80)).map { _ in UInt8(generator.below(256)) }
            do {
                _ = try RawDeflate.inflated(bytes)
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
        let text = Array(String(repeating: "ondol ", count: 30_000).utf8)
        #expect(try RawDeflate.inflated(RawDeflate.stored(text)) == text)
        #expect(try RawDeflate.inflated(RawDeflate.stored([])) == [])
    }
}
