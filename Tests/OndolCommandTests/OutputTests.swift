import CoreData
import Foundation
import SQLite
import Testing

@testable import ondol

/// Where the results of commands go.
struct OutputTests {
    @Test func export_throughALink_writesWhatItLeadsTo() throws {
        let (folder, place) = (try Folder(), try Folder())
        let path = try Library.make(in: folder)
        let (link, dangling) = (place.path("link.json"), place.path("dangling.json"))
        try place.fill(with: ["target.json": Data("{\"format\": \"ondol export\"}".utf8)])
        #expect(chmod(place.path("target.json"), 0o640) == 0)
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: link, withDestinationPath: "target.json")
        try manager.createSymbolicLink(atPath: dangling, withDestinationPath: place.path("new.json"))
        let expected = Data(Run("export", path).output.utf8)
        for (name, target) in [(link, "target.json"), (dangling, "new.json")] {
            #expect(Run("export", path, "-o", name).code == .success)
            #expect(try manager.destinationOfSymbolicLink(atPath: name).hasSuffix(target))
            #expect(try Data(contentsOf: URL(fileURLWithPath: place.path(target))) == expected)
        }
        #expect(try manager.attributesOfItem(atPath: place.path("target.json"))[.posixPermissions] as? Int == 0o640)
        let loop = place.path("loop.json")
        try manager.createSymbolicLink(atPath: loop, withDestinationPath: "loop.json")
        #expect(Run("export", path, "-o", loop).code == .failure)
        #expect(try manager.contentsOfDirectory(atPath: place.url.path).count == 5)
    }

    @Test func dash_isTheStandardOutput() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let package = try Versions.makePackage(in: folder)
        let before = Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path))
        #expect(Run("export", path, "-o", "-").output == Run("export", path).output)
        #expect(
            Run("export", path, "--output", "-", "--entity", "Tag", "--format", "csv").output.hasPrefix("objectID,"))
        #expect(Run("export", path, "-o", "-", "--format", "csv").code == .usage)
        #expect(Run("export", path, "-o", "-", "--output", "x").code == .usage)
        #expect(
            Run("generate", package, "--module", "M", "--output", "-").output
                == Run("generate", package, "--module", "M").output)
        #expect(Run("compile", package, "--output", "-").code == .usage)
        #expect(Run("check", path, "--repair", "-").code == .usage)
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path)) == before)
        #expect(!FileManager.default.fileExists(atPath: "-"))
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full here"))
    func deviceThatIsFull_isAFailure() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        #expect(Run("export", path, "-o", "/dev/full").code == .failure)
        #expect(Run("export", path, "-o", "/dev/null").code == .success)
        let link = folder.path("full")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/full")
        #expect(Run("export", path, "-o", link).code == .failure)
    }

    /// A link of the system's that leads to what has no name.
    @Test(.enabled(if: Tool.isPresent, "the tool was not built beside the tests"))
    func standardOutput_byItsPath_isWrittenTo() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let tool = try Tool(["export", path, "-o", "/dev/stdout"], temporary: folder)
        let output = tool.output.fileHandleForReading.readDataToEndOfFile()
        tool.process.waitUntilExit()
        #expect(tool.process.terminationStatus == 0)
        #expect(String(decoding: output, as: UTF8.self) == Run("export", path).output)
    }

    @Test func outputInAFolderThatIsNotThere_isAFailureThatSaysSo() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let run = Run("export", path, "-o", folder.path("missing/out.json"))
        #expect(run.code == .failure && run.errors.contains("missing/out.json") && run.errors.contains("No such file"))
        #expect(Run("export", path, "-o", folder.url.path).code == .failure)
    }

    @Test func package_compiledToAFile_becomesTheCurrentVersion() throws {
        let folder = try Folder()
        let package = try Versions.makePackage(in: folder)
        let file = folder.path("Current.mom")
        let run = Run("compile", package, "--output", file)
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.output.contains("Library 2 (current)") && !run.output.contains("Library 3"))
        let single = folder.path("Single.mom")
        #expect(Run("compile", Versions.path(package, "Library 2"), "--output", single).code == .success)
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: file)) == Data(contentsOf: URL(fileURLWithPath: single)))
        #expect(NSManagedObjectModel(contentsOf: URL(fileURLWithPath: file))?.entities.count == 2)
        let folderName = Run("compile", Versions.path(package, "Library 2"), "--output", folder.path("X.momd"))
        #expect(folderName.code == .usage && folderName.errors.contains(".mom"))
        #expect(Run("compile", package, "--output", folder.path("made/Library.momd")).code == .success)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("made"))
        #expect(names == ["Library.momd"])
        #expect(NSManagedObjectModel(contentsOf: URL(fileURLWithPath: folder.path("made/Library.momd"))) != nil)
    }

    /// A store whose model file is lost has its model still.
    @Test func modelKeptInAStore_makesModelsAndStores() throws {
        let folder = try Folder()
        let store = try Library.make(in: folder)
        let model = folder.path("Kept.mom")
        let run = Run("compile", store, "--output", model)
        #expect(run.code == .success && run.output.contains(Library.model().versionChecksum), "\(run.errors)")
        #expect(Run("schema", model).output == Run("schema", store).output)
        #expect(Run("compile", store).code == .usage)
        #expect(Run("compile", store, "--output", store).code == .failure)
        let (file, copy) = (folder.path("out.json"), folder.path("Copy.sqlite"))
        #expect(Run("export", store, "-o", file).code == .success)
        let made = Run("import", copy, file, "--model", store)
        #expect(made.code == .success, "\(made.errors)")
        #expect(Run("schema", copy).output == Run("schema", store).output)
        #expect(Run("query", copy, "Work", "--count").output == "4\n")
        #expect(Run("import", folder.path("x.sqlite"), file, "--model", store, "--version", "1").code == .usage)
        let connection = try Connection(path: copy, mode: .readWrite, busyTimeout: 1)
        try connection.execute("DROP TABLE Z_MODELCACHE", purpose: "test")
        connection.close()
        #expect(Run("import", folder.path("x.sqlite"), file, "--model", copy).code == .failure)
        #expect(Run("compile", copy, "--output", folder.path("x.mom")).code == .failure)
    }

    @Test(
        .enabled(
            if: Tool.isPresent && FileManager.default.isExecutableFile(atPath: "/bin/bash"),
            "the tool was not built beside the tests, or there is no bash"))
    func folderOfAnExport_thatFails_goesAgain() throws {
        let (folder, temporary) = (try Folder(), try Folder())
        let store = try Library.make(in: folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        // no file may grow.
        let tool = try Tool(
            ["export", store, "--format", "csv", "-o", folder.path("out")], temporary: temporary,
            wrapper: ["/bin/bash", "-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\""])
        tool.process.waitUntilExit()
        #expect(tool.process.terminationStatus == 3)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == names)
    }

    /// The newest heading of the changelog is what the tool calls itself.
    @Test func version_isThatOfTheChangelog() throws {
        let run = Run("--version")
        #expect(run.code == .success && run.output == "ondol \(Ondol.version)\n")
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        let log = try String(
            contentsOf: root.appendingPathComponent("CHANGELOG.md").standardizedFileURL, encoding: .utf8)
        let heading = try #require(log.split(separator: "\n").first { $0.hasPrefix("## ") })
        #expect(heading.dropFirst(3).split(separator: " ").first == Ondol.version[...])
    }

    @Test func modelThatIsNotTheStores_isSaidToBeNone() throws {
        let folder = try Folder()
        let package = try Versions.makePackage(in: folder)
        let store = try Versions.makeStore(in: folder, of: package)
        let one = Run("inspect", store, "--model", package, "--version", "Library 3")
        #expect(one.code == .failure && one.errors.contains("Version Library 3 of \(package) is not the one"))
        let file = Run("inspect", store, "--model", Versions.path(package, "Library 4"))
        #expect(
            file.code == .failure && file.errors.contains("The model \(Versions.path(package, "Library 4")) is not"))
        #expect(Run("inspect", store, "--model", package, "--version", "Library").code == .success)
    }
}
