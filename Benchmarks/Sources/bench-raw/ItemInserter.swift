import BenchmarkSupport
import Foundation

/// Inserts items with one prepared statement and without copying a byte.
final class ItemInserter {
    private let statement: Statement
    private let scratch: UnsafeMutableBufferPointer<UInt8>

    init(_ database: Database) throws {
        statement = try database.prepare(
            """
            INSERT INTO item (title, note, number, score, flag, created, uuid, amount)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """)
        scratch = .allocate(capacity: 32)
    }

    deinit {
        scratch.deallocate()
    }

    @inline(__always)
    func insert(_ item: borrowing ItemValues) throws {
        statement.bind(item.number, at: 3)
        statement.bind(item.score, at: 4)
        statement.bind(item.flag ? 1 : 0 as Int64, at: 5)
        statement.bind(item.created.timeIntervalSinceReferenceDate, at: 6)
        if let count = DecimalText.write(item.amount, into: scratch) {
            statement.bind(text: UnsafeBufferPointer(rebasing: scratch[..<count]), at: 8)
        } else {
            statement.bind(copying: item.amount.description, at: 8)
        }
        var uuid = item.uuid.uuid
        try withUnsafeBytes(of: &uuid) { uuidBytes in
            statement.bind(blob: uuidBytes, at: 7)
            var title = item.title
            try title.withUTF8 { titleBytes in
                statement.bind(text: titleBytes, at: 1)
                var note = item.note
                try note.withUTF8 { noteBytes in
                    statement.bind(text: noteBytes, at: 2)
                    try statement.run()
                }
            }
        }
    }
}
