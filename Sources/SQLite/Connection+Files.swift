import CSQLite

extension Connection {
    /// Makes the database empty, as a new one, honouring the locks of others.
    ///
    /// Source: https://www.sqlite.org/c3ref/c_dbconfig_defensive.html, SQLITE_DBCONFIG_RESET_DATABASE.
    package func resetDatabase() throws {
        _ = ondol_sqlite_set_flag(handle, SQLITE_DBCONFIG_DEFENSIVE, 0)
        guard ondol_sqlite_set_flag(handle, SQLITE_DBCONFIG_RESET_DATABASE, 1) == SQLITE_OK else {
            throw error(SQLITE_ERROR, purpose: "empty the database")
        }
        defer {
            _ = ondol_sqlite_set_flag(handle, SQLITE_DBCONFIG_RESET_DATABASE, 0)
            _ = ondol_sqlite_set_flag(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
        }
        try execute("VACUUM", purpose: "empty the database")
    }

    /// Copies the whole database into that of `destination`, whatever was there.
    package func backUp(into destination: Connection) throws {
        guard let backup = sqlite3_backup_init(destination.handle, "main", handle, "main") else {
            throw destination.error(sqlite3_errcode(destination.handle), purpose: "begin to copy the database")
        }
        let code = sqlite3_backup_step(backup, -1)
        let end = sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE, end == SQLITE_OK else {
            throw destination.error(code == SQLITE_DONE ? end : code, purpose: "copy the database")
        }
    }

    /// Sets the journal mode, which the file keeps, waiting for others as long as for any lock.
    ///
    /// SQLite gives up at once where two change the mode of a new file: each has a lock that the other waits for.
    package func setJournalMode(_ mode: String) throws {
        let end = ContinuousClock.now + busyTimeout
        while true {
            do {
                return try execute("PRAGMA journal_mode = \(mode)", purpose: "set the journal mode")
            } catch let error as SQLiteError where error.isBusy && ContinuousClock.now < end {
                sqlite3_sleep(Self.pause)
            }
        }
    }

    /// Milliseconds between two attempts.
    private static let pause: Int32 = 5
}
