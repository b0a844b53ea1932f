/// The built-in functions of expressions: the full name of each, and what a format may call it.
enum FunctionNames {
    /// Every name that `NSExpression(forFunction:arguments:)` takes.
    static let all: Set<String> = [
        "sum:", "count:", "min:", "max:", "average:", "median:", "mode:", "stddev:",
        "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "modulus:by:",
        "sqrt:", "log:", "ln:", "raise:toPower:", "exp:", "floor:", "ceiling:", "abs:", "trunc:",
        "random", "random:", "randomn:", "now",
        "bitwiseAnd:with:", "bitwiseOr:with:", "bitwiseXor:with:", "leftshift:by:", "rightshift:by:",
        "onesComplement:", "uppercase:", "lowercase:", "canonical:", "length:",
        "castObject:toType:", "noindex:", "objectFrom:withIndex:", "valueForKeyPath:", "indexed:by:",
    ]

    /// Arithmetic that prints with a sign between its arguments, in the order of printing.
    static let infix: [String: String] = [
        "add:to:": "+", "from:subtract:": "-", "multiply:by:": "*", "divide:by:": "/", "raise:toPower:": "**",
    ]

    /// The full name for a function called by its first word, nil when there is none.
    static func full(_ word: String, argumentCount: Int) -> String? {
        let name = word.lowercased()
        if argumentCount == 0 {
            return name == "now" || name == "random" ? name : nil
        }
        let found = all.filter { candidate in
            candidate.filter { $0 == ":" }.count == argumentCount
                && candidate.prefix { $0 != ":" }.lowercased() == name
        }
        if let only = found.first, found.count == 1 { return only }
        // Aggregates over a list of arguments: `max(a, b, c)`.
        let single = name + ":"
        return aggregates.contains(single) ? single : nil
    }

    /// Functions over one collection, or over all their arguments.
    static let aggregates: Set<String> = [
        "sum:", "count:", "min:", "max:", "average:", "median:", "mode:", "stddev:",
    ]

    /// How many arguments the function of a full name takes; nil when any number does.
    static func argumentCount(of name: String) -> Int? {
        aggregates.contains(name) ? nil : name.filter { $0 == ":" }.count
    }
}

/// The names that stand for a place in an ordered collection, as in `items[FIRST]`.
enum CollectionPlace: String, Sendable, CustomStringConvertible {
    case first = "FIRST"
    case last = "LAST"
    case size = "SIZE"

    var description: String { rawValue }
}
