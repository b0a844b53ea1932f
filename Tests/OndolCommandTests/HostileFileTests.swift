import CoreData
import Foundation
import SQLite
import Testing

@testable import ondol

/// Whatever a file holds, a command ends with a line on standard error and an exit code.
struct HostileFileTests {
    private static let calls: [[String]] = [
        ["inspect"], ["schema"], ["query", "Book"], ["show", "Book/p1"], ["check"],
    ]

    private func expectFailure(_ path: String, _ word: String, sourceLocation: SourceLocation = #_sourceLocation) {
        for call in Self.calls {
            let run = Run([call[0], path] + call.dropFirst())
            #expect(run.code == .failure, "\(call)", sourceLocation: sourceLocation)
            #expect(run.output == "", sourceLocation: sourceLocation)
            let lines = run.errors.split(separator: "\n")
            #expect(
                lines.last?.hasPrefix("ondol: ") == true && run.errors.contains(word), "\(call): \(run.errors)",
                sourceLocation: sourceLocation)
        }
    }

    @Test func file_thatIsNoDatabase_isRefused() throws {
        let folder = try Folder()
        func write(_ name: String, _ data: Data) throws -> String {
            try data.write(to: URL(fileURLWithPath: folder.path(name)))
            return folder.path(name)
        }
        expectFailure(try write("empty.sqlite", Data()), "is empty")
        expectFailure(try write("text.sqlite", Data("hello".utf8)), "no SQLite database")
        expectFailure(
            try write("noise.sqlite", Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* $0 &+ 7) })),
            "no SQLite database")
        expectFailure(
            try write("header.sqlite", Data("SQLite format 3\0".utf8) + Data(repeating: 0xFF, count: 200)), "SQLite")
        expectFailure(folder.path("missing.sqlite"), "no such file")
        let run = Run("inspect", folder.url.path)
        #expect(run.code == .failure && run.errors.contains("folder"))
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        expectFailure(folder.path("pipe"), "no ordinary file")
    }

    @Test func database_thatIsNoStore_isRefused() throws {
        let folder = try Folder()
        let path = folder.path("other.sqlite")
        let connection = try Connection(path: path, mode: .readWriteCreate, busyTimeout: 1)
        try connection.execute("CREATE TABLE t (x); INSERT INTO t VALUES (1)", purpose: "test")
        expectFailure(path, "no Core Data store")
        try connection.execute(
            "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
            purpose: "test")
        expectFailure(path, "no Core Data store")
        try connection.execute("INSERT INTO Z_METADATA VALUES (1, 'x', 'no property list')", purpose: "test")
        expectFailure(path, "property list")
        try connection.execute(
            "UPDATE Z_METADATA SET Z_PLIST = NULL; "
                + "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
            purpose: "test")
        expectFailure(path, "tables of the entities are missing")
        connection.close()
    }

    @Test func store_cutShort_endsInAnErrorOrAnAnswer() throws {
        let folder = try Folder()
        let whole = try Data(contentsOf: URL(fileURLWithPath: try Library.make(in: folder)))
        let path = folder.path("cut.sqlite")
        for length in stride(from: 0, to: whole.count, by: 5779) {
            try whole.prefix(length).write(to: URL(fileURLWithPath: path))
            for call in Self.calls {
                let run = Run([call[0], path] + call.dropFirst())
                #expect(
                    run.code == .success || run.code == .findings || run.errors.hasPrefix("ondol: "),
                    "\(length) \(call)")
            }
        }
    }

    @Test func store_withDamagedBytes_endsInAnErrorOrAnAnswer() throws {
        let folder = try Folder()
        let whole = try Data(contentsOf: URL(fileURLWithPath: try Library.make(in: folder)))
        let path = folder.path("damaged.sqlite")
        var state: UInt64 = 42
        func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        for round in 0..<40 {
            var bytes = whole
            for _ in 0..<(1 + next(40)) { bytes[next(bytes.count)] = UInt8(next(256)) }
            try bytes.write(to: URL(fileURLWithPath: path))
            for call in Self.calls {
                let run = Run([call[0], path] + call.dropFirst())
                #expect(
                    run.code == .success || run.code == .findings || run.errors.contains("ondol: "),
                    "seed 42, round \(round), \(call)")
                #expect(!run.errors.contains("mode=ro"), "\(run.errors)")
            }
        }
    }

    @Test func store_whoseEntitiesRunInACircle_isRead() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let connection = try Connection(path: path, mode: .readWrite, busyTimeout: 1)
        try connection.execute(
            "DELETE FROM Z_MODELCACHE; UPDATE Z_PRIMARYKEY SET Z_SUPER = 6 WHERE Z_NAME = 'Work'", purpose: "test")
        connection.close()
        let run = Run("inspect", path)
        #expect(run.code == .success || run.code == .failure)
    }

    @Test func store_withHostileNames_isReadAndCannotReachSQL() throws {
        let folder = try Folder()
        let path = folder.path("names.sqlite")
        let entity = NSEntityDescription()
        entity.name = "We\"ird'; DROP TABLE Z_METADATA; --"
        let attribute = NSAttributeDescription()
        attribute.name = "na\"me') --"
        attribute.attributeType = .stringAttributeType
        entity.properties = [attribute]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: URL(fileURLWithPath: path))
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            let object = NSManagedObject(entity: entity, insertInto: context)
            object.setValue("\u{1B}[31mred\u{7}", forKey: attribute.name)
            try context.save()
        }
        try coordinator.remove(store)
        let run = Run("query", path, entity.name ?? "")
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.output.contains("\\u{1b}[31mred\\u{7}") && !run.output.contains("\u{1B}"))
        #expect(Run("inspect", path).code == .success)
        #expect(Run("show", path, "\(entity.name ?? "")/p1").code == .success)
        let connection = try Connection(path: path, mode: .readWrite, busyTimeout: 1)
        try connection.execute("DELETE FROM Z_MODELCACHE", purpose: "test")
        connection.close()
        #expect(Run("query", path, entity.name ?? "").code == .success)
    }

    @Test func store_withoutTablesOfItsModel_isRefusedByName() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let connection = try Connection(path: path, mode: .readWrite, busyTimeout: 1)
        try connection.execute("DROP TABLE ZTAG", purpose: "test")
        connection.close()
        let run = Run("inspect", path)
        #expect(run.code == .failure)
        #expect(run.errors.contains("ZTAG"))
    }
}
