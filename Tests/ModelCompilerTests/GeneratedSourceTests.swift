import CoreData
import Foundation
import Testing

@testable import ModelCompiler

@Suite struct GeneratedSourceTests {
    private static let contents = """
        <model sourceLanguage="Swift">
          <entity name="Book" representedClassName="Book" codeGenerationType="class">
            <attribute name="title" optional="YES" attributeType="String"/>
            <attribute name="pages" optional="YES" attributeType="Integer 32" usesScalarValueType="YES"/>
            <attribute name="rating" optional="YES" attributeType="Double" usesScalarValueType="NO"/>
            <attribute name="default" optional="YES" attributeType="Boolean" usesScalarValueType="YES"/>
            <attribute name="price" optional="YES" attributeType="Decimal"/>
            <attribute name="cover" optional="YES" attributeType="Binary"/>
            <attribute name="added" optional="YES" attributeType="Date" usesScalarValueType="NO"/>
            <attribute name="id" optional="YES" attributeType="UUID" usesScalarValueType="NO"/>
            <attribute name="page" optional="YES" attributeType="URI"/>
            <attribute name="tags" optional="YES" attributeType="Transformable" customClassName="[String]"/>
            <attribute name="메모" optional="YES" attributeType="String"/>
            <relationship name="shelf" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Shelf" \
        inverseName="books" inverseEntity="Shelf"/>
          </entity>
          <entity name="Novel" representedClassName="Novel" parentEntity="Book" codeGenerationType="class"/>
          <entity name="Shelf" representedClassName=".Shelf" codeGenerationType="category">
            <relationship name="books" optional="YES" toMany="YES" ordered="YES" deletionRule="Cascade" \
        destinationEntity="Book" inverseName="shelf" inverseEntity="Book"/>
            <relationship name="rooms" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Room"/>
          </entity>
          <entity name="Room"/>
        </model>
        """

    /// A model in a folder that goes away with its owner.
    private final class Model {
        let url: URL
        private let folder: URL

        init(_ contents: String) throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("ondol \(UUID().uuidString)")
            url = folder.appendingPathComponent("Library.xcdatamodeld")
            let version = url.appendingPathComponent("Library.xcdatamodel")
            try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
            try Data(contents.utf8).write(to: version.appendingPathComponent("contents"))
        }

        deinit { try? FileManager.default.removeItem(at: folder) }
    }

    private static func generate(
        _ contents: String, sources: [URL] = [], isBuild: Bool = false
    ) throws -> String {
        let model = try Model(contents)
        return try GenerationPipeline(models: [model.url], sources: sources, moduleName: "App", isBuild: isBuild).run()
            .text
    }

    /// The whole output for a model with everything in it, compared with a file.
    ///
    /// Set `ONDOL_RECORD` to write the file anew.
    @Test func classesAndAccessors_ofAModel_areAsRecorded() throws {
        let text = try Self.generate(Self.contents)
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Snapshots/Library.swift.txt")
        if ProcessInfo.processInfo.environment["ONDOL_RECORD"] != nil {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        #expect(text == (try String(contentsOf: file, encoding: .utf8)))
    }

    @Test func registration_inABuild_holdsTheModel() throws {
        let text = try Self.generate(Self.contents, isBuild: true)
        #expect(text.contains("name: \"Library\", module: \"App\""))
        #expect(text.contains("@section(\".init_array\") @used"))
        #expect(text.contains("\"Book\": Book.self"))
        // A class that is written by hand and was not found must not break the build.
        #expect(!text.contains("\"Shelf\": Shelf.self"))
        let line = try #require(text.split(separator: "\n").first { $0.contains("archive: \"") })
        let base64 = try #require(line.split(separator: "\"").dropFirst().first)
        let data = try #require(Data(base64Encoded: String(base64)))
        let hashes = try ModelCompilation.hashes(inArchive: data, file: nil)
        #expect(Set(hashes.keys) == ["Book", "Novel", "Shelf", "Room"])
    }

    @Test func generation_ofTheSame_givesTheSameBytes() throws {
        #expect(
            try Self.generate(Self.contents, isBuild: true) == (try Self.generate(Self.contents, isBuild: true)))
    }

    @Test(arguments: [
        (
            "<entity name=\"A\" codeGenerationType=\"class\"><attribute name=\"hash\" attributeType=\"String\"/></entity>",
            "A.hash"
        ),
        ("<entity name=\"A\" representedClassName=\"1A\" codeGenerationType=\"class\"/>", "A"),
        (
            "<entity name=\"A\" representedClassName=\"X\" codeGenerationType=\"class\"/>"
                + "<entity name=\"B\" representedClassName=\"X\" codeGenerationType=\"class\"/>", "B"
        ),
        (
            "<entity name=\"A\" codeGenerationType=\"class\"><attribute name=\"a b\" attributeType=\"String\"/></entity>",
            "A.a b"
        ),
    ])
    func namesThatCannotBeDeclared_areErrors(body: String, subject: String) throws {
        let error = #expect(throws: ModelError.self) {
            do { _ = try Self.generate("<model>\(body)</model>") } catch let error as ModelError { throw error }
        }
        #expect(error?.subject == subject)
        #expect(error?.file?.hasSuffix("contents") == true)
    }

    @Test func compiledPackage_hasVersionInfo_withHashesAndChecksum() throws {
        let model = try Model(Self.contents)
        let package = try CompiledPackage(at: model.url, moduleName: nil)
        let files = try CompiledPackageFiles.files(of: package)
        #expect(files.map(\.name) == ["Library.mom", "VersionInfo.plist"])
        let plist = try #require(
            try PropertyListSerialization.propertyList(from: files[1].data, format: nil) as? [String: Any])
        #expect(plist["NSManagedObjectModel_CurrentVersionName"] as? String == "Library")
        let hashes = plist["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]]
        #expect(hashes?["Library"] == package.currentVersion.compilation.hashes)
        #expect(hashes?["Library"] == (try ModelCompilation.hashes(inArchive: files[0].data, file: nil)))
    }

    @Test func oldVersion_thatCannotBeRead_isAWarning() throws {
        let model = try Model(Self.contents)
        let old = model.url.appendingPathComponent("Before.xcdatamodel")
        try FileManager.default.createDirectory(at: old, withIntermediateDirectories: true)
        try Data().write(to: old.appendingPathComponent("elements"))
        try Data(
            "<plist version=\"1.0\"><dict><key>_XCCurrentVersionName</key><string>Library.xcdatamodel</string></dict></plist>"
                .utf8
        ).write(to: model.url.appendingPathComponent(".xccurrentversion"))
        let package = try CompiledPackage(at: model.url, moduleName: nil)
        #expect(package.versions.map(\.name) == ["Library"])
        #expect(package.warnings.map(\.code) == [.unsupportedFormat])
    }

    /// A class that is generated for an entity without a class name is the class of its objects.
    @Test func classWithoutAName_isTheEntitys() throws {
        let contents = """
            <model><entity name="Bike" codeGenerationType="class"/><entity name="Free"/>
            <entity name="Boat" representedClassName="" codeGenerationType="category"/></model>
            """
        let model = try Model(contents)
        let package = try CompiledPackage(at: model.url, moduleName: "App")
        let file = model.url.appendingPathComponent("Compiled.mom")
        try package.currentVersion.compilation.archive.write(to: file)
        let compiled = try #require(NSManagedObjectModel(contentsOf: file))
        let names = compiled.entitiesByName.mapValues { $0.managedObjectClassName ?? "" }
        #expect(names == ["Bike": "App.Bike", "Free": "NSManagedObject", "Boat": "NSManagedObject"])
        let text = try Self.generate(contents, isBuild: true)
        #expect(text.contains("class Bike: NSManagedObject") && text.contains("\"Bike\": Bike.self"))
    }

    /// Names that Swift has other uses for.
    private static let awkward = """
        <model sourceLanguage="Swift">
          <entity name="Protocol" representedClassName=".Protocol" codeGenerationType="class">
            \([
                "class", "func", "var", "Type", "Protocol", "init", "self", "Self", "subscript", "default", "in", "is", "as",
                "repeat", "deinit", "operator", "throws", "inout", "internal", "public", "static", "super", "any", "some",
                "await", "async", "actor", "true", "nil", "_private", "URLString", "한글", "été", "get", "set", "newValue",
                "value", "key", "Any", "Int", "String_", "lazy", "weak", "left", "right", "none", "macro", "package", "each",
            ].map { "<attribute name=\"\($0)\" optional=\"YES\" attributeType=\"String\"/>" }.joined())
            <attribute name="String" optional="YES" attributeType="Integer 64" usesScalarValueType="YES"/>
            <relationship name="return" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" \
        destinationEntity="Protocol" inverseName="for" inverseEntity="Protocol"/>
            <relationship name="for" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Protocol" \
        inverseName="return" inverseEntity="Protocol"/>
          </entity>
          <entity name="A0" representedClassName=".A0" isAbstract="YES" codeGenerationType="class"/>
          <entity name="A1" representedClassName=".A1" isAbstract="YES" parentEntity="A0" codeGenerationType="class"/>
          <entity name="A2" isAbstract="YES" parentEntity="A1"/>
          <entity name="A3" representedClassName="Leaf" parentEntity="A2" codeGenerationType="class">
            <relationship name="up" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="A2"/>
          </entity>
        </model>
        """

    /// The compiler and what was built of the library; nil where either is not beside the tests.
    private static let compiler: (swiftc: String, modules: String)? = {
        let modules = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("Modules").path
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let swiftc = folders.map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let swiftc, FileManager.default.fileExists(atPath: modules + "/CoreData.swiftmodule") else { return nil }
        return (swiftc, modules)
    }()

    @Test(.enabled(if: compiler != nil, "there is no compiler, or no built library beside the tests"))
    func source_ofAwkwardNames_compiles() throws {
        let (swiftc, modules) = try #require(Self.compiler)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ondol-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("Generated.swift")
        try Data(try Self.generate(Self.awkward, isBuild: true).utf8).write(to: file)
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../../Sources"
        )
        .standardizedFileURL.path
        let process = Process()
        process.executableURL = URL(fileURLWithPath: swiftc)
        process.arguments =
            ["-typecheck", "-swift-version", "6", "-warnings-as-errors", "-module-name", "App", "-I", modules]
            + ["CSQLite", "CRuntime"].flatMap { ["-Xcc", "-fmodule-map-file=\(sources)/\($0)/module.modulemap"] }
            + [file.path]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
    }
}
