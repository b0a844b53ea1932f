/// Translates a predicate into the condition of a WHERE clause.
///
/// Source: predicates, sections 5 and 6. No value ever becomes part of the text.
struct PredicateTranslator {
    let schema: StoreSchema
    /// The row that key paths without a variable start from.
    let base: RowPlace
    /// Rows that variables stand for, inside subqueries.
    var variables: [String: RowPlace] = [:]
    /// Expressions that a HAVING clause may name: those fetched.
    var named: [String: SQLExpression] = [:]
    /// True where aggregates over the fetched rows have a meaning.
    var allowsAggregates = false
    /// True when constants that came from arguments may be bound anew; see `PredicateShape`.
    let bindsArguments: Bool
    /// Large collections, which become temporary tables.
    let tables: TableCounter

    final class TableCounter {
        var count = 0
    }

    func condition(_ node: PredicateNode) throws -> SQLExpression {
        switch node {
        case .constant(let value): return SQLExpression(text: value ? "1" : "0")
        case .not(let inner): return .joined("NOT (%)", try condition(inner))
        case .and(let parts): return try combined(parts, " AND ", empty: "1")
        case .or(let parts): return try combined(parts, " OR ", empty: "0")
        case .comparison(let comparison): return try condition(comparison)
        case .opaque(let predicate):
            throw Refusal.error(
                "Problem with subpredicate \(predicate): a block or a class of your own cannot become SQL")
        }
    }

    private func combined(_ parts: [PredicateNode], _ separator: String, empty: String) throws -> SQLExpression {
        if parts.isEmpty { return SQLExpression(text: empty) }
        let conditions = try parts.map { part -> SQLExpression in
            let inner = try condition(part)
            if case .comparison = part { return inner }
            return .joined("(%)", inner)
        }
        return .list(conditions, separator: separator)
    }

    // MARK: Sides of a comparison

    /// One side: SQL, or a constant that waits for the kind of the other side.
    enum Side {
        case expression(SQLExpression)
        case constant(ConstantNode)
        case list([ExpressionNode])

        var expression: SQLExpression? {
            if case .expression(let expression) = self { return expression }
            return nil
        }
    }

    func side(_ node: ExpressionNode) throws -> Side {
        switch node {
        case .constant(let constant): .constant(constant)
        case .aggregate(let elements): .list(elements)
        default: .expression(try expression(node))
        }
    }

    /// A constant as a parameter of the kind.
    func parameter(_ constant: ConstantNode, _ kind: SQLKind, _ form: SQLBinding.Form = .plain) -> SQLExpression {
        SQLExpression(
            text: "?", bindings: [SQLBinding(source: source(constant), kind: kind, form: form)], kind: kind)
    }

    func source(_ constant: ConstantNode) -> SQLBinding.Source {
        if bindsArguments, let argument = constant.argument { return .argument(argument) }
        return .value(Operand(constant.value))
    }

    /// A side as SQL, constants bound as `kind` says.
    func sql(_ side: Side, as kind: SQLKind, _ form: SQLBinding.Form = .plain) throws -> SQLExpression {
        switch side {
        case .expression(let expression): return expression
        case .constant(let constant):
            if Operand(constant.value).isNull { return SQLExpression(text: "NULL", kind: kind) }
            return parameter(constant, kind, form)
        case .list:
            throw Refusal.error("unsupported predicate: a list stands where one value is needed")
        }
    }
}
