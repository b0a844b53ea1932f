/// What a pair of braces encloses.
struct PortScope {
    /// The word that declares it, such as `class`; empty for the file and for what is no type.
    let word: String
    /// The qualified name of the type; empty for what is none.
    let name: String
    /// What stands behind the colon.
    let inherited: [String]
    /// The scope around it; nil for the file.
    let parent: Int?
    /// The token at which the name stands.
    let nameToken: Int

    static let file = PortScope(word: "", name: "", inherited: [], parent: nil, nameToken: 0)

    var isType: Bool { !word.isEmpty }
}

/// Finds the scope of each token.
struct PortScopeReader {
    private let tokens: [SwiftToken]
    private let isActive: [Bool]
    private(set) var scopes: [PortScope] = [.file]
    /// The index in `scopes` for each token.
    private(set) var scopeOfToken: [Int] = []
    private var current = 0
    private var openings: [Int: Int] = [:]
    /// The scope at each open `#if`; its branches each begin there.
    private var branches: [Int] = []

    private static let typeWords: Set<String> = ["class", "struct", "enum", "protocol", "actor", "extension"]

    private static let longestHead = 400

    init(_ tokens: [SwiftToken], isActive: [Bool]) {
        self.tokens = tokens
        self.isActive = isActive
        scopeOfToken.reserveCapacity(tokens.count)
        for index in tokens.indices {
            let token = tokens[index]
            if token.kind == .condition { condition(token.text) }
            guard isActive[index] else {
                scopeOfToken.append(current)
                continue
            }
            if token.isSign("}"), let parent = scopes[current].parent { current = parent }
            scopeOfToken.append(current)
            if token.kind == .word, Self.typeWords.contains(token.text) { type(at: index) }
            guard token.isSign("{") else { continue }
            if let opened = openings[index] {
                current = opened
            } else {
                scopes.append(PortScope(word: "", name: "", inherited: [], parent: current, nameToken: index))
                current = scopes.count - 1
            }
        }
    }

    private mutating func condition(_ text: String) {
        if text.hasPrefix("#if") {
            branches.append(current)
        } else if text.hasPrefix("#endif") {
            _ = branches.popLast()
        } else if let start = branches.last {
            current = start
        }
    }

    private mutating func type(at index: Int) {
        guard index + 1 < tokens.count, tokens[index + 1].isName, isActive[index + 1] else { return }
        if index > 0, tokens[index - 1].isSign(".") || tokens[index - 1].isWord("import") { return }
        let word = tokens[index].text
        let first = tokens[index + 1]
        let isMember = ["func", "var", "let", "subscript"].contains(first.text) || DeclarationWords.isModifier(first)
        guard first.kind == .quotedWord || !isMember else { return }
        var next = index + 2
        var name = first.text
        while word == "extension", next + 1 < tokens.count, tokens[next].isSign("."), tokens[next + 1].isName {
            name += "." + tokens[next + 1].text
            next += 2
        }
        var inherited: [String] = []
        var (depth, isInheriting, isConstraint) = (0, false, false)
        while next < tokens.count, !tokens[next].isSign("{") {
            // No declaration is that long; without a bound, broken files take time by the square.
            guard next < index + Self.longestHead else { return }
            let isNested = Self.typeWords.contains(tokens[next].text) && tokens[next].kind == .word
            if isNested, !tokens[next - 1].isSign(":"), !tokens[next - 1].isSign(",") { return }
            let token = tokens[next]
            if !isActive[next] || token.kind == .condition {
                next += 1
                continue
            }
            if token.isSign("}") || token.isSign(";") { return }
            if token.isSign("<") { depth += 1 }
            if token.isSign(">") { depth -= 1 }
            if token.isWord("where") { isConstraint = true }
            if depth == 0, token.isSign(":") { isInheriting = true }
            if depth == 0, isInheriting, !isConstraint, token.isName { inherited.append(token.text) }
            next += 1
        }
        guard next < tokens.count else { return }
        let outer = word == "extension" ? "" : scopes[current].name
        scopes.append(
            PortScope(
                word: word, name: outer.isEmpty ? name : "\(outer).\(name)", inherited: inherited, parent: current,
                nameToken: index + 1))
        openings[next] = scopes.count - 1
    }
}
