import CoreData
import Foundation
import SQLite
import Testing

@testable import ondol

/// What is left when a signal ends the tool in the middle of its work.
@Suite(.enabled(if: Tool.isPresent, "the tool was not built beside the tests"))
struct InterruptionTests {
    private static let part = ".ondol-part-"

    /// A store whose last save was broken off, with its journal, and more objects than a pipe takes.
    private static func crashed() throws -> (folder: Folder, path: String) {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        try folder.addTags(3000)
        let writer = try Connection(path: path, mode: .readWrite, busyTimeout: 1)
        defer { writer.close() }
        try writer.execute("PRAGMA journal_mode = delete", purpose: "test")
        try writer.execute("PRAGMA cache_size = 1; PRAGMA cache_spill = 1", purpose: "test")
        try writer.execute(
            "BEGIN IMMEDIATE; UPDATE ZTAG SET ZNAME = 'a longer name than before, to be lost'", purpose: "test")
        let crashed = try Folder()
        try crashed.fill(with: try folder.contents())
        try writer.execute("ROLLBACK", purpose: "test")
        return (crashed, crashed.path("Library.sqlite"))
    }

    private static func names(_ folder: Folder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func reading_ofACopy_isClearedAway(signal: Int32) throws {
        let (folder, path) = try Self.crashed()
        let before = try folder.contents()
        let temporary = try Folder()
        let tool = try Tool(["export", path], temporary: temporary)
        // output has begun, and blocks as nobody takes the rest.
        #expect(!tool.output.fileHandleForReading.availableData.isEmpty)
        #expect(try Self.names(temporary).count == 1)
        tool.end(by: signal)
        #expect(tool.process.terminationReason == .uncaughtSignal && tool.process.terminationStatus == signal)
        #expect(try Self.names(temporary) == [])
        #expect(try folder.contents() == before)
    }

    @Test func reading_ofACopy_whoseReaderWent_isClearedAway() throws {
        let (folder, path) = try Self.crashed()
        defer { withExtendedLifetime(folder) {} }
        let temporary = try Folder()
        let tool = try Tool(["export", path], temporary: temporary)
        #expect(!tool.output.fileHandleForReading.availableData.isEmpty)
        try tool.output.fileHandleForReading.close()
        tool.process.waitUntilExit()
        #expect(tool.process.terminationReason == .uncaughtSignal && tool.process.terminationStatus == SIGPIPE)
        #expect(try Self.names(temporary) == [])
    }

    @Test func copyOfAKilledProcess_isClearedAwayByTheNext_thatOfALivingOneIsNot() throws {
        let (folder, path) = try Self.crashed()
        defer { withExtendedLifetime(folder) {} }
        let temporary = try Folder()
        let killed = try Tool(["export", path], temporary: temporary)
        #expect(!killed.output.fileHandleForReading.availableData.isEmpty)
        killed.end(by: SIGKILL)
        let left = try Self.names(temporary)
        #expect(left.count == 1)
        let living = try Tool(["export", path], temporary: temporary)
        #expect(!living.output.fileHandleForReading.availableData.isEmpty)
        let kept = try Self.names(temporary)
        #expect(kept.count == 1 && kept != left)
        let next = try Tool(["query", path, "Tag", "--count"], temporary: temporary)
        #expect(next.output.fileHandleForReading.readDataToEndOfFile() == Data("3003\n".utf8))
        next.process.waitUntilExit()
        #expect(try Self.names(temporary) == kept)
        living.end(by: SIGTERM)
        #expect(try Self.names(temporary) == [])
    }

    @Test func export_interrupted_leavesWhatWasThere() throws {
        let (source, folder, temporary) = (try Folder(), try Folder(), try Folder())
        let path = try Library.make(in: source)
        try source.addTags(50_000)
        let before = Data("{\"format\": \"ondol export\"}".utf8)
        try folder.fill(with: ["out.json": before])
        let tool = try Tool(["export", path, "-o", folder.path("out.json")], temporary: temporary)
        try tool.wait(for: Self.part, in: folder)
        tool.end(by: SIGTERM)
        #expect(tool.process.terminationReason == .uncaughtSignal)
        #expect(try folder.contents() == ["out.json": before])
        #expect(try Self.names(folder) == ["out.json"])
    }

    @Test(arguments: [true, false])
    func export_ofTables_interrupted_leavesWhatWasThere(isNew: Bool) throws {
        let (source, folder, temporary) = (try Folder(), try Folder(), try Folder())
        let path = try Library.make(in: source)
        try source.addTags(50_000)
        let target = folder.url.appendingPathComponent("tables")
        if !isNew {
            try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
            try Data("objectID,before".utf8).write(to: target.appendingPathComponent("Author.csv"))
        }
        let tool = try Tool(["export", path, "--format", "csv", "-o", target.path], temporary: temporary)
        let watched = isNew ? folder.url : target
        try tool.wait(for: Self.part, in: watched)
        tool.end(by: SIGTERM)
        #expect(tool.process.terminationReason == .uncaughtSignal)
        #expect(try FileManager.default.contentsOfDirectory(atPath: watched.path) == (isNew ? [] : ["Author.csv"]))
        if isNew { return }
        #expect(
            try Data(contentsOf: target.appendingPathComponent("Author.csv")) == Data("objectID,before".utf8))
    }

    @Test func import_interrupted_leavesNoStore_andAKilledOneIsClearedAwayByTheNext() throws {
        let (folder, temporary) = (try Folder(), try Folder())
        let model = folder.path("Model.mom")
        try StoreInspection.archive(Library.model()).write(to: URL(fileURLWithPath: model))
        let store = folder.path("New.sqlite")
        for signal in [SIGTERM, SIGKILL] {
            // it waits for its input, which does not come.
            let tool = try Tool(["import", store, "-", "--model", model], temporary: temporary)
            try tool.wait(for: Self.part, in: folder)
            tool.end(by: signal)
            #expect(!FileManager.default.fileExists(atPath: store))
            #expect(try Self.names(folder).count { $0.hasPrefix(Self.part) } == (signal == SIGKILL ? 1 : 0))
        }
        let tool = try Tool(["import", store, "-", "--model", model], temporary: temporary)
        try tool.input.fileHandleForWriting.write(contentsOf: Data("{\"objects\": []}".utf8))
        try tool.input.fileHandleForWriting.close()
        tool.process.waitUntilExit()
        #expect(tool.process.terminationStatus == 0)
        #expect(try Self.names(folder) == ["Model.mom", "New.sqlite"])
        #expect(Run("check", store).output == "0 errors, 0 warnings\n")
    }
}

extension Folder {
    /// Puts many tags into the store that `Library.make(in:)` made here.
    fileprivate func addTags(_ count: Int) throws {
        let connection = try Connection(path: path("Library.sqlite"), mode: .readWrite, busyTimeout: 1)
        defer { connection.close() }
        try connection.execute(
            "WITH RECURSIVE n(i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i < \(count + 3)) "
                + "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT i, 3, 1, 'tag number ' || i FROM n; "
                + "UPDATE Z_PRIMARYKEY SET Z_MAX = \(count + 3) WHERE Z_NAME = 'Tag'", purpose: "test")
    }
}
