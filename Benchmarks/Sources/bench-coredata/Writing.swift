import BenchmarkSupport
import CoreData

/// Workloads that change the store.
enum Writing {
    /// a: all items, one save.
    static func insertAll(_ n: Int, _ path: String) throws -> Outcome {
        let items = Array(ItemSource(count: n))
        let store = try Store(path: path)
        let (measurement, _) = try Measurement.of {
            try store.perform { context in
                for values in items { Item(context: context).fill(values) }
                try context.save()
            }
        }
        return Outcome(ops: n, checksum: try itemsChecksum(store), measurement: measurement)
    }

    /// b: a save after every 100 items.
    static func insertInHundreds(_ n: Int, _ path: String) throws -> Outcome {
        let items = Array(ItemSource(count: n))
        let store = try Store(path: path)
        let (measurement, _) = try Measurement.of {
            try store.perform { context in
                var start = 0
                while start < items.count {
                    let end = min(start + 100, items.count)
                    for index in start..<end { Item(context: context).fill(items[index]) }
                    try context.save()
                    context.reset()
                    start = end
                }
            }
        }
        return Outcome(ops: n, checksum: try itemsChecksum(store), measurement: measurement)
    }

    private static func itemsChecksum(_ store: Store) throws -> Int64 {
        Int64(try store.count("Item")) + (try store.aggregate("sum:", "number", of: "Item").int64Value)
    }

    /// f: one attribute of every tenth item.
    static func updateFlagged(_ n: Int, _ path: String) throws -> Outcome {
        let store = try Store(path: path)
        let request = NSFetchRequest<Item>(entityName: "Item")
        request.predicate = NSPredicate(format: "flag == YES")
        let (measurement, count) = try store.perform { context in
            let items = try context.fetch(request)
            var read = 0.0
            for item in items { read += item.score }
            guard read > 0 else { throw BenchmarkError("the flagged items have no score") }
            return try Measurement.of {
                for item in items { item.score += 1 }
                try context.save()
                return items.count
            }
        }
        let sum = try store.aggregate("sum:", "score", of: "Item").doubleValue
        return Outcome(ops: count, checksum: Int64(sum * 1000), measurement: measurement)
    }

    /// g: every second parent; the children go by the delete rule.
    static func deleteWithChildren(_ n: Int, _ path: String) throws -> Outcome {
        let store = try Store(path: path)
        let (measurement, count) = try store.perform { context in
            let request = NSFetchRequest<Parent>(entityName: "Parent")
            let parents = try context.fetch(request).filter { $0.rank % 2 == 0 }
            return try Measurement.of {
                for parent in parents { context.delete(parent) }
                try context.save()
                return parents.count
            }
        }
        let checksum = Int64(try store.count("Parent")) * 1_000_000 + Int64(try store.count("Child"))
        return Outcome(ops: 6 * count, checksum: checksum, measurement: measurement)
    }
}
