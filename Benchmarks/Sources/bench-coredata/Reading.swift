import BenchmarkSupport
import CoreData

/// Workloads that read items.
enum Reading {
    private static func fetchAll(_ context: NSManagedObjectContext) throws -> [Item] {
        try context.fetch(NSFetchRequest<Item>(entityName: "Item"))
    }

    /// c: every item kept, every attribute read.
    static func readEverything(_ n: Int, _ path: String) throws -> Outcome {
        let store = try Store(path: path)
        return try store.perform { context in
            let (measurement, (items, sum)) = try Measurement.of {
                let items = try fetchAll(context)
                return (items, items.reduce(into: 0 as Int64) { $0 &+= $1.itemSum })
            }
            return Outcome(ops: items.count, checksum: sum, measurement: measurement)
        }
    }

    /// c-none: every item kept, nothing read of it.
    static func readNothing(_ n: Int, _ path: String) throws -> Outcome {
        let store = try Store(path: path)
        return try store.perform { context in
            let (measurement, items) = try Measurement.of { try fetchAll(context) }
            return Outcome(ops: items.count, checksum: Int64(items.count), measurement: measurement)
        }
    }

    /// c-one: every item kept, one attribute read of each.
    static func readOne(_ n: Int, _ path: String) throws -> Outcome {
        let store = try Store(path: path)
        return try store.perform { context in
            let (measurement, (items, sum)) = try Measurement.of {
                let items = try fetchAll(context)
                return (items, items.reduce(into: 0 as Int64) { $0 &+= $1.number })
            }
            return Outcome(ops: items.count, checksum: sum, measurement: measurement)
        }
    }

    /// d: items by UUID, one at a time, a predicate each.
    static func findByUUID(_ n: Int, _ path: String) throws -> Outcome {
        try find(n, path, warm: false)
    }

    /// d-warm: the same with every object registered in the context already.
    static func findRegisteredByUUID(_ n: Int, _ path: String) throws -> Outcome {
        try find(n, path, warm: true)
    }

    private static func find(_ n: Int, _ path: String, warm: Bool) throws -> Outcome {
        let uuids = Queries.uuids(of: n)
        let store = try Store(path: path)
        return try store.perform { context in
            let registered = warm ? try fetchAll(context) : []
            let (measurement, sum) = try Measurement.of {
                var sum: Int64 = 0
                for uuid in uuids {
                    let request = NSFetchRequest<Item>(entityName: "Item")
                    request.predicate = NSPredicate(format: "uuid == %@", uuid as CVarArg)
                    request.fetchLimit = 1
                    guard let item = try context.fetch(request).first else { continue }
                    sum &+= item.number &+ Int64((item.title ?? "").utf8.count)
                }
                return sum
            }
            withExtendedLifetime(registered) {}
            return Outcome(ops: uuids.count, checksum: sum, measurement: measurement)
        }
    }

    /// e: filtered, sorted, limited.
    static func search(_ n: Int, _ path: String) throws -> Outcome {
        let searches = Queries.searches(of: n)
        let store = try Store(path: path)
        return try store.perform { context in
            let (measurement, sum) = try Measurement.of {
                var sum: Int64 = 0
                for search in searches {
                    let request = NSFetchRequest<Item>(entityName: "Item")
                    request.predicate = NSPredicate(
                        format: "number >= %lld AND number < %lld AND title BEGINSWITH %@", search.low, search.high,
                        search.prefix)
                    request.sortDescriptors = [
                        NSSortDescriptor(key: "title", ascending: true),
                        NSSortDescriptor(key: "number", ascending: true),
                    ]
                    request.fetchLimit = 50
                    for item in try context.fetch(request) {
                        sum &+= item.number &+ Int64((item.title ?? "").utf8.count) &+ 1
                    }
                }
                return sum
            }
            return Outcome(ops: searches.count, checksum: sum, measurement: measurement)
        }
    }

    /// iterate: one pass with a batch size, two attributes of each object.
    static func iterate(_ n: Int, _ path: String) throws -> Outcome {
        let store = try Store(path: path)
        return try store.perform { context in
            let (measurement, (count, sum)) = try Measurement.of {
                let request = NSFetchRequest<Item>(entityName: "Item")
                request.fetchBatchSize = 500
                var count = 0
                var sum: Int64 = 0
                for item in try context.fetch(request) {
                    sum &+= item.number &+ Int64((item.title ?? "").utf8.count)
                    count += 1
                }
                return (count, sum)
            }
            return Outcome(ops: count, checksum: sum, measurement: measurement)
        }
    }

    /// open: a hundred times, open the store and fetch one object.
    static func openStore(_ n: Int, _ path: String) throws -> Outcome {
        let (measurement, sum) = try Measurement.of {
            var sum: Int64 = 0
            for _ in 0..<100 {
                let store = try Store(path: path)
                try store.perform { context in
                    let request = NSFetchRequest<Item>(entityName: "Item")
                    request.predicate = NSPredicate(format: "flag == YES")
                    request.fetchLimit = 1
                    if let item = try context.fetch(request).first { sum &+= item.number }
                }
                try store.close()
            }
            return sum
        }
        return Outcome(ops: 100, checksum: sum, measurement: measurement)
    }
}
