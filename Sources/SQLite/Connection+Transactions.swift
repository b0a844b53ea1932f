import CSQLite

extension Connection {
    private static let begin = SQL("BEGIN", purpose: "begin to read")
    private static let beginImmediate = SQL("BEGIN IMMEDIATE", purpose: "begin to write")
    private static let commit = SQL("COMMIT", purpose: "commit")
    private static let rollback = SQL("ROLLBACK", purpose: "roll back")

    /// Begins a transaction; the snapshot is taken by the first statement that reads.
    package func beginReading() throws { try statement(Self.begin).run() }

    /// Ends a transaction that has only read.
    package func endReading() throws { try statement(Self.commit).run() }

    /// Runs `body` in one transaction that holds the write lock from its start.
    ///
    /// - Throws: what `body` throws, after the transaction was rolled back; `SQLiteError`.
    package func write<R>(_ body: () throws -> R) throws -> R {
        try statement(Self.beginImmediate).run()
        do {
            let result = try body()
            try statement(Self.commit).run()
            return result
        } catch {
            try rollBack()
            throw error
        }
    }

    /// Rolls back, unless SQLite has done so itself.
    package func rollBack() throws {
        if !isAutocommit { try statement(Self.rollback).run() }
    }
}
