import BenchmarkSupport
import CoreData
import Synchronization

/// Workloads of several threads, each with a context of its own on one store.
enum Beside {
    /// Two threads look up items while a third saves changes as fast as it can.
    static func readersBesideWriter(_ n: Int, _ path: String) throws -> Outcome {
        let uuids = Queries.uuids(of: n)
        let store = try Store(path: path)
        let contexts = (0..<3).map { _ in store.container.newBackgroundContext() }
        let results = Mutex<[Result<Int64, any Error>]>([])
        let readersLeft = Atomic(2)
        let (measurement, _) = try Measurement.of {
            DispatchQueue.concurrentPerform(iterations: 3) { index in
                let context = contexts[index]
                if index == 2 {
                    let result = Result { try write(context, while: { readersLeft.load(ordering: .relaxed) > 0 }) }
                    results.withLock { $0.append(result.map { _ in 0 }) }
                } else {
                    let result = Result { try context.performAndWait { try read(context, uuids) } }
                    readersLeft.subtract(1, ordering: .relaxed)
                    results.withLock { $0.append(result) }
                }
            }
        }
        let sum = try results.withLock { try $0.reduce(0) { $0 &+ (try $1.get()) } }
        return Outcome(ops: 2 * uuids.count, checksum: sum, measurement: measurement)
    }

    private static func read(_ context: NSManagedObjectContext, _ uuids: [UUID]) throws -> Int64 {
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

    private static func write(_ context: NSManagedObjectContext, while goesOn: () -> Bool) throws {
        let items = try context.performAndWait { try context.fetch(NSFetchRequest<Item>(entityName: "Item")) }
        var first = 0
        while goesOn() {
            try context.performAndWait {
                for offset in 0..<100 { items[(first + offset) % items.count].score += 1 }
                try context.save()
            }
            first += 100
        }
    }

    /// Two threads insert half of the items each, in saves of 100.
    static func twoWriters(_ n: Int, _ path: String) throws -> Outcome {
        let items = Array(ItemSource(count: n))
        let store = try Store(path: path)
        let contexts = (0..<2).map { _ in store.container.newBackgroundContext() }
        let failures = Mutex<[any Error]>([])
        let (measurement, _) = try Measurement.of {
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                do {
                    let half = items.count / 2
                    try insert(index == 0 ? items[..<half] : items[half...], into: contexts[index])
                } catch {
                    failures.withLock { $0.append(error) }
                }
            }
        }
        if let failure = failures.withLock({ $0.first }) { throw failure }
        let sum = try store.aggregate("sum:", "number", of: "Item").int64Value
        return Outcome(ops: n, checksum: Int64(try store.count("Item")) + sum, measurement: measurement)
    }

    private static func insert(_ items: ArraySlice<ItemValues>, into context: NSManagedObjectContext) throws {
        var start = items.startIndex
        while start < items.endIndex {
            let end = min(start + 100, items.endIndex)
            try context.performAndWait {
                for index in start..<end { Item(context: context).fill(items[index]) }
                try context.save()
                context.reset()
            }
            start = end
        }
    }
}
