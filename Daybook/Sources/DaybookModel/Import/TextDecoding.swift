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
    /// - Throws: `DaybookError.validation(.file, .unknownEncoding)` when nothing fits.
    static func decode(_ bytes: [UInt8]) throws(DaybookError) -> (text: String, encoding: TextEncoding) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) || bytes.starts(with: [0xFF, 0xFE])
            || bytes.starts(with: [0xFE, 0xFF])
        {
            let encoding: TextEncoding = bytes[0] == 0xEF ? .utf8 : .utf16
            return (try decode(bytes, as: encoding), encoding)
        }
        if looksLikeUTF16(bytes), let text = try? decode(bytes, as: .utf16) { return (text, .utf16) }
        if let text = String(validating: bytes, as: UTF8.self) {
            // A stray zero says nothing, and no text of ours may hold one.
            return (text.utf8.contains(0) ? text.replacing("\0", with: "") : text, .utf8)
        }
        if let text = try? decode(bytes, as: .cp949), text.unicodeScalars.contains(where: { isHangul($0) }) {
            return (text, .cp949)
        }
        throw .validation(.file, .unknownEncoding)
    }

    /// Text of Latin letters in UTF-16 without a mark shows by zeros at every other place.
    private static func looksLikeUTF16(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 4, bytes.count.isMultiple(of: 2) else { return false }
        let head = bytes.prefix(512)
        let zeros = head.indices.filter { head[$0] == 0 && !$0.isMultiple(of: 2) }
        return zeros.count * 4 >= head.count && !head.indices.contains { head[$0] == 0 && $0.isMultiple(of: 2) }
    }

    /// Decodes a file in a chosen encoding.
    ///
    /// - Throws: `DaybookError.validation(.file, .unknownEncoding)` when the bytes do not fit it.
    static func decode(_ bytes: [UInt8], as encoding: TextEncoding) throws(DaybookError) -> String {
        let text: String?
        switch encoding {
        case .utf8:
            text = String(
                validating: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...], as: UTF8.self)
        case .utf16:
            let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
            let body = isBigEndian || bytes.starts(with: [0xFF, 0xFE]) ? bytes.dropFirst(2) : bytes[...]
            guard body.count.isMultiple(of: 2) else { throw .validation(.file, .unknownEncoding) }
            let units: [UInt16] = stride(from: body.startIndex, to: body.endIndex, by: 2).map { index in
                let first = UInt16(body[index])
                let second = UInt16(body[index + 1])
                return isBigEndian ? first << 8 | second : second << 8 | first
            }
            text = String(validating: units, as: UTF16.self)
        case .cp949:
            text = convert(bytes, from: "CP949")
        }
        guard let text else { throw .validation(.file, .unknownEncoding) }
        return text
    }

    private static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
        (0xAC00...0xD7A3).contains(scalar.value) || (0x3131...0x318E).contains(scalar.value)
    }

    /// Converts by the C library, which knows all of CP949; nil when a byte does not fit.
    private static func convert(_ bytes: [UInt8], from name: String) -> String? {
        guard let converter = iconv_open("UTF-8", name), converter != iconv_t(bitPattern: -1) else { return nil }
        defer { iconv_close(converter) }
        var input = bytes.map { CChar(bitPattern: $0) }
        // Two bytes of CP949 become three of UTF-8 at most, one becomes one.
        var output = [CChar](repeating: 0, count: bytes.count * 2 + 16)
        let written: Int? = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                var from = input.baseAddress
                var fromCount = input.count
                var to = output.baseAddress
                var toCount = output.count
                let result = iconv(converter, &from, &fromCount, &to, &toCount)
                return result == Int(bitPattern: UInt.max) || fromCount > 0 ? nil : output.count - toCount
            }
        }
        guard let written else { return nil }
        return String(validating: output.prefix(written).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
