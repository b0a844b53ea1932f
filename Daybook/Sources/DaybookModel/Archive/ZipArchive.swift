/// Reads a ZIP archive that is in memory: stored and deflated entries, no encryption, no parts beyond 4 GB.
///
/// Names are only looked up, never used as paths.
struct ZipArchive {
    /// What the directory at the end says about an entry.
    private struct Entry {
        var method: Int
        var checksum: UInt32
        var packedSize: Int
        var size: Int
        var offset: Int
        var isEncrypted: Bool
    }

    /// Bytes that an entry may have when it is unpacked.
    static let entryLimit = 128 << 20
    private static let entryCountLimit = 20_000

    private let bytes: [UInt8]
    private var entries: [String: Entry] = [:]

    /// Reads the directory; nil when the bytes are no archive.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        // The end record is 22 bytes and may be followed by a remark of up to 65,535.
        let first = max(0, bytes.count - 22 - 65_535)
        guard bytes.count >= 22,
            let end = stride(from: bytes.count - 22, through: first, by: -1).first(where: {
                Self.number(bytes, at: $0, 4) == 0x0605_4B50
            })
        else { return nil }
        let count = Self.number(bytes, at: end + 10, 2)
        var offset = Self.number(bytes, at: end + 16, 4)
        guard count <= Self.entryCountLimit else { return nil }
        for _ in 0..<count {
            guard offset + 46 <= bytes.count, Self.number(bytes, at: offset, 4) == 0x0201_4B50 else { return nil }
            let nameSize = Self.number(bytes, at: offset + 28, 2)
            let skipped = Self.number(bytes, at: offset + 30, 2) + Self.number(bytes, at: offset + 32, 2)
            guard offset + 46 + nameSize + skipped <= bytes.count else { return nil }
            let name = String(decoding: bytes[offset + 46..<offset + 46 + nameSize], as: UTF8.self)
            entries[name] = Entry(
                method: Self.number(bytes, at: offset + 10, 2),
                checksum: UInt32(Self.number(bytes, at: offset + 16, 4)),
                packedSize: Self.number(bytes, at: offset + 20, 4), size: Self.number(bytes, at: offset + 24, 4),
                offset: Self.number(bytes, at: offset + 42, 4),
                isEncrypted: Self.number(bytes, at: offset + 8, 2) & 1 == 1)
            offset += 46 + nameSize + skipped
        }
    }

    /// The names of all entries, sorted.
    var names: [String] { entries.keys.sorted() }

    /// An entry's bytes; nil when there is no such entry, it cannot be unpacked whole, or has more bytes than the limit.
    func data(_ name: String, limit: Int = entryLimit) -> [UInt8]? {
        guard let entry = entries[name], !entry.isEncrypted, entry.size <= limit,
            entry.offset + 30 <= bytes.count, Self.number(bytes, at: entry.offset, 4) == 0x0403_4B50
        else { return nil }
        let start =
            entry.offset + 30 + Self.number(bytes, at: entry.offset + 26, 2)
            + Self.number(bytes, at: entry.offset + 28, 2)
        guard start + entry.packedSize <= bytes.count else { return nil }
        let packed = bytes[start..<start + entry.packedSize]
        let data: [UInt8]
        switch entry.method {
        case 0: data = Array(packed)
        case 8:
            do {
                data = try Inflate.unpack(packed, limit: entry.size)
            } catch {
                return nil
            }
        default: return nil
        }
        return data.count == entry.size && CRC32.of(data) == entry.checksum ? data : nil
    }

    /// A little-endian number; 0 outside the bytes.
    private static func number(_ bytes: [UInt8], at offset: Int, _ size: Int) -> Int {
        guard offset >= 0, offset + size <= bytes.count else { return 0 }
        return (0..<size).reduce(0) { $0 | Int(bytes[offset + $1]) << ($1 * 8) }
    }
}
