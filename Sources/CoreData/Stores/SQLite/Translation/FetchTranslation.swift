import SQLite

/// A fetch as a statement and what its parameters stand for.
final class FetchTranslation: Sendable {
    let sql: SQL
    let bindings: [SQLBinding]
    /// True when temporary tables must be filled first.
    let usesTables: Bool
    /// True when LIMIT and OFFSET are the last two parameters.
    let isLimited: Bool

    init(sql: SQL, bindings: [SQLBinding], isLimited: Bool) {
        self.sql = sql
        self.bindings = bindings
        self.isLimited = isLimited
        usesTables = bindings.contains { if case .table = $0.form { true } else { false } }
    }
}

extension SQLBinding: @unchecked Sendable {
    // @unchecked: values in it are bound to statements and never changed; those that came from a format
    // string are numbers and strings.
}

/// Makes statements out of fetches.
struct FetchTranslator {
    let schema: StoreSchema
    let spec: FetchSpec
    let bindsArguments: Bool

    enum Result: UInt8 {
        case rows
        case references
        case count
    }

    func translate(_ result: Result, texts: (String, String) -> SQL) throws -> FetchTranslation {
        let (plan, translator, conditions) = try selection()
        let place = translator.base
        var order = result == .count ? SQLExpression(text: "") : try self.order(translator)
        // Left to itself SQLite would take keys from any index; the rows are read by them next, or expected in the
        // order of a fetch of whole rows.
        if result == .references, order.text.isEmpty, spec.predicate == nil {
            order.text = " ORDER BY \(place.alias).Z_PK"
        }
        var query = SQLExpression(text: "")
        let isLimited = spec.limit > 0 || spec.offset > 0
        switch result {
        case .rows: query.text = "SELECT \(plan.columnList)"
        case .references: query.text = "SELECT \(plan.referenceList)"
        case .count: query.text = isLimited ? "SELECT COUNT(*) FROM (SELECT 1" : "SELECT COUNT(*)"
        }
        query.text += " FROM \(plan.table) \(place.alias)\(place.scope.joins)"
        if let conditions {
            query.text += " WHERE \(conditions.text)"
            query.bindings += conditions.bindings
        }
        query.text += order.text
        query.bindings += order.bindings
        if isLimited { query.text += " LIMIT ? OFFSET ?" }
        if result == .count, isLimited { query.text += ")" }
        let purpose = result == .count ? "count" : "fetch"
        return FetchTranslation(
            sql: texts(query.text, "\(purpose) \(spec.layout.name)"), bindings: query.bindings, isLimited: isLimited)
    }

    /// A statement that changes the rows the fetch selects, read from and changed in one go.
    ///
    /// - Parameter head: the statement up to its WHERE clause, with the table under the name it is handed.
    func change(
        _ head: (_ alias: String) -> String, purpose: String, texts: (String, String) -> SQL
    ) throws -> FetchTranslation {
        let (plan, translator, conditions) = try selection(strict: true)
        let place = translator.base
        let isLimited = spec.limit > 0 || spec.offset > 0
        var text = head(place.alias)
        var bindings = conditions?.bindings ?? []
        if isLimited || !place.scope.joins.isEmpty {
            let order = try self.order(translator)
            text += " WHERE \(place.alias).Z_PK IN (SELECT \(place.alias).Z_PK FROM \(plan.table) \(place.alias)"
            text += place.scope.joins
            if let conditions { text += " WHERE \(conditions.text)" }
            if isLimited { text += "\(order.text) LIMIT ? OFFSET ?" }
            text += ")"
            if isLimited { bindings += order.bindings }
        } else if let conditions {
            text += " WHERE \(conditions.text)"
        }
        return FetchTranslation(
            sql: texts(text, "\(purpose) \(spec.layout.name)"), bindings: bindings, isLimited: isLimited)
    }

    /// What rows the fetch selects.
    ///
    /// - Parameter strict: whether rows of no known entity, which nothing is made of, must be left out by the statement.
    private func selection(strict: Bool = false) throws -> (ReadPlan, PredicateTranslator, conditions: SQLExpression?) {
        let mapping = try schema.mapping(spec.layout)
        let plan = mapping.readPlan(includingSubentities: spec.includesSubentities, schema: schema)
        let scope = QueryScope(names: AliasNames())
        let place = RowPlace(alias: scope.names.next(), mapping: mapping, scope: scope)
        let translator = PredicateTranslator(
            schema: schema, base: place, bindsArguments: bindsArguments, tables: PredicateTranslator.TableCounter())
        var conditions: [SQLExpression] = []
        if let filter = plan.entityFilter {
            conditions.append(SQLExpression(text: filter))
        } else if strict, mapping.isShared {
            let numbers = mapping.familyNumbers.map(String.init).joined(separator: ", ")
            conditions.append(SQLExpression(text: "\(place.alias).Z_ENT IN (\(numbers))"))
        }
        if let predicate = spec.predicate {
            let condition = try translator.condition(PredicateNode(predicate))
            conditions.append(.joined("(%)", condition))
        }
        return (plan, translator, conditions.isEmpty ? nil : .list(conditions, separator: " AND "))
    }

    /// ` ORDER BY …`, or nothing.
    func order(_ translator: PredicateTranslator) throws -> SQLExpression {
        let parts = try spec.sortDescriptors.map { try Self.sortTerm($0, translator) }
        if parts.isEmpty { return SQLExpression(text: "") }
        return .joined(" ORDER BY %", .list(parts, separator: ", "))
    }

    private static func sortTerm(
        _ descriptor: NSSortDescriptor, _ translator: PredicateTranslator
    ) throws -> SQLExpression {
        let key: SortKey
        do {
            key = try SortKey(descriptor)
        } catch {
            throw Refusal.error(error.reason)
        }
        let collation: String
        switch key.comparison {
        case .standard: collation = ""
        case .caseInsensitive: collation = " COLLATE \(SortCollation.noCase.name)"
        case .localized: collation = " COLLATE \(SortCollation.localized.name)"
        case .localizedCaseInsensitive: collation = " COLLATE \(SortCollation.localizedNoCase.name)"
        case .localizedStandard: collation = " COLLATE \(SortCollation.finder.name)"
        case .comparator:
            throw Refusal.error("unsupported NSSortDescriptor (comparator blocks are not supported)")
        case .unknown(let selector): throw Refusal.error("unsupported NSSortDescriptor selector: \(selector)")
        }
        let value: SQLExpression
        if key.path.count == 1, let known = translator.named[key.path[0]] {
            value = known
        } else {
            switch try translator.resolve(key.path[...], from: translator.base) {
            case .value(let found): value = found
            // `players.@count` orders by a number; members themselves have no order.
            case .toMany(let owner, let relationship, let rest):
                value = try translator.aggregate(relationship, owner: owner, rest: rest)
            }
        }
        return .joined("%\(collation) \(key.ascending ? "ASC" : "DESC")", value)
    }
}
