import CoreData
import Foundation
import SQLite
import Testing

@testable import ondol

/// Counting a few pages gives what SQLite finds by reading all.
struct TreeSizesTests {
    private func measured(_ path: String) throws -> (own: [String: Int]?, dbstat: [String: Int]) {
        let connection = try Connection(path: path, mode: .readOnly, busyTimeout: 1)
        defer { connection.close() }
        var roots: [(name: String, page: Int)] = [("sqlite_schema", 1)]
        let tables = try connection.prepareOnce(
            "SELECT name, rootpage FROM sqlite_master WHERE rootpage > 0", purpose: "test")
        while try tables.step() { roots.append((tables.string(0) ?? "", Int(tables.integer(1)))) }
        var sizes: [String: Int] = [:]
        let statement = try connection.prepareOnce(
            "SELECT name, pgsize FROM dbstat WHERE aggregate = 1", purpose: "test")
        while try statement.step() { sizes[statement.string(0) ?? ""] = Int(statement.integer(1)) }
        return (TreeSizes(path: path, roots: roots)?.bytes, sizes)
    }

    @Test(arguments: [512, 1024, 4096, 65_536], [0, 1, 2])
    func database_ofAnyShape_isMeasuredAsBySQLite(pageSize: Int, vacuum: Int) throws {
        let folder = try Folder()
        let path = folder.path("any.sqlite")
        let connection = try Connection(path: path, mode: .readWriteCreate, busyTimeout: 1)
        try connection.execute(
            """
            PRAGMA page_size = \(pageSize); PRAGMA auto_vacuum = \(vacuum);
            CREATE TABLE small (a); CREATE TABLE blobs (a INTEGER PRIMARY KEY, b BLOB); CREATE TABLE rows (a, b, c);
            CREATE TABLE pairs (a, b, PRIMARY KEY (a, b)) WITHOUT ROWID;
            CREATE INDEX longs ON rows (b, c); CREATE INDEX shorts ON rows (a);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000)
              INSERT INTO rows SELECT i, hex(randomblob(i % 40)), i * 1.5 FROM n;
            INSERT INTO rows SELECT a, hex(randomblob(3000 + a * 7)), c FROM rows WHERE a % 1000 = 0;
            INSERT INTO pairs SELECT a, b FROM rows;
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
              INSERT INTO blobs SELECT i, randomblob(i * i * 37) FROM n;
            DELETE FROM rows WHERE a BETWEEN 300 AND 1200;
            """, purpose: "test")
        connection.close()
        let sizes = try measured(path)
        #expect(sizes.own == sizes.dbstat)
    }

    @Test(
        .enabled(if: Corpus.isPresent, "the folder shared/corpus is not beside the checkout"), arguments: Corpus.stores)
    func publicStore_isMeasuredAsBySQLite(path: String) throws {
        let store = try OpenedStore(path: path)
        guard store.file.access != .liveLog else { return }
        let sizes = try measured(store.file.openURL.path)
        #expect(sizes.own == sizes.dbstat)
    }

    @Test func fileThatIsDamaged_isNotMeasured() throws {
        let folder = try Folder()
        let whole = try Data(contentsOf: URL(fileURLWithPath: try Library.make(in: folder)))
        let path = folder.path("damaged.sqlite")
        for seed in 0..<200 {
            var bytes = whole
            for step in 0..<20 {
                bytes[(seed &* 7919 &+ step &* 104_729) % bytes.count] = UInt8(truncatingIfNeeded: seed &+ step)
            }
            try bytes.write(to: URL(fileURLWithPath: path))
            // an answer or none: it ends, whatever the file says.
            _ = TreeSizes(path: path, roots: (1...20).map { ("\($0)", $0) } + [("beyond", 1 << 40), ("before", -1)])
        }
    }

    @Test func rowsOfAHierarchy_areCountedWithAnIndexAndWithout() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let connection = try Connection(path: path, mode: .readWrite, busyTimeout: 1)
        try connection.execute(
            "INSERT INTO ZWORK (Z_PK, Z_ENT, Z_OPT) VALUES (50, NULL, 1), (51, 77, 1), (52, 5, 1)", purpose: "test")
        let names = try connection.firstString(
            "SELECT group_concat('DROP INDEX ' || name, ';') FROM sqlite_master WHERE type = 'index' "
                + "AND tbl_name = 'ZWORK' AND sql IS NOT NULL", purpose: "test")
        try connection.execute(names ?? "", purpose: "test")
        connection.close()
        let without = Run("inspect", path, "--format", "json")
        let writer = try Connection(path: path, mode: .readWrite, busyTimeout: 1)
        try writer.execute("CREATE INDEX e ON ZWORK (Z_ENT)", purpose: "test")
        writer.close()
        let with = Run("inspect", path, "--format", "json")
        for run in [without, with] {
            let object = try run.object()
            let entities = try #require(object["entities"] as? [[String: Any]])
            #expect(entities.first { $0["name"] as? String == "Book" }?["count"] as? Int == 4)
            #expect(entities.first { $0["name"] as? String == "Record" }?["count"] as? Int == 1)
            #expect((object["strayRows"] as? [[String: Any]])?.compactMap { $0["count"] as? Int } == [1, 1])
        }
    }
}
