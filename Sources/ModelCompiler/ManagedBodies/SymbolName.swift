/// Builds a Swift symbol name piece by piece, with the abbreviations the compiler makes: repeated words
/// of identifiers, and repeated types.
///
/// Source: the language's published ABI (`docs/ABI/Mangling.rst`), checked against the compiler's own names.
struct SymbolName {
    private(set) var text = "$s"
    /// Words of identifiers so far, in order; at most 26 are remembered.
    private var words: [String] = []
    /// For each type or module that was written out, its number.
    private var substitutions: [String: Int] = [:]
    private var nextSubstitution = 0
    private var noted: Set<String> = []

    /// Adds operators or standard types as they are.
    mutating func append(_ operators: String) { text += operators }

    /// Whether something with this key was written before; if so its abbreviation is added.
    mutating func appendKnown(_ key: String) -> Bool {
        guard let number = substitutions[key] else { return false }
        text += "A" + Self.index(number)
        return true
    }

    /// Gives the next number to what was just written; nil for something that is never repeated here.
    mutating func remember(_ key: String?) {
        if let key { substitutions[key] = nextSubstitution }
        nextSubstitution += 1
    }

    /// Whether something with this key was written before, with or without a number.
    func isKnown(_ key: String) -> Bool { substitutions[key] != nil || noted.contains(key) }

    /// Notes that something was written whose number is not known.
    mutating func note(_ key: String) { noted.insert(key) }

    private static func index(_ number: Int) -> String {
        if number < 26 { return String(UnicodeScalar(UInt8(65 + number))) }
        return (number == 26 ? "" : String(number - 27)) + "_"
    }

    /// Adds an identifier.
    ///
    /// - Returns: false for a name that cannot be encoded.
    mutating func appendIdentifier(_ name: String) -> Bool {
        guard name.utf8.allSatisfy({ $0 < 0x80 }) else {
            guard let encoded = Punycode.encoded(name) else { return false }
            text += "00\(encoded.count)"
            if let first = encoded.first, first == "_" || first.isNumber { text += "_" }
            text += encoded
            return true
        }
        let bytes = Array(name.utf8)
        var replacements: [(start: Int, length: Int, word: Int)] = []
        for word in Self.words(in: bytes) {
            let content = String(decoding: bytes[word], as: UTF8.self)
            if let index = words.firstIndex(of: content) {
                replacements.append((word.lowerBound, word.count, index))
            } else if word.count >= 2, words.count < 26 {
                words.append(content)
            }
        }
        if !replacements.isEmpty { text += "0" }
        var position = 0
        for (offset, replacement) in replacements.enumerated() {
            appendPlain(bytes[position..<replacement.start])
            position = replacement.start + replacement.length
            let isLast = offset == replacements.count - 1
            text.unicodeScalars.append(UnicodeScalar(UInt8((isLast ? 65 : 97) + replacement.word)))
            if isLast, position == bytes.count { text += "0" }
        }
        appendPlain(bytes[position...])
        return true
    }

    private mutating func appendPlain(_ bytes: ArraySlice<UInt8>) {
        guard !bytes.isEmpty else { return }
        text += "\(bytes.count)" + String(decoding: bytes, as: UTF8.self)
    }

    /// The words of an identifier: from a letter to the next underscore, or to a capital after something
    /// that is none.
    private static func words(in bytes: [UInt8]) -> [Range<Int>] {
        func isUpper(_ byte: UInt8) -> Bool { (65...90).contains(byte) }
        func startsWord(_ byte: UInt8) -> Bool { !(48...57).contains(byte) && byte != 95 }
        var result: [Range<Int>] = []
        var start: Int?
        for position in 0...bytes.count {
            let byte = position < bytes.count ? bytes[position] : nil
            if let begin = start {
                let ends = byte == nil || byte == 95 || (byte.map(isUpper) == true && !isUpper(bytes[position - 1]))
                if ends {
                    result.append(begin..<position)
                    start = nil
                }
            }
            if start == nil, let byte, startsWord(byte) { start = position }
        }
        return result
    }
}
