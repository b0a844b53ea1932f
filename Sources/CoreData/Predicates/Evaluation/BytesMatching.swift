/// The string operators on texts of ASCII alone, byte by byte: what most texts are, without making strings of them.
///
/// Means the same as `StringMatching`, which takes every text.
enum BytesMatching {
    typealias Options = NSComparisonPredicate.Options

    /// Whether `text` contains `part`; nil when that takes more than comparing bytes.
    static func contains(
        _ text: UnsafeBufferPointer<UInt8>, _ part: UnsafeBufferPointer<UInt8>, _ options: Options
    ) -> Bool? {
        guard isPlain(text, options), isPlain(part, options) else { return nil }
        guard let first = part.first else { return true }
        guard text.count >= part.count else { return false }
        let folds = folds(options)
        let start = folds ? lower(first) : first
        for offset in 0...(text.count - part.count) {
            let byte = folds ? lower(text[offset]) : text[offset]
            if byte == start, isEqual(text, at: offset, part, folds) { return true }
        }
        return false
    }

    /// Whether `text` begins with `part`; nil when that takes more than comparing bytes.
    static func begins(
        _ text: UnsafeBufferPointer<UInt8>, with part: UnsafeBufferPointer<UInt8>, _ options: Options
    ) -> Bool? {
        guard isPlain(text, options), isPlain(part, options) else { return nil }
        return text.count >= part.count && isEqual(text, at: 0, part, folds(options))
    }

    /// Whether `text` ends with `part`; nil when that takes more than comparing bytes.
    static func ends(
        _ text: UnsafeBufferPointer<UInt8>, with part: UnsafeBufferPointer<UInt8>, _ options: Options
    ) -> Bool? {
        guard isPlain(text, options), isPlain(part, options) else { return nil }
        return text.count >= part.count && isEqual(text, at: text.count - part.count, part, folds(options))
    }

    private static func isEqual(
        _ text: UnsafeBufferPointer<UInt8>, at offset: Int, _ part: UnsafeBufferPointer<UInt8>, _ folds: Bool
    ) -> Bool {
        for index in 0..<part.count {
            let (a, b) = (text[offset + index], part[index])
            if a != b, !folds || lower(a) != lower(b) { return false }
        }
        return true
    }

    /// Whether letters are compared whatever their case.
    private static func folds(_ options: Options) -> Bool {
        options.contains(.caseInsensitive) && !options.contains(.normalized)
    }

    /// Whether the bytes are all there is to compare: a locale may fold even ASCII in its own way.
    private static func isPlain(_ text: UnsafeBufferPointer<UInt8>, _ options: Options) -> Bool {
        if options.contains(.localeSensitive) { return false }
        var all: UInt8 = 0
        for byte in text { all |= byte }
        return all < 0x80
    }

    @inline(__always)
    private static func lower(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 0x20 : byte }
}
