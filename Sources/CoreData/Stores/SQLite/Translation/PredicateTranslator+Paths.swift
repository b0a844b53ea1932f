/// Where a key path leads.
enum ResolvedPath {
    case value(SQLExpression)
    /// The path meets a to-many of `owner`; `rest` follows it.
    case toMany(owner: RowPlace, relationship: RelationshipLayout, rest: ArraySlice<String>)
}

extension PredicateTranslator {
    /// Follows a path over to-ones as far as it goes.
    func resolve(_ path: ArraySlice<String>, from place: RowPlace) throws -> ResolvedPath {
        var place = place
        var rest = path
        while let key = rest.popFirst() {
            if key == "self" || key == "SELF" { continue }
            if key == "objectID", rest.isEmpty { return .value(place.key) }
            if key == "entity" {
                if rest.isEmpty { return .value(SQLExpression(text: "\(place.alias).Z_ENT", kind: .entity)) }
                guard rest == ["name"] else { throw notFound(rest.joined(separator: "."), place) }
                return .value(entityName(place))
            }
            let layout = place.mapping.layout
            var key = key
            // The elements of a composite attribute are columns of the same row.
            while case .composite = layout.code(key), let element = rest.popFirst() { key += ".\(element)" }
            switch layout.code(key) {
            case .slot(let slot):
                guard let column = place.mapping.columns[slot] else { throw notFound(key, place) }
                let text = "\(place.alias).\(column)"
                guard let relationship = layout.toOneBySlot[slot] else {
                    if !rest.isEmpty { throw notFound(rest.joined(separator: "."), place) }
                    return .value(SQLExpression(text: text, kind: SQLKind(layout.slots[slot], root: place.root)))
                }
                let root = schema.layout.entities[relationship.destination].rootIndex
                // the key of the destination stands in the column; no join is needed for it.
                if rest.isEmpty || rest == ["objectID"] || rest == ["self"] {
                    return .value(SQLExpression(text: text, kind: .object(root: root)))
                }
                place = try place.scope.follow(relationship, from: place, schema: schema)
            case .toMany(let index):
                return .toMany(owner: place, relationship: layout.toMany[index], rest: rest)
            case .composite:
                throw Refusal.error(
                    "unsupported predicate: the composite attribute \(layout.name).\(key) can be compared with nil only; "
                        + "name one of its elements")
            case .fetched, .unknown:
                throw notFound(key, place)
            }
        }
        return .value(place.key)
    }

    /// The row and the composite attribute at the end of a path; nil when there is none.
    func composite(
        _ path: ArraySlice<String>, from place: RowPlace
    ) throws -> (place: RowPlace, composite: CompositeLayout)? {
        var layout = place.mapping.layout
        var steps: [RelationshipLayout] = []
        var rest = path
        while let key = rest.popFirst() {
            if key == "self" || key == "SELF" { continue }
            switch layout.code(key) {
            case .composite:
                guard case .composite(let index) = layout.code(([key] + rest).joined(separator: ".")) else {
                    return nil
                }
                // Joined only now that the path is known to need it.
                let end = try steps.reduce(place) { try $0.scope.follow($1, from: $0, schema: schema) }
                return (end, layout.composites[index])
            case .slot(let slot):
                guard let relationship = layout.toOneBySlot[slot] else { return nil }
                steps.append(relationship)
                layout = schema.layout.entities[relationship.destination]
            case .toMany, .fetched, .unknown: return nil
            }
        }
        return nil
    }

    /// The name of the row's entity.
    ///
    /// Names come from the model, not from the predicate.
    private func entityName(_ place: RowPlace) -> SQLExpression {
        let family = schema.layout.entities[place.root].family.compactMap { schema[$0] }
        let cases = family.map { " WHEN \($0.number) THEN \(SQLName.literal($0.layout.name))" }.joined()
        return SQLExpression(text: "CASE \(place.alias).Z_ENT\(cases) END", kind: .string)
    }

    private func notFound(_ key: String, _ place: RowPlace) -> NSError {
        Refusal.error("keypath \(key) not found in entity \(place.mapping.layout.name)")
    }

    /// The row and the keys behind an expression that is a key path; nil for others.
    func start(of node: ExpressionNode) throws -> (place: RowPlace, path: ArraySlice<String>)? {
        switch node {
        case .evaluatedObject: return (base, [])
        case .variable(let name):
            guard let place = variables[name] else {
                throw Refusal.error("the variable $\(name) has no value; give it with withSubstitutionVariables(_:)")
            }
            return (place, [])
        case .keyPath(nil, let path): return (base, path[...])
        case .keyPath(.some(let inner), let path):
            guard let start = try start(of: inner) else { return nil }
            return (start.place, start.path + path)
        default: return nil
        }
    }

    // MARK: Members of to-manys

    /// A condition over the members of a to-many, as `SELECT … FROM … WHERE …` from `select` on.
    ///
    /// - Parameters:
    ///   - needsRow: false when only the members' keys are looked at, which spares a join.
    ///   - body: the value selected, and a condition or nil, for the member.
    func members(
        of relationship: RelationshipLayout, owner: RowPlace, needsRow: Bool,
        _ body: (RowPlace, SQLExpression) throws -> (select: SQLExpression, condition: SQLExpression?)
    ) throws -> SQLExpression {
        guard let mapping = owner.mapping.toMany[relationship.toManyIndex],
            let destination = schema[relationship.destination]
        else {
            throw Refusal.error("keypath \(relationship.name) not found in entity \(owner.mapping.layout.name)")
        }
        let scope = QueryScope(names: base.scope.names)
        let alias = scope.names.next()
        let place = RowPlace(alias: alias, mapping: destination, scope: scope)
        var from = "\(destination.table) \(alias)"
        var link = "\(alias).\(mapping.ownerColumn) = \(owner.alias).Z_PK"
        var key = place.key
        if mapping.isJoin {
            let join = scope.names.next()
            link = "\(join).\(mapping.ownerColumn) = \(owner.alias).Z_PK"
            if needsRow {
                from = "\(mapping.table) \(join) JOIN \(from) ON \(alias).Z_PK = \(join).\(mapping.memberColumn)"
            } else {
                from = "\(mapping.table) \(join)"
                key = SQLExpression(text: "\(join).\(mapping.memberColumn)", kind: .object(root: place.root))
            }
        }
        let (select, condition) = try body(place, key)
        var result = SQLExpression(text: "SELECT ")
        result.text += select.text
        result.bindings += select.bindings
        result.text += " FROM \(from)\(scope.joins) WHERE \(link)"
        if let condition {
            result.text += " AND (\(condition.text))"
            result.bindings += condition.bindings
        }
        return result
    }

    /// `EXISTS` over the members at the end of a path with to-manys, for ANY; its negation for ALL.
    ///
    /// ALL holds when no member fails; a comparison that is neither true nor false fails.
    func quantified(
        _ relationship: RelationshipLayout, owner: RowPlace, rest: ArraySlice<String>, isAll: Bool,
        _ condition: (SQLExpression) throws -> SQLExpression
    ) throws -> SQLExpression {
        let one = SQLExpression(text: "1")
        let query = try members(of: relationship, owner: owner, needsRow: !rest.isEmpty) { place, key in
            var inner: SQLExpression
            if rest.isEmpty {
                inner = try condition(key)
            } else {
                switch try resolve(rest, from: place) {
                case .value(let value): inner = try condition(value)
                case .toMany(let owner, let relationship, let rest):
                    inner = try quantified(relationship, owner: owner, rest: rest, isAll: isAll, condition)
                }
            }
            if isAll { inner = .joined("(%) IS NOT TRUE", inner) }
            return (one, inner)
        }
        return isAll ? .joined("NOT EXISTS (%)", query) : .joined("EXISTS (%)", query)
    }

    // MARK: Aggregates over to-manys

    private static let aggregates = ["@min": "MIN", "@max": "MAX", "@sum": "SUM", "@avg": "AVG"]

    /// `toMany.@count`, `toMany.@min.attr` or `toMany.attr.@min` as a correlated sub-select.
    func aggregate(
        _ relationship: RelationshipLayout, owner: RowPlace, rest: ArraySlice<String>
    ) throws -> SQLExpression {
        guard let position = rest.firstIndex(where: { $0.hasPrefix("@") }) else {
            throw Refusal.error("to-many key not allowed here: \(relationship.name)")
        }
        let name = rest[position]
        if name == "@count" {
            guard rest.count == 1 else {
                throw Refusal.error("Unsupported function expression \(rest.joined(separator: "."))")
            }
            let query = try members(of: relationship, owner: owner, needsRow: false) { _, _ in
                (SQLExpression(text: "COUNT(*)"), nil)
            }
            return .joined("(%)", query, kind: .number)
        }
        guard let function = Self.aggregates[name] else {
            throw Refusal.error("Unsupported collection operator \(name) in a predicate for the SQLite store")
        }
        let before = rest[rest.startIndex..<position]
        let after = rest[rest.index(after: position)...]
        guard before.isEmpty != after.isEmpty else {
            throw Refusal.error("Unsupported function expression \(rest.joined(separator: "."))")
        }
        return try aggregate(relationship, owner: owner, function: function, of: before + after)
    }

    func aggregate(
        _ relationship: RelationshipLayout, owner: RowPlace, function: String, of path: ArraySlice<String>
    ) throws -> SQLExpression {
        var kind = SQLKind.number
        let query = try members(of: relationship, owner: owner, needsRow: true) { place, _ in
            guard case .value(let value) = try resolve(Array(path)[...], from: place) else {
                throw Refusal.error("multiple to-many keys not allowed here: \(path.joined(separator: "."))")
            }
            if function == "MIN" || function == "MAX" { kind = value.kind }
            // the sum of nothing is nothing in SQL, zero in memory.
            let text = function == "SUM" ? "COALESCE(SUM(%), 0)" : "\(function)(%)"
            return (.joined(text, value), nil)
        }
        return .joined("(%)", query, kind: kind)
    }

    /// `SUBQUERY(toMany, $x, predicate).@count`.
    func count(of collection: ExpressionNode, variable: String, _ predicate: PredicateNode) throws -> SQLExpression {
        guard let (place, path) = try start(of: collection),
            case .toMany(let owner, let relationship, let rest) = try resolve(path, from: place), rest.isEmpty
        else { throw Refusal.error("unimplemented SQL generation: SUBQUERY needs a to-many relationship") }
        let query = try members(of: relationship, owner: owner, needsRow: true) { member, _ in
            var inner = self
            inner.variables[variable] = member
            return (SQLExpression(text: "COUNT(*)"), try inner.condition(predicate))
        }
        return .joined("(%)", query, kind: .number)
    }
}
