import SQLite

extension SQLiteStore {
    func fetchDictionaries(_ spec: FetchSpec) throws -> [[String: Any]] {
        try reading(at: spec.snapshots) { opened, reader in
            let query = try DictionaryQuery(spec: spec, schema: opened.schema)
            let binder = ParameterBinder(schema: opened.schema, store: self, arguments: [])
            try CollectionTables.fill(query.bindings, binder: binder, connection: reader.connection)
            let sql = opened.translations.sql(query.text, purpose: "fetch values of \(spec.layout.name)")
            let statement = try reader.connection.statement(sql)
            defer { statement.reset() }
            let next = try binder.bind(query.bindings, to: statement)
            if query.isLimited {
                statement.bind(next, integer: spec.limit > 0 ? Int64(spec.limit) : -1)
                statement.bind(next + 1, integer: Int64(max(spec.offset, 0)))
            }
            var results: [[String: Any]] = []
            while try statement.step() {
                var result: [String: Any] = [:]
                for column in query.columns {
                    if let value = column.value(statement, schema: opened.schema) { result[column.name] = value }
                }
                results.append(result)
            }
            return results
        }
    }
}

/// One fetched value of a dictionary result.
struct DictionaryColumn {
    var name: String
    var column: Int32
    var kind: Kind

    enum Kind {
        case integer
        case boolean
        case real
        case float
        case date
        case decimal
        case string
        case uri
        case uuid
        case data
        /// A key; its entity is in the next column, or is the one given.
        case reference(entity: Int32, hasEntityColumn: Bool)
        /// Whatever the database has.
        case any

        init(_ type: NSAttributeType) {
            self =
                switch type {
                case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: .integer
                case .booleanAttributeType: .boolean
                case .doubleAttributeType: .real
                case .floatAttributeType: .float
                case .dateAttributeType: .date
                case .decimalAttributeType: .decimal
                case .stringAttributeType: .string
                case .URIAttributeType: .uri
                case .UUIDAttributeType: .uuid
                case .binaryDataAttributeType, .transformableAttributeType: .data
                default: .any
                }
        }

        init(_ kind: SQLKind) {
            self =
                switch kind {
                case .integer: .integer
                case .boolean: .boolean
                case .real: .real
                case .date: .date
                case .decimal: .decimal
                case .string: .string
                case .uri: .uri
                case .uuid: .uuid
                case .binary, .transformable: .data
                case .object, .entity, .number, .unknown: .any
                }
        }
    }

    /// The value that the statement stands on; nil for NULL.
    func value(_ statement: Statement, schema: StoreSchema) -> Any? {
        if statement.isNull(column) { return nil }
        switch kind {
        case .integer: return statement.integer(column)
        case .boolean: return statement.integer(column) != 0
        case .real: return statement.real(column)
        case .float: return Float(statement.real(column))
        case .date: return Date(timeIntervalSinceReferenceDate: statement.real(column))
        case .decimal:
            return statement.isNotANumber(column) ? Decimal.nan : DecimalCodec.decimal(from: statement.real(column))
        case .string: return statement.string(column)
        case .uri: return statement.string(column).flatMap { URL(string: $0) }
        case .uuid:
            guard let bytes = statement.bytes(column), bytes.count == 16 else { return nil }
            return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        case .data: return statement.bytes(column).map { Data($0) }
        case .reference(let entity, let hasEntityColumn):
            var index = entity
            if hasEntityColumn, let known = schema.indexByNumber[statement.integer(column + 1)] { index = known }
            return RowReference(entity: index, primaryKey: statement.integer(column))
        case .any:
            switch statement.storageClass(column) {
            case .integer: return statement.integer(column)
            case .real: return statement.real(column)
            case .text: return statement.string(column)
            case .blob: return statement.bytes(column).map { Data($0) }
            case .null: return nil
            }
        }
    }
}

/// The statement behind a dictionary fetch.
///
/// Source: predicates, section 7.
struct DictionaryQuery {
    private(set) var text = ""
    private(set) var bindings: [SQLBinding] = []
    private(set) var columns: [DictionaryColumn] = []
    let isLimited: Bool

    init(spec: FetchSpec, schema: StoreSchema) throws {
        isLimited = spec.limit > 0 || spec.offset > 0
        let mapping = try schema.mapping(spec.layout)
        let plan = mapping.readPlan(includingSubentities: spec.includesSubentities, schema: schema)
        let scope = QueryScope(names: AliasNames())
        let place = RowPlace(alias: scope.names.next(), mapping: mapping, scope: scope)
        var translator = PredicateTranslator(
            schema: schema, base: place, bindsArguments: false, tables: PredicateTranslator.TableCounter())
        var selected: [SQLExpression] = []
        var hasAggregates = false
        var plain: [String] = []
        translator.allowsAggregates = true
        for property in try Self.properties(of: spec, mapping) {
            let (expression, kind, extra) = try Self.select(property, translator, schema)
            columns.append(DictionaryColumn(name: property.name, column: Int32(selected.count), kind: kind))
            translator.named[property.name] = expression
            selected.append(expression)
            if let extra { selected.append(extra) }
            if Self.isAggregate(property) { hasAggregates = true } else { plain.append(property.name) }
        }
        guard !selected.isEmpty else { throw Refusal.error("Invalid keypaths: there is nothing to fetch") }
        let groups = try spec.propertiesToGroupBy.map { try Self.group($0, translator) }
        if !groups.isEmpty {
            let grouped = Set(spec.propertiesToGroupBy.map(\.name))
            if let loose = plain.first(where: { !grouped.contains($0) }) {
                throw Refusal.error(
                    "SELECT clauses in queries with GROUP BY components can only contain properties named in the "
                        + "GROUP BY or aggregate functions: \(loose) is neither")
            }
        }
        var filter = translator
        filter.allowsAggregates = false
        filter.named = [:]
        var conditions: [SQLExpression] = plan.entityFilter.map { [SQLExpression(text: $0)] } ?? []
        if let predicate = spec.predicate {
            conditions.append(.joined("(%)", try filter.condition(PredicateNode(predicate))))
        }
        let having = try spec.havingPredicate.map { try translator.condition(PredicateNode($0)) }
        let order = try FetchTranslator(schema: schema, spec: spec, bindsArguments: false).order(translator)

        append(SQLExpression(text: spec.returnsDistinctResults ? "SELECT DISTINCT " : "SELECT "))
        append(.list(selected, separator: ", "))
        append(SQLExpression(text: " FROM \(plan.table) \(place.alias)\(scope.joins)"))
        if !conditions.isEmpty { append(.joined(" WHERE %", .list(conditions, separator: " AND "))) }
        if !groups.isEmpty { append(.joined(" GROUP BY %", .list(groups.flatMap { $0 }, separator: ", "))) }
        if let having {
            if groups.isEmpty, !hasAggregates { append(SQLExpression(text: " GROUP BY t0.Z_PK")) }
            append(.joined(" HAVING %", having))
        }
        append(order)
        if isLimited { text += " LIMIT ? OFFSET ?" }
    }

    private mutating func append(_ expression: SQLExpression) {
        text += expression.text
        bindings += expression.bindings
    }

    /// What is fetched: what was asked for, or all attributes.
    private static func properties(of spec: FetchSpec, _ mapping: EntityMapping) throws -> [NSPropertyDescription] {
        if !spec.propertiesToFetch.isEmpty { return spec.propertiesToFetch }
        let attributes = mapping.layout.entity.attributesByName
        return mapping.layout.slots.compactMap { slot in
            mapping.columns[slot.index] == nil ? nil : attributes[slot.name]
        }
    }

    private static func node(of property: NSPropertyDescription) throws -> ExpressionNode {
        if let description = property as? NSExpressionDescription {
            guard let expression = description.expression else {
                throw Refusal.error("the expression description \(property.name) has no expression")
            }
            return ExpressionNode(expression)
        }
        return .keyPath(base: nil, path: property.name.split(separator: ".").map(String.init))
    }

    private static let aggregates: Set<String> = ["count:", "sum:", "min:", "max:", "average:"]

    private static func isAggregate(_ property: NSPropertyDescription) -> Bool {
        guard let description = property as? NSExpressionDescription, let expression = description.expression else {
            return false
        }
        return isAggregate(ExpressionNode(expression))
    }

    private static func isAggregate(_ node: ExpressionNode) -> Bool {
        switch node {
        case .function(let name, _, let arguments):
            aggregates.contains(name) || arguments.contains { isAggregate($0) }
        case .conditional(_, let yes, let no): isAggregate(yes) || isAggregate(no)
        default: false
        }
    }

    /// The expression, how its value is read, and a second column for the entity of a key.
    private static func select(
        _ property: NSPropertyDescription, _ translator: PredicateTranslator, _ schema: StoreSchema
    ) throws -> (SQLExpression, DictionaryColumn.Kind, SQLExpression?) {
        let node = try node(of: property)
        if let relationship = property as? NSRelationshipDescription, relationship.isToMany {
            throw Refusal.error("Invalid to many relationship in setPropertiesToFetch: \(property.name)")
        }
        let expression = try translator.expression(node)
        if case .object(let root) = expression.kind {
            return try reference(node, expression, root, translator, schema)
        }
        if let description = property as? NSExpressionDescription,
            description.expressionResultType != .undefinedAttributeType
        {
            return (expression, DictionaryColumn.Kind(description.expressionResultType), nil)
        }
        if let attribute = property as? NSAttributeDescription {
            return (expression, DictionaryColumn.Kind(attribute.attributeType), nil)
        }
        return (expression, DictionaryColumn.Kind(expression.kind), nil)
    }

    /// Keys come with the number of their entity where the hierarchy has several.
    private static func reference(
        _ node: ExpressionNode, _ expression: SQLExpression, _ root: Int, _ translator: PredicateTranslator,
        _ schema: StoreSchema
    ) throws -> (SQLExpression, DictionaryColumn.Kind, SQLExpression?) {
        guard let (start, path) = try translator.start(of: node) else {
            return (expression, .reference(entity: Int32(root), hasEntityColumn: false), nil)
        }
        var place = start
        var relationship: RelationshipLayout?
        for key in path where key != "self" && key != "objectID" {
            if let step = relationship { place = try place.scope.follow(step, from: place, schema: schema) }
            relationship = place.mapping.layout.relationship(named: key)
        }
        guard let relationship else {
            let column = place.mapping.isShared ? SQLExpression(text: "\(place.alias).Z_ENT") : nil
            return (
                expression,
                .reference(entity: Int32(place.mapping.layout.index), hasEntityColumn: column != nil), column
            )
        }
        let column = relationship.entitySlot.flatMap { place.mapping.columns[$0] }
        return (
            expression, .reference(entity: Int32(relationship.destination), hasEntityColumn: column != nil),
            column.map { SQLExpression(text: "\(place.alias).\($0)") }
        )
    }

    private static func group(
        _ property: NSPropertyDescription, _ translator: PredicateTranslator
    ) throws -> [SQLExpression] {
        if let known = translator.named[property.name] { return [known] }
        return [try translator.expression(try node(of: property))]
    }
}
