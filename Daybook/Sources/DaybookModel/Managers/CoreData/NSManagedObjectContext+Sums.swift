import CoreData
import Foundation

/// By what sums over entries are kept apart.
enum LedgerKey: String {
    case day, kind, currency, category, memo
}

extension NSManagedObjectContext {
    /// Sums over the entries that fit a predicate, made by the database: one row for each group.
    ///
    /// What the keys do not tell apart is filled with what sums make nothing of: without `.day` all rows are of the
    /// first known day, without `.memo` the memo is empty. Changes that are not saved are not seen.
    func ledgerSums(_ predicate: NSPredicate, by keys: Set<LedgerKey>) throws -> [LedgerRow] {
        let names = keys.union([.kind, .currency]).map(\.rawValue).sorted()
        let rows = try groups(
            TransactionEntity.self, predicate, by: names,
            taking: [Self.aggregate("sum", "sum:", "amountMinor"), Self.aggregate("count", "count:", "amountMinor")])
        let categories = keys.contains(.category) ? try categoryIDs() : [:]
        return try rows.map { row in
            guard let kind = (row["kind"] as? String).flatMap(TransactionKind.init),
                let currency = (row["currency"] as? String).flatMap(Currency.init),
                let day = keys.contains(.day) ? CalendarDay(number: Int(Self.integer(row["day"]))) : .firstKept
            else { throw DaybookError.storage("an entry's row is damaged") }
            return LedgerRow(
                day: day, kind: kind, currency: currency, minorUnits: Self.integer(row["sum"]),
                categoryID: (row["category"] as? NSManagedObjectID).flatMap { categories[$0] },
                memo: row["memo"] as? String ?? "", count: Int(Self.integer(row["count"])))
        }
    }

    /// The identities of categories by those of their rows.
    private func categoryIDs() throws -> [NSManagedObjectID: UUID] {
        var ids: [NSManagedObjectID: UUID] = [:]
        for category in try all(CategoryEntity.self) { ids[category.objectID] = category.id }
        return ids
    }

    /// Groups of rows with aggregates; the database makes them, and no object comes to life.
    func groups<Entity: NSManagedObject>(
        _ type: Entity.Type, _ predicate: NSPredicate, by names: [String], taking aggregates: [NSExpressionDescription]
    ) throws -> [NSDictionary] {
        let request = NSFetchRequest<NSDictionary>(entityName: String(describing: type))
        request.resultType = .dictionaryResultType
        request.predicate = predicate
        request.propertiesToFetch = names as [Any] + aggregates
        request.propertiesToGroupBy = names
        return try fetch(request)
    }

    /// Some columns of the rows that fit a predicate, each combination once.
    func distinct<Entity: NSManagedObject>(
        _ type: Entity.Type, _ predicate: NSPredicate, _ names: [String]
    ) throws -> [NSDictionary] {
        let request = NSFetchRequest<NSDictionary>(entityName: String(describing: type))
        request.resultType = .dictionaryResultType
        request.predicate = predicate
        request.propertiesToFetch = names
        request.returnsDistinctResults = true
        return try fetch(request)
    }

    /// An aggregate of whole numbers.
    static func aggregate(_ name: String, _ function: String, _ property: String) -> NSExpressionDescription {
        let description = NSExpressionDescription()
        description.name = name
        description.expression = NSExpression(
            forFunction: function, arguments: [NSExpression(forKeyPath: property)])
        description.expressionResultType = .integer64AttributeType
        return description
    }

    /// A whole number of a result; nothing counts as zero.
    static func integer(_ value: Any?) -> Int64 {
        (value as? NSNumber)?.int64Value ?? (value as? any BinaryInteger).map { Int64(clamping: $0) } ?? 0
    }
}
