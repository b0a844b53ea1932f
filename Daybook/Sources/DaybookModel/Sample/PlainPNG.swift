import Foundation

/// Writes small grey images without a library: receipts of the sample data, pictures of tests.
enum PlainPNG {
    /// An image whose gray values a closure tells, row by row.
    static func data(width: Int, height: Int, gray: (_ x: Int, _ y: Int) -> UInt8) -> Data {
        var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        func chunk(_ type: String, _ body: [UInt8]) {
            let content = Array(type.utf8) + body
            data += bytes(UInt32(body.count)) + content + bytes(crc(content))
        }
        chunk("IHDR", bytes(UInt32(width)) + bytes(UInt32(height)) + [8, 0, 0, 0, 0])
        var raw: [UInt8] = []
        raw.reserveCapacity((width + 1) * height)
        for y in 0..<height {
            raw.append(0)
            for x in 0..<width { raw.append(gray(x, y)) }
        }
        chunk("IDAT", storedStream(raw))
        chunk("IEND", [])
        return data
    }

    /// A sheet with bars for lines of text, different for each seed.
    static func receipt(seed: UInt64) -> Data {
        var generator = SampleRandom(seed: seed)
        let widths = (0..<14).map { _ in generator.next(in: 40...180) }
        return data(width: 240, height: 360) { x, y in
            let line = y / 24
            guard y % 24 < 9, (1...13).contains(line), x >= 20, x < 20 + widths[line] else { return 250 }
            return line == 1 ? 40 : 120
        }
    }

    private static func bytes(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static let crcTable: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }

    private static func crc(_ content: [UInt8]) -> UInt32 {
        ~content.reduce(0xFFFF_FFFF) { crc, byte in crcTable[Int((crc ^ UInt32(byte)) & 0xFF)] ^ crc >> 8 }
    }

    /// A zlib stream of blocks that are not compressed.
    ///
    /// Source: RFC 1950 and RFC 1951, section 3.2.4.
    private static func storedStream(_ raw: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let end = min(start + 65_535, raw.count)
            let count = UInt16(end - start)
            out += [end == raw.count ? 1 : 0]
            out += [UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)]
            out += raw[start..<end]
            start = end
        } while start < raw.count
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in raw {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return out + bytes(b << 16 | a)
    }
}
