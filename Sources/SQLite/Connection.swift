import CSQLite

/// One connection to a database.
///
/// Opened without SQLite's own mutexes ("multi-thread mode"): whoever owns a connection sees to it that one
/// thread at a time uses it and its statements.
package final class Connection: @unchecked Sendable {
    // @unchecked: handed from thread to thread by its owner, never used by two at once (see above).

    @usableFromInline let handle: OpaquePointer
    /// The file as messages call it.
    package let path: String
    private var cache: [Int: Statement] = [:]
    private var uses = 0
    /// Called with the write lock held, before anything is written; what it throws ends the transaction.
    package var didBeginWriting: ((Connection) throws -> Void)?
    /// How long to wait for locks of others.
    let busyTimeout: Duration

    /// Statements kept prepared; the least recently used quarter goes when there are more.
    private static let cacheLimit = 400

    package enum Mode: Sendable {
        case readOnly
        case readWrite
        case readWriteCreate
    }

    /// Memory statistics cost 7 to 10 % of inserts.
    ///
    /// SQLite refuses the setting once somebody has used it in this process, in which case it is
    /// not ours to change.
    private static let configured: Bool = ondol_sqlite_disable_memory_statistics() == SQLITE_OK

    /// Opens a connection.
    ///
    /// - Parameters:
    ///   - path: a file path, or a `file:` URI when `isURI` is set, or `:memory:`.
    ///   - name: what messages call the file, where that is not `path`.
    ///   - busyTimeout: seconds to wait for locks of others.
    /// - Throws: `SQLiteError`.
    package init(
        path: String, name: String? = nil, mode: Mode, isURI: Bool = false, busyTimeout: Double
    ) throws {
        _ = Self.configured
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        switch mode {
        case .readOnly: flags |= SQLITE_OPEN_READONLY
        case .readWrite: flags |= SQLITE_OPEN_READWRITE
        case .readWriteCreate: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
        if isURI { flags |= SQLITE_OPEN_URI }
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
            sqlite3_close_v2(handle)
            throw SQLiteError(code: code, message: message, purpose: "open the database", path: name ?? path)
        }
        self.handle = handle
        self.path = name ?? path
        let milliseconds = Int32(max(0, min(busyTimeout * 1000, 2_000_000_000)))
        self.busyTimeout = .milliseconds(milliseconds)
        sqlite3_busy_timeout(handle, milliseconds)
        // a hostile file must not make us run functions from its schema that reach outside.
        _ = ondol_sqlite_set_flag(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    }

    deinit { close() }

    private var isClosed = false

    /// Finalizes all statements and closes.
    ///
    /// Idempotent.
    package func close() {
        if isClosed { return }
        isClosed = true
        cache.removeAll()
        // v2: a statement still held by somebody keeps the handle alive until it goes too.
        sqlite3_close_v2(handle)
    }

    // MARK: Statements

    /// The prepared form of `sql`, kept for the next time.
    ///
    /// Reset and ready to bind.
    package func statement(_ sql: SQL) throws -> Statement {
        uses &+= 1
        if let statement = cache[sql.id] {
            statement.lastUse = uses
            if statement.isRunning { statement.reset() }
            return statement
        }
        let statement = try prepare(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
        statement.lastUse = uses
        if cache.count >= Self.cacheLimit { trimCache() }
        cache[sql.id] = statement
        return statement
    }

    /// Prepares a statement that is not kept.
    package func prepareOnce(_ text: String, purpose: String) throws -> Statement {
        try prepare(SQL(text, purpose: purpose), flags: 0)
    }

    private func trimCache() {
        let oldest = cache.values.filter { !$0.isRunning }.sorted { $0.lastUse < $1.lastUse }
        for statement in oldest.prefix(Self.cacheLimit / 4) { cache[statement.sql.id] = nil }
    }

    private func prepare(_ sql: SQL, flags: UInt32) throws -> Statement {
        if isClosed {
            throw SQLiteError(
                code: SQLITE_MISUSE, message: "the connection has been closed", purpose: sql.purpose, sql: sql.text,
                path: path)
        }
        var statement: OpaquePointer?
        var text = sql.text
        let code = text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) {
                sqlite3_prepare_v3(handle, $0.baseAddress, Int32($0.count), flags, &statement, nil)
            }
        }
        guard code == SQLITE_OK else { throw error(code, purpose: sql.purpose, sql: sql.text) }
        guard let statement else {
            throw SQLiteError(
                code: SQLITE_MISUSE, message: "there is no statement in the text", purpose: sql.purpose, sql: sql.text,
                path: path)
        }
        return Statement(handle: statement, connection: self, sql: sql)
    }

    /// Runs one or more statements that return nothing of interest.
    package func execute(_ text: String, purpose: String) throws {
        let code = sqlite3_exec(handle, text, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code, purpose: purpose, sql: text) }
    }

    /// The first column of the first row as text; nil when there is no row or the value is NULL.
    package func firstString(_ text: String, purpose: String) throws -> String? {
        let statement = try prepareOnce(text, purpose: purpose)
        return try statement.step() ? statement.string(0) : nil
    }

    /// The first column of the first row; nil when there is no row or the value is NULL.
    package func firstInteger(_ text: String, purpose: String) throws -> Int64? {
        let statement = try prepareOnce(text, purpose: purpose)
        return try statement.step() && !statement.isNull(0) ? statement.integer(0) : nil
    }

    // MARK: State

    /// Rows changed by the last INSERT, UPDATE or DELETE.
    package var changes: Int { Int(sqlite3_changes(handle)) }

    /// True outside a transaction.
    package var isAutocommit: Bool { sqlite3_get_autocommit(handle) != 0 }

    /// True when the file can only be read, whatever the mode asked for.
    package var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

    /// Where SQLite keeps the header that changes with every commit of any process; nil unless in
    /// WAL mode and read from before.
    ///
    /// Valid as long as the connection.
    package var walIndexHeader: UnsafePointer<UInt64>? {
        ondol_sqlite_wal_index(handle)?.assumingMemoryBound(to: UInt64.self)
    }

    /// Moves the content of the write-ahead log into the database and, when `truncating`, empties
    /// the log.
    ///
    /// Does what it can when others read or write.
    package func checkpoint(truncating: Bool) throws {
        let mode = truncating ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
        let code = sqlite3_wal_checkpoint_v2(handle, "main", mode, nil, nil)
        if code != SQLITE_OK, code & 0xFF != SQLITE_BUSY { throw error(code, purpose: "checkpoint the log") }
    }

    /// The error of the last failed call on this connection.
    func error(_ code: Int32, purpose: String, sql: String? = nil) -> SQLiteError {
        let extended = sqlite3_extended_errcode(handle)
        let known = extended & 0xFF == code & 0xFF
        return SQLiteError(
            code: known ? extended : code,
            message: known ? String(cString: sqlite3_errmsg(handle)) : String(cString: sqlite3_errstr(code)),
            purpose: purpose, sql: sql, path: path)
    }
}
