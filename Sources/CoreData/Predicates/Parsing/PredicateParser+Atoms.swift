import Foundation

extension PredicateParser {
    /// Words that are no key path unless written with `#`.
    static let reservedWords: Set<String> = [
        "AND", "OR", "IN", "NOT", "ALL", "ANY", "SOME", "NONE", "LIKE", "CASEINSENSITIVE", "CI", "MATCHES", "CONTAINS",
        "BEGINSWITH", "ENDSWITH", "BETWEEN", "NULL", "NIL", "SELF", "TRUE", "YES", "FALSE", "NO", "FIRST", "LAST",
        "SIZE", "ANYKEY", "SUBQUERY", "FETCH", "CAST", "TRUEPREDICATE", "FALSEPREDICATE",
    ]

    /// Reads the smallest whole: a literal, a key, a call, a list, something in parentheses.
    mutating func atom() throws(PredicateFormatError) -> Term {
        let start = current
        switch start.token {
        case .symbol(.openParenthesis):
            advance()
            let inner = try term(.or)
            try expect(.closeParenthesis)
            return inner
        case .symbol(.openBrace):
            advance()
            let elements = try list(closedBy: .closeBrace)
            return try term(.expression(.aggregate(try elements.nodes(self))), over: elements.terms, at: start.offset)
        case .string(let text): return literal(text)
        case .integer(let value): return literal(value)
        case .real(let value): return literal(value)
        case .valueArgument: return try valueArgument()
        case .keyPathArgument:
            let keys = try takeKeyPathArgument()
            return leaf(keys.count == 1 && keys[0].uppercased() == "SELF" ? .evaluatedObject : .keyPath(keys), start)
        case .variable(let name):
            advance()
            return leaf(.variable(name), start)
        case .collectionOperator(let name):
            advance()
            return leaf(.keyPath(["@" + name]), start)
        case .selector(let name):
            advance()
            return try call(name, at: start)
        case .name(let name, escaped: true):
            advance()
            return leaf(.keyPath([name]), start)
        case .name(let name, escaped: false):
            return try word(name, at: start)
        case .symbol, .end:
            throw error("a value or a key was expected before \(start.token.text)")
        }
    }

    private func leaf(_ node: ExpressionNode, _ start: PlacedToken) -> Term {
        Term(content: .expression(node), height: 1, offset: start.offset)
    }

    private mutating func literal(_ value: Any?) -> Term {
        let start = current
        advance()
        return leaf(.literal(value), start)
    }

    private mutating func valueArgument() throws(PredicateFormatError) -> Term {
        let start = current
        let argument = try takeArgument()
        switch arguments[argument] {
        case let predicate as NSPredicate:
            return Term(
                content: .predicate(PredicateNode(predicate).withoutArguments), height: 1, offset: start.offset)
        case let expression as NSExpression:
            return leaf(ExpressionNode(expression).withoutArguments, start)
        default:
            return leaf(.constant(ConstantNode(value: nil, argument: argument)), start)
        }
    }

    // MARK: Words

    private mutating func word(_ name: String, at start: PlacedToken) throws(PredicateFormatError) -> Term {
        let keyword = name.uppercased()
        switch keyword {
        case "SELF":
            advance()
            return leaf(.evaluatedObject, start)
        case "NULL", "NIL": return literal(nil)
        case "TRUE", "YES": return literal(true)
        case "FALSE", "NO": return literal(false)
        case "TRUEPREDICATE", "FALSEPREDICATE":
            advance()
            return Term(content: .predicate(.constant(keyword == "TRUEPREDICATE")), height: 1, offset: start.offset)
        default: break
        }
        if isNext(.openParenthesis) {
            advance()
            switch keyword {
            case "SUBQUERY": return try subquery(at: start)
            case "TERNARY": return try ternary(at: start)
            case "FUNCTION": return try customFunction(at: start)
            case "CAST": return try call("castObject:toType:", at: start)
            case "FETCH":
                throw .syntax(
                    format, byteOffset: start.offset,
                    "FETCH is not supported in formats; make an NSFetchRequestExpression")
            default: return try call(word: name, at: start)
            }
        }
        switch keyword {
        case "FIRST", "LAST", "SIZE", "CAST", "FETCH", "CI":
            // Reserved, but nothing else can be meant here.
            break
        default:
            if Self.reservedWords.contains(keyword) {
                throw error("\"\(name)\" is a reserved word; a key of that name is written \"#\(name)\"")
            }
        }
        advance()
        return leaf(.keyPath([name]), start)
    }

    // MARK: Calls

    struct ArgumentList {
        var terms: [Term] = []

        func nodes(_ parser: PredicateParser) throws(PredicateFormatError) -> [ExpressionNode] {
            var nodes: [ExpressionNode] = []
            for term in terms { nodes.append(try parser.expression(term)) }
            return nodes
        }
    }

    /// Reads terms between commas up to the closing symbol; the opening one has been read.
    private mutating func list(closedBy close: PredicateToken.Symbol) throws(PredicateFormatError) -> ArgumentList {
        var list = ArgumentList()
        if take(close) { return list }
        repeat { list.terms.append(try term(.or)) } while take(.comma)
        try expect(close)
        return list
    }

    private mutating func call(word: String, at start: PlacedToken) throws(PredicateFormatError) -> Term {
        try expect(.openParenthesis)
        let list = try list(closedBy: .closeParenthesis)
        guard let name = FunctionNames.full(word, argumentCount: list.terms.count) else {
            throw .syntax(
                format, byteOffset: start.offset,
                "there is no function \"\(word)\" of \(list.terms.count) arguments")
        }
        return try function(name, list, at: start)
    }

    private mutating func call(_ name: String, at start: PlacedToken) throws(PredicateFormatError) -> Term {
        guard FunctionNames.all.contains(name) else {
            throw .syntax(format, byteOffset: start.offset, "there is no function \"\(name)\"")
        }
        try expect(.openParenthesis)
        let list = try list(closedBy: .closeParenthesis)
        if let count = FunctionNames.argumentCount(of: name), count != list.terms.count {
            throw .syntax(
                format, byteOffset: start.offset,
                "\"\(name)\" takes \(count) arguments, not \(list.terms.count)")
        }
        return try function(name, list, at: start)
    }

    private func function(
        _ name: String, _ list: ArgumentList, at start: PlacedToken
    ) throws(PredicateFormatError) -> Term {
        let node = ExpressionNode.function(name: name, operand: nil, arguments: try list.nodes(self))
        return try term(.expression(node), over: list.terms, at: start.offset)
    }

    private mutating func customFunction(at start: PlacedToken) throws(PredicateFormatError) -> Term {
        try expect(.openParenthesis)
        let list = try list(closedBy: .closeParenthesis)
        var nodes = try list.nodes(self)
        guard nodes.count >= 2, case .constant(let constant) = nodes[1],
            let name = constant.argument.map({ FormatArguments.string(arguments[$0]) }) ?? constant.value as? String
        else {
            throw .syntax(
                format, byteOffset: start.offset,
                "FUNCTION takes a target, the name of a method as a string, and the arguments of the method")
        }
        let target = nodes.removeFirst()
        nodes.removeFirst()
        return try term(
            .expression(.function(name: name, operand: target, arguments: nodes)), over: list.terms, at: start.offset)
    }

    private mutating func subquery(at start: PlacedToken) throws(PredicateFormatError) -> Term {
        try expect(.openParenthesis)
        let collection = try term(.weakestValue)
        try expect(.comma)
        guard case .variable(let variable) = current.token else {
            throw error("a variable, as in $x, was expected before \(current.token.text)")
        }
        advance()
        try expect(.comma)
        let condition = try term(.or)
        try expect(.closeParenthesis)
        let node = ExpressionNode.subquery(
            collection: try expression(collection), variable: variable, predicate: try predicate(condition))
        return try term(.expression(node), over: collection, condition, at: start.offset)
    }

    private mutating func ternary(at start: PlacedToken) throws(PredicateFormatError) -> Term {
        try expect(.openParenthesis)
        let condition = try term(.or)
        try expect(.comma)
        let first = try term(.weakestValue)
        try expect(.comma)
        let second = try term(.weakestValue)
        try expect(.closeParenthesis)
        let node = ExpressionNode.conditional(
            try predicate(condition), try expression(first), try expression(second))
        return try term(.expression(node), over: condition, first, second, at: start.offset)
    }

    // MARK: Behind an atom

    /// Reads what follows an expression: `.key`, `[index]`, `.method(…)`.
    mutating func postfixed(_ atom: Term) throws(PredicateFormatError) -> Term {
        var left = atom
        while true {
            if take(.dot) {
                left = try afterDot(left)
            } else if case .expression = left.content, take(.openBracket) {
                left = try indexed(left)
            } else {
                return left
            }
        }
    }

    private mutating func afterDot(_ left: Term) throws(PredicateFormatError) -> Term {
        let base = try expression(left)
        let keys: [String]
        switch current.token {
        case .name(let name, _):
            if isNext(.openParenthesis) {
                advance()
                advance()
                let list = try list(closedBy: .closeParenthesis)
                let node = ExpressionNode.function(name: name, operand: base, arguments: try list.nodes(self))
                return try term(.expression(node), over: [left] + list.terms, at: left.offset)
            }
            keys = [name]
            advance()
        case .collectionOperator(let name):
            keys = ["@" + name]
            advance()
        case .keyPathArgument:
            keys = try takeKeyPathArgument()
        default:
            throw error("a key was expected before \(current.token.text)")
        }
        switch base {
        case .keyPath(let inner, let path):
            if path.count >= Self.depthLimit { throw tooComplex(at: left.offset) }
            return Term(
                content: .expression(.keyPath(base: inner, path: path + keys)), height: left.height,
                offset: left.offset)
        case .evaluatedObject:
            return Term(content: .expression(.keyPath(keys)), height: left.height, offset: left.offset)
        default:
            return try term(.expression(.keyPath(base: base, path: keys)), over: left, at: left.offset)
        }
    }

    private mutating func indexed(_ left: Term) throws(PredicateFormatError) -> Term {
        let index: Term
        if let place = current.token.keyword.flatMap({ CollectionPlace(rawValue: $0) }), isNext(.closeBracket) {
            index = literal(place)
        } else {
            index = try term(.weakestValue)
        }
        try expect(.closeBracket)
        let node = ExpressionNode.function(
            name: "objectFrom:withIndex:", operand: nil, arguments: [try expression(left), try expression(index)])
        return try term(.expression(node), over: left, index, at: left.offset)
    }
}
