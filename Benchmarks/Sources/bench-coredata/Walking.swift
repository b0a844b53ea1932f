import BenchmarkSupport
import CoreData

/// Workloads that follow a relationship.
enum Walking {
    /// h1: no prefetching asked for.
    static func plain(_ n: Int, _ path: String) throws -> Outcome {
        try walk(path, prefetching: nil)
    }

    /// h2: the children prefetched.
    static func prefetched(_ n: Int, _ path: String) throws -> Outcome {
        try walk(path, prefetching: ["children"])
    }

    private static func walk(_ path: String, prefetching: [String]?) throws -> Outcome {
        let store = try Store(path: path)
        return try store.perform { context in
            let (measurement, (count, sum)) = try Measurement.of {
                let request = NSFetchRequest<Parent>(entityName: "Parent")
                request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
                request.relationshipKeyPathsForPrefetching = prefetching
                var count = 0
                var sum: Int64 = 0
                for parent in try context.fetch(request) {
                    for child in parent.children {
                        sum &+= child.value
                        count += 1
                    }
                }
                return (count, sum)
            }
            return Outcome(ops: count, checksum: sum, measurement: measurement)
        }
    }
}
