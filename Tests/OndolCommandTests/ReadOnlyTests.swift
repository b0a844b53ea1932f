import CoreData
import Foundation
import SQLite
import Testing

@testable import ondol

/// Who only looks alters nothing: no name, byte, time, owner or permission of a store and what lies beside it.
struct ReadOnlyTests {
    /// The ways in which a store's file may be found.
    enum Shape: String, CaseIterable, Sendable {
        case rollback, persistentJournal, hotJournal, wal, walWithIndex, walWithoutIndex, emptyLog
    }

    private static let reading: [[String]] = [
        ["inspect"], ["query", "Tag"], ["show", "Tag/p1"], ["schema"], ["check"], ["export"],
    ]

    /// A store in a folder of its own, with nobody else who has it open.
    private static func make(_ shape: Shape) throws -> (folder: Folder, path: String) {
        let origin = try Folder()
        let path = try Library.make(in: origin)
        let writer = try Connection(path: path, mode: .readWrite, busyTimeout: 1)
        defer { writer.close() }
        func execute(_ sql: String) throws { try writer.execute(sql, purpose: "test") }
        switch shape {
        case .rollback: try execute("PRAGMA journal_mode = delete")
        case .persistentJournal:
            try execute("PRAGMA journal_mode = persist; UPDATE ZTAG SET Z_OPT = Z_OPT + 1")
        case .hotJournal:
            try execute("PRAGMA journal_mode = delete; PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN IMMEDIATE")
            try execute(
                "WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) "
                    + "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT i, 3, 1, 'tag ' || i FROM n")
        case .wal: break
        case .walWithIndex, .walWithoutIndex, .emptyLog:
            try execute("PRAGMA wal_autocheckpoint = 0; UPDATE ZTAG SET Z_OPT = Z_OPT + 1")
        }
        let folder = try Folder()
        try folder.fill(with: try origin.contents())
        if shape == .hotJournal { try execute("ROLLBACK") }
        if shape == .walWithoutIndex { try FileManager.default.removeItem(atPath: folder.path("Library.sqlite-shm")) }
        if shape == .emptyLog {
            try FileManager.default.removeItem(atPath: folder.path("Library.sqlite-shm"))
            try Data().write(to: URL(fileURLWithPath: folder.path("Library.sqlite-wal")))
        }
        return (folder, folder.path("Library.sqlite"))
    }

    /// Everything about every file that somebody could notice, but for the time it was last read.
    private static func state(_ folder: Folder) throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted() + [""]
        return try names.map { name in
            var information = stat()
            #expect(lstat(folder.path(name), &information) == 0)
            let isFile = information.st_mode & S_IFMT == S_IFREG
            let content = isFile ? try Data(contentsOf: URL(fileURLWithPath: folder.path(name))) : Data()
            return "\(name) \(information.st_ino) \(information.st_uid):\(information.st_gid) \(information.st_mode) "
                + "\(information.st_mtim.tv_sec).\(information.st_mtim.tv_nsec) "
                + "\(information.st_ctim.tv_sec).\(information.st_ctim.tv_nsec) \(content.hashValue)"
        }
    }

    private static func read(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) {
        for command in reading {
            let run = Run([command[0], path] + command.dropFirst())
            #expect(run.code == .success, "\(command) \(run.errors)", sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: Shape.allCases)
    func reading_altersNothing(shape: Shape) throws {
        let (folder, path) = try Self.make(shape)
        let before = try Self.state(folder)
        Self.read(path)
        #expect(try Self.state(folder) == before)
        // nor where nobody may write.
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.url.path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path) }
        let locked = try Self.state(folder)
        Self.read(path)
        #expect(try Self.state(folder) == locked)
    }

    /// SQLite would give the files of the journal to the owner of the database.
    @Test(.enabled(if: geteuid() == 0, "only root can make files of others"), arguments: Shape.allCases)
    func reading_asRoot_leavesOwnersAsTheyAre(shape: Shape) throws {
        for owners in [(0, 1234), (1234, 0)] as [(uid_t, uid_t)] {
            let (folder, path) = try Self.make(shape)
            for name in try folder.contents().keys {
                #expect(chown(folder.path(name), name == "Library.sqlite" ? owners.0 : owners.1, 0) == 0)
            }
            let before = try Self.state(folder)
            Self.read(path)
            #expect(try Self.state(folder) == before)
        }
    }

    /// A store of somebody else in a folder of somebody else, as a user reads it who may not write there.
    @Test(
        .enabled(
            if: geteuid() == 0 && Tool.isPresent && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv"),
            "only root can become somebody else"), arguments: Shape.allCases)
    func reading_bySomebodyElse_altersNothing(shape: Shape) throws {
        let (folder, path) = try Self.make(shape)
        let temporary = try Folder()
        #expect(chmod(temporary.url.path, 0o777) == 0 && chmod(folder.url.path, 0o755) == 0)
        for name in try folder.contents().keys { #expect(chmod(folder.path(name), 0o644) == 0) }
        let before = try Self.state(folder)
        for command in Self.reading {
            let tool = try Tool(
                [command[0], path] + command.dropFirst(), temporary: temporary,
                wrapper: ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"])
            _ = tool.output.fileHandleForReading.readDataToEndOfFile()
            tool.process.waitUntilExit()
            #expect(tool.process.terminationStatus == 0, "\(command)")
        }
        #expect(try Self.state(folder) == before)
        #expect(try temporary.contents().isEmpty)
    }

    @Test(.enabled(if: geteuid() == 0 && Tool.isPresent, "only root can make files of others"))
    func owner_ofWhatRootWrites_isThatOfTheStore() throws {
        let (folder, path) = try Self.make(.wal)
        #expect(chown(path, 1234, 1234) == 0)
        let temporary = try Folder()
        // it looks at the store, opens it, and waits for its input.
        let tool = try Tool(["import", path, "-"], temporary: temporary)
        try tool.wait(for: "Library.sqlite-shm", in: folder)
        func owner(_ name: String) -> uid_t {
            var information = stat()
            return stat(folder.path(name), &information) == 0 ? information.st_uid : 0
        }
        // SQLite makes a file first, then gives it away.
        for _ in 0..<1_000_000 where owner("Library.sqlite-shm") == 0 { sched_yield() }
        #expect(owner("Library.sqlite-wal") == 1234 && owner("Library.sqlite-shm") == 1234)
        tool.end(by: SIGTERM)
    }

    @Test func journalOfASaveThatGoesOn_isNotTakenForABrokenOne() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let writer = try Connection(path: path, mode: .readWrite, busyTimeout: 1)
        defer { writer.close() }
        try writer.execute("PRAGMA journal_mode = delete; BEGIN IMMEDIATE; DELETE FROM ZTAG", purpose: "test")
        let journal = try #require(try folder.contents()["Library.sqlite-journal"])
        #expect(!journal.isEmpty)
        let file = try ReadOnlyFile(path: path)
        #expect(file.openURL == file.url)
        #expect(Run("query", path, "Tag", "--count").output == "3\n")
        try writer.execute("ROLLBACK", purpose: "test")
    }

    /// What belongs to a store lies beside the store, not beside a link to it.
    @Test func store_behindALink_isReadWithItsJournal() throws {
        let (folder, path) = try Self.make(.walWithIndex)
        let other = try Folder()
        try FileManager.default.createSymbolicLink(atPath: other.path("link.sqlite"), withDestinationPath: path)
        let before = try Self.state(folder)
        Self.read(other.path("link.sqlite"))
        #expect(
            Run("export", other.path("link.sqlite"), "--entity", "Tag").output
                == Run("export", path, "--entity", "Tag").output)
        let show = Run("show", other.path("link.sqlite"), "Tag/p1")
        #expect(show.output == Run("show", path, "Tag/p1").output && show.code == .success)
        #expect(try Self.state(folder) == before)
        #expect(try other.contents().count == 1)
    }

    /// Who writes to a store behind a link finds its external files too, and puts new ones beside the store.
    @Test func store_behindALink_isWrittenToWithItsFiles() throws {
        let (folder, path) = try Self.make(.wal)
        let other = try Folder()
        let link = other.path("link.sqlite")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) }).base64EncodedString()
        try other.fill(with: [
            "Author.csv": Data("name,portrait\r\nnew,\(bytes)\r\n".utf8),
            "New.csv": Data("objectID,number\r\nShelf/p1,1\r\n".utf8),
        ])
        #expect(Run("import", link, other.path("Author.csv")).code == .success)
        #expect(Run("check", path).output == "0 errors, 0 warnings\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: other.url.path).count == 3)
        // a link to what is not there yet.
        let model = other.path("Model.mom")
        try StoreInspection.archive(Library.model()).write(to: URL(fileURLWithPath: model))
        let dangling = other.path("dangling.sqlite")
        try FileManager.default.createSymbolicLink(atPath: dangling, withDestinationPath: folder.path("New.sqlite"))
        #expect(Run("import", dangling, other.path("New.csv"), "--model", model).code == .success)
        #expect(Run("query", folder.path("New.sqlite"), "Shelf", "--count").output == "1\n")
        // a copy that is made before a migration has the files as well.
        let changed = Library.model()
        changed.entitiesByName["Shelf"]?.properties.append(
            {
                let attribute = NSAttributeDescription()
                (attribute.name, attribute.attributeType, attribute.isOptional) = ("place", .stringAttributeType, true)
                return attribute
            }())
        try StoreInspection.archive(changed).write(to: URL(fileURLWithPath: other.path("Next.mom")))
        let run = Run("migrate", link, "--to", other.path("Next.mom"))
        #expect(run.code == .success, "\(run.errors)")
        let copy = folder.path("Library.before-migration.sqlite")
        #expect(Run("check", copy).output == "0 errors, 0 warnings\n" && Run("check", path).code == .success)
        #expect(Run("export", copy, "--entity", "Author").output.contains(bytes))
        #expect(Run("export", path, "--entity", "Author").output.contains(bytes))
    }

    @Test func failure_callsTheFileByTheNameThatWasGiven() throws {
        let folder = try Folder()
        let whole = try Data(contentsOf: URL(fileURLWithPath: try Library.make(in: folder)))
        let path = folder.path("damaged ö.sqlite")
        try (whole.prefix(100) + Data(repeating: 0xAA, count: whole.count - 100)).write(
            to: URL(fileURLWithPath: path))
        for command in Self.reading {
            let run = Run([command[0], path] + command.dropFirst())
            #expect(run.code == .failure && run.errors.contains(path), "\(run.errors)")
            #expect(!run.errors.contains("file:") && !run.errors.contains("mode=ro"), "\(run.errors)")
        }
    }
}
