import Foundation
import SQLite
import Testing

@testable import CoreData

/// What a store does with its file.
@Suite("SQLite store: the file")
struct SQLiteFileTests {
    private func raw(_ bench: StoreBench) throws -> Connection {
        try Connection(path: bench.url.path, mode: .readWrite, busyTimeout: 1)
    }

    @Test func create_newFile_hasApplesSettings() throws {
        let bench = try StoreBench(.sqliteFile)
        let connection = try raw(bench)
        #expect(try connection.firstInteger("PRAGMA page_size", purpose: "test") == 4096)
        #expect(try connection.firstInteger("PRAGMA auto_vacuum", purpose: "test") == 2)
        #expect(try connection.firstString("PRAGMA journal_mode", purpose: "test") == "wal")
        #expect(try connection.firstInteger("PRAGMA user_version", purpose: "test") == 0)
        #expect(try connection.firstInteger("PRAGMA application_id", purpose: "test") == 0)
    }

    @Test func create_withPragmasOfTheFile_followsThem() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pragmas-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("Store.sqlite")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: League.makeModel())
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url,
            options: [NSSQLitePragmasOption: ["auto_vacuum": "0", "page_size": "8192"]])
        try coordinator.remove(store)
        let connection = try Connection(path: url.path, mode: .readWrite, busyTimeout: 1)
        #expect(try connection.firstInteger("PRAGMA page_size", purpose: "test") == 8192)
        #expect(try connection.firstInteger("PRAGMA auto_vacuum", purpose: "test") == 0)
    }

    @Test func create_modelOfEverything_hasApplesTables() throws {
        let bench = try StoreBench(.sqliteFile)
        let connection = try raw(bench)
        let statement = try connection.prepareOnce(
            "SELECT sql FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z%' ORDER BY name", purpose: "test")
        var found: [String] = []
        while try statement.step() { found.append(statement.string(0) ?? "") }
        // Animal 1, Cat 2, Dog 3, Puppy 4, Child 5, Item 6, Parent 7, Step 8, Tag 9.
        let expected = [
            "CREATE TABLE ZANIMAL ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAGE1 INTEGER, "
                + "ZWEEKS INTEGER, ZAGE FLOAT, ZNAME VARCHAR, ZBREED VARCHAR )",
            "CREATE TABLE ZCHILD ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZVALUE INTEGER, "
                + "ZPARENT INTEGER, ZPET INTEGER, Z1_PET INTEGER, ZNAME VARCHAR )",
            "CREATE TABLE ZITEM ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFLAG INTEGER, "
                + "ZNUMBER INTEGER, ZSMALL INTEGER, ZCREATED TIMESTAMP, ZRATIO FLOAT, ZSCORE FLOAT, ZAMOUNT DECIMAL, "
                + "ZCODE VARCHAR, ZKIND VARCHAR, ZLINK VARCHAR, ZUUID BLOB, ZBLOB BLOB, ZBYTES BLOB, ZIMAGE BLOB )",
            "CREATE TABLE ZPARENT ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZRANK INTEGER, "
                + "ZNAME VARCHAR )",
            "CREATE TABLE ZSTEP ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPARENT INTEGER, "
                + "Z9LOOSE INTEGER, Z_FOK_9LOOSE INTEGER, Z_FOK_PARENT INTEGER, ZTITLE VARCHAR )",
            "CREATE TABLE ZTAG ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFAVOURITE INTEGER, "
                + "ZNAME VARCHAR )",
            "CREATE TABLE Z_7TAGS ( Z_7PARENTS INTEGER, Z_9TAGS INTEGER, PRIMARY KEY (Z_7PARENTS, Z_9TAGS) )",
            "CREATE TABLE Z_9RELATEDBY ( Z_9RELATED INTEGER, Z_9RELATEDBY INTEGER, Z_FOK_9RELATED INTEGER, "
                + "PRIMARY KEY (Z_9RELATED, Z_9RELATEDBY) )",
            "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
            "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
            "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
        ]
        #expect(found.sorted() == expected.sorted())
    }

    @Test func create_newFile_keepsModelAndHashes() throws {
        let bench = try StoreBench(.sqliteFile)
        let model = try #require(try SQLiteStore.cachedModel(at: bench.url))
        #expect(model.entityVersionHashesByName == bench.layout.model.entityVersionHashesByName)
        let metadata = try SQLiteStore.readMetadata(at: bench.url, options: nil)
        #expect(bench.layout.model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        #expect(metadata[NSStoreTypeKey] as? String == NSSQLiteStoreType)
        #expect(metadata[NSStoreUUIDKey] as? String == bench.store.identity.uuid)
    }

    /// What is read without Foundation is what it would have read.
    @Test func metadata_ofEveryKind_isWhatFoundationReads() throws {
        let plist: [String: Any] = [
            "count": 3, "isShared": true, "isNot": false, "ratio": 1.5, "name": "x", "한글": "값", "bytes": Data([1, 2]),
            "made": Date(timeIntervalSinceReferenceDate: 5.25), "list": [1, "q", [Data()]] as [Any],
            "hashes": ["A": Data(repeating: 7, count: 32)], "most": Int64.max, "empty": [String: Any](),
        ]
        func encoded(_ plist: Any, _ format: PropertyListSerialization.PropertyListFormat = .binary) throws -> Data {
            try PropertyListSerialization.data(fromPropertyList: plist, format: format, options: 0)
        }
        let data = try encoded(plist)
        let quick = try #require(MetadataPropertyList.dictionary(data))
        let slow = try #require(
            PropertyListSerialization.propertyList(from: data, options: [], format: nil) as? [String: Any])
        #expect(NSDictionary(dictionary: quick) == NSDictionary(dictionary: slow))
        for (key, value) in slow {
            let other = try #require(quick[key])
            #expect(type(of: value) == type(of: other), "\(key)")
        }
        #expect(try encoded(quick) == encoded(slow) || encoded(quick).count == data.count)
        for other: Any in [["below": -1], ["beyond": UInt64.max], ["list": [-5]], [1, 2]] {
            #expect(try MetadataPropertyList.dictionary(encoded(other)) == nil)
        }
        #expect(try MetadataPropertyList.dictionary(encoded(plist, .xml)) == nil)
        for length in stride(from: 0, to: data.count, by: 3) {
            // Damaged lists are left to Foundation, whatever is missing.
            #expect(MetadataPropertyList.dictionary(data.prefix(length)) == nil)
        }
    }

    @Test func open_otherModel_isRefusedWith134100() throws {
        let bench = try StoreBench(.sqliteFile)
        let other = NSManagedObjectModel()
        other.entities = [StoreModel.entity("Item", [StoreModel.attribute("code", .stringAttributeType)])]
        let store = SQLiteStore(
            persistentStoreCoordinator: nil, configurationName: nil, at: bench.url, options: nil)
        let error = #expect(throws: NSError.self) { try store.open(with: ModelLayout(other)) }
        #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
    }

    @Test func add_otherModelWithoutMigration_leavesTheFileAsItIs() throws {
        let bench = try StoreBench(
            .sqliteFile, options: [NSSQLitePragmasOption: ["journal_mode": "DELETE"]])
        bench.store.close()
        let before = try Data(contentsOf: bench.url)
        let other = NSManagedObjectModel()
        other.entities = [StoreModel.entity("Item", [StoreModel.attribute("code", .stringAttributeType)])]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: other)
        let error = #expect(throws: NSError.self) {
            try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: bench.url)
        }
        #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
        #expect(error?.userInfo["metadata"] != nil)
        #expect(try Data(contentsOf: bench.url) == before)
        let beside = try FileManager.default.contentsOfDirectory(
            atPath: bench.url.deletingLastPathComponent().path)
        #expect(!beside.contains { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") || $0.hasSuffix("-journal") })
    }

    @Test func configuration_ofASubentityAlone_opensAgain() throws {
        let (animal, dog) = (StoreModel.entity("Animal", []), StoreModel.entity("Dog", []))
        animal.subentities = [dog]
        let model = NSManagedObjectModel()
        model.entities = [animal, dog]
        model.setEntities([dog], forConfigurationName: "Dogs")
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("dogs-\(UUID().uuidString).sqlite")
        defer { try? FileManager.default.removeItem(at: url) }
        for _ in 0..<2 {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            let store = try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: "Dogs", at: url)
            try coordinator.remove(store)
        }
    }

    @Test func commit_fromAnotherConnection_isSeenByKeptReaders() throws {
        let bench = try StoreBench(.sqliteFile)
        try bench.insert("Parent", [["name": .string("a")]])
        #expect(try bench.store.count(bench.spec("Parent")) == 1)
        let other = try bench.another()
        let key = try other.reserveKeys(of: bench.entity("Parent"), count: 1)
        var changes = StoreChanges()
        changes.inserts.append(
            .init(layout: bench.entity("Parent"), primaryKey: key, values: bench.values("Parent", [:])))
        _ = try other.commit(changes)
        #expect(try bench.store.count(bench.spec("Parent")) == 2)
        other.close()
    }

    @Test func read_whileAnotherWrites_seesTheLastCommit() throws {
        let bench = try StoreBench(.sqliteFile)
        try bench.insert("Parent", [["name": .string("a")]])
        let connection = try raw(bench)
        try connection.execute("BEGIN IMMEDIATE; UPDATE ZPARENT SET ZNAME = 'b'", purpose: "test")
        #expect(try bench.row("Parent", 1)?.string(named: "name") == "a")
        try connection.execute("COMMIT", purpose: "test")
        #expect(try bench.row("Parent", 1)?.string(named: "name") == "b")
    }

    @Test func close_reservedKeysLeft_goBack() throws {
        let bench = try StoreBench(.sqliteFile)
        for _ in 0..<10 { try bench.insert("Parent", [[:]]) }
        bench.store.close()
        let highest = try raw(bench).firstInteger(
            "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Parent'", purpose: "test")
        #expect(highest == 10)
    }

    @Test func readOnly_commit_isRefused() throws {
        let bench = try StoreBench(.sqliteFile)
        try bench.insert("Parent", [["name": .string("a")]])
        let reader = try bench.another(options: [NSReadOnlyPersistentStoreOption: true])
        #expect(reader.isReadOnly)
        #expect(try reader.count(bench.spec("Parent")) == 1)
        #expect(throws: NSError.self) { try reader.reserveKeys(of: bench.entity("Parent"), count: 1) }
        #expect(throws: NSError.self) { try reader.commit(StoreChanges()) }
        reader.close()
    }

    @Test func metadata_unknownKeys_survive() throws {
        let bench = try StoreBench(.sqliteFile)
        var changes = StoreChanges()
        changes.metadata = ["mine": "yes", NSStoreTypeKey: "Other"]
        _ = try bench.store.commit(changes)
        try bench.reopen()
        let metadata = try #require(bench.store.metadata)
        #expect(metadata["mine"] as? String == "yes")
        #expect(metadata[NSStoreTypeKey] as? String == NSSQLiteStoreType)
        #expect(metadata[NSStoreModelVersionHashesKey] != nil)
    }

    @Test func destroy_thenOpen_startsAnew() throws {
        let bench = try StoreBench(.sqliteFile)
        try bench.insert("Item", [["image": .data(Data(repeating: 7, count: 200_000))]])
        let uuid = bench.store.identity.uuid
        bench.store.close()
        try SQLiteStore.destroy(at: bench.url, options: nil)
        #expect(!SQLiteStore.exists(at: bench.url, options: nil))
        #expect(!FileManager.default.fileExists(atPath: ExternalFiles.supportDirectory(of: bench.url).path))
        try bench.reopen()
        #expect(bench.store.identity.uuid != uuid)
        #expect(try bench.store.count(bench.spec("Item")) == 0)
    }

    @Test func replace_copiesRowsAndFiles() throws {
        let bench = try StoreBench(.sqliteFile)
        let image = Data(repeating: 7, count: 200_000)
        try bench.insert("Item", [["code": .string("a"), "image": .data(image)]])
        let target = bench.directory.appendingPathComponent("copy.sqlite")
        try SQLiteStore.replace(at: target, with: bench.url, options: nil, sourceOptions: nil)
        let copy = SQLiteStore(persistentStoreCoordinator: nil, configurationName: nil, at: target, options: nil)
        try copy.open(with: bench.layout)
        let row = try #require(try copy.fetchRows(bench.spec("Item")).first)
        guard case .data(let stored) = row.value(named: "image") else {
            Issue.record("no image")
            return
        }
        #expect(try copy.externalData(stored) == image)
        copy.close()
    }
}
