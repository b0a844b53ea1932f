import Foundation
import Testing

@testable import CoreData

/// Binary values in files of their own.
@Suite("SQLite store: external binary values")
struct ExternalFilesTests {
    private static let large = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0) })

    private func files(_ bench: StoreBench) -> [String] {
        let directory = ExternalFiles.supportDirectory(of: bench.url).appendingPathComponent("_EXTERNAL_DATA")
        return ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).sorted()
    }

    private func image(_ bench: StoreBench, _ key: Int64) throws -> Data? {
        guard case .data(let stored) = try bench.row("Item", key)?.value(named: "image") else { return nil }
        return try bench.store.externalData(stored)
    }

    @Test func insert_largeValue_liesInOneFileAsItIs() throws {
        let bench = try StoreBench(.sqliteFile)
        let key = try bench.insert("Item", [["image": .data(Self.large)]])[0]
        let name = try #require(files(bench).first)
        #expect(files(bench).count == 1)
        #expect(UUID(uuidString: name) != nil)
        #expect(try image(bench, key) == Self.large)
        let row = try #require(try bench.row("Item", key))
        guard case .data(let stored) = row.value(named: "image") else {
            Issue.record("no image")
            return
        }
        #expect(stored.count == 38)
        #expect(stored.first == 2)
        #expect(stored.last == 0)
    }

    @Test func updateAndDelete_removeTheOldFile() throws {
        let bench = try StoreBench(.sqliteFile)
        let key = try bench.insert("Item", [["image": .data(Self.large)]])[0]
        let first = files(bench)
        _ = try bench.update("Item", key, version: 1, ["image": .data(Self.large + [1])])
        #expect(files(bench).count == 1)
        #expect(files(bench) != first)
        #expect(try image(bench, key) == Self.large + [1])
        _ = try bench.update("Item", key, version: 2, ["number": .integer(1)])
        #expect(files(bench).count == 1)
        _ = try bench.update("Item", key, version: 3, ["image": .data(Data([5]))])
        #expect(files(bench).isEmpty)
        _ = try bench.update("Item", key, version: 4, ["image": .data(Self.large)])
        _ = try bench.delete("Item", key, version: 5)
        #expect(files(bench).isEmpty)
    }

    @Test func conflict_leavesNoFileBehind() throws {
        let bench = try StoreBench(.sqliteFile)
        let key = try bench.insert("Item", [["image": .data(Self.large)]])[0]
        let before = files(bench)
        guard case .conflicts = try bench.update("Item", key, version: 9, ["image": .data(Self.large)]) else {
            Issue.record("no conflict")
            return
        }
        #expect(files(bench) == before)
        #expect(try image(bench, key) == Self.large)
    }

    @Test func open_afterCrash_removesOnlyWhatNoRowRefersTo() throws {
        let bench = try StoreBench(.sqliteFile)
        let key = try bench.insert("Item", [["image": .data(Self.large)]])[0]
        let kept = try #require(files(bench).first)
        bench.store.close()
        let directory = ExternalFiles.supportDirectory(of: bench.url).appendingPathComponent("_EXTERNAL_DATA")
        let orphan = UUID().uuidString
        try Data([1]).write(to: directory.appendingPathComponent(orphan))
        try Data("\(orphan)\n\(kept)\n../../escape".utf8)
            .write(to: directory.appendingPathComponent(StagedFiles.journalPrefix + "1"))
        try bench.reopen()
        #expect(files(bench) == [kept])
        #expect(try image(bench, key) == Self.large)
    }

    @Test func read_missingFile_throws() throws {
        let bench = try StoreBench(.sqliteFile)
        let key = try bench.insert("Item", [["image": .data(Self.large)]])[0]
        try FileManager.default.removeItem(at: ExternalFiles.supportDirectory(of: bench.url))
        #expect(throws: NSError.self) { try image(bench, key) }
    }

    @Test func read_nameThatLeavesTheDirectory_throws() throws {
        let bench = try StoreBench(.sqliteFile)
        let stored = Data([2]) + Data("../../../../etc/hostname".utf8) + Data([0])
        #expect(throws: NSError.self) { try bench.store.externalData(stored) }
    }
}
