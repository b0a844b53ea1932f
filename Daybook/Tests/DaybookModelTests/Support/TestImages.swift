import Foundation
import Testing

@testable import DaybookModel

/// Small images, written by hand so that tests need no files.
enum TestImages {
    /// A PNG of one colour.
    static func png(width: Int, height: Int, gray: UInt8 = 200) -> Data {
        var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        func chunk(_ type: String, _ body: [UInt8]) {
            let content = Array(type.utf8) + body
            data += bytes(UInt32(body.count)) + content + bytes(crc(content))
        }
        chunk("IHDR", bytes(UInt32(width)) + bytes(UInt32(height)) + [8, 0, 0, 0, 0])
        chunk(
            "IDAT",
            zlibStored(Array(repeating: [0] + Array(repeating: gray, count: width), count: height).flatMap { $0 }))
        chunk("IEND", [])
        return data
    }

    private static func bytes(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static func crc(_ content: [UInt8]) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in content {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }

    /// A zlib stream of blocks that are not compressed.
    private static func zlibStored(_ raw: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let end = min(start + 65_535, raw.count)
            let count = UInt16(end - start)
            out += [
                end == raw.count ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF),
                UInt8(~count >> 8),
            ]
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

extension Trait where Self == ConditionTrait {
    /// Runs a test only where libvips' tools are.
    static var needsVips: Self {
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/vipsthumbnail"), "libvips-tools is not installed"
        )
    }
}
