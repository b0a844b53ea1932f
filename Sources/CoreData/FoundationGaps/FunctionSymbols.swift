import Foundation
import Synchronization

/// Finds the names of functions in the symbol tables of the program and its libraries.
///
/// The run time keeps no property names for computed properties; the symbols of their key path getters
/// have them. A program whose symbols were stripped has no names.
///
/// Source: ELF-64 object file format, sections "File header", "Section header", "Symbol table".
enum FunctionSymbols {
    /// Guards what has been looked up; every program has few key paths.
    private static let known = Mutex<[UInt: String?]>([:])

    /// Returns the name of the property that the key path getter at `address` reads.
    ///
    /// - Complexity: The first look-up of an address reads the symbols of one file.
    static func property(ofGetterAt address: UInt) -> String? {
        if let name = known.withLock({ $0[address] }) { return name }
        let name = lookUp(address)
        known.withLock { $0[address] = name }
        return name
    }

    private static func lookUp(_ address: UInt) -> String? {
        guard let place = MappedFile.containing(address),
            let file = try? Data(contentsOf: URL(fileURLWithPath: place.path), options: .alwaysMapped),
            let image = ELFImage(file), let virtual = image.virtualAddress(ofOffset: place.offset)
        else { return nil }
        // The optimiser may have folded getters into one; a name is an answer only if it is the only one.
        let names = Set(image.symbols(at: virtual).compactMap { property(inSymbol: $0) })
        return names.count == 1 ? names.first : nil
    }

    /// The property in a symbol such as "key path getter for Library.Book.title : Swift.String : …".
    private static func property(inSymbol symbol: String) -> String? {
        guard let text = demangled(symbol), let start = text.range(of: "key path getter for "),
            let end = text.range(of: " : ", range: start.upperBound..<text.endIndex)
        else { return nil }
        let path = text[start.upperBound..<end.lowerBound]
        return path.split(separator: ".").last.map { $0.filter { $0 != "`" } }
    }

    private static func demangled(_ symbol: String) -> String? {
        guard let text = swiftDemangle(symbol, UInt(symbol.utf8.count), nil, nil, 0) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}

// Of the Swift run time, which has had it under this name since Swift 4.
@_silgen_name("swift_demangle")
private func swiftDemangle(
    _ name: UnsafePointer<CChar>?, _ length: UInt, _ output: UnsafeMutablePointer<CChar>?,
    _ outputSize: UnsafeMutablePointer<UInt>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?

/// A file mapped into memory, and the offset in it that an address shows.
private struct MappedFile {
    var path: String
    var offset: UInt

    /// Looks an address up in `/proc/self/maps`; nil where there is no such file.
    static func containing(_ address: UInt) -> MappedFile? {
        guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8) else { return nil }
        for line in maps.split(separator: "\n") {
            // "start-end flags offset device inode path"
            let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
            guard fields.count == 6 else { continue }
            let bounds = fields[0].split(separator: "-")
            guard bounds.count == 2, let start = UInt(bounds[0], radix: 16), let end = UInt(bounds[1], radix: 16),
                (start..<end).contains(address), let offset = UInt(fields[2], radix: 16)
            else { continue }
            return MappedFile(
                path: fields[5].trimmingCharacters(in: .whitespaces), offset: address - start + offset)
        }
        return nil
    }
}

/// The parts of an ELF-64 file that lead to symbols.
///
/// Every read is checked against the size of the file.
private struct ELFImage {
    private let bytes: Data

    init?(_ bytes: Data) {
        let magic: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1]
        guard bytes.count >= 64, bytes.prefix(6).elementsEqual(magic) else { return nil }
        self.bytes = bytes
    }

    private func integer<Value: FixedWidthInteger>(_ offset: Int, as type: Value.Type) -> Int? {
        guard offset >= 0, offset <= bytes.count - MemoryLayout<Value>.size else { return nil }
        return bytes.withUnsafeBytes { raw in
            Int(exactly: Value(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: Value.self)))
        }
    }

    /// Where the loader puts the byte at an offset of the file.
    func virtualAddress(ofOffset offset: UInt) -> Int? {
        guard let offset = Int(exactly: offset), let table = integer(0x20, as: UInt64.self),
            let size = integer(0x36, as: UInt16.self), let count = integer(0x38, as: UInt16.self)
        else { return nil }
        for index in 0..<count {
            let header = table + index * size
            guard let kind = integer(header, as: UInt32.self), kind == 1,
                let start = integer(header + 0x08, as: UInt64.self),
                let address = integer(header + 0x10, as: UInt64.self),
                let length = integer(header + 0x20, as: UInt64.self)
            else { continue }
            if offset >= start, offset - start < length { return offset - start + address }
        }
        return nil
    }

    /// The names of the symbols with exactly this value.
    func symbols(at address: Int) -> [String] {
        guard let table = integer(0x28, as: UInt64.self), let size = integer(0x3A, as: UInt16.self),
            let count = integer(0x3C, as: UInt16.self)
        else { return [] }
        var names: [String] = []
        for index in 0..<count {
            let header = table + index * size
            // The full symbol table; the dynamic one holds exported names only.
            guard let kind = integer(header + 0x04, as: UInt32.self), kind == 2,
                let start = integer(header + 0x18, as: UInt64.self),
                let length = integer(header + 0x20, as: UInt64.self),
                let link = integer(header + 0x28, as: UInt32.self),
                let strings = integer(table + link * size + 0x18, as: UInt64.self)
            else { continue }
            names += self.symbols(at: address, from: start, length: length, strings: strings)
        }
        return names
    }

    private func symbols(at address: Int, from start: Int, length: Int, strings: Int) -> [String] {
        guard start >= 0, length >= 0, start <= bytes.count, length <= bytes.count - start else { return [] }
        let wanted = UInt64(address)
        let nameOffsets: [Int] = bytes.withUnsafeBytes { raw in
            var found: [Int] = []
            for offset in stride(from: start, to: start + length - 23, by: 24)
            where UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)) == wanted {
                found.append(Int(UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self))))
            }
            return found
        }
        return nameOffsets.compactMap { text(at: strings + $0) }
    }

    private func text(at offset: Int) -> String? {
        guard offset >= 0, offset < bytes.count else { return nil }
        let tail = bytes[(bytes.startIndex + offset)...]
        guard let end = tail.firstIndex(of: 0) else { return nil }
        return String(data: tail[..<end], encoding: .utf8)
    }
}
