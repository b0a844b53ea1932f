import Foundation

extension BinaryPropertyList {
    /// The property list as a file's bytes.
    func encoded() -> Data {
        let referenceSize = Self.size(of: objects.count)
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        offsets.reserveCapacity(objects.count)
        for object in objects {
            offsets.append(bytes.count)
            Self.append(object, referenceSize: referenceSize, to: &bytes)
        }
        let table = bytes.count
        let offsetSize = Self.size(of: table)
        for offset in offsets { Self.append(offset, size: offsetSize, to: &bytes) }
        bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        Self.append(objects.count, size: 8, to: &bytes)
        Self.append(root, size: 8, to: &bytes)
        Self.append(table, size: 8, to: &bytes)
        return Data(bytes)
    }

    private static func append(_ object: Object, referenceSize: Int, to bytes: inout [UInt8]) {
        switch object {
        case .null: bytes.append(0x00)
        case .boolean(let value): bytes.append(value ? 0x09 : 0x08)
        case .integer(let value): appendInteger(value, to: &bytes)
        case .real(let value):
            bytes.append(0x23)
            append(Int(bitPattern: UInt(value.bitPattern)), size: 8, to: &bytes)
        case .date(let value):
            bytes.append(0x33)
            append(Int(bitPattern: UInt(value.bitPattern)), size: 8, to: &bytes)
        case .data(let value):
            appendMarker(0x4, length: value.count, to: &bytes)
            bytes += value
        case .string(let value):
            if value.utf8.allSatisfy({ $0 < 0x80 }) {
                appendMarker(0x5, length: value.utf8.count, to: &bytes)
                bytes += value.utf8
            } else {
                appendMarker(0x6, length: value.utf16.count, to: &bytes)
                for unit in value.utf16 { append(Int(unit), size: 2, to: &bytes) }
            }
        case .uid(let value):
            let size = size(of: value)
            bytes.append(0x80 | UInt8(size - 1))
            append(value, size: size, to: &bytes)
        case .array(let items):
            appendMarker(0xA, length: items.count, to: &bytes)
            for item in items { append(item, size: referenceSize, to: &bytes) }
        case .dictionary(let keys, let values):
            appendMarker(0xD, length: keys.count, to: &bytes)
            for item in keys + values { append(item, size: referenceSize, to: &bytes) }
        }
    }

    private static func appendMarker(_ kind: UInt8, length: Int, to bytes: inout [UInt8]) {
        if length < 15 {
            bytes.append(kind << 4 | UInt8(length))
        } else {
            bytes.append(kind << 4 | 0x0f)
            appendInteger(Int64(length), to: &bytes)
        }
    }

    private static func appendInteger(_ value: Int64, to bytes: inout [UInt8]) {
        let size = value < 0 ? 8 : size(of: Int(value))
        bytes.append(0x10 | UInt8(size.trailingZeroBitCount))
        append(Int(value), size: size, to: &bytes)
    }

    /// The smallest of 1, 2, 4 and 8 bytes that holds `value`.
    private static func size(of value: Int) -> Int {
        value < 0x100 ? 1 : value < 0x1_0000 ? 2 : value < 0x1_0000_0000 ? 4 : 8
    }

    private static func append(_ value: Int, size: Int, to bytes: inout [UInt8]) {
        let bits = UInt64(bitPattern: Int64(value))
        for index in (0..<size).reversed() { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(index * 8))) }
    }
}
