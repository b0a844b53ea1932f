/// An import in a source.
struct PortImport {
    let module: String
    /// The tokens of the statement, attributes included.
    let tokens: Range<Int>
    let isActive: Bool

    static func all(in tokens: [SwiftToken], isActive: [Bool]) -> [PortImport] {
        var result: [PortImport] = []
        for index in tokens.indices where tokens[index].isWord("import") {
            if index > 0, tokens[index - 1].isSign(".") { continue }
            var next = index + 1
            // `import class UIKit.UIImage` names a kind first.
            if next + 1 < tokens.count, kinds.contains(tokens[next].text), tokens[next + 1].isName,
                !tokens[next + 1].startsLine
            {
                next += 1
            }
            guard next < tokens.count, tokens[next].isName, !tokens[next].startsLine else { continue }
            let module = tokens[next].text
            next += 1
            while next + 1 < tokens.count, tokens[next].isSign("."), tokens[next + 1].isName { next += 2 }
            result.append(
                PortImport(
                    module: module, tokens: start(of: index, in: tokens)..<next, isActive: isActive[index]))
        }
        return result
    }

    private static let kinds: Set<String> = [
        "class", "struct", "enum", "protocol", "func", "var", "let", "typealias", "actor",
    ]

    private static func start(of index: Int, in tokens: [SwiftToken]) -> Int {
        var start = index
        while start > 0 {
            let previous = tokens[start - 1]
            if DeclarationWords.isModifier(previous) {
                start -= 1
            } else if previous.isName, start > 1, tokens[start - 2].isSign("@") {
                start -= 2
            } else {
                break
            }
        }
        return start
    }
}
