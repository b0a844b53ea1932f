import Foundation
import Testing

@testable import SQLite

@Suite("SQLite connections")
struct ConnectionTests {
    private func memory() throws -> Connection {
        try Connection(path: ":memory:", mode: .readWriteCreate, busyTimeout: 1)
    }

    @Test func statement_sameSQL_isPreparedOnce() throws {
        let connection = try memory()
        let sql = SQL("SELECT ?", purpose: "test")
        let first = try connection.statement(sql)
        #expect(try connection.statement(sql) === first)
    }

    @Test func statement_handedOutWhileRunning_startsAgain() throws {
        let connection = try memory()
        let sql = SQL("SELECT 1 UNION SELECT 2", purpose: "test")
        #expect(try connection.statement(sql).step())
        let again = try connection.statement(sql)
        #expect(try again.step())
        #expect(again.integer(0) == 1)
    }

    @Test func cache_manyStatements_staysBounded() throws {
        let connection = try memory()
        let kept = SQL("SELECT 0", purpose: "test")
        for number in 1...1000 {
            _ = try connection.statement(SQL("SELECT \(number)", purpose: "test"))
            let statement = try connection.statement(kept)
            #expect(try statement.step())
            #expect(statement.integer(0) == 0)
        }
    }

    @Test func bind_textAndBlob_keepZeroBytesAndEmptiness() throws {
        let connection = try memory()
        let statement = try connection.prepareOnce(
            "SELECT ?1, ?2, typeof(?3), typeof(?4), length(?3)", purpose: "test")
        statement.bind(1, text: "a\u{0}b")
        [UInt8]([0, 255]).withUnsafeBytes { statement.bind(2, blob: $0) }
        statement.bind(3, text: "")
        statement.bind(4, blob: UnsafeRawBufferPointer(start: nil, count: 0))
        #expect(try statement.step())
        #expect(statement.string(0) == "a\u{0}b")
        #expect(statement.bytes(1) == [0, 255])
        #expect(statement.string(2) == "text")
        #expect(statement.string(3) == "blob")
        #expect(statement.integer(4) == 0)
    }

    @Test func prepare_badSQL_saysWhatForAndWhy() throws {
        let connection = try memory()
        let error = #expect(throws: SQLiteError.self) {
            try connection.statement(SQL("SELEKT 1", purpose: "greet the world"))
        }
        #expect(error?.purpose == "greet the world")
        #expect(error?.message.contains("SELEKT") == true)
    }

    @Test func write_bodyThrows_rollsBack() throws {
        struct Stop: Error {}
        let connection = try memory()
        try connection.execute("CREATE TABLE t (a)", purpose: "test")
        #expect(throws: Stop.self) {
            try connection.write {
                try connection.execute("INSERT INTO t VALUES (1)", purpose: "test")
                throw Stop()
            }
        }
        #expect(connection.isAutocommit)
        #expect(try connection.firstInteger("SELECT count(*) FROM t", purpose: "test") == 0)
    }

    @Test func uniqueViolation_isTold() throws {
        let connection = try memory()
        try connection.execute("CREATE TABLE t (a UNIQUE); INSERT INTO t VALUES (1)", purpose: "test")
        let error = #expect(throws: SQLiteError.self) {
            try connection.prepareOnce("INSERT INTO t VALUES (1)", purpose: "test").run()
        }
        #expect(error?.isUniqueViolation == true)
        #expect(error?.isBusy == false)
    }

    @Test func functionsAndCollations_areCalled() throws {
        let connection = try memory()
        try connection.define(function: "twice", arguments: 1) { .integer($0[0].integer * 2) }
        try connection.define(function: "shout", arguments: 1) { .text(($0[0].string ?? "") + "!") }
        try connection.define(function: "fail", arguments: 0) { _ in .failure("no") }
        try connection.define(collation: "backwards") { left, right in
            Int32(right.lexicographicallyPrecedes(left) ? -1 : left.elementsEqual(right) ? 0 : 1)
        }
        #expect(try connection.firstInteger("SELECT twice(21)", purpose: "test") == 42)
        #expect(try connection.firstString("SELECT shout('')", purpose: "test") == "!")
        #expect(throws: SQLiteError.self) { try connection.firstInteger("SELECT fail()", purpose: "test") }
        #expect(
            try connection.firstString(
                "SELECT group_concat(v, '') FROM (SELECT v FROM (SELECT 'a' AS v UNION ALL SELECT 'b') "
                    + "ORDER BY v COLLATE backwards)", purpose: "test") == "ba")
    }

    @Test func close_thenUse_throwsInsteadOfCrashing() throws {
        let connection = try memory()
        connection.close()
        connection.close()
        #expect(throws: SQLiteError.self) { try connection.statement(SQL("SELECT 1", purpose: "test")) }
    }

    @Test func walIndexHeader_changesWithEachCommit() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("ondol-\(UUID().uuidString).db").path
        defer {
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        }
        let writer = try Connection(path: path, mode: .readWriteCreate, busyTimeout: 1)
        try writer.execute("PRAGMA journal_mode = wal; CREATE TABLE t (a)", purpose: "test")
        let reader = try Connection(path: path, mode: .readWrite, busyTimeout: 1)
        _ = try reader.firstInteger("SELECT count(*) FROM t", purpose: "test")
        let header = try #require(reader.walIndexHeader)
        func words() -> [UInt64] { (0..<6).map { header[$0] } }
        let before = words()
        #expect(words() == before)
        try writer.execute("INSERT INTO t VALUES (1)", purpose: "test")
        #expect(words() != before)
    }
}
