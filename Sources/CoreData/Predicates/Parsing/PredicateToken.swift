/// One word of a predicate format.
enum PredicateToken: Equatable {
    /// A name; keywords are names too. `escaped` after `#`, which takes the meaning of a keyword away.
    case name(String, escaped: Bool)
    /// The name of a function as it is printed, colons included.
    case selector(String)
    case variable(String)
    /// A collection operator, without its `@`.
    case collectionOperator(String)
    case string(String)
    case integer(Int)
    case real(Double)
    /// `%@`, `%d` and the like: one argument, taken as a value.
    case valueArgument(FormatDirective)
    /// `%K`: one argument, taken as a key path.
    case keyPathArgument
    case symbol(Symbol)
    case end

    enum Symbol: String {
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case equal = "=="
        case notEqual = "!="
        case and = "&&"
        case or = "||"
        case not = "!"
        case plus = "+"
        case minus = "-"
        case times = "*"
        case divide = "/"
        case power = "**"
        case bitAnd = "&"
        case bitOr = "|"
        case bitXor = "^"
        case complement = "~"
        case shiftLeft = "<<"
        case shiftRight = ">>"
        case openParenthesis = "("
        case closeParenthesis = ")"
        case openBracket = "["
        case closeBracket = "]"
        case openBrace = "{"
        case closeBrace = "}"
        case comma = ","
        case dot = "."
    }

    /// How messages name the token.
    var text: String {
        switch self {
        case .name(let name, _): "\"\(name)\""
        case .selector(let name): "\"\(name)\""
        case .variable(let name): "\"$\(name)\""
        case .collectionOperator(let name): "\"@\(name)\""
        case .string: "a string"
        case .integer(let value): "\(value)"
        case .real(let value): "\(value)"
        case .valueArgument: "an argument"
        case .keyPathArgument: "%K"
        case .symbol(let symbol): "\"\(symbol.rawValue)\""
        case .end: "the end"
        }
    }

    /// The upper-case form of a name that may be a keyword; nil for everything else.
    var keyword: String? {
        if case .name(let name, escaped: false) = self { return name.uppercased() }
        return nil
    }
}

/// A token and where it starts.
struct PlacedToken {
    var token: PredicateToken
    /// In bytes of the UTF-8 form.
    var offset: Int
}
