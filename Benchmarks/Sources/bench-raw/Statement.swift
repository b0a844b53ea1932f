import BenchmarkSupport
import CBenchmarkSQLite
import Foundation

/// A prepared statement; columns count from 0, parameters from 1, as in SQLite.
struct Statement: ~Copyable {
    let statement: OpaquePointer
    let database: Database

    deinit {
        sqlite3_finalize(statement)
    }

    /// Goes to the next row; false when there is none.
    @inline(__always)
    borrowing func step() throws -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: true
        case SQLITE_DONE: false
        default: throw database.failure("step")
        }
    }

    /// Runs a statement without rows, and makes it ready for the next time.
    @inline(__always)
    borrowing func run() throws {
        guard sqlite3_step(statement) == SQLITE_DONE else { throw database.failure("step") }
        sqlite3_reset(statement)
    }

    @inline(__always)
    borrowing func reset() {
        sqlite3_reset(statement)
    }

    @inline(__always)
    borrowing func bind(_ value: Int64, at index: Int32) {
        sqlite3_bind_int64(statement, index, value)
    }

    @inline(__always)
    borrowing func bind(_ value: Double, at index: Int32) {
        sqlite3_bind_double(statement, index, value)
    }

    /// Binds text without copying it: the bytes must live until the statement has been stepped.
    @inline(__always)
    borrowing func bind(text bytes: UnsafeBufferPointer<UInt8>, at index: Int32) {
        bytes.withMemoryRebound(to: CChar.self) { characters in
            _ = sqlite3_bind_text(statement, index, characters.baseAddress, Int32(characters.count), nil)
        }
    }

    /// Binds bytes without copying them: they must live until the statement has been stepped.
    @inline(__always)
    borrowing func bind(blob bytes: UnsafeRawBufferPointer, at index: Int32) {
        sqlite3_bind_blob(statement, index, bytes.baseAddress, Int32(bytes.count), nil)
    }

    /// Binds text that outlives nothing: SQLite copies it.
    borrowing func bind(copying text: String, at index: Int32) {
        // The destructor SQLITE_TRANSIENT is -1 cast to a function pointer; the macro is not imported.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        sqlite3_bind_text(statement, index, text, -1, transient)
    }

    @inline(__always)
    borrowing func integer(_ column: Int32) -> Int64 {
        sqlite3_column_int64(statement, column)
    }

    @inline(__always)
    borrowing func double(_ column: Int32) -> Double {
        sqlite3_column_double(statement, column)
    }

    @inline(__always)
    borrowing func text(_ column: Int32) -> String {
        // The text first, then its length: the order SQLite asks for.
        let start = sqlite3_column_text(statement, column)
        return String(
            decoding: UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))),
            as: UTF8.self)
    }

    @inline(__always)
    borrowing func uuid(_ column: Int32) -> UUID {
        guard let bytes = sqlite3_column_blob(statement, column), sqlite3_column_bytes(statement, column) == 16 else {
            return UUID(uuid: UUID_NULL)
        }
        return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }

    @inline(__always)
    borrowing func decimal(_ column: Int32) -> Decimal {
        let start = sqlite3_column_text(statement, column)
        return DecimalText.parse(
            UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }
}

/// Sixteen zeros.
private let UUID_NULL: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
