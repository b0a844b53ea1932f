/// Reads the rows of a table out of the bytes of an SQLite database.
///
/// Read as data: nothing is executed, no file is written, and a damaged or hostile file gives nil.
/// Source: "Database File Format", sqlite.org, sections 1.3, 1.5, 1.6 and 2.1. Databases in UTF-8 only; a journal beside
/// the file is not looked at, and indexes are not used.
struct SQLiteTable {
    /// A value of a row.
    enum Value: Hashable {
        case null
        case integer(Int64)
        case real(Double)
        case text(String)
        case blob([UInt8])

        /// The text, also of a blob, or a number as text.
        var text: String? {
            switch self {
            case .text(let text): text
            case .blob(let bytes): String(validating: bytes, as: UTF8.self)
            case .integer(let number): String(number)
            case .null, .real: nil
            }
        }
    }

    /// The values of each row, in the order of the table's columns.
    let rows: [[Value]]

    /// Reads a table; nil when the bytes are no database that has it whole.
    init?(_ bytes: [UInt8], table: String) {
        guard let file = DatabaseFile(bytes), let schema = file.rows(root: 1) else { return nil }
        // Columns of the schema: type, name, table, root page, statement.
        let entry = schema.first { row in
            row.count >= 4 && row[0] == .text("table") && row[1].text?.lowercased() == table.lowercased()
        }
        guard case .integer(let root)? = entry?[3], let number = Int(exactly: root), let rows = file.rows(root: number)
        else { return nil }
        self.rows = rows
    }
}

/// The pages of a database.
private struct DatabaseFile {
    private let bytes: [UInt8]
    private let pageSize: Int
    private let usable: Int
    private var pageCount: Int { bytes.count / pageSize }

    /// Rows that a table may have here.
    private static let rowLimit = 1_000_000

    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 512, bytes.starts(with: Array("SQLite format 3\u{0}".utf8)) else { return nil }
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        pageSize = size == 1 ? 65_536 : size
        guard (512...65_536).contains(pageSize), pageSize & (pageSize - 1) == 0 else { return nil }
        usable = pageSize - Int(bytes[20])
        let encoding = bytes[59]
        guard usable >= 480, encoding == 1 || encoding == 0 else { return nil }
        self.bytes = bytes
    }

    /// All rows of the tree whose root is a page; nil when a part of it is not there or not as it must be.
    func rows(root: Int) -> [[SQLiteTable.Value]]? {
        var rows: [[SQLiteTable.Value]] = []
        var open = [root]
        var seen: Set<Int> = []
        while let page = open.popLast() {
            // A page belongs to one tree at one place: whoever comes by twice goes in a circle.
            guard (1...max(1, pageCount)).contains(page), seen.insert(page).inserted else { return nil }
            let start = (page - 1) * pageSize
            let header = page == 1 ? start + 100 : start
            guard let count = number(header + 3, 2) else { return nil }
            switch bytes[header] {
            case 0x0D:
                for index in 0..<count {
                    guard let cell = number(header + 8 + index * 2, 2), rows.count < Self.rowLimit,
                        let row = row(at: start + cell, pageEnd: start + usable)
                    else { return nil }
                    rows.append(row)
                }
            case 0x05:
                var children: [Int] = []
                for index in 0..<count {
                    guard let cell = number(header + 12 + index * 2, 2), let child = number(start + cell, 4) else {
                        return nil
                    }
                    children.append(child)
                }
                guard let last = number(header + 8, 4) else { return nil }
                // The stack gives the last one first.
                open += (children + [last]).reversed()
            default: return nil
            }
        }
        return rows
    }

    /// The row of a cell of a leaf: size, key, and as much of the record as the page holds.
    private func row(at offset: Int, pageEnd: Int) -> [SQLiteTable.Value]? {
        var place = offset
        guard let size = variable(&place), variable(&place) != nil, let size = Int(exactly: size),
            (0...bytes.count).contains(size)
        else { return nil }
        let most = usable - 35
        guard size > most else { return slice(place, size, end: pageEnd).flatMap(record) }
        let least = (usable - 12) * 32 / 255 - 23
        let kept = least + (size - least) % (usable - 4)
        let local = kept <= most ? kept : least
        guard var payload = slice(place, local, end: pageEnd), var next = number(place + local, 4) else { return nil }
        while payload.count < size {
            guard (1...pageCount).contains(next), let following = number((next - 1) * pageSize, 4) else { return nil }
            let part = min(usable - 4, size - payload.count)
            guard let more = slice((next - 1) * pageSize + 4, part, end: next * pageSize) else { return nil }
            payload += more
            next = following
        }
        return record(payload)
    }

    /// The values of a record: a header of types, then the bodies.
    private func record(_ payload: [UInt8]) -> [SQLiteTable.Value]? {
        let reader = DatabaseFile(record: payload)
        var place = 0
        guard let length = reader.variable(&place).flatMap({ Int(exactly: $0) }), length <= payload.count else {
            return nil
        }
        var body = length
        var values: [SQLiteTable.Value] = []
        while place < length {
            guard let type = reader.variable(&place).flatMap({ Int(exactly: $0) }), type >= 0 else { return nil }
            let size: Int
            switch type {
            case 0...4: size = type
            case 5: size = 6
            case 6, 7: size = 8
            case 8, 9: size = 0
            case 12...: size = (type - 12) / 2
            default: return nil
            }
            guard let part = reader.slice(body, size, end: payload.count) else { return nil }
            body += size
            switch type {
            case 0: values.append(.null)
            case 1...6: values.append(.integer(Self.signed(part)))
            case 7: values.append(.real(Double(bitPattern: UInt64(bitPattern: Self.signed(part)))))
            case 8, 9: values.append(.integer(Int64(type - 8)))
            default:
                values.append(type.isMultiple(of: 2) ? .blob(part) : .text(String(decoding: part, as: UTF8.self)))
            }
        }
        return values
    }

    /// The bytes of a record, read with the same means as those of a file.
    private init(record: [UInt8]) {
        bytes = record
        (pageSize, usable) = (1, 1)
    }

    private static func signed(_ bytes: [UInt8]) -> Int64 {
        bytes.reduce(bytes.first.map { $0 >= 0x80 } == true ? -1 : 0) { $0 << 8 | Int64($1) }
    }

    /// A number of several bytes, the greatest first; nil outside the bytes.
    private func number(_ offset: Int, _ size: Int) -> Int? {
        guard offset >= 0, offset + size <= bytes.count else { return nil }
        return bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
    }

    private func slice(_ offset: Int, _ size: Int, end: Int) -> [UInt8]? {
        let end = min(end, bytes.count)
        guard offset >= 0, size >= 0, size <= end, offset <= end - size else { return nil }
        return Array(bytes[offset..<offset + size])
    }

    /// A number of one to nine bytes.
    private func variable(_ place: inout Int) -> Int64? {
        var value: UInt64 = 0
        for index in 0..<9 {
            guard bytes.indices.contains(place) else { return nil }
            let byte = bytes[place]
            place += 1
            if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
            value = value << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 { break }
        }
        return Int64(bitPattern: value)
    }
}
