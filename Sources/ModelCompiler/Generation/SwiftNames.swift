/// Names as Swift source wants them.
enum SwiftNames {
    /// Words that cannot name a declaration without backticks.
    private static let keywords: Set<String> = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
        "internal", "let", "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows",
        "static", "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer",
        "do", "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where",
        "while", "Any", "as", "await", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try",
    ]

    /// The name in backticks where it needs them: keywords, and what is no identifier.
    static func escaped(_ name: String) -> String {
        // As a member, `Type` and `Protocol` are the metatype's.
        if keywords.contains(name) || name == "Type" || name == "Protocol" || !isIdentifier(name) {
            return "`\(name)`"
        }
        return name
    }

    /// The name of a property's key, which is a member of a type: there `Type` is the metatype also in backticks.
    static func key(_ name: String) -> String {
        ["Type", "Protocol", "self", "Self", "init"].contains(name) ? "\(name)__key" : escaped(name)
    }

    /// Whether the name can stand in source as it is; keywords are identifiers here, a lone underscore is none.
    static func isIdentifier(_ name: String) -> Bool {
        guard name != "_", let first = name.unicodeScalars.first, first == "_" || first.properties.isXIDStart else {
            return false
        }
        return name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
    }

    /// Whether the text can be a type: names, brackets that close, and what stands between types.
    static func isType(_ text: String) -> Bool {
        let closing = ["(": ")", "[": "]", "<": ">"]
        var open: [String] = []
        var previous = ""
        for token in SwiftLexer.tokens(of: text) {
            if token.isName {
                // Two names in a row only after a word such as `any`.
                guard isIdentifier(token.text), !isIdentifier(previous) || ["any", "some"].contains(previous) else {
                    return false
                }
            } else if let close = closing[token.text] {
                open.append(close)
            } else if open.last == token.text {
                open.removeLast()
            } else if ![".", ",", ":", "&", "?", "!"].contains(token.text) {
                return false
            } else if previous.isEmpty || [".", ",", ":", "&", "[", "(", "<"].contains(previous) {
                return false
            }
            previous = token.text
        }
        return open.isEmpty && !previous.isEmpty && ![".", ",", ":", "&"].contains(previous)
    }

    /// The name with its first letter in upper case, as in `addToTags`.
    static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

    /// The text as a string literal.
    static func literal(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// Members of `NSObject` and `NSManagedObject` that a property cannot be called.
    static let reserved: Set<String> = [
        "description", "debugDescription", "hash", "hashValue", "objectID", "entity", "managedObjectContext",
        "isInserted", "isUpdated", "isDeleted", "hasChanges", "hasPersistentChangedValues", "isFault",
        "faultingState", "objectWillChange", "copy", "mutableCopy", "superclass",
    ]
}
