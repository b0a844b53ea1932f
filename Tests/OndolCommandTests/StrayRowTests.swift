import CoreData
import Foundation
import SQLite
import Testing

@testable import ondol

/// Rows whose entity number is that of no entity of their table.
struct StrayRowTests {
    private static func change(_ path: String, _ sql: String) throws {
        let connection = try Connection(path: path, mode: .readWrite, busyTimeout: 1)
        try connection.execute(sql, purpose: "test")
        try connection.checkpoint(truncating: true)
        connection.close()
    }

    /// A library with two works of no entity.
    private static func make(in folder: Folder) throws -> String {
        let path = try Library.make(in: folder)
        try change(path, "UPDATE ZWORK SET Z_ENT = 44 WHERE Z_PK = 1; UPDATE ZWORK SET Z_ENT = NULL WHERE Z_PK = 2")
        return path
    }

    @Test(arguments: [[], ["--where", "title != nil"], ["--limit", "1"], ["--offset", "1"]])
    func count_isThatOfTheList(options: [String]) throws {
        let folder = try Folder()
        let path = try Self.make(in: folder)
        let list = try Run(["query", path, "Work", "--format", "json"] + options).json() as? [Any]
        #expect(Run(["query", path, "Work", "--count"] + options).output == "\(list?.count ?? -1)\n")
    }

    @Test(arguments: ["json", "csv"])
    func export_saysWhatItLeavesOut(format: String) throws {
        let folder = try Folder()
        let path = try Self.make(in: folder)
        let run = Run("export", path, "--format", format, "-o", folder.path("out"))
        #expect(run.code == .findings && run.errors.contains("2 rows of ZWORK were left out"), "\(run.errors)")
        let others = Run("export", path, "--entity", "Tag", "--format", format)
        #expect(others.code == .success && others.errors == "")
    }

    @Test func export_withoutAnExternalFile_isNoSuccess() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        try FileManager.default.removeItem(atPath: folder.path(".Library_SUPPORT"))
        #expect(Run("export", path).code == .findings)
    }

    @Test func inspect_saysThatThereAreSome() throws {
        let folder = try Folder()
        let run = Run("inspect", try Self.make(in: folder))
        #expect(run.code == .success && run.errors.contains("2 rows of ZWORK belong to no entity"), "\(run.errors)")
    }

    @Test(arguments: ["99", "NULL", "1"])
    func migration_isRefused_andTheStoreStays(number: String) throws {
        let folder = try Folder()
        let package = try Versions.makePackage(in: folder)
        let store = try Versions.makeStore(in: folder, of: package)
        try Self.change(store, "UPDATE ZBOOK SET Z_ENT = \(number)")
        let before = try Data(contentsOf: URL(fileURLWithPath: store))
        for options in [[], ["--dry-run"], ["--no-backup", "--allow-loss"]] {
            let run = Run(["migrate", store, "--to", package] + options)
            #expect(run.code == .failure && run.output == "", "\(run.output)")
            #expect(run.errors.contains("1 row of ZBOOK") && run.errors.contains("check --repair"), "\(run.errors)")
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: store)) == before)
        let copy = folder.path("Repaired.sqlite")
        #expect(Run("check", store, "--repair", copy).code == .success)
        #expect(Run("migrate", copy, "--to", package).code == .success)
        #expect(Run("query", copy, "Book", "--count").output == "1\n")
    }

    /// What a repair makes an entity's row is looked at as one.
    @Test func repair_ofWrongEntity_mendsItsReferencesToo() throws {
        let folder = try Folder()
        let package = try Versions.makePackage(in: folder)
        let store = try Versions.makeStore(in: folder, of: package)
        try Self.change(store, "UPDATE ZBOOK SET Z_ENT = 77, ZAUTHOR = 55")
        let run = Run("check", store, "--repair", folder.path("Repaired.sqlite"))
        #expect(run.code == .success, "\(run.output)")
        #expect(run.output.contains("error [dangling] Book/p1.author"), "\(run.output)")
    }

    @Test func repair_keepsTheFilesOfStrayRows() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        try Self.change(path, "UPDATE ZAUTHOR SET Z_ENT = 77")
        let run = Run("check", path, "--repair", folder.path("Copy.sqlite"))
        #expect(!run.output.contains("[orphan]") && run.code == .success, "\(run.output)")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path(".Copy_SUPPORT/_EXTERNAL_DATA"))
        #expect(files.count == 1)
    }

    @Test(arguments: ["0", "9", "Z_ENT", "NULL"])
    func parentNumber_thatIsWrong_isFoundAndMended(number: String) throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        try Self.change(path, "UPDATE Z_PRIMARYKEY SET Z_SUPER = \(number) WHERE Z_NAME = 'Book'")
        let run = Run("check", path, "--repair", folder.path("Copy.sqlite"))
        #expect(run.output.contains("warning [counter] Book: Z_PRIMARYKEY gives"), "\(run.output)")
        #expect(Run("check", folder.path("Copy.sqlite")).output == "0 errors, 0 warnings\n")
    }
}
