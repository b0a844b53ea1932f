import CoreData
import Foundation
import SQLite
import Testing

@testable import ondol

/// What an import must not alter or lose without a word.
struct ImportTests {
    private static func file(_ objects: [String], in folder: Folder) throws -> String {
        let path = folder.path("objects.json")
        try Data("{\"objects\": [\(objects.joined(separator: ", "))]}".utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    private static func object(_ id: String, _ relationships: String, _ attributes: String = "") -> String {
        let name =
            id.hasPrefix("Book") ? "\"title\": \"x\"" : id.hasPrefix("Shelf") ? "\"number\": 1" : "\"name\": \"x\""
        return
            "{\"objectID\": \"\(id)\", \"attributes\": {\(name)\(attributes)}, \"relationships\": {\(relationships)}}"
    }

    /// Two sides that cannot both be true, and the words of the refusal.
    static let contradictions: [([String], [String])] = [
        (
            [
                object("Book/p1", "\"author\": \"Author/p2\""), object("Author/p1", "\"works\": [\"Book/p1\"]"),
                object("Author/p2", "\"works\": []"),
            ], ["Book/p1: author leads to Author/p2, but works of Author/p2 does not lead back"]
        ),
        (
            [object("Book/p1", "\"author\": null"), object("Author/p1", "\"works\": [\"Book/p1\"]")],
            ["Author/p1: works leads to Book/p1, but author of Book/p1 does not lead back"]
        ),
        (
            [
                object("Book/p1", ""), object("Author/p1", "\"works\": [\"Book/p1\"]"),
                object("Author/p2", "\"works\": [\"Book/p1\"]"),
            ], ["Author/p2: works leads to Book/p1, and so does works of ", "Author/p1; author of Book/p1 can"]
        ),
        (
            [
                object("Author/p1", "\"favourite\": \"Book/p1\""), object("Author/p2", "\"favourite\": \"Book/p1\""),
                object("Book/p1", ""),
            ], ["Author/p2: favourite leads to Book/p1", "Author/p1; admirer of Book/p1 can"]
        ),
        (
            [
                object("Book/p1", "\"tags\": [\"Tag/p1\"]"), object("Tag/p1", "\"works\": [\"Book/p2\"]"),
                object("Book/p2", ""),
            ],
            ["Book/p1: tags leads to Tag/p1, but works of Tag/p1 does not lead back"]
        ),
        (
            [
                object("Shelf/p1", "\"items\": [\"Book/p1\", \"Book/p2\", \"Book/p1\"]"), object("Book/p1", ""),
                object("Book/p2", ""),
            ],
            ["Shelf/p1: items leads to Book/p1 twice"]
        ),
    ]

    @Test(arguments: contradictions)
    func sidesThatContradictEachOther_areRefused(objects: [String], words: [String]) throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let before = Run("export", path).output
        let run = Run("import", path, try Self.file(objects, in: folder))
        #expect(run.code == .failure)
        for word in words { #expect(run.errors.contains(word), "\(run.errors)") }
        // whichever comes first, one of the two is named.
        #expect(Run("import", path, try Self.file(objects.reversed(), in: folder)).code == .failure)
        #expect(Run("export", path).output == before)
    }

    @Test func sideThatIsNotStated_followsTheOther() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let file = try Self.file(
            [
                Self.object("Author/p1", "\"works\": [\"Book/p1\", \"Book/p2\"]"), Self.object("Book/p1", ""),
                Self.object("Book/p2", "\"author\": \"Author/p1\", \"tags\": [\"Tag/p1\"]"), Self.object("Tag/p1", ""),
                Self.object("Shelf/p1", "\"items\": [\"Book/p2\", \"Book/p1\"]"),
            ], in: folder)
        let run = Run("import", path, file)
        #expect(run.code == .success, "\(run.errors)")
        #expect(Run("query", path, "Author", "--where", "works.@count == 2 AND name == 'x'", "--count").output == "1\n")
        #expect(Run("query", path, "Tag", "--where", "works.@count == 1 AND name == 'x'", "--count").output == "1\n")
        #expect(Run("check", path).output == "0 errors, 0 warnings\n")
    }

    /// A row without an ID cannot be in a list, so that a list which is stated would lose it.
    @Test func rowWithoutID_thatAStatedListLacks_isRefused() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        try folder.fill(with: [
            "Book.csv": Data("title,author\r\nx,Author/p1\r\n".utf8),
            "Author.csv": Data("objectID,name,works\r\nAuthor/p1,y,Record/p1\r\n".utf8),
            "Record.csv": Data("objectID,title\r\nRecord/p1,z\r\n".utf8),
        ])
        let run = Run("import", path, folder.path("Book.csv"), folder.path("Author.csv"), folder.path("Record.csv"))
        #expect(run.code == .failure && run.errors.contains("does not lead back"), "\(run.errors)")
    }

    @Test(arguments: [
        ("0.1234567890123456789", "0.12345678901234568"), ("12345678901234567890123456789012345678901234567", "1"),
        ("9007199254740993", "900719925474099"), ("-1.00000000000000001", "-1"),
    ])
    func decimal_withMoreDigitsThanAreKept_isRefused(text: String, kept: String) throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let run = Run(
            "import", path, try Self.file([Self.object("Book/p1", "", ", \"price\": \"\(text)\"")], in: folder))
        #expect(
            run.code == .failure && run.errors.contains("price") && run.errors.contains("as \(kept)"), "\(run.errors)")
    }

    @Test(arguments: ["0", "-0", "0.00", "12.30", "-0.000123", "123456789012345", "1e20", "1.5E-7", "+7", "00012.500"])
    func decimal_thatIsKept_isTaken(text: String) throws {
        #expect(ImportedValue.rounded(.text(text)) == nil)
        #expect(ImportedValue.value(.text(text), of: .decimalAttributeType) is NSDecimalNumber)
    }

    @Test(arguments: ["0x10", "1_0", "", "1,5", "--1", "e5"])
    func decimal_thatIsNone_isNotTaken(text: String) {
        #expect(ImportedValue.value(.text(text), of: .decimalAttributeType) == nil)
    }

    @Test(arguments: [
        ("0.1234567890123", true), ("0.123456789", true), ("0.123456791", false), ("0.30000001192092896", false),
        ("1e10", false), ("16777217", true), ("16777216", false), ("1e-50", true), ("0e-50", false), ("-0.10", false),
    ])
    func float_withDigitsItDoesNotHold_isRefused(text: String, isRefused: Bool) throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let run = Run(
            "import", path, try Self.file([Self.object("Book/p1", "", ", \"weight\": \(text)")], in: folder))
        #expect((run.code == .failure) == isRefused, "\(run.errors)")
        #expect(run.errors.contains("weight") == isRefused, "\(run.errors)")
    }

    @Test(arguments: [
        ("9007199254740993", true), ("9007199254740992", false), ("1e-400", true), ("0.1", false),
        ("3.141592653589793", false), ("3.14159265358979323846", true), ("5e-324", false),
        ("1.7976931348623157e308", false),
        ("0.1000000000000000055511151231257827021181583404541015625", false),
    ])
    func double_withDigitsItDoesNotHold_isRefused(text: String, isRefused: Bool) throws {
        #expect((ImportedValue.roundedReal(.literal(text), asFloat: false) != nil) == isRefused)
    }

    @Test func objectThatBreaksARule_isNamedByItsPlace() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let file = try Self.file(
            [Self.object("Author/p1", ""), "{\"objectID\": \"Author/p2\", \"attributes\": {}}"], in: folder)
        let run = Run("import", path, file)
        #expect(run.code == .failure && run.errors.contains("Author/p2: Author.name"), "\(run.errors)")
        #expect(run.errors.contains("--no-validation") && !run.errors.contains("saving"), "\(run.errors)")
    }

    @Test func objectsThatMustBeUnique_areNamedByTheirPlaces() throws {
        let folder = try Folder()
        let model = Library.model()
        model.entitiesByName["Tag"]?.uniquenessConstraints = [["name"]]
        let mom = folder.path("Model.mom")
        try StoreInspection.archive(model).write(to: URL(fileURLWithPath: mom))
        let file = try Self.file([Self.object("Tag/p1", ""), Self.object("Tag/p2", "")], in: folder)
        let run = Run("import", folder.path("New.sqlite"), file, "--model", mom)
        #expect(run.code == .failure && !run.errors.contains("mergePolicy"), "\(run.errors)")
        #expect(run.errors.contains("Tag/p1") && run.errors.contains("Tag/p2"), "\(run.errors)")
        #expect(run.errors.contains("name x must be unique"), "\(run.errors)")
    }

    @Test func entitiesThatWouldShareATable_areNamed() throws {
        let folder = try Folder()
        let model = NSManagedObjectModel()
        model.entities = ["Foo", "FOO"].map { name in
            let entity = NSEntityDescription()
            entity.name = name
            return entity
        }
        let mom = folder.path("Model.mom")
        try StoreInspection.archive(model).write(to: URL(fileURLWithPath: mom))
        let run = Run("import", folder.path("New.sqlite"), try Self.file([], in: folder), "--model", mom)
        #expect(run.code == .failure && run.errors.contains("would both be kept in the table ZFOO"), "\(run.errors)")
        #expect(run.errors.contains("Rename one") && !run.errors.contains("CREATE"), "\(run.errors)")
    }

    @Test(arguments: ["0x10", "-0x1p3", "nan(0x1)"])
    func real_inAnotherBase_isNone(text: String) {
        #expect(ImportedValue.value(.text(text), of: .doubleAttributeType) == nil)
        #expect(ImportedValue.value(.text(text), of: .floatAttributeType) == nil)
    }

    @Test func fileThatCannotBeRead_isRefusedWithTheReason() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        for (file, reason) in [
            (folder.path("missing.json"), "No such file"), (folder.url.path, "folder"), ("/dev/zero", "neither"),
        ] {
            let run = Run("import", path, file)
            #expect(run.code == .failure && run.errors.contains(reason), "\(run.errors)")
        }
    }

    @Test func pipeWithAName_isRead() async throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let pipe = folder.path("pipe.csv")
        #expect(mkfifo(pipe, 0o600) == 0)
        let text = Data("name\nthrillers\n".utf8)
        async let written: Void = Task.detached {
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: pipe))
            try handle.write(contentsOf: text)
            try handle.close()
        }.value
        let run = Run("import", path, pipe, "--entity", "Tag")
        try await written
        #expect(run.code == .success, "\(run.errors)")
        #expect(Run("query", path, "Tag", "--count").output == "4\n")
    }

    @Test(.enabled(if: Tool.isPresent, "the tool was not built beside the tests"))
    func rowsFromStandardInput_needAnEntity() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let tool = try Tool(["import", path, "-"], temporary: folder)
        try tool.input.fileHandleForWriting.write(contentsOf: Data("name\nthrillers\n".utf8))
        try tool.input.fileHandleForWriting.close()
        tool.process.waitUntilExit()
        #expect(tool.process.terminationStatus == 3)
    }

    /// Texts of addresses go round as they are, those that are no addresses too.
    @Test(arguments: [
        "https://ko.wikipedia.org/wiki/한강 소설", "https://example.org/%zz", "a b|c", "http://[::1", " ", "", "x%20y",
    ])
    func uri_goesRoundAsItIs(text: String) throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let connection = try Connection(path: path, mode: .readWrite, busyTimeout: 1)
        let statement = try connection.prepareOnce("UPDATE ZWORK SET ZPAGE = ? WHERE Z_PK = 1", purpose: "test")
        statement.bind(1, text: text)
        try statement.run()
        connection.close()
        let model = folder.path("Model.mom")
        try StoreInspection.archive(Library.model()).write(to: URL(fileURLWithPath: model))
        let copy = folder.path("Copy.sqlite")
        for format in ["json", "csv"] {
            try? FileManager.default.removeItem(atPath: copy)
            try? FileManager.default.removeItem(atPath: folder.path(".Copy_SUPPORT"))
            let output = folder.path("out-\(format)")
            #expect(Run("export", path, "--format", format, "-o", output).code == .success)
            let files =
                format == "json"
                ? [output] : try FileManager.default.contentsOfDirectory(atPath: output).map { "\(output)/\($0)" }
            let run = Run(["import", copy] + files + ["--model", model])
            #expect(run.code == .success, "\(run.errors)")
            let both = [path, copy].map {
                Run("query", $0, "Book", "--fields", "page", "--sort", "title", "--format", "json")
            }
            #expect(both[0].output == both[1].output && both[0].output.contains(JSONText.string(text)))
        }
    }

    @Test func nilAloneInARow_isNoEmptyLine() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let run = Run("query", path, "Book", "--fields", "pages", "--sort", "year", "--format", "csv")
        #expect(run.output == "pages\r\n304\r\n\"\"\r\n247\r\n")
        // what has one column is read as it was written.
        try folder.fill(with: ["Shelf.csv": Data("number\r\n7\r\n\"\"\r\n8\r\n".utf8)])
        #expect(Run("import", path, folder.path("Shelf.csv")).output.hasPrefix("3 objects"))
        #expect(Run("query", path, "Shelf", "--where", "number == nil", "--count").output == "1\n")
    }

    @Test func newStore_besideTheLogOfAnother_isRefused() throws {
        let folder = try Folder()
        let model = folder.path("Model.mom")
        try StoreInspection.archive(Library.model()).write(to: URL(fileURLWithPath: model))
        try folder.fill(with: ["New.sqlite-wal": Data([1, 2, 3])])
        let run = Run("import", folder.path("New.sqlite"), try Self.file([], in: folder), "--model", model)
        #expect(run.code == .failure && run.errors.contains("New.sqlite-wal"), "\(run.errors)")
        #expect(try folder.contents()["New.sqlite-wal"] == Data([1, 2, 3]))
    }
}
