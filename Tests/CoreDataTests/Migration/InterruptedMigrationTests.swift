import Foundation
import SQLite
import Testing

@testable import CoreData

/// The command-line tool as it was built with the tests.
enum BuiltTool {
    /// The tool, beside the program of the tests.
    static let url: URL? = {
        let url = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("ondol")
        return FileManager.default.isExecutableFile(atPath: url.path) ? url : nil
    }()
}

/// Migrations that are killed on their way.
@Suite("Migration: interrupted", .enabled(if: BuiltTool.url != nil, "the tool ondol was not built"))
struct InterruptedMigrationTests {
    private static let rows = 4000

    private func versions() -> (ModelSketch, ModelSketch) {
        let first = ModelSketch(entities: [
            .init(
                id: 1, name: "Note",
                attributes: [
                    .init(id: 10, name: "text", type: .stringAttributeType),
                    .init(id: 11, name: "junk", type: .stringAttributeType),
                ], relationships: [.init(id: 20, name: "folder", destination: 2, inverse: 21)]),
            .init(
                id: 2, name: "Folder", attributes: [.init(id: 12, name: "name", type: .stringAttributeType)],
                relationships: [.init(id: 21, name: "notes", destination: 1, inverse: 20, isToMany: true)]),
        ])
        // everything moves: the numbers, the tables, a key in rows to a join table.
        var second = first
        second.entities[0].attributes.remove(at: 1)
        second.entities[0].name = "Page"
        second.entities[0].renamedFrom = "Note"
        second.entities[0].relationships[0].isToMany = true
        second.entities.append(
            .init(id: 3, name: "Album", attributes: [.init(id: 30, name: "title", type: .stringAttributeType)]))
        return (first, second)
    }

    private func fill(_ bench: MigrationBench, _ sketch: ModelSketch) throws {
        try bench.open(sketch.model()) { context in
            let folders = (0..<10).map { MigrationBench.insert("Folder", ["name": "f\($0)"], into: context) }
            for index in 0..<Self.rows {
                MigrationBench.insert(
                    "Note",
                    [
                        "text": "note \(index)", "junk": String(repeating: "x", count: 200),
                        "folder": folders[index % 10],
                    ],
                    into: context)
            }
            try context.save()
        }
    }

    /// Runs the tool and kills it as soon as the log has grown to `limit` bytes; false when it came to its end.
    private func migrate(_ store: URL, to model: URL, killingAt limit: Int?) throws -> Bool {
        let process = Process()
        process.executableURL = BuiltTool.url
        process.arguments = ["migrate", store.path, "--to", model.path, "--no-backup"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let log = store.path + "-wal"
        while process.isRunning {
            var status = stat()
            let size = stat(log, &status) == 0 ? Int(status.st_size) : 0
            if let limit, size >= limit {
                kill(process.processIdentifier, SIGKILL)
                break
            }
        }
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal
    }

    @Test func migration_killedAnywhere_leavesOldOrNewWhole() throws {
        let bench = try MigrationBench()
        let (first, second) = versions()
        try fill(bench, first)
        let model = bench.directory.appendingPathComponent("new.mom")
        try ModelArchiveWriter.archive(second.model()).write(to: model)
        let copy = bench.directory.appendingPathComponent("copy.sqlite")
        func renew() throws {
            for ending in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: copy.path + ending) {
                try FileManager.default.removeItem(atPath: copy.path + ending)
            }
            try SQLiteStore.replace(at: copy, with: bench.url, options: nil, sourceOptions: nil)
        }
        var (killed, old, new) = (0, 0, 0)
        // the log of the whole migration is some 800 KB; past its end the process lives to finish.
        for round in 0..<40 {
            try renew()
            if try migrate(copy, to: model, killingAt: 1 + round * 36_000) { killed += 1 }
            let connection = try bench.connection(at: copy)
            #expect(try connection.firstString("PRAGMA integrity_check", purpose: "test") == "ok")
            connection.close()
            let metadata = try SQLiteStore.readMetadata(at: copy, options: nil)
            let isNew = second.model().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
            if isNew { new += 1 } else { old += 1 }
            let sketch = isNew ? second : first
            try bench.open(sketch.model(), at: copy, options: [:]) { context throws -> Void in
                let notes = try MigrationBench.objects(isNew ? "Page" : "Note", in: context)
                #expect(notes.count == Self.rows)
                #expect(notes.last?.value(forKey: "text") as? String != nil)
                let folders = try MigrationBench.objects("Folder", in: context)
                let members = folders.map { ($0.value(forKey: "notes") as? Set<NSManagedObject>)?.count ?? 0 }
                #expect(members.reduce(0, +) == Self.rows)
            }
            if isNew { continue }
            // and the next attempt succeeds.
            #expect(try migrate(copy, to: model, killingAt: nil) == false)
            let after = try SQLiteStore.readMetadata(at: copy, options: nil)
            #expect(second.model().isConfiguration(withName: nil, compatibleWithStoreMetadata: after))
        }
        #expect(killed >= 10, "killed \(killed), old \(old), new \(new)")
        #expect(old > 0)
    }
}
