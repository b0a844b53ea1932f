import SQLite
import Synchronization

/// The connections of one opened store: one that writes, and as many as are wanted at once that read.
///
/// In WAL mode reads run beside a commit. A reader keeps its read transaction open between fetches, since
/// opening one costs more than a small fetch, and takes a new one when the database has changed. Two things
/// end kept transactions, because an old snapshot keeps the log from being emptied: a commit of ours, and
/// a second without reads.
///
/// Without WAL (another journal mode, or a database in memory) readers would block the writer, so there is
/// one connection for both, and no kept transaction.
final class StoreConnections: @unchecked Sendable {
    // @unchecked: state is behind the two locks; connections are used by who took them only.

    /// The writing connection; held through a whole write.
    ///
    /// Order: `writer` before `pool`.
    private let writer: Mutex<Connection>
    /// Readers that nobody uses at the moment, and whether somebody will come to end their transactions.
    private let pool = ReaderPool()
    /// Nil when the writer serves for reading too.
    private let makeReader: (@Sendable () throws -> Connection)?
    private let scratchCapacity: Int
    private let watch: SchemaWatch
    /// The writer as a reader, where there is one connection; guarded by `writer`.
    private let sharedReader: Reader

    /// The first reads use the writing connection when it is free: a program that opens a store to read
    /// little need not open it twice.
    private let earlyReads = Atomic<Int>(0)
    private static let earlyLimit = 8

    init(
        writer: Connection, scratchCapacity: Int, makeReader: (@Sendable () throws -> Connection)?, watch: SchemaWatch
    ) {
        self.watch = watch
        self.writer = Mutex(writer)
        self.makeReader = makeReader
        self.scratchCapacity = scratchCapacity
        self.sharedReader = Reader(connection: writer, scratchCapacity: scratchCapacity, keepsTransaction: false)
    }

    /// Runs `body` with the writing connection, alone.
    func write<R>(_ body: (Connection) throws -> R) throws -> R {
        var result: Result<R, any Error>?
        writer.withLock { connection in
            pool.endTransactions()
            result = Result { try body(connection) }
        }
        // set by the closure, which has run.
        return try result!.get()
    }

    /// Runs `body` with a reader that sees everything committed before this call.
    func read<R>(_ body: (Reader) throws -> R) throws -> R {
        guard let makeReader else {
            var result: Result<R, any Error>?
            writer.withLock { _ in result = Result { try read(shared: body) } }
            // set by the closure, which has run.
            return try result!.get()
        }
        if earlyReads.load(ordering: .relaxed) < Self.earlyLimit {
            earlyReads.add(1, ordering: .relaxed)
            var result: Result<R, any Error>?
            let isFree: Void? = writer.withLockIfAvailable { _ in result = Result { try read(shared: body) } }
            // set by the closure, which has run.
            if isFree != nil { return try result!.get() }
        }
        let reader: Reader
        if let idle = pool.take() {
            reader = idle
        } else {
            reader = Reader(
                connection: try makeReader(), scratchCapacity: scratchCapacity, keepsTransaction: true)
        }
        defer { pool.giveBack(reader) }
        do {
            if try reader.refresh() { try watch.check(reader.connection) }
            return try body(reader)
        } catch {
            reader.endTransaction()
            throw error
        }
    }

    /// Runs `body` with the writer as a reader.
    ///
    /// The lock must be held.
    private func read<R>(shared body: (Reader) throws -> R) throws -> R {
        try watch.check(sharedReader.connection)
        return try body(sharedReader)
    }

    /// A reader that goes on seeing what is committed now; nil where there is one connection for all.
    func pinned() throws -> PinnedReader? {
        guard let makeReader else { return nil }
        let reader = Reader(connection: try makeReader(), scratchCapacity: scratchCapacity, keepsTransaction: true)
        _ = try reader.refresh()
        // Its reading takes the snapshot.
        try watch.check(reader.connection)
        return PinnedReader(reader)
    }

    /// Closes every connection that is not in use; readers in use close when they are given back.
    func close() {
        pool.close()
        writer.withLock { $0.close() }
    }
}

/// A reader whose transaction stays open: it sees one state of the database.
final class PinnedReader: StoreSnapshot {
    /// One thread at a time.
    private let reader: Mutex<Reader>

    init(_ reader: Reader) { self.reader = Mutex(reader) }

    deinit { reader.withLock { $0.close() } }

    func read<R>(_ body: (Reader) throws -> R) throws -> R {
        var result: Result<R, any Error>?
        reader.withLock { reader in result = Result { try body(reader) } }
        // set by the closure, which has run.
        return try result!.get()
    }
}

/// A connection that reads, with what reading needs.
final class Reader: @unchecked Sendable {
    // @unchecked: used by the thread that took it from the pool, or under the pool's lock.

    let connection: Connection
    let scratch: RowScratch
    private let keepsTransaction: Bool
    private var isInTransaction = false
    /// The header of the wal-index as it was just before the transaction began.
    private var header: WALHeader?
    /// Where the header is, once SQLite has mapped it; stays there as long as the connection.
    private var headerPointer: UnsafePointer<UInt64>?
    /// True when the connection had to be closed because its transaction could not be ended.
    private(set) var isBroken = false

    init(connection: Connection, scratchCapacity: Int, keepsTransaction: Bool) {
        self.connection = connection
        self.scratch = RowScratch(capacity: scratchCapacity)
        self.keepsTransaction = keepsTransaction
    }

    /// Makes sure that the open transaction, if any, shows the newest state.
    ///
    /// - Returns: whether it may be another state than before.
    @inline(__always)
    func refresh() throws -> Bool {
        guard keepsTransaction else { return true }
        if headerPointer == nil { headerPointer = connection.walIndexHeader }
        let now = headerPointer.map { WALHeader($0) }
        if isInTransaction {
            if let now, now == header { return false }
            try connection.endReading()
            isInTransaction = false
        }
        // taken before the snapshot: a commit in between makes one refresh too many, never one too few.
        header = now
        try connection.beginReading()
        isInTransaction = true
        return true
    }

    func endTransaction() {
        guard isInTransaction else { return }
        isInTransaction = false
        // ending a transaction that has only read cannot fail for want of space or locks; should it fail
        // all the same, closing the connection ends it.
        do {
            try connection.endReading()
        } catch {
            isBroken = true
            connection.close()
        }
    }

    func close() { connection.close() }
}

/// The part of the wal-index header that every commit changes.
///
/// Source: https://www.sqlite.org/walformat.html, section 2.1: version, change counter, flags, last frame,
/// size, checksum and salt, 48 bytes.
private struct WALHeader: Equatable {
    private let words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

    @inline(__always)
    init(_ pointer: UnsafePointer<UInt64>) {
        // in bounds: the region is 32 KiB. Another process may write it meanwhile; a torn copy differs
        // from the one kept, which costs a refresh.
        words = (pointer[0], pointer[1], pointer[2], pointer[3], pointer[4], pointer[5])
    }

    @inline(__always)
    static func == (a: WALHeader, b: WALHeader) -> Bool {
        a.words.0 == b.words.0 && a.words.1 == b.words.1 && a.words.2 == b.words.2 && a.words.3 == b.words.3
            && a.words.4 == b.words.4 && a.words.5 == b.words.5
    }
}
