extension PredicateTranslator {
    func condition(_ comparison: ComparisonNode) throws -> SQLExpression {
        if comparison.modifier != .direct {
            if let (place, path) = try start(of: comparison.left),
                case .toMany(let owner, let relationship, let rest) = try resolve(path, from: place),
                !rest.contains(where: { $0.hasPrefix("@") })
            {
                return try quantified(relationship, owner: owner, rest: rest, isAll: comparison.modifier == .all) {
                    try compare(.expression($0), comparison.type, try side(comparison.right), comparison.options)
                }
            }
        } else if comparison.type == .contains, let found = try member(comparison.right, of: comparison.left) {
            return found
        } else if comparison.type == .in, let found = try member(comparison.left, of: comparison.right) {
            return found
        }
        if let test = try compositeTest(comparison) { return test }
        return try compare(
            try side(comparison.left), comparison.type, try side(comparison.right), comparison.options)
    }

    /// `composite == nil` and `composite != nil`; nil for other comparisons.
    private func compositeTest(_ comparison: ComparisonNode) throws -> SQLExpression? {
        guard comparison.modifier == .direct, comparison.type == .equalTo || comparison.type == .notEqualTo else {
            return nil
        }
        for (node, other) in [(comparison.left, comparison.right), (comparison.right, comparison.left)] {
            guard case .constant(let constant) = other, Operand(constant.value).isNull,
                let (start, path) = try start(of: node), let (place, composite) = try self.composite(path, from: start)
            else { continue }
            let columns = composite.slots.compactMap { place.mapping.columns[$0] }
            let isNil = comparison.type == .equalTo
            if columns.isEmpty { return SQLExpression(text: isNil ? "1" : "0") }
            let tests = columns.map { "\(place.alias).\($0) \(isNil ? "IS NULL" : "IS NOT NULL")" }
            return SQLExpression(text: "(\(tests.joined(separator: isNil ? " AND " : " OR ")))")
        }
        return nil
    }

    /// `collection CONTAINS element` where the collection is reached over a to-many; nil where it is not.
    private func member(_ element: ExpressionNode, of collection: ExpressionNode) throws -> SQLExpression? {
        guard let (place, path) = try start(of: collection),
            case .toMany(let owner, let relationship, let rest) = try resolve(path, from: place),
            !rest.contains(where: { $0.hasPrefix("@") })
        else { return nil }
        return try quantified(relationship, owner: owner, rest: rest, isAll: false) {
            try compare(.expression($0), .equalTo, try side(element), [])
        }
    }

    // MARK: Operators

    private static let signs: [NSComparisonPredicate.Operator: String] = [
        .equalTo: "=", .notEqualTo: "<>", .lessThan: "<", .lessThanOrEqualTo: "<=", .greaterThan: ">",
        .greaterThanOrEqualTo: ">=",
    ]

    func compare(
        _ left: Side, _ type: NSComparisonPredicate.Operator, _ right: Side, _ options: NSComparisonPredicate.Options
    ) throws -> SQLExpression {
        switch type {
        case .in: return try isIn(left, right, options)
        case .contains:
            switch left {
            case .list: return try isIn(right, left, options)
            case .constant(let constant) where Operand(constant.value).elements != nil:
                return try isIn(right, left, options)
            default: return try search(left, right, .contains, options)
            }
        case .beginsWith: return try search(left, right, .begins, options)
        case .endsWith: return try search(left, right, .ends, options)
        case .between: return try isBetween(left, right)
        case .like: return try call(StoreFunctions.like, left, right, options)
        case .matches: return try call(StoreFunctions.matches, left, right, options)
        default: break
        }
        guard let sign = Self.signs[type] else {
            throw Refusal.error("unsupported predicate: the operator \(type.rawValue) cannot become SQL")
        }
        let kind = left.expression?.kind ?? right.expression?.kind ?? .unknown
        if let test = try compareWithNil(left, type, right, kind) { return test }
        try checkOrder(left, type, right)
        let form = type == .equalTo || type == .notEqualTo ? SQLBinding.Form.plain : .ordered
        let (first, second) = (try sql(left, as: kind, form), try sql(right, as: second(kind, right), form))
        if folds(kind, options) {
            return .joined("\(StoreFunctions.compare)(%, %, \(options.rawValue)) \(sign) 0", first, second)
        }
        return .joined("% \(sign) %", first, second)
    }

    /// Refuses to put columns of unlike kinds in an order: SQLite has one, which means nothing.
    private func checkOrder(_ left: Side, _ type: NSComparisonPredicate.Operator, _ right: Side) throws {
        guard type != .equalTo, type != .notEqualTo, let first = left.expression?.kind.family,
            let second = right.expression?.kind.family, first != second
        else { return }
        throw Refusal.error("unsupported predicate: \(first.rawValue) is compared with \(second.rawValue)")
    }

    /// Refuses to look for text in what is kept as bytes.
    private func checkText(_ side: Side) throws {
        guard let family = side.expression?.kind.family, family == .uuid || family == .bytes else { return }
        throw Refusal.error("unsupported predicate: \(family.rawValue) is searched for text")
    }

    /// The kind for the right side; its own when it has one.
    private func second(_ kind: SQLKind, _ right: Side) -> SQLKind { right.expression?.kind ?? kind }

    /// True when options change how values of the kind are compared.
    private func folds(_ kind: SQLKind, _ options: NSComparisonPredicate.Options) -> Bool {
        let isText = kind == .string || kind == .uri || kind == .unknown
        return isText && !options.isDisjoint(with: [.caseInsensitive, .diacriticInsensitive, .localeSensitive])
            && !options.contains(.normalized)
    }

    private func isNil(_ side: Side) -> Bool {
        if case .constant(let constant) = side { return Operand(constant.value).isNull }
        return false
    }

    /// Comparisons with nil: equality tests for NULL, an order with nil never holds.
    private func compareWithNil(
        _ left: Side, _ type: NSComparisonPredicate.Operator, _ right: Side, _ kind: SQLKind
    ) throws -> SQLExpression? {
        let (leftIsNil, rightIsNil) = (isNil(left), isNil(right))
        guard leftIsNil || rightIsNil else { return nil }
        let isEquality = type == .equalTo || type == .notEqualTo
        if leftIsNil, rightIsNil { return SQLExpression(text: type == .equalTo ? "1" : "0") }
        guard isEquality else { return SQLExpression(text: "0") }
        let other = try sql(leftIsNil ? right : left, as: kind)
        return .joined(type == .equalTo ? "% IS NULL" : "% IS NOT NULL", other)
    }

    private func isBetween(_ left: Side, _ right: Side) throws -> SQLExpression {
        let kind = left.expression?.kind ?? .unknown
        let value = try sql(left, as: kind)
        switch right {
        case .list(let bounds) where bounds.count == 2:
            return .joined(
                "% BETWEEN % AND %", value, try sql(try side(bounds[0]), as: kind, .ordered),
                try sql(try side(bounds[1]), as: kind, .ordered))
        case .constant(let constant) where Operand(constant.value).elements?.count == 2:
            return .joined(
                "% BETWEEN % AND %", value, parameter(constant, kind, .element(0)),
                parameter(constant, kind, .element(1)))
        default:
            throw Refusal.error("unsupported predicate: the right side of BETWEEN must be an array of two values")
        }
    }

    // MARK: Strings

    private func search(
        _ left: Side, _ right: Side, _ search: StoreFunctions.Search, _ options: NSComparisonPredicate.Options
    ) throws -> SQLExpression {
        if isNil(left) || isNil(right) { return SQLExpression(text: "0") }
        try checkText(left)
        try checkText(right)
        let folds = folds(.string, options)
        if !folds, search == .begins, case .expression(let column) = left, column.kind == .string,
            case .constant(let constant) = right
        {
            // a range, so that an index serves.
            return .joined(
                "(% >= % AND % < %)", column, parameter(constant, .string, .prefixStart), column,
                parameter(constant, .string, .prefixEnd))
        }
        let (text, part) = (try sql(left, as: .string), try sql(right, as: .string))
        if !folds, search == .contains { return .joined("INSTR(%, %) > 0", text, part) }
        return .joined(
            "\(StoreFunctions.search)(%, %, \(search.rawValue), \(folds ? options.rawValue : 0))", text, part)
    }

    private func call(
        _ function: String, _ left: Side, _ right: Side, _ options: NSComparisonPredicate.Options
    ) throws -> SQLExpression {
        if isNil(left) || isNil(right) { return SQLExpression(text: "0") }
        try checkText(left)
        try checkText(right)
        return .joined(
            "\(function)(%, %, \(options.rawValue))", try sql(left, as: .string), try sql(right, as: .string))
    }

    // MARK: IN

    /// More elements than this go through a temporary table.
    static let listLimit = 128

    private func isIn(_ left: Side, _ right: Side, _ options: NSComparisonPredicate.Options) throws -> SQLExpression {
        let kind = left.expression?.kind ?? right.expression?.kind ?? .unknown
        switch right {
        case .expression(let whole):
            guard whole.kind == .string || whole.kind == .uri else {
                throw Refusal.error("unsupported predicate: the right side of IN is no collection")
            }
            return try search(right, left, .contains, options)
        case .list(let elements):
            if elements.isEmpty || isNil(left) { return SQLExpression(text: "0") }
            let value = try sql(left, as: kind)
            let items = try elements.map { try sql(try side($0), as: kind) }
            if folds(kind, options) {
                let tests = items.map {
                    SQLExpression.joined("\(StoreFunctions.compare)(%, %, \(options.rawValue)) = 0", value, $0)
                }
                return .joined("(%)", .list(tests, separator: " OR "))
            }
            return .joined("% IN (%)", value, .list(items, separator: ", "))
        case .constant(let constant):
            return try isIn(left, constant, kind, options)
        }
    }

    private func isIn(
        _ left: Side, _ constant: ConstantNode, _ kind: SQLKind, _ options: NSComparisonPredicate.Options
    ) throws -> SQLExpression {
        let operand = Operand(constant.value)
        if operand.isNull || isNil(left) { return SQLExpression(text: "0") }
        if case .string = operand {
            return try search(.constant(constant), left, .contains, options)
        }
        guard let count = operand.elements?.count else {
            throw Refusal.error("unsupported predicate: the right side of IN is \(operand.kindName), no collection")
        }
        if count == 0 { return SQLExpression(text: "0") }
        var value = try sql(left, as: kind)
        let folding = folds(kind, options) ? options.rawValue : 0
        if folding != 0 { value = .joined("\(StoreFunctions.fold)(%, \(folding))", value, kind: kind) }
        if count > Self.listLimit {
            let number = tables.count
            tables.count += 1
            let table = SQLExpression(
                text: "SELECT value FROM temp.\(CollectionTables.name(number))",
                bindings: [
                    SQLBinding(source: source(constant), kind: kind, form: .table(number, options: folding))
                ])
            return .joined("% IN (%)", value, table)
        }
        let places = (0..<ArgumentFlavour.places(count)).map { index in
            parameter(constant, kind, folding == 0 ? .element(index) : .foldedElement(index, options: folding))
        }
        return .joined("% IN (%)", value, .list(places, separator: ", "))
    }
}

/// What about an argument changes the text of a statement.
enum ArgumentFlavour {
    static func of(_ operand: Operand) -> UInt8 {
        if operand.isNull { return 0 }
        guard let count = operand.elements?.count else {
            if case .string = operand { return 2 }
            return 1
        }
        if count == 0 { return 3 }
        if count > PredicateTranslator.listLimit { return 4 }
        // two elements may be the bounds of BETWEEN.
        return count == 2 ? 5 : UInt8(16 + places(count).trailingZeroBitCount)
    }

    /// Places for `count` elements: the next power of two.
    static func places(_ count: Int) -> Int {
        count <= 1 ? 1 : 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount)
    }
}
