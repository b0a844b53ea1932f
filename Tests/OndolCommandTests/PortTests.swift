import Foundation
import Testing

@testable import ondol

/// `ondol port` as a whole: a folder in the style of real apps, and folders that nobody would make on purpose.
struct PortTests {
    private static let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Samples/Bookshelf")

    private static func sample() throws -> Folder {
        let folder = try Folder()
        let names = try FileManager.default.subpathsOfDirectory(atPath: samples.path)
        var files: [String: Data] = [:]
        for name in names where name.hasSuffix(".swift") || name.hasSuffix("/contents") {
            files[name] = try Data(contentsOf: samples.appendingPathComponent(name))
        }
        try folder.fill(with: files)
        return folder
    }

    private static func folder(_ files: [String: String]) throws -> Folder {
        let folder = try Folder()
        try folder.fill(with: files.mapValues { Data($0.utf8) })
        return folder
    }

    // MARK: A folder in the style of real apps

    @Test func report_ofSample_staysAsItIs() throws {
        let folder = try Self.sample()
        let run = Run("port", folder.url.path)
        #expect(run.code == .findings && run.errors == "")
        try Golden.expect(run.output, equals: "port.txt")
        let json = Run("port", folder.url.path, "--format", "json")
        #expect(json.code == .findings)
        let summary = try #require(try json.object()["summary"] as? [String: Any])
        #expect(summary["buildAfter"] as? Int == 6 && summary["interface"] as? Int == 2)
        try Golden.expect(json.output, equals: "port.json", replacing: [(folder.url.path, "FOLDER")])
    }

    private static let hasCompiler: Bool = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let modules = Tool.url?.deletingLastPathComponent().appendingPathComponent("Modules/CoreData.swiftmodule").path
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/swiftc") }
            && FileManager.default.fileExists(atPath: modules ?? "")
    }()

    /// What the rules expect is what the compiler says.
    @Test(.enabled(if: hasCompiler, "there is no compiler, or no built library beside the tests"))
    func sample_checkedByTheCompiler_buildsAsExpected() throws {
        let folder = try Self.sample()
        let before = try folder.contents()
        let run = Run("port", folder.url.path, "--build", "--format", "json")
        #expect(run.code == .findings, "\(run.errors)")
        let compiler = try #require(try run.object()["compiler"] as? [String: Any])
        #expect(compiler["files"] as? Int == 7 && compiler["clean"] as? Int == 6)
        let errors = try #require(compiler["errors"] as? [[String: Any]])
        // the one of which the rules say so.
        #expect(Set(errors.compactMap { $0["path"] as? String }) == ["Services/Reminders.swift"], "\(errors)")
        #expect(try folder.contents() == before)
        try FileManager.default.removeItem(atPath: folder.path("Services/Reminders.swift"))
        _ = Run("port", folder.url.path, "--write")
        let done = Run("port", folder.url.path, "--build")
        #expect(done.code == .success && done.output.contains("compiler   no error in 6 of 6 files"), "\(done.output)")
    }

    @Test func sample_withoutWrite_isNotTouched() throws {
        let folder = try Self.sample()
        let before = try folder.contents()
        _ = Run("port", folder.url.path)
        #expect(try folder.contents() == before)
    }

    @Test func sample_written_isWhatTheIntegrationTestsCompile() throws {
        let folder = try Self.sample()
        #expect(Run("port", folder.url.path, "--write").code == .findings)
        let compiled = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../IntegrationTests/Sources/Bookshelf").standardizedFileURL
        // the model too, or the two would drift apart.
        let names = try FileManager.default.subpathsOfDirectory(atPath: compiled.path)
            .filter { $0.hasSuffix(".swift") || $0.hasSuffix("/contents") }
        #expect(names.count { $0.hasSuffix(".swift") } == 6 && names.count == 7)
        for name in names {
            let expected = try String(contentsOf: compiled.appendingPathComponent(name), encoding: .utf8)
            #expect(try String(contentsOfFile: folder.path(name), encoding: .utf8) == expected, "\(name)")
        }
    }

    @Test func sample_writtenTwice_hasNothingLeftToDo() throws {
        let folder = try Self.sample()
        _ = Run("port", folder.url.path, "--write")
        let once = try folder.contents()
        let run = Run("port", folder.url.path, "--write", "--format", "json")
        #expect(try folder.contents() == once)
        let summary = try #require(try run.object()["summary"] as? [String: Any])
        #expect(summary["edits"] as? Int == 0 && summary["buildBefore"] as? Int == 6)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/patch"), "there is no patch here"))
    func difference_givenToPatch_makesTheEdits() throws {
        let folder = try Self.sample()
        let text = Run("port", folder.url.path).output
        let start = try #require(text.range(of: "--- "))
        let end = try #require(text.range(of: "\nNEEDS A PERSON"))
        let file = folder.path("edits.diff")
        try Data(text[start.lowerBound..<end.lowerBound].utf8).write(to: URL(fileURLWithPath: file))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/patch")
        process.arguments = ["-s", "-p1", "-d", folder.url.path, "-i", file]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let other = try Self.sample()
        _ = Run("port", other.url.path, "--write")
        #expect(try folder.contents().filter { $0.key != "edits.diff" } == other.contents())
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/patch"), "there is no patch here"))
    func difference_ofOddNamesAndLineEnds_isReadByPatch() throws {
        let text = "import CoreData\r\n\r\n@objc(Odd)\r\nclass Odd: NSManagedObject {\r\n}\r\n"
        let files = [
            "A \"quoted\" name.swift": text, "Back\\slash.swift": text, "한글.swift": text, "With space.swift": text,
        ]
        let (folder, other) = (try Self.folder(files), try Self.folder(files))
        let output = Run("port", folder.url.path).output
        let start = try #require(output.range(of: "--- "))
        let end = try #require(output.range(of: "\nSUMMARY"))
        let file = other.path("edits.diff")
        try Data(output[start.lowerBound..<end.lowerBound].utf8).write(to: URL(fileURLWithPath: file))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/patch")
        process.arguments = ["-s", "--binary", "-p1", "-d", other.url.path, "-i", file]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(output)")
        _ = Run("port", folder.url.path, "--write")
        #expect(try other.contents().filter { $0.key != "edits.diff" } == folder.contents())
    }

    /// What compiles here needs nothing: neither an edit nor a person.
    @Test(arguments: ["IntegrationTests/Sources", "Daybook/Sources", "Benchmarks/Sources"])
    func sources_thatCompileHere_needNothing(folder: String) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        let run = Run("port", root.appendingPathComponent(folder).standardizedFileURL.path)
        #expect(run.code == .success, "\(run.output.prefix(2000))")
    }

    @Test func modulesOfOthers_areNamed_thoseOfTheFolderAreNot() throws {
        let folder = try Self.folder([
            "Sources/Own/A.swift": "import CoreData\n",
            "Sources/App/B.swift": "import CoreData\nimport Own\nimport Alamofire\n",
        ])
        let run = Run("port", folder.url.path)
        #expect(
            run.code == .success && run.output.contains("provided   that these modules are there: Alamofire (1 file)"))
    }

    // MARK: Writing

    @Test func file_withByteOrderMarkAndReturns_keepsThem() throws {
        let folder = try Folder()
        let text = "\u{FEFF}@objc(A)\r\nclass A: NSManagedObject {}\r\nimport CoreData"
        try folder.fill(with: ["A.swift": Data(text.utf8)])
        chmod(folder.path("A.swift"), 0o640)
        #expect(Run("port", folder.url.path, "--write").code == .success)
        let written = try Data(contentsOf: URL(fileURLWithPath: folder.path("A.swift")))
        #expect(
            written
                == Data(
                    "\u{FEFF}#if canImport(ObjectiveC)\r\n@objc(A)\r\n#endif\r\nclass A: NSManagedObject {}\r\nimport CoreData"
                        .utf8))
        var information = stat()
        #expect(stat(folder.path("A.swift"), &information) == 0 && information.st_mode & 0o777 == 0o640)
        #expect(Run("port", folder.url.path).code == .success)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["A.swift"])
    }

    @Test func oneFile_asFolder_isPorted() throws {
        let folder = try Self.folder([
            "A.swift": "import CoreData\n@objc class A: NSManagedObject {}\n", "B.swift": "x",
        ])
        #expect(Run("port", folder.path("A.swift"), "--write").code == .success)
        #expect(try String(contentsOfFile: folder.path("A.swift"), encoding: .utf8).contains("#endif\nclass A"))
    }

    @Test func folder_withNothingToDo_endsWell() throws {
        let folder = try Self.folder(["A.swift": "import CoreData\nclass A: NSManagedObject {}\n", "Empty.swift": ""])
        let run = Run("port", folder.url.path)
        #expect(run.code == .success)
        #expect(run.output.contains("1 of 1 file as they were"))
    }

    // MARK: Hostile folders

    @Test func arguments_thatAreWrong_areRefused() throws {
        let folder = try Folder()
        #expect(Run("port").code == .usage)
        #expect(Run("port", folder.url.path, "more").code == .usage)
        #expect(Run("port", folder.url.path, "--format", "csv").code == .usage)
        let run = Run("port", folder.path("missing"))
        #expect(run.code == .failure && run.errors.contains("no such file or folder"))
    }

    @Test func files_thatAreNoText_areFindings() throws {
        let folder = try Folder()
        try folder.fill(with: [
            "Binary.swift": Data((0..<2000).map { UInt8(truncatingIfNeeded: $0 &* 7) }),
            "Latin.swift": Data([0x6C, 0x65, 0x74, 0x20, 0xE9, 0x0A]),
            "Wide.swift": Data([0xFF, 0xFE, 0x69, 0x00, 0x6D, 0x00]),
            "Good.swift": Data("import CoreData\n".utf8),
        ])
        let run = Run("port", folder.url.path)
        #expect(run.code == .findings)
        for name in ["Binary", "Latin", "Wide"] { #expect(run.output.contains("\(name).swift: \(name).swift\n")) }
        #expect(
            run.output.contains("read       1 Swift file,") && run.output.contains("no text in UTF-8")
                && run.output.contains("3 findings in 3 files"))
    }

    @Test func linksAndPipes_areNotFollowed() throws {
        let folder = try Self.folder(["In/A.swift": "import CoreData\n", ".hidden/B.swift": "x", "Pods/C.swift": "x"])
        try FileManager.default.createSymbolicLink(atPath: folder.path("In/loop"), withDestinationPath: folder.url.path)
        try FileManager.default.createSymbolicLink(atPath: folder.path("L.swift"), withDestinationPath: "In/A.swift")
        try FileManager.default.createSymbolicLink(atPath: folder.path("Gone.swift"), withDestinationPath: "nowhere")
        #expect(mkfifo(folder.path("Pipe.swift"), 0o600) == 0)
        let run = Run("port", folder.url.path)
        #expect(run.code == .success)
        #expect(
            run.output.contains("read       1 Swift file,") && run.output.contains("3 symbolic links, not followed"))
    }

    @Test(.enabled(if: getuid() != 0, "root may read everything"))
    func file_thatMayNotBeRead_isAFinding() throws {
        let folder = try Self.folder(["A.swift": "import CoreData\n"])
        chmod(folder.path("A.swift"), 0)
        let run = Run("port", folder.url.path)
        #expect(run.code == .findings && run.output.contains("cannot be read"))
    }

    @Test func file_thatIsTooLarge_isAFinding() throws {
        let folder = try Folder()
        try folder.fill(with: ["A.swift": Data(repeating: 0x20, count: (8 << 20) + 1)])
        let run = Run("port", folder.url.path)
        #expect(run.code == .findings && run.output.contains("8 MiB"))
    }

    @Test func model_thatCannotBeRead_isAFinding() throws {
        let folder = try Self.folder([
            "M.xcdatamodeld/M.xcdatamodel/contents": "<model>", "A.swift": "import CoreData\n",
        ])
        let run = Run("port", folder.url.path)
        #expect(run.code == .findings && run.output.contains("M.xcdatamodeld"))
    }

    @Test func names_withControlCharacters_areShownHarmless() throws {
        let folder = try Self.folder([
            "\u{1B}[31mA.swift": "import CoreData\n@objc class A: NSManagedObject { /*\u{7}*/ }\n"
        ])
        let run = Run("port", folder.url.path)
        #expect(run.code == .findings && !run.output.contains("\u{1B}") && !run.output.contains("\u{7}"))
    }
}
