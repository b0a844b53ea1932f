import Foundation

/// What the first bytes of a file say about an image.
enum ImageInspection {
    /// The kind of image by content; nil when it is none that is accepted.
    ///
    /// Names and declared types play no part.
    static func mediaType(of data: Data) -> PhotoMediaType? {
        let head = Array(data.prefix(32))
        func has(_ bytes: [UInt8], at offset: Int = 0) -> Bool {
            head.count >= offset + bytes.count && Array(head[offset..<offset + bytes.count]) == bytes
        }
        if has([0xFF, 0xD8, 0xFF]) { return .jpeg }
        if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if has(Array("RIFF".utf8)), has(Array("WEBP".utf8), at: 8) { return .webp }
        if has(Array("ftyp".utf8), at: 4) {
            let brands = ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"]
            if brands.contains(where: { has(Array($0.utf8), at: 8) }) { return .heic }
        }
        return nil
    }

    /// The upright size out of what `vipsheader -a` prints; nil when it is not there.
    static func uprightSize(in output: String) -> (width: Int, height: Int)? {
        func value(_ name: String) -> Int? {
            for line in output.split(separator: "\n") where line.hasPrefix("\(name): ") {
                return Int(line.dropFirst(name.count + 2))
            }
            return nil
        }
        guard let width = value("width"), let height = value("height"), width > 0, height > 0 else { return nil }
        // Orientations 5 to 8 lie on their side.
        return (5...8).contains(value("orientation") ?? 1) ? (height, width) : (width, height)
    }
}
