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
        ("<entity name=\"_\" codeGenerationType=\"class\"/>", "_"),
        ("<entity name=\"a b\" codeGenerationType=\"class\"/>", "a b"),
        ("<entity name=\"A\" representedClassName=\"App..A\" codeGenerationType=\"category\"/>", "A"),
        ("<entity name=\"A\" representedClassName=\"A.1\" codeGenerationType=\"category\"/>", "A"),
        (
            "<entity name=\"A\" representedClassName=\"a-b\"/>"
                + "<entity name=\"B\" parentEntity=\"A\" codeGenerationType=\"class\"/>", "B"
        ),
    ])
    func namesThatCannotBeDeclared_areErrors(body: String, subject: String) throws {
        let error = #expect(throws: ModelError.self) {
            do { _ = try Self.generate("<model>\(body)</model>") } catch let error as ModelError { throw error }
        }
        #expect(error?.subject == subject)
        #expect(error?.file?.hasSuffix("contents") == true)
    }

    /// Names with spaces, signs and leading digits; those of the second list only look odd.
    private static let unusable = ["_", "1abc", "a b", "a-b", "a.b", " a", "a ", "$a", "a$", "a\u{301}-", "+", "a/b"]
    private static let usable = ["_a", "a1", "__", "é", "a\u{301}", "한글", "变量", "ß", "_1"]

    /// Every kind of property, wherever a name or class is written out, in class and category.
    @Test(arguments: unusable)
    func nameThatIsNoIdentifier_isAnError_withItsLine(name: String) throws {
        let attribute = "<attribute name=\"\(name)\" optional=\"YES\" attributeType=\"String\"/>"
        let toOne =
            "<relationship name=\"\(name)\" optional=\"YES\" maxCount=\"1\" deletionRule=\"Nullify\" "
            + "destinationEntity=\"A\"/>"
        let toMany = toOne.replacingOccurrences(of: "maxCount=\"1\"", with: "toMany=\"YES\"")
        let other = "<entity name=\"B\" representedClassName=\"\(name).B\"/>"
        let toOther = "<relationship name=\"b\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"B\"/>"
        let value = "<attribute name=\"a\" attributeType=\"Transformable\" customClassName=\"[\(name)]\"/>"
        var cases: [(body: String, others: String, property: String)] = [
            (attribute, "", name), (toOne, "", name), (toMany, "", name),
        ]
        // Classes in classes, and types with spaces around them, are all right.
        if name != "a.b" { cases.append((toOther, other, "b")) }
        if !["a.b", " a", "a "].contains(name) { cases.append((value, "", "a")) }
        for codegen in ["class", "category"] {
            for (body, others, property) in cases {
                let contents =
                    "<model>\n<entity name=\"A\" representedClassName=\".A\" codeGenerationType=\"\(codegen)\">\n\n"
                    + "\(body)\n</entity>\(others)</model>"
                let error = #expect(throws: ModelError.self) {
                    do { _ = try Self.generate(contents, isBuild: true) } catch let error as ModelError { throw error }
                }
                #expect(error?.entity == "A" && error?.property == property && error?.line == 4, "\(contents)")
                #expect(error?.file?.hasSuffix("contents") == true)
            }
        }
        // Nobody writes Swift of it when the code is the team's own.
        _ = try Self.generate("<model><entity name=\"A\">\(attribute)</entity></model>", isBuild: true)
    }

    @Test(.enabled(if: TargetCompiler.found != nil, "there is no compiler, or no built library beside the tests"))
    func namesThatAreIdentifiers_compile() throws {
        let attributes = Self.usable.map {
            "<attribute name=\"\($0)\" optional=\"YES\" attributeType=\"Transformable\" customClassName=\"[String: Any]\"/>"
        }
        let entities = Self.usable.map { "<entity name=\"\($0)\" codeGenerationType=\"class\"/>" }
        let text = try Self.generate(
            "<model><entity name=\"A\" codeGenerationType=\"class\">\(attributes.joined())</entity>\(entities.joined())</model>",
            isBuild: true)
        let outcome = try #require(TargetCompiler.found).run("-typecheck", [("Generated.swift", text)])
        #expect(outcome.succeeded, "\(outcome.errors)")
    }

    @Test(arguments: [
        ("NSObject", true), ("[String]", true), ("[String: [Int]]", true), ("Set<App.Tag>", true),
        ("(any P & Q)?", true),
        ("Array<Array<Int>>", true), ("", false), ("[String", false), ("a b", false), ("[", false), ("1a", false),
        ("A.", false), (".A", false), ("A;", false), ("A{}", false), ("\"A\"", false), ("[_]", false), ("[:]", false),
    ])
    func classOfValues_isCheckedAsAType(text: String, expected: Bool) {
        #expect(SwiftNames.isType(text) == expected)
    }

    /// Hand-written classes, and whether their entities' generated extensions make them `Identifiable`.
    @Test(.enabled(if: TargetCompiler.found != nil, "there is no compiler, or no built library beside the tests"))
    func identifiable_isStatedOnce_whereverTheClassesComeFrom() throws {
        func entity(_ name: String, _ codegen: String, parent: String? = nil, id: Bool = false) -> String {
            "<entity name=\"\(name)\" representedClassName=\".\(name)\" codeGenerationType=\"\(codegen)\""
                + (parent.map { " parentEntity=\"\($0)\"" } ?? "") + ">"
                + (id ? "<attribute name=\"id\" optional=\"YES\" attributeType=\"UUID\"/>" : "") + "</entity>"
        }
        let contents =
            "<model>"
            + [
                entity("Toy", "category", id: true), entity("Doll", "category", parent: "Toy"),
                entity("Car", "class", parent: "Doll"), entity("Own", "category"),
                entity("Kin", "class", parent: "Own"),
                entity("ByProtocol", "category"), entity("Late", "category"),
                entity("LateKin", "category", parent: "Late"),
                entity("Base", ""), entity("OnBase", "category", parent: "Base"),
                entity("Middle", "", parent: "OnBase"),
                entity("Top", "class", parent: "Middle"), entity("Made", "class"), entity("Gone", "class"),
                entity("Foreign", "category"),
            ].joined() + "</model>"
        let written = """
            import CoreData
            class Toy: NSManagedObject {}
            public class Doll: Toy {}
            class Own: NSManagedObject, Identifiable {}
            protocol Named: Identifiable {}
            class ByProtocol: NSManagedObject, Named {}
            class Late: NSManagedObject {}
            extension Late: Swift.Identifiable {}
            class LateKin: Late {}
            class Base: CoreData.NSManagedObject {}
            class OnBase: App.Base {}
            class Middle: OnBase {}
            extension Gone: Identifiable {}
            class Foreign: Elsewhere {}

            """.replacingOccurrences(of: "public class Doll", with: "class Doll")
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ondol-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("Written.swift")
        try Data(written.utf8).write(to: file)
        let text = try Self.generate(contents, sources: [file], isBuild: true)
        let made = text.split(separator: "\n").compactMap { line in
            line.hasSuffix(": Identifiable {}") ? line.dropFirst("extension ".count).prefix { $0 != ":" } : nil
        }
        #expect(made == ["Toy", "OnBase", "Made"])
        let outcome = try #require(TargetCompiler.found).run(
            "-typecheck",
            [
                ("Generated.swift", text), ("Written.swift", written),
                (
                    "Elsewhere.swift",
                    "import CoreData\nclass Elsewhere: NSManagedObject {}\nextension Elsewhere: Identifiable {}"
                ),
                (
                    "Use.swift",
                    "func take(_: some Identifiable) {}\nfunc use(_ a: Car, _ b: Kin, _ c: ByProtocol, _ d: LateKin, _ e: Top, "
                        + "_ f: Made, _ g: Gone) { take(a); take(b); take(c); take(d); take(e); take(f); take(g) }"
                ),
            ])
        #expect(outcome.succeeded, "\(outcome.errors)")
    }

    @Test func dateWithScalarType_isATimeInterval() throws {
        func property(_ type: String, _ scalar: String) throws -> String? {
            let text = try Self.generate(
                "<model><entity name=\"A\" codeGenerationType=\"class\"><attribute name=\"x\" optional=\"YES\" "
                    + "attributeType=\"\(type)\" usesScalarValueType=\"\(scalar)\"/></entity></model>")
            return text.split(separator: "\n").first { $0.contains("public var x: ") }.map {
                String($0.trimmingCharacters(in: .whitespaces).dropFirst("public var x: ".count).dropLast(2))
            }
        }
        for (type, plain, scalar) in [
            ("Date", "Date?", "TimeInterval"), ("Decimal", "NSDecimalNumber?", "NSDecimalNumber?"),
            ("String", "String?", "String?"), ("UUID", "UUID?", "UUID?"), ("URI", "URL?", "URL?"),
            ("Binary", "Data?", "Data?"), ("Transformable", "NSObject?", "NSObject?"),
            ("Integer 16", "NSNumber?", "Int16"), ("Boolean", "NSNumber?", "Bool"), ("Double", "NSNumber?", "Double"),
        ] {
            #expect(try property(type, "NO") == plain)
            #expect(try property(type, "YES") == scalar)
        }
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

    @Test(.enabled(if: TargetCompiler.found != nil, "there is no compiler, or no built library beside the tests"))
    func source_ofAwkwardNames_compiles() throws {
        let compiler = try #require(TargetCompiler.found)
        let outcome = try compiler.run(
            "-typecheck", [("Generated.swift", try Self.generate(Self.awkward, isBuild: true))])
        #expect(outcome.succeeded, "\(outcome.errors)")
    }
}
