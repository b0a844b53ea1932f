import Foundation

/// Reads predicate and expression formats into trees.
///
/// The grammar has one loop for all binary operators, from OR to `**`, over terms that are either a
/// predicate or an expression; a parenthesis may hold either, and what it held is known when it closes.
struct PredicateParser {
    /// How deep a format may nest, and how deep the tree made of it may be.
    ///
    /// Everything that walks a tree recurses, and runs on threads with small stacks too.
    static let depthLimit = 100

    /// What the grammar calls a predicate or an expression.
    struct Term {
        enum Content {
            case predicate(PredicateNode)
            case expression(ExpressionNode)
        }

        var content: Content
        /// Height of the tree.
        var height: Int
        /// In bytes.
        var offset: Int
    }

    /// Binding strength, weakest first.
    enum Precedence: Int, Comparable {
        case or = 1
        case and, not, comparison, bitOr, bitXor, bitAnd, shift, sum, product, power, prefix

        /// The weakest operator between values.
        static let weakestValue = Precedence.bitOr

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

        var stronger: Precedence { Precedence(rawValue: rawValue + 1) ?? .prefix }
    }

    let format: String
    private let tokens: [PlacedToken]
    private var index = 0
    /// Values for `%K`, and predicates and expressions to be inserted; other values stay arguments.
    let arguments: [Any?]
    private var nextArgument = 0
    private var nesting = 0
    /// Which arguments were key paths.
    private(set) var keyPathArguments: [Int] = []

    init(_ format: String, arguments: [Any?]) throws(PredicateFormatError) {
        self.format = format
        self.arguments = arguments
        tokens = try PredicateLexer.tokens(of: format)
    }

    // MARK: Entries

    /// Returns the predicate of a format with its arguments in place.
    ///
    /// - Throws: `PredicateFormatError`.
    static func parse(_ format: String, arguments: [Any?]) throws(PredicateFormatError) -> PredicateNode {
        try PredicateTemplate.template(for: format, arguments: arguments).node.binding(arguments)
    }

    /// Returns the expression of a format with its arguments in place.
    ///
    /// - Throws: `PredicateFormatError`.
    static func parseExpression(
        _ format: String, arguments: [Any?]
    ) throws(PredicateFormatError) -> ExpressionNode {
        var parser = try PredicateParser(format, arguments: arguments)
        let term = try parser.term(.or)
        let expression = try parser.expression(term)
        try parser.expectEnd()
        return expression.binding(arguments)
    }

    /// Reads the whole format as a predicate.
    mutating func wholePredicate() throws(PredicateFormatError) -> PredicateNode {
        let term = try term(.or)
        let predicate = try predicate(term)
        try expectEnd()
        return predicate
    }

    /// How many arguments the format has taken.
    var argumentCount: Int { nextArgument }

    // MARK: Tokens

    var current: PlacedToken { tokens[index] }

    mutating func advance() {
        if index < tokens.count - 1 { index += 1 }
    }

    /// Steps over the symbol if it is next.
    mutating func take(_ symbol: PredicateToken.Symbol) -> Bool {
        guard current.token == .symbol(symbol) else { return false }
        advance()
        return true
    }

    mutating func expect(_ symbol: PredicateToken.Symbol) throws(PredicateFormatError) {
        guard take(symbol) else { throw error("\"\(symbol.rawValue)\" was expected before \(current.token.text)") }
    }

    private func expectEnd() throws(PredicateFormatError) {
        guard current.token == .end else { throw error("an operator was expected before \(current.token.text)") }
    }

    /// True when the token after the current one is `symbol`.
    func isNext(_ symbol: PredicateToken.Symbol) -> Bool {
        index + 1 < tokens.count && tokens[index + 1].token == .symbol(symbol)
    }

    /// Takes the next argument for the directive at the current token.
    mutating func takeArgument() throws(PredicateFormatError) -> Int {
        guard nextArgument < arguments.count else {
            throw PredicateFormatError(
                .argument, format: format, offset: PredicateFormatError.characters(format, current.offset),
                reason: "the directive needs argument number \(nextArgument + 1), but \(arguments.count) were given")
        }
        advance()
        nextArgument += 1
        return nextArgument - 1
    }

    mutating func takeKeyPathArgument() throws(PredicateFormatError) -> [String] {
        let offset = current.offset
        let argument = try takeArgument()
        keyPathArguments.append(argument)
        guard let path = FormatArguments.string(arguments[argument]) else {
            throw PredicateFormatError(
                .argument, format: format, offset: PredicateFormatError.characters(format, offset),
                reason: "%K needs a string, but argument number \(argument + 1) is none")
        }
        let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard keys.allSatisfy({ !$0.isEmpty }) else {
            throw PredicateFormatError(
                .argument, format: format, offset: PredicateFormatError.characters(format, offset),
                reason: "\"\(path)\", the argument of %K, is no key path")
        }
        return keys
    }

    // MARK: Errors

    func error(_ reason: String) -> PredicateFormatError {
        .syntax(format, byteOffset: current.offset, reason)
    }

    func tooComplex(at offset: Int) -> PredicateFormatError {
        PredicateFormatError(
            .tooComplex, format: format, offset: PredicateFormatError.characters(format, offset),
            reason: "the format nests deeper than \(Self.depthLimit) levels")
    }

    // MARK: Terms

    func predicate(_ term: Term) throws(PredicateFormatError) -> PredicateNode {
        switch term.content {
        case .predicate(let node): return node
        case .expression:
            throw .syntax(
                format, byteOffset: term.offset,
                "a predicate was expected, not an expression alone; compare it, as in \"isDone == YES\"")
        }
    }

    func expression(_ term: Term) throws(PredicateFormatError) -> ExpressionNode {
        switch term.content {
        case .expression(let node): return node
        case .predicate:
            throw .syntax(format, byteOffset: term.offset, "an expression was expected, not a predicate")
        }
    }

    func term(
        _ content: Term.Content, over parts: Term..., at offset: Int
    ) throws(PredicateFormatError) -> Term {
        try term(content, over: parts, at: offset)
    }

    func term(_ content: Term.Content, over parts: [Term], at offset: Int) throws(PredicateFormatError) -> Term {
        let height = (parts.lazy.map(\.height).max() ?? 0) + 1
        if height > Self.depthLimit { throw tooComplex(at: offset) }
        return Term(content: content, height: height, offset: offset)
    }

    /// Reads one term with all operators that bind at least as strongly as `weakest`.
    mutating func term(_ weakest: Precedence) throws(PredicateFormatError) -> Term {
        nesting += 1
        defer { nesting -= 1 }
        if nesting > Self.depthLimit { throw tooComplex(at: current.offset) }
        var left = try prefixedTerm()
        while let (precedence, operation) = binaryOperator(), precedence >= weakest {
            switch operation {
            case .logical(let type):
                left = try compound(type, first: left, precedence: precedence)
            case .comparison:
                left = try comparison(left, modifier: .direct)
            case .arithmetic(let function):
                advance()
                let right = try term(precedence.stronger)
                let node = ExpressionNode.function(
                    name: function, operand: nil, arguments: [try expression(left), try expression(right)])
                left = try term(.expression(node), over: left, right, at: left.offset)
            }
        }
        return left
    }

    private mutating func compound(
        _ type: NSCompoundPredicate.LogicalType, first: Term, precedence: Precedence
    ) throws(PredicateFormatError) -> Term {
        var terms = [first]
        var nodes = [try predicate(first)]
        while case (_, .logical(type))? = binaryOperator() {
            advance()
            let next = try term(precedence.stronger)
            nodes.append(try predicate(next))
            terms.append(next)
        }
        return try term(.predicate(type == .and ? .and(nodes) : .or(nodes)), over: terms, at: first.offset)
    }

    private mutating func prefixedTerm() throws(PredicateFormatError) -> Term {
        let start = current
        if start.token == .symbol(.not) || start.token.keyword == "NOT" {
            advance()
            let operand = try term(.not)
            return try term(.predicate(.not(try predicate(operand))), over: operand, at: start.offset)
        }
        if start.token == .symbol(.minus) {
            advance()
            return try negated(try term(.prefix), at: start.offset)
        }
        if start.token == .symbol(.complement) {
            advance()
            let operand = try term(.prefix)
            let node = ExpressionNode.function(
                name: "onesComplement:", operand: nil, arguments: [try expression(operand)])
            return try term(.expression(node), over: operand, at: start.offset)
        }
        switch start.token.keyword {
        case "ANY", "SOME":
            advance()
            return try comparison(try term(.weakestValue), modifier: .any)
        case "ALL":
            advance()
            return try comparison(try term(.weakestValue), modifier: .all)
        case "NONE":
            advance()
            let any = try comparison(try term(.weakestValue), modifier: .any)
            return try term(.predicate(.not(try predicate(any))), over: any, at: start.offset)
        default:
            return try postfixed(try atom())
        }
    }

    private func negated(_ operand: Term, at offset: Int) throws(PredicateFormatError) -> Term {
        let node = try expression(operand)
        if case .constant(let constant) = node, constant.argument == nil {
            if let value = constant.value as? Int {
                return Term(content: .expression(.literal(-value)), height: operand.height, offset: offset)
            }
            if let value = constant.value as? Double {
                // 9223372036854775808 is beyond Int, its negative is not.
                let literal: ExpressionNode = -value == Double(Int.min) ? .literal(Int.min) : .literal(-value)
                return Term(content: .expression(literal), height: operand.height, offset: offset)
            }
        }
        let difference = ExpressionNode.function(
            name: "from:subtract:", operand: nil, arguments: [.literal(0), node])
        return try term(.expression(difference), over: operand, at: offset)
    }
}
