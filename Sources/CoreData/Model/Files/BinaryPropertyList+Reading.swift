import Foundation

extension BinaryPropertyList {
    /// Reads a binary property list.
    ///
    /// Every offset and reference is checked, so damaged files end in an error.
    ///
    /// - Throws: `ModelError` of code `malformed`.
    init(_ data: Data) throws(ModelError) {
        let bytes = [UInt8](data)
        func damaged(_ what: String) -> ModelError {
            ModelError(
                .malformed, "The binary property list is damaged: \(what).",
                remedy: "Compile the model again, or restore the file.")
        }
        guard bytes.count >= 40, bytes.starts(with: Array("bplist0".utf8)) else {
            throw damaged("no header `bplist00`, or too short")
        }
        let trailer = bytes.count - 32
        let offsetSize = Int(bytes[trailer + 6])
        let referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = Self.number(bytes, at: trailer + 8, size: 8),
            let root = Self.number(bytes, at: trailer + 16, size: 8),
            let table = Self.number(bytes, at: trailer + 24, size: 8)
        else { throw damaged("the trailer makes no sense") }
        // Each object takes at least one byte and one offset, which bounds the table by the file.
        guard count > 0, root < count, table >= 8, table <= trailer, count <= (trailer - table) / offsetSize else {
            throw damaged("the table of offsets lies outside the file")
        }
        var reader = ObjectReader(bytes: bytes, end: table, referenceSize: referenceSize, count: count)
        var objects: [Object] = []
        objects.reserveCapacity(count)
        for index in 0..<count {
            guard let offset = Self.number(bytes, at: table + index * offsetSize, size: offsetSize),
                let object = reader.object(at: offset)
            else { throw damaged("object \(index) cannot be read") }
            objects.append(object)
        }
        self.init(objects: objects, root: root)
    }

    /// A big-endian number; nil when it lies outside or does not fit.
    static func number(_ bytes: [UInt8], at offset: Int, size: Int) -> Int? {
        guard offset >= 0, size > 0, size <= bytes.count, offset <= bytes.count - size else { return nil }
        var value: UInt64 = 0
        for index in offset..<(offset + size) {
            guard value >> 56 == 0 else { return nil }
            value = value << 8 | UInt64(bytes[index])
        }
        return Int(exactly: value)
    }
}

/// Reads single objects of a binary property list.
private struct ObjectReader {
    let bytes: [UInt8]
    /// Objects lie before the table of offsets.
    let end: Int
    let referenceSize: Int
    let count: Int
    /// References read so far.
    ///
    /// Objects may overlap in a hostile file; this bounds what they can add up to.
    private var budget: Int

    init(bytes: [UInt8], end: Int, referenceSize: Int, count: Int) {
        self.bytes = bytes
        self.end = end
        self.referenceSize = referenceSize
        self.count = count
        budget = bytes.count * 4 + 1024
    }

    mutating func object(at offset: Int) -> BinaryPropertyList.Object? {
        guard offset >= 8, offset < end else { return nil }
        let marker = bytes[offset]
        let low = Int(marker & 0x0f)
        switch marker >> 4 {
        case 0x0:
            switch marker {
            case 0x00: return .null
            case 0x08: return .boolean(false)
            case 0x09: return .boolean(true)
            default: return nil
            }
        case 0x1: return integer(at: offset + 1, size: 1 << low)
        case 0x2: return real(at: offset + 1, size: 1 << low)
        case 0x3:
            guard marker == 0x33, let bits = bits(at: offset + 1, size: 8) else { return nil }
            return .date(Double(bitPattern: bits))
        case 0x4:
            guard let (start, length) = length(low, at: offset + 1), spend(length) else { return nil }
            return fits(start, length) ? .data(Data(bytes[start..<(start + length)])) : nil
        case 0x5:
            guard let (start, length) = length(low, at: offset + 1), spend(length), fits(start, length) else {
                return nil
            }
            return .string(String(decoding: bytes[start..<(start + length)], as: UTF8.self))
        case 0x6: return utf16(low, at: offset + 1)
        case 0x8:
            let size = low + 1
            guard fits(offset + 1, size), let value = BinaryPropertyList.number(bytes, at: offset + 1, size: size)
            else { return nil }
            return .uid(value)
        case 0xA, 0xC:
            guard let (start, length) = length(low, at: offset + 1),
                let items = references(at: start, count: length)
            else { return nil }
            return .array(items)
        case 0xD:
            guard let (start, length) = length(low, at: offset + 1), length <= bytes.count,
                let all = references(at: start, count: length * 2)
            else { return nil }
            return .dictionary(keys: Array(all[..<length]), values: Array(all[length...]))
        default: return nil
        }
    }

    private func fits(_ start: Int, _ length: Int) -> Bool {
        length >= 0 && start >= 0 && start <= end && length <= end - start
    }

    private mutating func spend(_ amount: Int) -> Bool {
        guard amount <= budget else { return false }
        budget -= amount
        return true
    }

    private func bits(at offset: Int, size: Int) -> UInt64? {
        guard size <= 8, fits(offset, size) else { return nil }
        return bytes[offset..<(offset + size)].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private func integer(at offset: Int, size: Int) -> BinaryPropertyList.Object? {
        // Sixteen bytes hold unsigned numbers above Int64.max; the lower half is all a model needs.
        if size == 16 { return bits(at: offset + 8, size: 8).map { .integer(Int64(bitPattern: $0)) } }
        guard let bits = bits(at: offset, size: size) else { return nil }
        // One, two and four bytes are unsigned, eight are signed.
        return .integer(Int64(bitPattern: bits))
    }

    private func real(at offset: Int, size: Int) -> BinaryPropertyList.Object? {
        guard let bits = bits(at: offset, size: size) else { return nil }
        switch size {
        case 4: return .real(Double(Float(bitPattern: UInt32(bits))))
        case 8: return .real(Double(bitPattern: bits))
        default: return nil
        }
    }

    /// The length of a container or text and where its content starts.
    private func length(_ low: Int, at offset: Int) -> (start: Int, length: Int)? {
        guard low == 0x0f else { return (offset, low) }
        guard offset < end, bytes[offset] >> 4 == 0x1 else { return nil }
        let size = 1 << Int(bytes[offset] & 0x0f)
        guard size <= 8, fits(offset + 1, size),
            let length = BinaryPropertyList.number(bytes, at: offset + 1, size: size)
        else { return nil }
        return (offset + 1 + size, length)
    }

    private mutating func utf16(_ low: Int, at offset: Int) -> BinaryPropertyList.Object? {
        guard let (start, length) = length(low, at: offset), length <= bytes.count, fits(start, length * 2),
            spend(length * 2)
        else { return nil }
        var units: [UInt16] = []
        units.reserveCapacity(length)
        for index in stride(from: start, to: start + length * 2, by: 2) {
            units.append(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]))
        }
        return .string(String(decoding: units, as: UTF16.self))
    }

    private mutating func references(at start: Int, count length: Int) -> [Int]? {
        guard length <= bytes.count, fits(start, length * referenceSize), spend(length) else { return nil }
        var items: [Int] = []
        items.reserveCapacity(length)
        for index in 0..<length {
            guard
                let item = BinaryPropertyList.number(bytes, at: start + index * referenceSize, size: referenceSize),
                item < count
            else { return nil }
            items.append(item)
        }
        return items
    }
}
