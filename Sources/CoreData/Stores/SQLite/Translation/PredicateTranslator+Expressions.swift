extension PredicateTranslator {
    /// An expression that yields one value.
    func expression(_ node: ExpressionNode) throws -> SQLExpression {
        switch node {
        case .constant(let constant):
            return try sql(.constant(constant), as: .unknown)
        case .evaluatedObject, .variable:
            return try path(node)
        case .keyPath(.some(.subquery(let collection, let variable, let predicate)), let path):
            guard path == ["@count"] else {
                throw Refusal.error("unimplemented SQL generation: only @count can follow a SUBQUERY")
            }
            return try count(of: collection, variable: variable, predicate)
        case .keyPath:
            if case .keyPath(nil, let path) = node, path.count == 1, let known = named[path[0]] { return known }
            return try path(node)
        case .function(let name, let operand, let arguments):
            return try function(name, operand, arguments)
        case .conditional(let condition, let yes, let no):
            let first = try side(yes)
            let second = try side(no)
            let kind = first.expression?.kind ?? second.expression?.kind ?? .unknown
            return .joined(
                "CASE WHEN % THEN % ELSE % END", try self.condition(condition), try sql(first, as: kind),
                try sql(second, as: kind), kind: kind)
        case .subquery:
            throw Refusal.error("unimplemented SQL generation: SUBQUERY needs @count behind it")
        case .aggregate, .unionSet, .intersectSet, .minusSet, .opaque:
            throw Refusal.error("unsupported predicate: \(node) cannot become SQL")
        }
    }

    private func path(_ node: ExpressionNode) throws -> SQLExpression {
        guard let (place, path) = try start(of: node) else {
            throw Refusal.error("unsupported predicate: \(node) cannot become SQL")
        }
        switch try resolve(path, from: place) {
        case .value(let value): return value
        case .toMany(let owner, let relationship, let rest):
            return try aggregate(relationship, owner: owner, rest: rest)
        }
    }

    // MARK: Functions

    private static let operators = [
        "add:to:": "+", "from:subtract:": "-", "multiply:by:": "*", "divide:by:": "/", "bitwiseAnd:with:": "&",
        "bitwiseOr:with:": "|", "leftshift:by:": "<<", "rightshift:by:": ">>",
    ]
    private static let collectionFunctions = [
        "sum:": "SUM", "min:": "MIN", "max:": "MAX", "average:": "AVG",
    ]
    /// Evaluated by the Predicates room through one registered function.
    private static let called: Set<String> = [
        "sqrt:", "log:", "ln:", "raise:toPower:", "exp:", "floor:", "ceiling:", "trunc:", "modulus:by:",
        "onesComplement:", "uppercase:", "lowercase:", "canonical:", "length:", "bitwiseXor:with:",
    ]

    func function(
        _ name: String, _ operand: ExpressionNode?, _ arguments: [ExpressionNode]
    ) throws -> SQLExpression {
        guard operand == nil else { throw unsupported(name) }
        if let symbol = Self.operators[name], arguments.count == 2 {
            var left = try value(arguments[0])
            let right = try value(arguments[1])
            // dates and decimals may be stored as whole numbers, which SQLite would divide as such.
            if symbol == "/", left.kind == .date || left.kind == .decimal {
                left = .joined("CAST(% AS REAL)", left, kind: left.kind)
            }
            return .joined("(% \(symbol) %)", left, right, kind: .number)
        }
        switch (name, arguments.count) {
        case ("count:", 1): return try count(arguments[0])
        case ("sum:", 1), ("min:", 1), ("max:", 1), ("average:", 1):
            return try collection(name, arguments[0])
        case ("abs:", 1): return .joined("ABS(%)", try value(arguments[0]), kind: .number)
        case ("now", 0): return SQLExpression(text: "\(StoreFunctions.now)()", kind: .date)
        case ("random", 0): return SQLExpression(text: "(ABS(RANDOM() % 2147483648))", kind: .number)
        case ("noindex:", 1):
            let inner = try value(arguments[0])
            return .joined("+%", inner, kind: inner.kind)
        case ("indexed:by:", 2): return try expression(arguments[0])
        case ("castObject:toType:", 2): return try cast(arguments[0], to: arguments[1])
        default: break
        }
        guard Self.called.contains(name), !arguments.isEmpty else { throw unsupported(name) }
        let values = try arguments.map { try value($0) }
        let isText = ["uppercase:", "lowercase:", "canonical:"].contains(name)
        let list = SQLExpression.list(values, separator: ", ")
        // the name is one of those above, not the user's text.
        return .joined("\(StoreFunctions.call)('\(name)', %)", list, kind: isText ? .string : .number)
    }

    private func unsupported(_ name: String) -> NSError { Refusal.error("Unsupported function expression \(name)") }

    private func value(_ node: ExpressionNode) throws -> SQLExpression {
        try sql(try side(node), as: .number)
    }

    private func count(_ argument: ExpressionNode) throws -> SQLExpression {
        if case .subquery(let collection, let variable, let predicate) = argument {
            return try count(of: collection, variable: variable, predicate)
        }
        guard let (place, path) = try start(of: argument) else { throw unsupported("count:") }
        switch try resolve(path, from: place) {
        case .value(let value): return try columnAggregate("COUNT", value, kind: .number)
        case .toMany(let owner, let relationship, let rest):
            guard rest.isEmpty else { throw unsupported("count:(\(path.joined(separator: ".")))") }
            return try aggregate(relationship, owner: owner, rest: ["@count"])
        }
    }

    private func collection(_ name: String, _ argument: ExpressionNode) throws -> SQLExpression {
        guard let function = Self.collectionFunctions[name], let (place, path) = try start(of: argument) else {
            throw unsupported(name)
        }
        switch try resolve(path, from: place) {
        case .value(let value):
            let kind = function == "MIN" || function == "MAX" ? value.kind : SQLKind.number
            return try columnAggregate(function, value, kind: kind)
        case .toMany(let owner, let relationship, let rest):
            guard !rest.isEmpty, !rest.contains(where: { $0.hasPrefix("@") }) else { throw unsupported(name) }
            return try aggregate(relationship, owner: owner, function: function, of: rest)
        }
    }

    /// An aggregate over the fetched rows; makes sense among fetched properties and in HAVING only.
    private func columnAggregate(_ function: String, _ value: SQLExpression, kind: SQLKind) throws -> SQLExpression {
        guard allowsAggregates else {
            throw Refusal.error("Unsupported function expression \(function.lowercased()):(\(value.text))")
        }
        return .joined("\(function)(%)", value, kind: kind)
    }

    private func cast(_ argument: ExpressionNode, to type: ExpressionNode) throws -> SQLExpression {
        guard case .constant(let constant) = type, case .string(let name) = Operand(constant.value) else {
            throw unsupported("castObject:toType:")
        }
        let side = try side(argument)
        let inner = try sql(side, as: side.expression?.kind ?? .unknown)
        switch name {
        case "NSNumber", "NSDecimalNumber":
            if inner.kind == .string { return .joined("CAST(% AS NUMERIC)", inner, kind: .number) }
            return SQLExpression(text: inner.text, bindings: inner.bindings, kind: .number)
        case "NSDate":
            // SQLite would call every text greater than every number.
            let isText =
                if case .constant(let value) = argument, case .string = Operand(value.value) { true } else {
                    inner.kind == .string
                }
            if isText {
                throw Refusal.error(
                    "unsupported predicate: CAST(…, 'NSDate') takes seconds since 2001-01-01 00:00 UTC, not a text")
            }
            return SQLExpression(text: inner.text, bindings: inner.bindings, kind: .date)
        case "NSString":
            if inner.kind == .uuid { throw unsupported("castObject:toType:") }
            return .joined("CAST(% AS TEXT)", inner, kind: .string)
        default: throw unsupported("castObject:toType: \(name)")
        }
    }
}
