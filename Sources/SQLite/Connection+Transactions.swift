import CSQLite

extension Connection {
    private static let begin = SQL("BEGIN", purpose: "begin to read")
    private static let beginImmediate = SQL("BEGIN IMMEDIATE", purpose: "begin to write")
    private static let commit = SQL("COMMIT", purpose: "commit")
    private static let rollback = SQL("ROLLBACK", purpose: "roll back")
    private static let savepoint = SQL("SAVEPOINT part", purpose: "begin a part of a transaction")
    private static let release = SQL("RELEASE part", purpose: "end a part of a transaction")
    private static let rollBackToSavepoint = SQL("ROLLBACK TO part", purpose: "take back a part of a transaction")

    /// Begins a transaction; the snapshot is taken by the first statement that reads.
    package func beginReading() throws { try statement(Self.begin).run() }

    /// Ends a transaction that has only read.
    package func endReading() throws { try statement(Self.commit).run() }

    /// Runs `body` in one transaction that holds the write lock from its start.
    ///
    /// - Throws: what `body` or `didBeginWriting` throws, after the transaction was rolled back; `SQLiteError`.
    package func write<R>(_ body: () throws -> R) throws -> R {
        try statement(Self.beginImmediate).run()
        do {
            try didBeginWriting?(self)
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

    /// Runs a part of a transaction; what it did is taken back when `body` says false.
    ///
    /// - Throws: what `body` throws: the whole transaction is to be rolled back then; `SQLiteError`.
    package func part(_ body: () throws -> Bool) throws -> Bool {
        try statement(Self.savepoint).run()
        let holds = try body()
        if !holds { try statement(Self.rollBackToSavepoint).run() }
        try statement(Self.release).run()
        return holds
    }
}
