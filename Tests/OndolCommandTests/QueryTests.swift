import CoreData
import Foundation
import Testing

@testable import ondol

struct QueryTests {
    @Test func query_inEachFormat_printsTheRows() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let arguments = ["query", path, "Work", "--sort", "title"]
        try Golden.expect(Run(arguments).output, equals: "query.txt")
        try Golden.expect(Run(arguments + ["--format", "json"]).output, equals: "query.json")
        try Golden.expect(Run(arguments + ["--format", "csv"]).output, equals: "query.csv")
        try Golden.expect(Run("query", path, "Author", "--fields", "name,born").output, equals: "query-authors.txt")
    }

    @Test(arguments: [
        ("author.name BEGINSWITH[cd] 'URSULA'", 3), ("ANY tags.name == 'poetry'", 1), ("tags.@count == 0", 2),
        ("year BETWEEN {1960, 1980} AND isLent == NO", 1), ("SUBQUERY(tags, $t, $t.name == 'sf').@count > 0", 2),
        ("price == 12.3", 1), ("title MATCHES '.*Darkness'", 1), ("year == nil", 1), ("NOT (title LIKE 'The*')", 2),
    ])
    func query_withPredicate_findsTheObjects(predicate: String, count: Int) throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let run = Run("query", path, "Work", "--where", predicate, "--count")
        #expect(run.output == "\(count)\n", "\(run.errors)")
        let rows = try Run("query", path, "Work", "--where", predicate, "--format", "json").json() as? [Any]
        #expect(rows?.count == count)
    }

    @Test(arguments: [
        ("-year", "2007,1974,1969,\"\""), ("year:desc", "2007,1974,1969,\"\""), ("year", "\"\",1969,1974,2007"),
        ("year:asc", "\"\",1969,1974,2007"),
    ])
    func query_sorted_comesInOrder(key: String, years: String) throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let run = Run("query", path, "Work", "--sort", key, "--fields", "year", "--format", "csv")
        #expect(
            run.output.split(separator: "\r\n", omittingEmptySubsequences: false).dropFirst().dropLast()
                .joined(separator: ",") == years)
    }

    @Test(arguments: [("works.@count", true), ("-works.@count", false), ("-works.@count,name", false)])
    func query_sortedByACount_comesInItsOrder(key: String, isAscending: Bool) throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let run = Run("query", path, "Author", "--sort", key, "--fields", "works.@count", "--format", "csv")
        let counts = run.output.split(separator: "\r\n").dropFirst().compactMap { Int($0) }
        #expect(run.code == .success && Set(counts).count > 1, "\(run.errors)")
        #expect(counts == counts.sorted { isAscending ? $0 < $1 : $0 > $1 })
    }

    @Test func query_byMembersThemselves_isRefused() throws {
        let folder = try Folder()
        let run = Run("query", try Library.make(in: folder), "Author", "--sort", "works")
        #expect(run.code == .failure && run.errors.contains("to-many key not allowed here: works"), "\(run.errors)")
    }

    /// SQLite would answer, and be wrong.
    @Test(arguments: [
        "born > '1900-01-01'", "born > CAST('1900-01-01', 'NSDate')", "born < CAST('abc', 'NSDate')",
        "born BETWEEN {'1', '2'}", "born IN {'1900'}", "SELF == 'Author/p1'",
    ])
    func query_ofUnlikeKinds_isRefused(predicate: String) throws {
        let folder = try Folder()
        let run = Run("query", try Library.make(in: folder), "Author", "--where", predicate)
        #expect(
            run.code == .failure && (run.errors.contains("compared") || run.errors.contains("seconds since 2001")),
            "\(run.output) \(run.errors)")
    }

    @Test func query_withLimitAndOffset_cutsBothEnds() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        func titles(_ extra: String...) -> String {
            Run(["query", path, "Work", "--sort", "title", "--fields", "title", "--format", "csv"] + extra).output
        }
        #expect(titles("--limit", "1", "--offset", "1") == "title\r\nThe Dispossessed\r\n")
        #expect(titles("--limit", "0") == "title\r\n")
        #expect(titles("--offset", "9") == "title\r\n")
    }

    @Test(arguments: [
        ["--where", "year >"], ["--fields", "nothing"], ["--fields", "nothing", "--count"],
        ["--fields", "author.nothing"], ["--fields", "tags.name"],
        ["--where", "title MATCHES '('"], ["--limit", "-1"], ["--limit", "x"], ["--format", "xml"],
        ["--sort", "year:up"], ["--sort", ""], ["--unknown"],
        ["--version", "1"],
    ])
    func query_calledWrongly_saysWhat(extra: [String]) throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let run = Run(["query", path, "Work"] + extra)
        #expect(run.code == .usage)
        #expect(run.errors.hasPrefix("ondol: ") && run.errors.contains("ondol help query"))
        #expect(run.output == "")
    }

    @Test func query_withMalformedPredicate_showsThePlace() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let run = Run("query", path, "Work", "--where", "year == == 3")
        #expect(run.errors.contains("at character 8"))
        #expect(run.errors.contains("\n  year == == 3\n          ^"))
    }

    @Test(arguments: ["tags.name == 'x'", "title == $x"])
    func query_withPredicateThatTheStoreRefuses_fails(predicate: String) throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let run = Run("query", path, "Work", "--where", predicate)
        #expect(run.code == .failure)
        #expect(run.errors.hasPrefix("ondol: "))
    }

    @Test func query_ofUnknownEntity_listsTheEntities() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let run = Run("query", path, "Movie")
        #expect(run.code == .usage)
        #expect(run.errors.contains("Author, Shelf, Tag, Work, Book, Record"))
    }

    @Test func show_ofObject_printsAllAboutIt() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        try Golden.expect(Run("show", path, "Book/p1").output, equals: "show.txt")
        try Golden.expect(Run("show", path, "Book/p1", "--format", "json").output, equals: "show.json")
        let file = try #require(
            try FileManager.default.contentsOfDirectory(
                atPath: folder.url.appendingPathComponent(".Library_SUPPORT/_EXTERNAL_DATA").path
            ).first)
        try Golden.expect(
            Run("show", path, "Author/p1", "--limit", "2").output, equals: "show-author.txt",
            replacing: [(file, "FILE")])
        let uri = Run("show", path, "x-coredata://\(Library.uuid)/Work/p1")
        #expect(uri.output == Run("show", path, "Book/p1").output)
    }

    @Test(arguments: ["Book", "Book/x1", "Movie/p1", "x-coredata://other/Book/p1", ""])
    func show_ofWhatIsNoID_saysWhat(id: String) throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        #expect(Run("show", path, id).code == .usage)
    }

    @Test func show_ofMissingObject_fails() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        #expect(Run("show", path, "Book/p99").code == .failure)
        // a tag's key is no book's.
        #expect(Run("show", path, "Record/p1").code == .failure)
    }

    @Test func schema_ofStore_isThatOfItsModel() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        try Golden.expect(Run("schema", path).output, equals: "schema.txt")
        let schema = try Run("schema", path, "--format", "json").object()
        let entities = try #require(schema["entities"] as? [[String: Any]])
        let hashes = Library.model().entityVersionHashesByName
        for entity in entities {
            let name = entity["name"] as? String ?? ""
            #expect(
                entity["versionHash"] as? String == hashes[name]?.map { String(format: "%02x", $0) }.joined(), "\(name)"
            )
        }
        #expect(entities.count == hashes.count)
    }
}
