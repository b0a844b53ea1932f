import CoreData
import Foundation
import SQLite
import Testing

@testable import ondol

struct InspectTests {
    private func counts(_ run: Run) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for case let entity as [String: Any] in try run.object()["entities"] as? [Any] ?? [] {
            counts[entity["name"] as? String ?? ""] = entity["count"] as? Int
        }
        return counts
    }

    @Test func inspect_ofLibrary_printsWhatItHolds() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let run = Run("inspect", path)
        #expect(run.code == .success)
        #expect(run.errors == "")
        try Golden.expect(run.output, equals: "inspect.txt", replacing: [(path, "STORE")])
        let json = Run("inspect", path, "--format", "json")
        try Golden.expect(json.output, equals: "inspect.json", replacing: [(path, "STORE")])
        #expect(
            try counts(json) == ["Author": 3, "Book": 3, "Record": 1, "Work": 0, "Shelf": 1, "Tag": 3])
    }

    @Test func inspect_ofStoreWithLiveJournal_seesWhatIsInTheJournal() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        // a program that has the store open and has written to its log only.
        let writer = try Connection(path: path, mode: .readWrite, busyTimeout: 1)
        try writer.execute("PRAGMA wal_autocheckpoint = 0", purpose: "test")
        try writer.execute("INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (9, 5, 1, 'new')", purpose: "test")
        // the index is left out here: both connections are of this process, which shares it.
        func lasting() throws -> [String: Data] { try folder.contents().filter { !$0.key.hasSuffix("-shm") } }
        let before = try folder.contents()
        #expect(before.keys.contains("Library.sqlite-wal"))
        let live = try lasting()
        #expect(try counts(Run("inspect", path, "--format", "json"))["Tag"] == 4)
        #expect(Run("query", path, "Tag", "--where", "name == 'new'", "--count").output == "1\n")
        #expect(try lasting() == live)
        // the same after the program died: log and index are left, and nobody holds them.
        let dead = try Folder()
        try dead.fill(with: before)
        #expect(try counts(Run("inspect", dead.path("Library.sqlite"), "--format", "json"))["Tag"] == 4)
        #expect(try dead.contents() == before)
        // and without the index, as when somebody copied two files only.
        try FileManager.default.removeItem(atPath: dead.path("Library.sqlite-shm"))
        let two = try dead.contents()
        #expect(try counts(Run("inspect", dead.path("Library.sqlite"), "--format", "json"))["Tag"] == 4)
        #expect(Run("show", dead.path("Library.sqlite"), "Tag/p9").code == .success)
        #expect(try dead.contents() == two)
        writer.close()
    }

    @Test func inspect_ofStoreWithHotRollbackJournal_seesTheStateBefore() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let writer = try Connection(path: path, mode: .readWrite, busyTimeout: 1)
        try writer.execute("PRAGMA journal_mode = delete", purpose: "test")
        try writer.execute("PRAGMA cache_size = 1; PRAGMA cache_spill = 1", purpose: "test")
        try writer.execute("BEGIN IMMEDIATE; DELETE FROM ZTAG", purpose: "test")
        // enough changes that pages are written before the commit.
        try writer.execute(
            "WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) "
                + "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT i, 5, 1, 'tag number ' || i FROM n",
            purpose: "test")
        let crashed = try Folder()
        try crashed.fill(with: try folder.contents())
        let before = try crashed.contents()
        #expect(before["Library.sqlite-journal"].map { $0.count > 512 } == true)
        #expect(try counts(Run("inspect", crashed.path("Library.sqlite"), "--format", "json"))["Tag"] == 3)
        #expect(try crashed.contents() == before)
        try writer.execute("ROLLBACK", purpose: "test")
        writer.close()
    }

    @Test(arguments: ["inspect", "query", "show", "schema"])
    func command_ofStore_leavesNoTrace(command: String) throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let before = try folder.contents()
        // also where nothing could be written.
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.url.path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path) }
        let extra = ["query": ["Work", "--sort", "title"], "show": ["Book/p1"]][command] ?? []
        let run = Run([command, path] + extra)
        #expect(run.code == .success, "\(run.errors)")
        #expect(try folder.contents() == before)
    }

    @Test func inspect_withoutKeptModel_infersOneAndSaysSo() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let connection = try Connection(path: path, mode: .readWrite, busyTimeout: 1)
        try connection.execute("DELETE FROM Z_MODELCACHE", purpose: "test")
        connection.close()
        let run = Run("inspect", path, "--format", "json")
        #expect(run.code == .success)
        #expect(run.errors.contains("inferred from its tables"))
        #expect(
            try counts(run) == ["Author": 3, "Book": 3, "Record": 1, "Work": 0, "Shelf": 1, "Tag": 3])
        #expect((try run.object()["model"] as? [String: Any])?["origin"] as? String == "tables")
        let query = Run(
            "query", path, "Book", "--where", "title BEGINSWITH 'The'", "--fields", "title", "--sort", "year")
        #expect(query.output == "title\nThe Left Hand of Darkness\nThe Dispossessed\n")
        let many = Run("query", path, "Record", "--fields", "tags.@count", "--format", "csv")
        #expect(many.output == "tags.@count\r\n2\r\n")
    }

    @Test(
        .enabled(if: Corpus.isPresent, "the folder shared/corpus is not beside the checkout"), arguments: Corpus.stores)
    func command_ofPublicStore_succeeds(path: String) throws {
        let inspect = Run("inspect", path, "--format", "json")
        #expect(inspect.code == .success, "\(inspect.errors)")
        #expect(Run("schema", path, "--format", "json").code == .success)
        for (name, count) in try counts(inspect) where count > 0 {
            let run = Run("query", path, name, "--format", "json")
            #expect(run.code == .success, "\(name): \(run.errors)")
            let rows = try #require(try run.json() as? [[String: Any]])
            #expect(rows.count >= count)
            guard let id = rows.first?["objectID"] as? String else { continue }
            let show = Run("show", path, id, "--format", "json")
            #expect(show.code == .success, "\(id): \(show.errors)")
            #expect(try show.object()["objectID"] as? String == id)
        }
    }
}
