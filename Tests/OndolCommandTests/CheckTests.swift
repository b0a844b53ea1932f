import CoreData
import Foundation
import SQLite
import Testing

@testable import ondol

struct CheckTests {
    /// A fault that is made on purpose, and what has to be found.
    struct Fault: Sendable, CustomTestStringConvertible {
        let name: String
        let sql: String
        let kind: String
        let subject: String
        var severity = "error"
        var isRepaired = true

        var testDescription: String { name }
    }

    /// Numbers: Author 1, Shelf 2, Tag 3, Work 4, Book 5, Record 6.
    static let faults: [Fault] = [
        Fault(
            name: "dangling to-one", sql: "UPDATE ZWORK SET ZAUTHOR = 99 WHERE Z_PK = 1", kind: "dangling",
            subject: "Work.author"),
        Fault(
            name: "wrong entity beside a reference",
            sql: "UPDATE ZAUTHOR SET Z4_FAVOURITE = 6 WHERE ZFAVOURITE IS NOT NULL",
            kind: "destination", subject: "Author.favourite"),
        Fault(
            name: "other side knows nothing", sql: "UPDATE ZWORK SET ZADMIRER = NULL", kind: "inverse",
            subject: "Author.favourite"),
        Fault(
            name: "other side leads elsewhere", sql: "UPDATE ZWORK SET ZADMIRER = 1 WHERE ZADMIRER IS NOT NULL",
            kind: "inverse", subject: "Author.favourite"),
        Fault(
            name: "dangling row of a join table", sql: "INSERT INTO Z_3WORKS VALUES (1, 77)", kind: "dangling",
            subject: "Tag.works"),
        Fault(
            name: "counter too low", sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'Work'", kind: "counter",
            subject: "Work"),
        Fault(
            name: "row of the counter missing", sql: "DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Tag'", kind: "counter",
            subject: "Tag"),
        Fault(
            name: "row of a sub-entity missing", sql: "DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Book'", kind: "counter",
            subject: "Book", severity: "warning"),
        Fault(
            name: "unknown entity that a reference names",
            sql:
                "UPDATE ZWORK SET Z_ENT = 44 WHERE Z_PK = (SELECT ZFAVOURITE FROM ZAUTHOR WHERE ZFAVOURITE > 0 LIMIT 1)",
            kind: "entity", subject: "Work"),
        Fault(
            name: "counter missing", sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = NULL WHERE Z_NAME = 'Tag'", kind: "counter",
            subject: "Tag"),
        Fault(name: "unknown entity", sql: "UPDATE ZTAG SET Z_ENT = 44 WHERE Z_PK = 1", kind: "entity", subject: "Tag"),
        Fault(name: "no entity", sql: "UPDATE ZTAG SET Z_ENT = NULL WHERE Z_PK = 1", kind: "entity", subject: "Tag"),
        Fault(
            name: "abstract entity", sql: "UPDATE ZWORK SET Z_ENT = 4 WHERE Z_PK = 2", kind: "entity", subject: "Work",
            isRepaired: false),
        Fault(
            name: "no version", sql: "UPDATE ZTAG SET Z_OPT = NULL", kind: "version", subject: "Tag",
            severity: "warning"),
        Fault(
            name: "no position", sql: "UPDATE ZWORK SET Z_FOK_SHELF = NULL WHERE Z_PK = 1", kind: "order",
            subject: "Shelf.items"),
        Fault(
            name: "position taken twice", sql: "UPDATE ZWORK SET Z_FOK_SHELF = 2048 WHERE ZSHELF IS NOT NULL",
            kind: "order", subject: "Shelf.items", severity: "warning"),
        Fault(
            name: "text in a number", sql: "UPDATE ZWORK SET ZYEAR = 'long ago' WHERE Z_PK = 1", kind: "type",
            subject: "Work.year", isRepaired: false),
        Fault(
            name: "number too large", sql: "UPDATE ZWORK SET ZYEAR = 99999 WHERE Z_PK = 1", kind: "type",
            subject: "Work.year", isRepaired: false),
        Fault(
            name: "short UUID", sql: "UPDATE ZWORK SET ZIDENTIFIER = x'00' WHERE Z_PK = 1", kind: "type",
            subject: "Work.identifier", isRepaired: false),
        Fault(
            name: "odd Boolean", sql: "UPDATE ZWORK SET ZISLENT = 7 WHERE Z_PK = 1", kind: "type",
            subject: "Work.isLent", severity: "warning"),
        Fault(
            name: "nil where a value must be", sql: "UPDATE ZTAG SET ZNAME = NULL WHERE Z_PK = 2", kind: "required",
            subject: "Tag.name", isRepaired: false),
        Fault(
            name: "no tag byte", sql: "UPDATE ZAUTHOR SET ZPORTRAIT = x'0909' WHERE Z_PK = 2", kind: "file",
            subject: "Author.portrait", isRepaired: false),
        Fault(
            name: "missing external file",
            sql:
                "UPDATE ZAUTHOR SET ZPORTRAIT = x'0230303030303030302d303030302d303030302d303030302d30303030303030303030303100' "
                + "WHERE Z_PK = 2",
            kind: "file", subject: "Author.portrait"),
        Fault(
            name: "unknown entity in the list", sql: "INSERT INTO Z_PRIMARYKEY VALUES (99, 'Ghost', 0, 3)",
            kind: "counter", subject: "", severity: "warning", isRepaired: false),
    ]

    private func findings(_ json: [String: Any], in part: String? = nil) throws -> [[String: Any]] {
        let place = try part.map { try #require(json[$0] as? [String: Any]) } ?? json
        return try #require(place["findings"] as? [[String: Any]])
    }

    private func kinds(_ findings: [[String: Any]]) -> Set<String> {
        Set(
            findings.map { finding in
                let subject = [finding["entity"] as? String, finding["property"] as? String].compactMap { $0 }
                    .joined(separator: ".")
                return "\(finding["severity"] ?? "") \(finding["kind"] ?? "") \(subject)"
            })
    }

    @Test func check_ofSoundStore_findsNothing() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let before = try folder.contents()
        let run = Run("check", path)
        #expect(run.output == "0 errors, 0 warnings\n")
        #expect(run.code == .success)
        #expect(try folder.contents() == before)
    }

    @Test(arguments: faults)
    func check_ofStoreWithFault_findsAndRepairsIt(fault: Fault) throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let connection = try Connection(path: path, mode: .readWrite, busyTimeout: 1)
        try connection.execute(fault.sql, purpose: "test")
        try connection.checkpoint(truncating: true)
        connection.close()
        let before = try folder.contents()
        let run = Run("check", path, "--repair", folder.path("Copy.sqlite"), "--format", "json")
        let found = kinds(try findings(try run.object()))
        let expected = "\(fault.severity) \(fault.kind) \(fault.subject)"
        #expect(found.contains(expected), "\(found)")
        // the fault may show at both ends of a relationship, but nothing else may be found.
        #expect(found.allSatisfy { $0.hasPrefix("\(fault.severity) ") }, "\(found)")
        let remaining = kinds(try findings(try run.object(), in: "repair"))
        #expect(remaining.contains(expected) == !fault.isRepaired, "\(remaining)")
        if fault.isRepaired { #expect(remaining.isEmpty, "\(remaining)") }
        #expect(run.code == (fault.severity == "error" && !fault.isRepaired ? .findings : .success))
        #expect(Run("check", path).code == (fault.severity == "error" ? .findings : .success))
        let after = try folder.contents()
        for (name, data) in before { #expect(after[name] == data, "\(name)") }
    }

    @Test func check_ofFilesBesideTheStore_findsOrphansAndMissing() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let files = folder.url.appendingPathComponent(".Library_SUPPORT/_EXTERNAL_DATA")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: files.path).first)
        try Data("x".utf8).write(to: files.appendingPathComponent("00000000-0000-0000-0000-000000000002"))
        let orphan = Run("check", path, "--repair", folder.path("Copy.sqlite"))
        #expect(orphan.code == .success)
        #expect(orphan.output.contains("warning [orphan]"))
        #expect(
            try FileManager.default.contentsOfDirectory(
                atPath: folder.url.appendingPathComponent(".Copy_SUPPORT/_EXTERNAL_DATA").path) == [name])
        #expect(Run("check", folder.path("Copy.sqlite")).output == "0 errors, 0 warnings\n")
        try FileManager.default.removeItem(at: files.appendingPathComponent(name))
        let missing = Run("check", path)
        #expect(missing.code == .findings)
        #expect(missing.output.contains("error [file] Author/p1.portrait: The external file \(name) is missing."))
    }

    @Test func check_ofRulesOfTheModel_findsValuesThatBreakThem() throws {
        let folder = try Folder()
        let model = folder.url.appendingPathComponent("Rules.xcdatamodel")
        try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
        try Data(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            <entity name="Person"><attribute name="name" optional="YES" attributeType="String" minValueString="2" \
            maxValueString="5"/><attribute name="code" optional="YES" attributeType="String" \
            regularExpressionString="[A-Z]+"/><attribute name="age" optional="YES" attributeType="Integer 16" \
            minValueString="0" maxValueString="150"/><uniquenessConstraints><uniquenessConstraint>\
            <constraint value="code"/></uniquenessConstraint></uniquenessConstraints></entity></model>
            """.utf8
        ).write(to: model.appendingPathComponent("contents"))
        let path = folder.path("Rules.sqlite")
        let coordinator = NSPersistentStoreCoordinator(
            managedObjectModel: try NSManagedObjectModel.load(contentsOf: model))
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: URL(fileURLWithPath: path))
        try coordinator.remove(store)
        let connection = try Connection(path: path, mode: .readWrite, busyTimeout: 1)
        try connection.execute(
            """
            DROP INDEX Z_Person_UNIQUE_code;
            INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME, ZCODE, ZAGE) VALUES (1, 1, 1, 'A', 'ab', 3),
            (2, 1, 1, 'Abcdef', 'X', 200), (3, 1, 1, 'Abc', 'X', -1), (4, 1, 1, NULL, NULL, NULL);
            UPDATE Z_PRIMARYKEY SET Z_MAX = 4
            """, purpose: "test")
        connection.close()
        let run = Run("check", path)
        #expect(run.code == .findings)
        try Golden.expect(run.output, equals: "check-rules.txt")
        #expect(Run("check", path, "--model", model.path).output == run.output)
    }

    @Test func check_withForeignModel_namesTheEntitiesThatDiffer() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let model = folder.url.appendingPathComponent("Other.xcdatamodel")
        try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
        try Data("<model><entity name=\"Tag\"/><entity name=\"Movie\"/></model>".utf8)
            .write(to: model.appendingPathComponent("contents"))
        let run = Run("check", path, "--model", model.path)
        #expect(run.code == .failure)
        #expect(run.errors.contains("Author (only in the store), Book (only in the store), Movie (only in the model)"))
        #expect(run.errors.contains("Tag"))
    }

    @Test func check_ofMetadataWithOtherHashes_namesThem() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let connection = try Connection(path: path, mode: .readWrite, busyTimeout: 1)
        let statement = try connection.prepareOnce("SELECT Z_PLIST FROM Z_METADATA", purpose: "test")
        #expect(try statement.step())
        var plist = try #require(
            try PropertyListSerialization.propertyList(from: Data(statement.bytes(0) ?? []), format: nil)
                as? [String: Any])
        statement.reset()
        var hashes = try #require(plist[NSStoreModelVersionHashesKey] as? [String: Data])
        hashes["Tag"] = Data(repeating: 1, count: 32)
        plist[NSStoreModelVersionHashesKey] = hashes
        let update = try connection.prepareOnce("UPDATE Z_METADATA SET Z_PLIST = ?", purpose: "test")
        try PropertyListSerialization.data(fromPropertyList: plist, format: .binary, options: 0)
            .withUnsafeBytes { update.bind(1, blob: $0) }
        try update.run()
        connection.close()
        let run = Run("check", path)
        #expect(run.code == .findings)
        #expect(run.output.contains("error [hash] Tag:"))
        // what can be read is read all the same.
        #expect(Run("query", path, "Tag", "--count").output == "3\n")
    }

    @Test func repair_ontoExistingFile_isRefused() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let before = try folder.contents()
        let run = Run("check", path, "--repair", path)
        #expect(run.code == .failure)
        #expect(try folder.contents() == before)
    }

    @Test func check_ofManyFaults_countsAllAndListsSome() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let connection = try Connection(path: path, mode: .readWrite, busyTimeout: 1)
        try connection.execute("UPDATE ZTAG SET ZNAME = NULL", purpose: "test")
        connection.close()
        let run = try Run("check", path, "--limit", "2", "--format", "json").object()
        #expect(run["errors"] as? Int == 3)
        #expect(run["omitted"] as? Int == 1)
        #expect((run["findings"] as? [Any])?.count == 2)
    }

    @Test(
        .enabled(if: Corpus.isPresent, "the folder shared/corpus is not beside the checkout"), arguments: Corpus.stores)
    func check_ofPublicStore_endsAndItsRepairedCopyIsCleaner(path: String) throws {
        let folder = try Folder()
        let run = Run("check", path, "--repair", folder.path("Copy.sqlite"), "--format", "json")
        #expect(run.code == .success || run.code == .findings, "\(run.errors)")
        let json = try run.object()
        let repair = try #require(json["repair"] as? [String: Any])
        let done = try #require(repair["done"] as? [[String: Any]])
        #expect((repair["errors"] as? Int ?? 0) <= (json["errors"] as? Int ?? 0))
        let remaining = kinds(try findings(json, in: "repair"))
        for action in done {
            let subject = [action["entity"] as? String, action["property"] as? String].compactMap { $0 }
                .joined(separator: ".")
            #expect(!remaining.contains { $0.hasSuffix(" \(action["kind"] ?? "") \(subject)") }, "\(action)")
        }
    }

    /// What is said of a wrong entity number is what a query then does.
    @Test func wrongEntity_isSaidToBeReadOrPassedOver_asItIs() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let connection = try Connection(path: path, mode: .readWrite, busyTimeout: 1)
        try connection.execute(
            "UPDATE ZTAG SET Z_ENT = 44 WHERE Z_PK = 1; UPDATE ZTAG SET Z_ENT = NULL WHERE Z_PK = 2; "
                + "UPDATE ZWORK SET Z_ENT = 44 WHERE Z_PK = 1; UPDATE ZWORK SET Z_ENT = 3 WHERE Z_PK = 2",
            purpose: "test")
        connection.close()
        let lines = Run("check", path).output.split(separator: "\n").filter { $0.contains("[entity]") }
        #expect(lines.count == 4)
        let read = lines.count { $0.hasSuffix("; it is read as an object of Tag all the same.") }
        let passed = lines.count { $0.hasSuffix("; lists and exports pass over it.") }
        #expect(read == 2 && passed == 2, "\(lines)")
        #expect(Run("query", path, "Tag", "--count").output == "3\n")
        #expect(Run("query", path, "Work", "--count").output == "2\n")
        let rows = try Run("query", path, "Work", "--format", "json").json() as? [Any]
        #expect(rows?.count == 2)
    }
}
