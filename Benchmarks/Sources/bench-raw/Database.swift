import BenchmarkSupport
import CBenchmarkSQLite

/// One connection, with the settings every program of the comparison uses.
///
/// Sendable unchecked: a connection is used by one thread at a time, the one it was handed to.
final class Database: @unchecked Sendable {
    /// The open connection; SQLite's own handle.
    let handle: OpaquePointer

    /// Opens the store, making the file when there is none.
    init(path: String) throws {
        var opened: OpaquePointer?
        // One thread uses the connection: SQLite's own mutexes would only cost.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close(opened)
            throw BenchmarkError("cannot open \(path): SQLite code \(code)")
        }
        handle = opened
        try run("PRAGMA journal_mode=WAL")
        try run("PRAGMA synchronous=NORMAL")
        try run("PRAGMA cache_size=-32768")
        try run("PRAGMA temp_store=MEMORY")
    }

    deinit {
        sqlite3_close(handle)
    }

    /// Runs statements that bind nothing and whose rows do not matter.
    func run(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
    }

    /// Prepares a statement that is used many times.
    func prepare(_ sql: String) throws -> Statement {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil) == SQLITE_OK,
            let statement
        else { throw failure(sql) }
        return Statement(statement: statement, database: self)
    }

    /// The first column of the first row.
    func integer(_ sql: String) throws -> Int64 {
        let statement = try prepare(sql)
        guard try statement.step() else { throw BenchmarkError("no row from \(sql)") }
        return statement.integer(0)
    }

    /// Runs work in one transaction.
    func transaction<Result>(_ work: () throws -> Result) throws -> Result {
        try run("BEGIN")
        let result = try work()
        try run("COMMIT")
        return result
    }

    /// Moves everything from the log into the file.
    func checkpoint() throws {
        try run("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    func failure(_ what: String) -> BenchmarkError {
        BenchmarkError("\(what): \(String(cString: sqlite3_errmsg(handle)))")
    }
}
