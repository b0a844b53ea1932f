import BenchmarkSupport
import CoreData

/// i: count, sum and groups, five times.
enum Aggregating {
    static func run(_ n: Int, _ path: String) throws -> Outcome {
        let store = try Store(path: path)
        return try store.perform { context in
            let (measurement, sum) = try Measurement.of {
                var sum: Int64 = 0
                for _ in 0..<5 {
                    let count = NSFetchRequest<Item>(entityName: "Item")
                    count.predicate = NSPredicate(format: "score < %f", 50.0)
                    sum &+= Int64(try context.count(for: count))
                    for row in try context.fetch(request([expression("sum:", "number", "sum")])) {
                        sum &+= integer(row, "sum")
                    }
                    let groups = request([
                        "flag", expression("count:", "number", "count"), expression("max:", "number", "max"),
                    ])
                    groups.propertiesToGroupBy = ["flag"]
                    for row in try context.fetch(groups) {
                        sum &+= integer(row, "flag") &+ integer(row, "count") &+ integer(row, "max")
                    }
                }
                return sum
            }
            return Outcome(ops: 15, checksum: sum, measurement: measurement)
        }
    }

    private static func request(_ properties: [Any]) -> NSFetchRequest<NSDictionary> {
        let request = NSFetchRequest<NSDictionary>(entityName: "Item")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = properties
        return request
    }

    private static func expression(_ function: String, _ key: String, _ name: String) -> NSExpressionDescription {
        let description = NSExpressionDescription()
        description.name = name
        description.expression = NSExpression(forFunction: function, arguments: [NSExpression(forKeyPath: key)])
        description.expressionResultType = .integer64AttributeType
        return description
    }

    private static func integer(_ row: NSDictionary, _ key: String) -> Int64 {
        (row[key] as? NSNumber)?.int64Value ?? 0
    }
}
