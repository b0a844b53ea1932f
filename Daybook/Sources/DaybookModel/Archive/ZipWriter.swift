import Foundation

/// Writes a ZIP archive to a file, entries unpacked as they are: photos are packed already, and tables are small.
///
/// Archives beyond 4 GB or 65,535 entries use the records of ZIP64.
final class ZipWriter {
    private struct Entry {
        var name: [UInt8]
        var checksum: UInt32
        var size: UInt64
        var offset: UInt64
    }

    private let handle: FileHandle
    private var entries: [Entry] = []
    private var position: UInt64 = 0
    private static let chunk = 1 << 20
    private static let large: UInt64 = 0xFFFF_FFFF

    /// Makes the file, which must not be there.
    ///
    /// - Throws: what Foundation throws, such as for a full disk.
    init(_ url: URL) throws {
        try Data().write(to: url, options: .withoutOverwriting)
        handle = try FileHandle(forWritingTo: url)
    }

    /// Adds bytes under a name.
    func add(_ name: String, _ data: Data) throws {
        try begin(name, checksum: CRC32.of(data), size: UInt64(data.count))
        try write(data)
    }

    /// Adds a file under a name; read twice, a piece at a time.
    func add(_ name: String, file: URL) throws {
        var checksum = CRC32()
        var size: UInt64 = 0
        try pieces(of: file) { piece in
            checksum.update(piece)
            size += UInt64(piece.count)
        }
        try begin(name, checksum: checksum.value, size: size)
        try pieces(of: file, write)
    }

    private func pieces(of file: URL, _ body: (Data) throws -> Void) throws {
        let source = try FileHandle(forReadingFrom: file)
        defer { try? source.close() }
        while let piece = try source.read(upToCount: Self.chunk), !piece.isEmpty { try body(piece) }
    }

    private func begin(_ name: String, checksum: UInt32, size: UInt64) throws {
        let entry = Entry(name: Array(name.utf8), checksum: checksum, size: size, offset: position)
        guard size < Self.large else { throw CocoaError(.fileWriteUnknown) }
        entries.append(entry)
        var record = Record()
        record.add(0x0403_4B50, 4)
        record.common(entry.name.count, checksum, size, version: 20)
        record.add(0, 2)
        record.bytes += entry.name
        try write(Data(record.bytes))
    }

    private func write(_ data: Data) throws {
        try handle.write(contentsOf: data)
        position += UInt64(data.count)
    }

    /// Writes the directory, and is on disk when it returns.
    func finish() throws {
        let start = position
        for entry in entries {
            let isFar = entry.offset >= Self.large
            var record = Record()
            record.add(0x0201_4B50, 4)
            // Made on Unix, so that the permissions below are read.
            record.add(3 << 8 | 45, 2)
            record.common(entry.name.count, entry.checksum, entry.size, version: isFar ? 45 : 20)
            record.add(isFar ? 12 : 0, 2)
            record.add(0, 6)
            record.add(0o100600 << 16, 4)
            record.add(isFar ? Self.large : entry.offset, 4)
            record.bytes += entry.name
            if isFar {
                record.add(1, 2)
                record.add(8, 2)
                record.add(entry.offset, 8)
            }
            try write(Data(record.bytes))
        }
        let size = position - start
        let count = UInt64(entries.count)
        var record = Record()
        if count >= 0xFFFF || start >= Self.large || size >= Self.large {
            let end = position
            record.add(0x0606_4B50, 4)
            record.add(44, 8)
            record.add(45, 2)
            record.add(45, 2)
            record.add(0, 8)
            record.add(count, 8)
            record.add(count, 8)
            record.add(size, 8)
            record.add(start, 8)
            record.add(0x0706_4B50, 4)
            record.add(0, 4)
            record.add(end, 8)
            record.add(1, 4)
        }
        record.add(0x0605_4B50, 4)
        record.add(0, 4)
        record.add(min(count, 0xFFFF), 2)
        record.add(min(count, 0xFFFF), 2)
        record.add(min(size, Self.large), 4)
        record.add(min(start, Self.large), 4)
        record.add(0, 2)
        try write(Data(record.bytes))
        try handle.synchronize()
        try handle.close()
    }

    /// Little-endian numbers one after another.
    private struct Record {
        var bytes: [UInt8] = []

        mutating func add(_ value: UInt64, _ size: Int) {
            for index in 0..<size { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(index * 8))) }
        }

        /// What the record before an entry and the one in the directory share: stored, names in UTF-8, no date.
        mutating func common(_ nameSize: Int, _ checksum: UInt32, _ size: UInt64, version: UInt64) {
            add(version, 2)
            add(1 << 11, 2)
            add(0, 2)
            add(0, 2)
            // 1 January 1980, the earliest there is.
            add(0x21, 2)
            add(UInt64(checksum), 4)
            add(size, 4)
            add(size, 4)
            add(UInt64(nameSize), 2)
        }
    }
}
