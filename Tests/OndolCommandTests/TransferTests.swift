import CoreData
import Foundation
import SQLite
import Testing

@testable import ondol

struct TransferTests {
    /// An export with IDs replaced by entity and place, so that keys do not matter.
    private func canonical(_ path: String) throws -> [String] {
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
        let objects = try #require((object as? [String: Any])?["objects"] as? [[String: Any]])
        var names: [String: String] = [:]
        var counts: [String: Int] = [:]
        for object in objects {
            let id = try #require(object["objectID"] as? String)
            let entity = String(id.prefix { $0 != "/" })
            counts[entity, default: 0] += 1
            names[id] = "\(entity)#\(counts[entity, default: 0])"
        }
        return try objects.map { object in
            let relationships = try #require(object["relationships"] as? [String: Any])
            let mapped = relationships.mapValues { value in
                if let id = value as? String { return names[id] ?? "?" }
                return (value as? [String] ?? []).map { names[$0] ?? "?" }.joined(separator: " ")
            }
            let attributes = try JSONSerialization.data(
                withJSONObject: object["attributes"] ?? [:], options: [.sortedKeys])
            let id = object["objectID"] as? String ?? ""
            return "\(names[id] ?? "?") \(String(decoding: attributes, as: UTF8.self)) "
                + mapped.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ";")
        }
    }

    private func model(of path: String, in folder: Folder) throws -> String {
        let store = try OpenedStore(path: path)
        let file = folder.path("Model.mom")
        let connection = store.connection
        let model = try #require(try StoreInspection.cachedModel(connection))
        let compiled = try StoreInspection.archive(model)
        try compiled.write(to: URL(fileURLWithPath: file))
        return file
    }

    @Test func export_ofLibrary_isTheDocumentedForm() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let before = try folder.contents()
        let checksum = Library.model().versionChecksum
        let json = Run("export", path)
        #expect(json.code == .success && json.errors == "")
        let portrait = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }).base64EncodedString()
        try Golden.expect(
            json.output, equals: "export.json", replacing: [(checksum, "CHECKSUM"), (portrait, "PORTRAIT")])
        #expect(Run("export", path, "--format", "csv").code == .usage)
        let csv = Run("export", path, "--format", "csv", "-o", folder.path("csv"))
        #expect(csv.code == .success && csv.output == "")
        for name in ["Book", "Record", "Author", "Shelf", "Tag"] {
            let text = try String(contentsOfFile: folder.path("csv/\(name).csv"), encoding: .utf8)
            try Golden.expect(text, equals: "export-\(name).csv", replacing: [(portrait, "PORTRAIT")])
        }
        let after = try folder.contents()
        for (name, data) in before { #expect(after[name] == data, "\(name)") }
    }

    @Test(arguments: ["json", "csv"])
    func import_ofExport_makesAnEqualStore(format: String) throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let model = try model(of: path, in: folder)
        var files = [folder.path("one.json")]
        if format == "json" {
            #expect(Run("export", path, "-o", files[0]).code == .success)
        } else {
            #expect(Run("export", path, "--format", "csv", "-o", folder.path("csv")).code == .success)
            files = ["Tag", "Book", "Author", "Shelf", "Record"].map { folder.path("csv/\($0).csv") }
        }
        let copy = folder.path("Copy.sqlite")
        let run = Run(["import", copy] + files + ["--model", model])
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.output == "11 objects imported into \(copy)\n")
        #expect(Run("export", path, "-o", folder.path("a.json")).code == .success)
        #expect(Run("export", copy, "-o", folder.path("b.json")).code == .success)
        #expect(try canonical(folder.path("a.json")) == canonical(folder.path("b.json")))
        #expect(Run("check", copy).output == "0 errors, 0 warnings\n")
        // the kept model is the one that was given, not the one the tool worked with.
        #expect(Run("schema", copy).output == Run("schema", path).output)
    }

    /// Stores of many shapes, made at random; the seed is shown when one fails.
    @Test(arguments: 1...12)
    func roundTrip_ofRandomStore_changesNothing(seed: UInt64) throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let model = try model(of: path, in: folder)
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        func number() -> Double {
            [0, -0.0, 0.1, 1e-300, -1e300, Double(next(1_000_000)) / 7, .infinity, 1 / 3.0, 5e15][next(9)]
        }
        func text() -> String {
            ["", " ", "a,b", "\"", "\r\n", "\u{0}x", "é", "e\u{301}", "한글", "👩‍👩‍👧", "\u{2028}", "'", "%20", "=1"][next(14)]
        }
        var records: [String] = []
        let count = 3 + next(30)
        for index in 0..<count {
            var values: [String] = ["\"title\": \(JSONText.string(text()))"]
            func add(_ name: String, _ json: String) { if next(3) > 0 { values.append("\"\(name)\": \(json)") } }
            add("rating", StoredValue.real(number()).json)
            add("weight", StoredValue.float(Float(number())).json)
            add("price", "\"\(next(100_000)).\(next(100))\"")
            add("year", "\(next(65_536) - 32_768)")
            add("isLent", next(2) == 0 ? "true" : "false")
            add("identifier", "\"\(UUID().uuidString)\"")
            add("thumbnail", "\"\(Data((0..<next(50)).map { _ in UInt8(next(256)) }).base64EncodedString())\"")
            add("mark", "\"\(Data((0..<next(50)).map { _ in UInt8(next(256)) }).base64EncodedString())\"")
            var links = ["\"author\": \"Author/p\(next(3) + 1)\""]
            if next(2) == 0 { links.append("\"tags\": [\"Tag/p1\"]") }
            records.append(
                "{\"objectID\": \"\(next(2) == 0 ? "Book" : "Record")/p\(index)\", \"attributes\": {"
                    + values.joined(separator: ", ") + "}, \"relationships\": {\(links.joined(separator: ", "))}}")
        }
        for index in 1...3 {
            let seconds = [number(), 0.1 + Double(next(1000)), -1e9 / 3][next(3)]
            let born = seconds.isFinite ? ", \"born\": \(JSONText.string(StoredDate.text(seconds)))" : ""
            records.append(
                "{\"objectID\": \"Author/p\(index)\", \"attributes\": {\"name\": \(JSONText.string(text()))\(born)}}")
        }
        records.append("{\"objectID\": \"Tag/p1\", \"attributes\": {\"name\": \"t\"}}")
        let file = folder.path("random.json")
        try Data(
            "{\"format\": \"ondol export\", \"version\": 1, \"objects\": [\(records.joined(separator: ",\n"))]}".utf8
        )
        .write(to: URL(fileURLWithPath: file))
        var previous: [String]?
        var source = file
        for round in 1...3 {
            let store = folder.path("\(round).sqlite")
            let run = Run("import", store, source, "--model", model)
            #expect(run.code == .success, "seed \(seed): \(run.errors)")
            source = folder.path("\(round).json")
            #expect(Run("export", store, "-o", source).code == .success)
            let now = try canonical(source)
            if let previous { #expect(now == previous, "seed \(seed)") }
            previous = now
        }
        let table = folder.path("tables")
        #expect(Run("export", folder.path("3.sqlite"), "--format", "csv", "-o", table).code == .success)
        let files = try FileManager.default.contentsOfDirectory(atPath: table).sorted().map { "\(table)/\($0)" }
        let run = Run(["import", folder.path("4.sqlite")] + files + ["--model", model])
        #expect(run.code == .success, "seed \(seed): \(run.errors)")
        #expect(Run("export", folder.path("4.sqlite"), "-o", folder.path("4.json")).code == .success)
        #expect(try canonical(folder.path("4.json")) == previous, "seed \(seed)")
    }

    @Test func import_intoExistingStore_addsAndRecordsHistory() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        try Data("name\r\nhorror\r\n\"\"\r\n".utf8).write(to: URL(fileURLWithPath: folder.path("Tag.csv")))
        let run = Run("import", path, folder.path("Tag.csv"))
        #expect(run.code == .success, "\(run.errors)")
        #expect(
            Run("query", path, "Tag", "--fields", "objectID,name", "--format", "csv").output.contains(
                "/Tag/p4,horror\r\n"))
        #expect(Run("check", path).output == "0 errors, 0 warnings\n")
    }

    @Test(arguments: [
        ("{", "JSON"), ("{\"objects\": [{}]}", "objectID"), ("[]", "expected"), ("{}", "objects"),
        ("{\"format\": \"other\", \"objects\": []}", "format"),
        ("{\"version\": 2, \"objects\": []}", "version"),
        ("{\"objects\": [{\"objectID\": \"Movie/p1\"}]}", "no entity \"Movie\""),
        ("{\"objects\": [{\"objectID\": \"Work/p1\"}]}", "abstract"),
        ("{\"objects\": [{\"objectID\": \"Tag/p1\", \"attributes\": {\"x\": 1}}]}", "no property \"x\""),
        ("{\"objects\": [{\"objectID\": \"Tag/p1\", \"attributes\": {\"name\": 1}}]}", "no String"),
        ("{\"objects\": [{\"objectID\": \"Tag/p1\"}]}", "name"),
        (
            "{\"objects\": [{\"objectID\": \"Book/p1\", \"attributes\": {\"title\": \"x\", \"year\": 40000}}]}",
            "Integer 16"
        ),
        (
            "{\"objects\": [{\"objectID\": \"Tag/p1\", \"relationships\": {\"works\": [\"Book/p1\"]}}]}",
            "none of the files"
        ),
        (
            "{\"objects\": [{\"objectID\": \"Tag/p1\", \"relationships\": {\"works\": [\"Tag/p1\"]}}]}",
            "which is no Work"
        ),
        ("{\"objects\": [" + String(repeating: "[", count: 100_000), "too deeply"),
        ("{\"objects\": [{\"objectID\": \"\\ud800\"}]}", "half a character"),
    ])
    func import_ofBadFile_saysWhereAndChangesNothing(text: String, word: String) throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let model = try model(of: path, in: folder)
        let file = folder.path("bad.json")
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        let run = Run("import", path, file)
        #expect(run.code == .failure)
        #expect(run.errors.hasPrefix("ondol: ") && run.errors.contains(word), "\(run.errors)")
        #expect(Run("query", path, "Tag", "--count").output == "3\n")
        // a store that was made for it does not stay.
        #expect(Run("import", folder.path("New.sqlite"), file, "--model", model).code == .failure)
        #expect(!FileManager.default.fileExists(atPath: folder.path("New.sqlite")))
    }

    @Test(arguments: [
        ("objectID,name\r\nTag/p1", "1 fields"), ("name,name\r\n", "same name"), ("", "empty"),
        ("name\r\n\"open", "does not end"), ("name\r\n\"a\"b", "follows"), ("nothing\r\nx", "no property"),
    ])
    func import_ofBadTable_saysWhere(text: String, word: String) throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("Tag.csv")))
        let run = Run("import", path, folder.path("Tag.csv"))
        #expect(run.code == .failure)
        #expect(run.errors.contains(word), "\(run.errors)")
    }

    @Test func import_withoutValidation_takesWhatBreaksTheRules() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let file = folder.path("Tag.csv")
        try Data("objectID,works\r\nTag/p1,Book/p9\r\n".utf8).write(to: URL(fileURLWithPath: file))
        #expect(Run("import", path, file).code == .failure)
        let run = Run("import", path, file, "--no-validation", "--leave-out-missing")
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.errors.contains("1 reference to objects"))
        #expect(Run("check", path).output.contains("error [required] Tag/p4.name"))
    }

    @Test func export_ofDanglingReference_leavesItOutAndSaysSo() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let connection = try Connection(path: path, mode: .readWrite, busyTimeout: 1)
        try connection.execute("UPDATE ZWORK SET ZAUTHOR = 99 WHERE Z_PK = 1", purpose: "test")
        connection.close()
        let run = Run("export", path, "--entity", "Book")
        #expect(run.code == .findings)
        #expect(run.errors.contains("1 reference to objects that do not exist was left out"))
        #expect(!run.output.contains("Author/p99"))
    }

    @Test func export_ontoAnotherDatabase_isRefused() throws {
        let (folder, other) = (try Folder(), try Folder())
        let (path, database) = (try Library.make(in: folder), try Library.make(in: other))
        let before = try Data(contentsOf: URL(fileURLWithPath: database))
        let run = Run("export", path, "--output", database)
        #expect(run.code == .failure && run.errors.contains("database"), "\(run.errors)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == before)
    }

    /// What a file beside the store is not, a link or a pipe does not become by its name.
    @Test func externalFiles_thatAreLinksOrPipes_areNotFollowed() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let files = folder.url.appendingPathComponent(".Library_SUPPORT/_EXTERNAL_DATA")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: files.path).first)
        let file = files.appendingPathComponent(name)
        let secret = folder.url.appendingPathComponent("secret")
        try Data("secret".utf8).write(to: secret)
        for makesPipe in [false, true] {
            try FileManager.default.removeItem(at: file)
            if makesPipe {
                #expect(mkfifo(file.path, 0o600) == 0)
            } else {
                try FileManager.default.createSymbolicLink(at: file, withDestinationURL: secret)
            }
            let export = Run("export", path)
            #expect(export.code == .findings && !export.output.contains(Data("secret".utf8).base64EncodedString()))
            #expect(export.errors.contains("external files are missing"), "\(export.errors)")
            let check = Run("check", path, "--repair", folder.path("Copy-\(makesPipe).sqlite"))
            #expect(check.output.contains("The external file \(name) is missing."), "\(check.output)")
        }
    }

    @Test(arguments: ["1e400", "-1e999"])
    func number_beyondItsType_isNotTaken(text: String) {
        #expect(ImportedValue.value(.literal(text), of: .doubleAttributeType) == nil)
        #expect(ImportedValue.value(.literal("1e300"), of: .floatAttributeType) == nil)
        #expect(ImportedValue.value(.text("NaN"), of: .doubleAttributeType) == nil)
        #expect(ImportedValue.value(.text("inf"), of: .doubleAttributeType) as? Double == .infinity)
    }

    @Test func export_ontoTheStoreItself_isRefused() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let before = try folder.contents()
        #expect(Run("export", path, "-o", path).code == .failure)
        #expect(try folder.contents() == before)
    }
}
