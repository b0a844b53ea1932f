import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Turns the bytes of a file into text: recognises UTF-8, UTF-16 and CP949 or follows a choice.
enum TextDecoding {
    /// Recognises the encoding of a file and decodes it whole; a byte order mark is dropped.
    ///
    /// A UTF-8 or UTF-16 mark decides. Without one, bytes that are valid UTF-8 are UTF-8, and bytes that are valid
    /// CP949 and hold Hangul are CP949: the two hardly ever meet, since CP949's lead bytes are seldom followed by what
    /// UTF-8 demands.
    ///
    /// Where nothing fits the whole file, the encoding is the one that fits most of its lines; what does not fit becomes
    /// `unreadable`, and the text `hasGaps`.
    ///
    /// - Throws: `DaybookError.validation(.file, .unknownEncoding)` when the bytes are no text, or nothing fits more than half
    ///   of the lines.
    static func decode(_ bytes: [UInt8]) throws(DaybookError) -> Decoded {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) || bytes.starts(with: [0xFF, 0xFE])
            || bytes.starts(with: [0xFE, 0xFF])
        {
            return try decode(bytes, as: bytes[0] == 0xEF ? .utf8 : .utf16)
        }
        if looksLikeUTF16(bytes), let text = whole(bytes, as: .utf16) { return Decoded(text: text, encoding: .utf16) }
        if let text = whole(bytes, as: .utf8) { return Decoded(text: text, encoding: .utf8) }
        if let text = whole(bytes, as: .cp949), text.unicodeScalars.contains(where: { isHangul($0) }) {
            return Decoded(text: text, encoding: .cp949)
        }
        let ways = [withGaps(bytes, as: .utf8), withGaps(bytes, as: .cp949)].compactMap(\.self)
        guard let best = ways.min(by: { $0.gaps < $1.gaps }) else { throw .validation(.file, .unknownEncoding) }
        return best.decoded
    }

    /// The text of a file.
    struct Decoded {
        let text: String
        let encoding: TextEncoding
        /// Whether some bytes could not be read; `unreadable` stands in their place.
        var hasGaps = false
    }

    /// What stands for bytes that could not be read.
    static let unreadable: Unicode.Scalar = "\u{FFFD}"

    /// Text of Latin letters in UTF-16 without a mark shows by zeros at every other place.
    private static func looksLikeUTF16(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 4, bytes.count.isMultiple(of: 2) else { return false }
        let head = bytes.prefix(512)
        let zeros = head.indices.filter { head[$0] == 0 && !$0.isMultiple(of: 2) }
        return zeros.count * 4 >= head.count && !head.indices.contains { head[$0] == 0 && $0.isMultiple(of: 2) }
    }

    /// Decodes a file in a chosen encoding; lines that do not fit it have gaps.
    ///
    /// - Throws: `DaybookError.validation(.file, .unknownEncoding)` when no more than half of the lines fit it.
    static func decode(_ bytes: [UInt8], as encoding: TextEncoding) throws(DaybookError) -> Decoded {
        if let text = whole(bytes, as: encoding) { return Decoded(text: text, encoding: encoding) }
        guard let way = withGaps(bytes, as: encoding) else { throw .validation(.file, .unknownEncoding) }
        return way.decoded
    }

    /// The text when every byte fits.
    private static func whole(_ bytes: [UInt8], as encoding: TextEncoding) -> String? {
        switch encoding {
        case .utf8: return String(validating: withoutMark(bytes), as: UTF8.self).map(withoutZeros)
        case .utf16: return units(bytes).flatMap { String(validating: $0, as: UTF16.self) }
        case .cp949: return convert(bytes, from: "CP949", gaps: false)
        }
    }

    /// The text with `unreadable` for what does not fit, and how many lines have some.
    ///
    /// nil when that would be a guess: for bytes that are no text, and when no more than half of the lines are whole.
    private static func withGaps(_ bytes: [UInt8], as encoding: TextEncoding) -> (decoded: Decoded, gaps: Int)? {
        let text: String
        switch encoding {
        case .utf8: text = String(decoding: withoutMark(bytes), as: UTF8.self)
        case .utf16:
            // An odd byte at the end is half a letter.
            guard let units = units(bytes.count.isMultiple(of: 2) ? bytes : bytes.dropLast()) else { return nil }
            text =
                String(decoding: units, as: UTF16.self)
                + (bytes.count.isMultiple(of: 2) ? "" : String(Character(unreadable)))
        case .cp949:
            guard let converted = convert(bytes, from: "CP949", gaps: true) else { return nil }
            text = converted
        }
        // Text has line ends and tabs, and hardly any other control character; any other kind of file is full of them.
        let odd = text.utf8.count { $0 < 0x09 || (0x0E..<0x20).contains($0) }
        guard odd * 50 <= text.utf8.count else { return nil }
        let marker = Array(String(Character(unreadable)).utf8)
        let lines = text.utf8.split(separator: 0x0A)
        let gaps = lines.count { line in
            // The marker's first byte is that of few letters; only there is the rest looked at.
            line.indices.contains { line[$0] == marker[0] && line[$0...].starts(with: marker) }
        }
        guard gaps * 2 < lines.count else { return nil }
        return (Decoded(text: withoutZeros(text), encoding: encoding, hasGaps: true), gaps)
    }

    private static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    }

    /// A stray zero says nothing, and no text of ours may hold one.
    private static func withoutZeros(_ text: String) -> String {
        text.utf8.contains(0) ? text.replacing("\0", with: "") : text
    }

    /// The units of UTF-16 text; nil when their bytes are odd.
    private static func units(_ bytes: some RandomAccessCollection<UInt8>) -> [UInt16]? {
        let bytes = Array(bytes)
        let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
        let body = isBigEndian || bytes.starts(with: [0xFF, 0xFE]) ? bytes.dropFirst(2) : bytes[...]
        guard body.count.isMultiple(of: 2) else { return nil }
        return stride(from: body.startIndex, to: body.endIndex, by: 2).map { index in
            let first = UInt16(body[index])
            let second = UInt16(body[index + 1])
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
    }

    private static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
        (0xAC00...0xD7A3).contains(scalar.value) || (0x3131...0x318E).contains(scalar.value)
    }

    /// Converts by the C library, which knows all of CP949.
    ///
    /// - Returns: nil when a byte does not fit, unless gaps are allowed: then the marker stands for each such byte.
    private static func convert(_ bytes: [UInt8], from name: String, gaps: Bool) -> String? {
        guard let converter = iconv_open("UTF-8", name), converter != iconv_t(bitPattern: -1) else { return nil }
        defer { iconv_close(converter) }
        var input = bytes.map { CChar(bitPattern: $0) }
        // Two bytes of CP949 become three of UTF-8 at most, one becomes one, and one that does not fit three.
        var output = [CChar](repeating: 0, count: bytes.count * (gaps ? 3 : 2) + 16)
        let marker = String(Character(unreadable)).utf8.map { CChar(bitPattern: $0) }
        let written: Int? = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                var from = input.baseAddress
                var fromCount = input.count
                var to = output.baseAddress
                var toCount = output.count
                while fromCount > 0 {
                    let result = iconv(converter, &from, &fromCount, &to, &toCount)
                    guard result == Int(bitPattern: UInt.max) || fromCount > 0 else { break }
                    guard gaps, fromCount > 0, toCount >= marker.count else { return nil }
                    for byte in marker {
                        to?.pointee = byte
                        to = to?.advanced(by: 1)
                    }
                    toCount -= marker.count
                    from = from?.advanced(by: 1)
                    fromCount -= 1
                }
                return output.count - toCount
            }
        }
        guard let written else { return nil }
        return String(validating: output.prefix(written).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
