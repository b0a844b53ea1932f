import CoreData
import Foundation
import SQLite
import Testing

@testable import ondol

/// `ondol migrate` as a whole.
struct MigrateTests {
    private static func make() throws -> (folder: Folder, package: String, store: String) {
        let folder = try Folder()
        let package = try Versions.makePackage(in: folder)
        return (folder, package, try Versions.makeStore(in: folder, of: package))
    }

    private static func files(_ folder: Folder) throws -> [String: Data] {
        try folder.contents().filter { !$0.key.hasSuffix("-shm") && !$0.key.hasSuffix("-wal") }
    }

    @Test func store_carriedOver_hasItsDataAndABackup() throws {
        let (folder, package, store) = try Self.make()
        let before = Run("query", store, "Book", "--format", "json").output
        let run = Run("migrate", store, "--to", package)
        #expect(run.code == .success, "\(run.errors)")
        try Golden.expect(run.output + run.errors, equals: "migrate.txt", replacing: [(folder.url.path, "FOLDER")])
        let query = Run("query", store, "Book", "--fields", "heading,subtitle,year,rating,author.name")
        #expect(query.code == .success, "\(query.errors)")
        try Golden.expect(query.output, equals: "migrate-after.txt")
        let backup = folder.path("Books.before-migration.sqlite")
        #expect(Run("query", backup, "Book", "--format", "json").output == before)
        #expect(Run("check", store).code == .success && Run("check", backup).code == .success)
        let again = Run("migrate", store, "--to", package)
        #expect(again.code == .success && again.output.contains("nothing to do"))
    }

    @Test func dryRun_saysWhatIsLost_andChangesNothing() throws {
        let (folder, package, store) = try Self.make()
        let before = try folder.contents()
        let run = Run("migrate", store, "--to", Versions.path(package, "Library 3"), "--dry-run")
        #expect(run.code == .findings)
        try Golden.expect(run.output, equals: "migrate-dry-run.txt")
        #expect(Run("migrate", store, "--to", package, "--dry-run").code == .success)
        #expect(Run("migrate", store, "--to", Versions.path(package, "Library")).output.contains("nothing to do"))
        #expect(try folder.contents() == before)
    }

    @Test func modelOfAnotherStore_isRefused() throws {
        let (folder, _, store) = try Self.make()
        let other = try Folder()
        try other.fill(with: [
            "Other.xcdatamodel/contents": Data(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
                  <entity name="Planet"><attribute name="name" optional="YES" attributeType="String"/></entity>
                </model>
                """.utf8)
        ])
        let before = try Self.files(folder)
        let run = Run("migrate", store, "--to", other.path("Other.xcdatamodel"))
        #expect(run.code == .failure && run.errors.contains("all its data would be lost"), "\(run.errors)")
        #expect(try Self.files(folder) == before)
    }

    /// Entities that live in other stores do not go on in this one.
    @Test func modelWithoutTheEntitiesOfTheConfiguration_isRefused() throws {
        func model(_ entities: [(name: String, configuration: String)]) -> Data {
            Data(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
                \(entities.map {
                    "<entity name=\"\($0.name)\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/></entity>"
                        + "<configuration name=\"\($0.configuration)\"><memberEntity name=\"\($0.name)\"/></configuration>"
                }.joined())
                </model>
                """.utf8)
        }
        let folder = try Folder()
        try folder.fill(with: [
            "Old.xcdatamodel/contents": model([("Note", "Local part"), ("Log", "Cloud")]),
            "New.xcdatamodel/contents": model([("Planet", "Local part"), ("Log", "Cloud")]),
            "Right.xcdatamodel/contents": model([("Note", "Local part"), ("Star", "Cloud")]),
        ])
        let url = URL(fileURLWithPath: folder.path("Notes.sqlite"))
        let old = try NSManagedObjectModel.load(
            contentsOf: URL(fileURLWithPath: folder.path("Old.xcdatamodel")), version: nil)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: old)
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: "Local part", at: url)
        try coordinator.remove(store)
        let before = try Self.files(folder)
        let wrong = Run(
            "migrate", url.path, "--to", folder.path("New.xcdatamodel"), "--from", folder.path("Old.xcdatamodel"),
            "--configuration", "Local part")
        #expect(wrong.code == .failure && wrong.errors.contains("all its data would be lost"), "\(wrong.errors)")
        #expect(try Self.files(folder) == before)
        let right = Run(
            "migrate", url.path, "--to", folder.path("Right.xcdatamodel"), "--from", folder.path("Old.xcdatamodel"),
            "--configuration", "Local part")
        #expect(right.code == .success, "\(right.errors)")
    }

    @Test func migration_thatIsNotPossible_leavesTheStoreAsItWas() throws {
        let (folder, package, store) = try Self.make()
        let before = try Self.files(folder)
        let run = Run("migrate", store, "--to", Versions.path(package, "Library 4"))
        #expect(run.code == .failure && run.output == "")
        #expect(run.errors.contains("not possible") && run.errors.contains("Book.year"))
        #expect(try Self.files(folder) == before)
    }

    /// A model that shares one entity with the store is not the store's by that.
    @Test func entityWithObjectsThatGoes_needsConsent() throws {
        let (folder, _, store) = try Self.make()
        let other = try Folder()
        try other.fill(with: [
            "Other.xcdatamodel/contents": Data(
                "<model><entity name=\"Author\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>"
                    .utf8) + Data("</entity></model>".utf8)
        ])
        let model = other.path("Other.xcdatamodel")
        let before = try Self.files(folder)
        let dry = Run("migrate", store, "--to", model, "--dry-run")
        #expect(dry.code == .findings && dry.errors.contains("--allow-loss"), "\(dry.errors)")
        for options in [[], ["--no-backup"]] {
            let run = Run(["migrate", store, "--to", model] + options)
            #expect(run.code == .failure && run.output == "", "\(run.output)")
            #expect(run.errors.contains("1 object of Book would be lost"), "\(run.errors)")
        }
        #expect(try Self.files(folder) == before)
        let run = Run("migrate", store, "--to", model, "--allow-loss")
        #expect(run.code == .success && run.errors.contains("note: Book"), "\(run.errors)")
        #expect(Run("query", store, "Author", "--count").output == "1\n")
    }

    @Test func entityWithoutObjectsThatGoes_needsNone() throws {
        let (folder, _, store) = try Self.make()
        let other = try Folder()
        try other.fill(with: [
            "Other.xcdatamodel/contents": Data(
                "<model><entity name=\"Author\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>"
                    .utf8) + Data("</entity></model>".utf8)
        ])
        let connection = try Connection(path: store, mode: .readWrite, busyTimeout: 1)
        try connection.execute("DELETE FROM ZBOOK", purpose: "test")
        connection.close()
        let run = Run("migrate", store, "--to", other.path("Other.xcdatamodel"))
        #expect(run.code == .success, "\(run.errors)")
        #expect(FileManager.default.fileExists(atPath: folder.path("Books.before-migration.sqlite")))
    }

    @Test func configurationThatIsNotThere_isAWrongArgument() throws {
        let (folder, package, store) = try Self.make()
        let before = try Self.files(folder)
        for options in [[], ["--dry-run"]] {
            let run = Run(["migrate", store, "--to", package, "--configuration", "Nope"] + options)
            #expect(run.code == .usage && run.output == "" && run.errors.contains("It has none"), "\(run.errors)")
        }
        #expect(try Self.files(folder) == before)
    }

    /// Of a migration that fails nothing is told as done, and nothing stays.
    @Test func migrationThatFails_leavesNoBackup() throws {
        let (folder, package, store) = try Self.make()
        let connection = try Connection(path: store, mode: .readWrite, busyTimeout: 1)
        try connection.execute("CREATE VIEW Z__OLD0 AS SELECT 1; CREATE VIEW Z__OLD1 AS SELECT 1", purpose: "test")
        connection.close()
        let names = Set(try Self.files(folder).keys)
        let run = Run("migrate", store, "--to", Versions.path(package, "Library 3"))
        #expect(run.code == .failure && run.output == "" && !run.errors.contains("note:"), "\(run.errors)")
        #expect(Set(try Self.files(folder).keys) == names)
    }

    @Test func backup_thatIsThereAlready_isNotOverwritten() throws {
        let (folder, package, store) = try Self.make()
        let before = try Self.files(folder)
        let run = Run("migrate", store, "--to", package, "--backup", package + "/Library.xcdatamodel/contents")
        #expect(run.code == .failure && run.errors.contains("already"))
        #expect(try Self.files(folder) == before)
        let named = Run("migrate", store, "--to", package, "--backup", folder.path("Old.sqlite"))
        #expect(named.code == .success && FileManager.default.fileExists(atPath: folder.path("Old.sqlite")))
    }

    @Test func noBackup_makesNone() throws {
        let (folder, package, store) = try Self.make()
        let names = Set(try Self.files(folder).keys)
        #expect(Run("migrate", store, "--to", package, "--no-backup").code == .success)
        #expect(Set(try Self.files(folder).keys) == names)
    }

    @Test func arguments_thatAreWrong_areRefused() throws {
        let (folder, package, store) = try Self.make()
        #expect(Run("migrate", store).code == .usage)
        #expect(Run("migrate", "--to", package).code == .usage)
        #expect(Run("migrate", store, "--to", package, "--backup", "a", "--no-backup").code == .usage)
        #expect(Run("migrate", folder.path("missing.sqlite"), "--to", package).code == .failure)
        #expect(Run("migrate", store, "--to", folder.path("missing.mom")).code == .failure)
        try folder.fill(with: ["text.sqlite": Data("hello".utf8)])
        #expect(Run("migrate", folder.path("text.sqlite"), "--to", package).code == .failure)
    }
}
