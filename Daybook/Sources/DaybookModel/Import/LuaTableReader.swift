/// Reads a file of the form `return { … }` as data; nothing of it is run.
struct LuaTableReader {
    private let characters: [Character]
    private var position = 0
    private var depth = 0
    /// Deeper nesting than any such file has; stops what would overflow the stack.
    private static let deepest = 64

    /// The table that the text returns; nil when it is not of that form.
    static func read(_ text: String) -> DataValue? {
        var reader = LuaTableReader(characters: Array(text))
        reader.skipBlanks()
        guard reader.take("return") else { return nil }
        return reader.value()
    }

    private var next: Character? { position < characters.count ? characters[position] : nil }

    /// Passes blanks and comments.
    private mutating func skipBlanks() {
        while let character = next {
            if character.isWhitespace {
                position += 1
            } else if character == "-", position + 1 < characters.count, characters[position + 1] == "-" {
                while let character = next, !character.isNewline { _ = character; position += 1 }
            } else {
                return
            }
        }
    }

    private mutating func take(_ word: String) -> Bool {
        let word = Array(word)
        guard position + word.count <= characters.count, Array(characters[position..<position + word.count]) == word
        else {
            return false
        }
        position += word.count
        return true
    }

    private mutating func value() -> DataValue? {
        skipBlanks()
        switch next {
        case "{": return table()
        case "\"", "'": return string().map(DataValue.text)
        case nil: return nil
        default: break
        }
        if take("true") { return .flag(true) }
        if take("false") { return .flag(false) }
        if take("nil") { return .null }
        return number()
    }

    private mutating func number() -> DataValue? {
        let start = position
        while let character = next, character.isNumber || "+-.eExXabcdefABCDEF".contains(character) { position += 1 }
        return Double(String(characters[start..<position])).map(DataValue.number)
    }

    private mutating func string() -> String? {
        guard let quote = next else { return nil }
        position += 1
        var text = ""
        while let character = next {
            position += 1
            if character == quote { return text }
            guard character == "\\" else {
                text.append(character)
                continue
            }
            guard let escaped = next else { return nil }
            position += 1
            switch escaped {
            case "n": text.append("\n")
            case "t": text.append("\t")
            case "r": text.append("\r")
            default: text.append(escaped)
            }
        }
        return nil
    }

    /// A table with keys, or a list when its keys are 1, 2, 3 and so on or are left out.
    private mutating func table() -> DataValue? {
        guard take("{"), depth < Self.deepest else { return nil }
        depth += 1
        defer { depth -= 1 }
        var members: [String: DataValue] = [:]
        var numbered: [Int: DataValue] = [:]
        while true {
            skipBlanks()
            if take("}") { break }
            if take("[") {
                guard let key = value() else { return nil }
                skipBlanks()
                guard take("]") else { return nil }
                skipBlanks()
                guard take("="), let value = value() else { return nil }
                if case .number(let index) = key, let index = Int(exactly: index) {
                    numbered[index] = value
                } else if let name = key.text {
                    members[name] = value
                }
            } else if let name = name() {
                skipBlanks()
                guard take("="), let value = value() else { return nil }
                members[name] = value
            } else {
                guard let value = value() else { return nil }
                numbered[(numbered.keys.max() ?? 0) + 1] = value
            }
            skipBlanks()
            if !take(","), !take(";") {
                skipBlanks()
                guard take("}") else { return nil }
                break
            }
        }
        if members.isEmpty, !numbered.isEmpty { return .list(numbered.sorted { $0.key < $1.key }.map(\.value)) }
        for (index, value) in numbered { members[String(index)] = value }
        return .table(members)
    }

    /// A bare name before `=`; nil, with nothing passed, for anything else.
    private mutating func name() -> String? {
        let start = position
        while let character = next, character.isLetter || character == "_" || (position > start && character.isNumber) {
            position += 1
        }
        let name = String(characters[start..<position])
        let end = position
        skipBlanks()
        guard !name.isEmpty, next == "=" else {
            position = start
            return nil
        }
        position = end
        return name
    }
}
