import BenchmarkSupport
import Foundation

/// Workloads that follow a relationship.
enum Walking {
    /// h1: the parents in order, the children of each by a statement of its own.
    static func oneByOne(_ n: Int, _ path: String) throws -> Outcome {
        let database = try Database(path: path)
        let (measurement, (count, sum)) = try Measurement.of {
            try database.transaction {
                let parents = try parentIDs(database)
                let select = try database.prepare("SELECT value FROM child WHERE parent = ?")
                var count = 0
                var sum: Int64 = 0
                for parent in parents {
                    select.bind(parent, at: 1)
                    while try select.step() {
                        sum &+= select.integer(0)
                        count += 1
                    }
                    select.reset()
                }
                return (count, sum)
            }
        }
        return Outcome(ops: count, checksum: sum, measurement: measurement)
    }

    /// h2: the parents in order, then all their children by one statement.
    static func prefetched(_ n: Int, _ path: String) throws -> Outcome {
        let database = try Database(path: path)
        let (measurement, (count, sum)) = try Measurement.of {
            try database.transaction {
                let parents = try parentIDs(database)
                // Children by parent: the index of a parent is its row id.
                var children: [[Int64]] = Array(repeating: [], count: Int(parents.max() ?? 0) + 1)
                let select = try database.prepare("SELECT parent, value FROM child WHERE parent IS NOT NULL")
                while try select.step() { children[Int(select.integer(0))].append(select.integer(1)) }
                var count = 0
                var sum: Int64 = 0
                for parent in parents {
                    for value in children[Int(parent)] {
                        sum &+= value
                        count += 1
                    }
                }
                return (count, sum)
            }
        }
        return Outcome(ops: count, checksum: sum, measurement: measurement)
    }

    private static func parentIDs(_ database: Database) throws -> [Int64] {
        let select = try database.prepare("SELECT id FROM parent ORDER BY id")
        var ids: [Int64] = []
        while try select.step() { ids.append(select.integer(0)) }
        return ids
    }
}
