/// Evaluates `#if` conditions for the platforms without an Objective-C run time.
///
/// Only what is certain is decided: `os`, `canImport` of Apple's frameworks, `targetEnvironment`, and how
/// `!`, `&&`, `||` and parentheses combine them. A flag of the package's own counts as true in both
/// branches, since a declaration too many is told apart by the compiler, one too few is not.
enum CompilationCondition {
    /// What the code is read for.
    enum Platform {
        /// The platform that the program runs on.
        case host
        /// Any that is not Apple's, wherever the program runs.
        case awayFromApple
    }

    /// Whether code under the condition may be compiled; nil when that is not known.
    static func evaluate(_ text: String, on platform: Platform = .host) -> Bool? {
        var reader = Reader(SwiftLexer.tokens(of: text), platform)
        return reader.disjunction()
    }

    private struct Reader {
        private let tokens: [SwiftToken]
        private let platform: Platform
        private var index = 0
        /// Conditions are written by hand; this only bounds the recursion.
        private var depth = 0

        init(_ tokens: [SwiftToken], _ platform: Platform) {
            self.tokens = tokens
            self.platform = platform
        }

        private var next: SwiftToken? { index < tokens.count ? tokens[index] : nil }

        private mutating func take(_ sign: String) -> Bool {
            for (offset, character) in sign.enumerated() {
                guard index + offset < tokens.count, tokens[index + offset].isSign(String(character)) else {
                    return false
                }
            }
            index += sign.count
            return true
        }

        mutating func disjunction() -> Bool? {
            var result = conjunction()
            while take("||") {
                let right = conjunction()
                result = result == true || right == true ? true : result == nil || right == nil ? nil : false
            }
            return result
        }

        private mutating func conjunction() -> Bool? {
            var result = term()
            while take("&&") {
                let right = term()
                result = result == false || right == false ? false : result == nil || right == nil ? nil : true
            }
            return result
        }

        private mutating func term() -> Bool? {
            depth += 1
            defer { depth -= 1 }
            guard depth < 64 else { return nil }
            if take("!") { return term().map { !$0 } }
            if take("(") {
                let result = disjunction()
                _ = take(")")
                return result
            }
            guard let word = next, word.isName else { return nil }
            index += 1
            guard take("(") else { return word.isWord("true") ? true : word.isWord("false") ? false : nil }
            var arguments: [String] = []
            while let token = next, !token.isSign(")") {
                arguments.append(token.text)
                index += 1
            }
            _ = take(")")
            return decided(word.text, arguments)
        }

        private func decided(_ condition: String, _ arguments: [String]) -> Bool? {
            guard let name = arguments.first else { return nil }
            switch condition {
            case "os": return platform == .host ? Self.isHost(name) : name == "Linux"
            case "canImport": return AppleModule.isAppleOnly(name) ? false : nil
            case "targetEnvironment": return false
            default: return nil
            }
        }

        private static func isHost(_ name: String) -> Bool? {
            #if os(Linux)
                return name == "Linux"
            #else
                return nil
            #endif
        }
    }
}
