/// A type as it stands in a declaration, taken apart but not resolved.
indirect enum ManagedType: Equatable {
    /// A name with dots, and generic arguments.
    case named([String], arguments: [ManagedType])
    case optional(ManagedType)
    case array(ManagedType)
    case dictionary(key: ManagedType, value: ManagedType)

    /// Reads a type's tokens; nil for forms that no managed property has (functions, tuples, compositions).
    init?(tokens: [String]) {
        var reader = Reader(tokens: tokens)
        guard let type = reader.type(), reader.isAtEnd else { return nil }
        self = type
    }

    private struct Reader {
        let tokens: [String]
        private var index = 0
        private var depth = 0

        init(tokens: [String]) { self.tokens = tokens }

        var isAtEnd: Bool { index == tokens.count }

        private var next: String? { index < tokens.count ? tokens[index] : nil }

        private mutating func take(_ token: String) -> Bool {
            guard next == token else { return false }
            index += 1
            return true
        }

        mutating func type() -> ManagedType? {
            depth += 1
            defer { depth -= 1 }
            guard depth < 32, var result = base() else { return nil }
            // An implicitly unwrapped optional is an optional.
            while take("?") || take("!") { result = .optional(result) }
            return result
        }

        private mutating func base() -> ManagedType? {
            if take("(") {
                let inner = type()
                return take(")") ? inner : nil
            }
            if take("[") {
                guard let first = type() else { return nil }
                if take(":") {
                    guard let value = type(), take("]") else { return nil }
                    return .dictionary(key: first, value: value)
                }
                return take("]") ? .array(first) : nil
            }
            if next == "any" { index += 1 }
            return named()
        }

        private mutating func named() -> ManagedType? {
            var names: [String] = []
            repeat {
                guard let name = next, let first = name.unicodeScalars.first,
                    first == "_" || first.properties.isXIDStart
                else { return nil }
                names.append(name)
                index += 1
            } while take(".")
            var arguments: [ManagedType] = []
            if take("<") {
                repeat {
                    guard let argument = type() else { return nil }
                    arguments.append(argument)
                } while take(",")
                guard take(">") else { return nil }
            }
            switch (names.last, arguments.count) {
            case ("Optional", 1): return .optional(arguments[0])
            case ("Array", 1): return .array(arguments[0])
            case ("Dictionary", 2): return .dictionary(key: arguments[0], value: arguments[1])
            default: return .named(names, arguments: arguments)
            }
        }
    }
}
