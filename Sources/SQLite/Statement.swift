import CSQLite

/// A prepared statement of one connection.
///
/// Threading: as its connection, one thread at a time.
package final class Statement {
    @usableFromInline let handle: OpaquePointer
    // safe: a connection finalizes its statements before it goes away.
    private unowned(unsafe) let connection: Connection
    package let sql: SQL
    /// True between the first step and the next reset.
    @exclusivity(unchecked)
    package private(set) var isRunning = false
    /// For the connection's cache: when it was last handed out.
    var lastUse = 0

    init(handle: OpaquePointer, connection: Connection, sql: SQL) {
        self.handle = handle
        self.connection = connection
        self.sql = sql
    }

    deinit { sqlite3_finalize(handle) }

    /// Number of result columns.
    package var columnCount: Int { Int(sqlite3_column_count(handle)) }
    package var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }

    /// The name of a result column.
    package func columnName(_ index: Int) -> String {
        sqlite3_column_name(handle, Int32(index)).map { String(cString: $0) } ?? ""
    }

    /// Goes to the next row; false when there is none.
    ///
    /// - Throws: `SQLiteError`; the statement has been reset then.
    package func step() throws -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW {
            isRunning = true
            return true
        }
        if code == SQLITE_DONE { return false }
        throw failure(code)
    }

    /// Runs to the end, ignoring rows, and resets.
    package func run() throws {
        while true {
            let code = sqlite3_step(handle)
            if code == SQLITE_ROW { continue }
            if code == SQLITE_DONE { break }
            throw failure(code)
        }
        isRunning = false
        sqlite3_reset(handle)
    }

    /// Ends a run, so that the statement holds no lock and can be bound again.
    package func reset() {
        isRunning = false
        // the result repeats the error of the last step, which has been thrown already.
        sqlite3_reset(handle)
    }

    /// Forgets bound values; needed when they point into memory that is about to go.
    package func clearBindings() { sqlite3_clear_bindings(handle) }

    private func failure(_ code: Int32) -> SQLiteError {
        let error = connection.error(code, purpose: sql.purpose, sql: sql.text)
        isRunning = false
        sqlite3_reset(handle)
        return error
    }
}

// MARK: - Columns

extension Statement {
    @inlinable @inline(__always)
    package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    @inlinable @inline(__always)
    package func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    @inlinable @inline(__always)
    package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    /// The storage class of a value.
    @inlinable
    package func storageClass(_ column: Int32) -> StorageClass {
        StorageClass(rawValue: sqlite3_column_type(handle, column)) ?? .null
    }

    /// The UTF-8 of a text value, without a copy; nil for NULL.
    ///
    /// Valid until the next step or reset, or until the same column is asked for in another form.
    @inlinable @inline(__always)
    package func text(_ column: Int32) -> UnsafePointer<UInt8>? { sqlite3_column_text(handle, column) }

    /// The bytes of a value, without a copy; nil for NULL and for no bytes.
    ///
    /// Valid as `text(_:)`.
    @inlinable @inline(__always)
    package func blob(_ column: Int32) -> UnsafeRawPointer? { sqlite3_column_blob(handle, column) }

    /// Length in bytes of what `text(_:)` or `blob(_:)` gave.
    @inlinable @inline(__always)
    package func byteCount(_ column: Int32) -> Int { Int(sqlite3_column_bytes(handle, column)) }

    /// A text value as a string; nil for NULL.
    package func string(_ column: Int32) -> String? {
        guard let text = text(column) else { return nil }
        return String(decoding: UnsafeBufferPointer(start: text, count: byteCount(column)), as: UTF8.self)
    }

    /// A copy of the bytes of a value; nil for NULL.
    package func bytes(_ column: Int32) -> [UInt8]? {
        if isNull(column) { return nil }
        guard let blob = blob(column) else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: blob, count: byteCount(column)))
    }
}

/// SQLite's storage classes.
package enum StorageClass: Int32, Sendable {
    case integer = 1
    case real = 2
    case text = 3
    case blob = 4
    case null = 5
}

// MARK: - Parameters, counted from 1

extension Statement {
    @inlinable @inline(__always)
    package func bind(_ index: Int32, integer value: Int64) { sqlite3_bind_int64(handle, index, value) }

    @inlinable @inline(__always)
    package func bind(_ index: Int32, real value: Double) { sqlite3_bind_double(handle, index, value) }

    @inlinable @inline(__always)
    package func bindNull(_ index: Int32) { sqlite3_bind_null(handle, index) }

    /// Binds a copy of `value`.
    package func bind(_ index: Int32, text value: String) {
        var value = value
        value.withUTF8 { bind(index, utf8: $0) }
    }

    /// Binds a copy of a text.
    package func bind(_ index: Int32, utf8: UnsafeBufferPointer<UInt8>) {
        utf8.withMemoryRebound(to: CChar.self) {
            // a null pointer would bind NULL; the empty string is not NULL.
            _ = ondol_sqlite_bind_text_copy(handle, index, $0.baseAddress ?? Self.nothing, Int32($0.count))
        }
    }

    /// Binds a copy of the bytes.
    package func bind(_ index: Int32, blob value: UnsafeRawBufferPointer) {
        if let start = value.baseAddress, value.count > 0 {
            _ = ondol_sqlite_bind_blob_copy(handle, index, start, Int32(value.count))
        } else {
            sqlite3_bind_zeroblob(handle, index, 0)
        }
    }

    /// Binds text that stays where it is until the statement is bound again or reset with `clearBindings()`.
    @inlinable @inline(__always)
    package func bind(_ index: Int32, lastingText start: UnsafeRawPointer, count: Int) {
        _ = ondol_sqlite_bind_text_static(handle, index, start.assumingMemoryBound(to: CChar.self), Int32(count))
    }

    /// Binds bytes that stay where they are until the statement is bound again.
    @inlinable @inline(__always)
    package func bind(_ index: Int32, lastingBlob start: UnsafeRawPointer, count: Int) {
        if count == 0 {
            sqlite3_bind_zeroblob(handle, index, 0)
        } else {
            _ = ondol_sqlite_bind_blob_static(handle, index, start, Int32(count))
        }
    }

    // safe: never freed, never written.
    nonisolated(unsafe) private static let nothing: UnsafePointer<CChar> = {
        let pointer = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
        pointer.initialize(to: 0)
        return UnsafePointer(pointer)
    }()
}

extension Statement {
    /// Binds what another statement stands on, in its own storage class.
    package func bind(_ index: Int32, valueOf other: Statement, column: Int32) {
        sqlite3_bind_value(handle, index, sqlite3_column_value(other.handle, column))
    }
}
