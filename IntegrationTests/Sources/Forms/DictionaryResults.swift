import CoreData

/// Dictionaries instead of objects: aggregates and groups.
public enum DictionaryResults {
    public static func pagesByReadState(in context: NSManagedObjectContext) throws -> [Bool: Int] {
        let sum = NSExpressionDescription()
        sum.name = "sum"
        sum.expression = NSExpression(forFunction: "sum:", arguments: [NSExpression(forKeyPath: "pages")])
        sum.expressionResultType = .integer64AttributeType

        let request = NSFetchRequest<NSDictionary>(entityName: "Book")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["isRead", sum]
        request.propertiesToGroupBy = ["isRead"]
        var result: [Bool: Int] = [:]
        for row in try context.fetch(request) {
            guard let isRead = row["isRead"] as? Bool, let total = row["sum"] as? Int else { continue }
            result[isRead] = total
        }
        return result
    }

    public static func titles(in context: NSManagedObjectContext) throws -> [String] {
        let request = NSFetchRequest<NSFetchRequestResult>(entityName: "Book")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["title"]
        request.returnsDistinctResults = true
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        let rows = try context.fetch(request) as? [[String: Any]] ?? []
        return rows.compactMap { $0["title"] as? String }
    }
}
