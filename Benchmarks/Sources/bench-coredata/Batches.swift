import BenchmarkSupport
import CoreData

/// Workloads that go past the objects: one request, many rows.
enum Batches {
    static func insert(_ n: Int, _ path: String) throws -> Outcome {
        let items = Array(ItemSource(count: n))
        let store = try Store(path: path)
        let (measurement, _) = try Measurement.of {
            try store.perform { context in
                var index = 0
                let request = NSBatchInsertRequest(
                    entityName: "Item",
                    managedObjectHandler: { object in
                        guard index < items.count, let item = object as? Item else { return true }
                        item.fill(items[index])
                        index += 1
                        return false
                    })
                _ = try context.execute(request)
            }
        }
        let sum = try store.aggregate("sum:", "number", of: "Item").int64Value
        return Outcome(ops: n, checksum: Int64(try store.count("Item")) + sum, measurement: measurement)
    }

    static func update(_ n: Int, _ path: String) throws -> Outcome {
        let store = try Store(path: path)
        let (measurement, changed) = try Measurement.of {
            try store.perform { context in
                let request = NSBatchUpdateRequest(entityName: "Item")
                request.predicate = NSPredicate(format: "number < %lld", Int64(5 * n))
                request.propertiesToUpdate = ["flag": true, "score": 1.5]
                request.resultType = .updatedObjectsCountResultType
                return (try context.execute(request) as? NSBatchUpdateResult)?.result as? Int ?? 0
            }
        }
        let checksum = try store.perform { context in
            let flagged = NSFetchRequest<Item>(entityName: "Item")
            flagged.predicate = NSPredicate(format: "flag == YES")
            let scored = NSFetchRequest<Item>(entityName: "Item")
            scored.predicate = NSPredicate(format: "score == %f", 1.5)
            return Int64(try context.count(for: flagged)) * 1000 + Int64(try context.count(for: scored))
        }
        return Outcome(ops: changed, checksum: checksum, measurement: measurement)
    }

    static func delete(_ n: Int, _ path: String) throws -> Outcome {
        let store = try Store(path: path)
        let (measurement, deleted) = try Measurement.of {
            try store.perform { context in
                let doomed = NSFetchRequest<NSFetchRequestResult>(entityName: "Item")
                doomed.predicate = NSPredicate(format: "number < %lld", Int64(5 * n))
                let request = NSBatchDeleteRequest(fetchRequest: doomed)
                request.resultType = .resultTypeCount
                return (try context.execute(request) as? NSBatchDeleteResult)?.result as? Int ?? 0
            }
        }
        let sum = try store.aggregate("sum:", "number", of: "Item").int64Value
        return Outcome(ops: deleted, checksum: Int64(try store.count("Item")) + sum, measurement: measurement)
    }
}
