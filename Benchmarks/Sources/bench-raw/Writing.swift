import BenchmarkSupport
import Foundation

/// Workloads that change the store.
enum Writing {
    /// a, and the limit of a batch insert: all items in one transaction.
    static func insertAll(_ n: Int, _ path: String) throws -> Outcome {
        try insert(n, path, perTransaction: n)
    }

    /// b: a transaction for every 100 items.
    static func insertInHundreds(_ n: Int, _ path: String) throws -> Outcome {
        try insert(n, path, perTransaction: 100)
    }

    private static func insert(_ n: Int, _ path: String, perTransaction: Int) throws -> Outcome {
        let items = Array(ItemSource(count: n))
        let database = try Database(path: path)
        let (measurement, _) = try Measurement.of {
            let inserter = try ItemInserter(database)
            var start = 0
            while start < items.count {
                let end = min(start + perTransaction, items.count)
                try database.transaction {
                    for index in start..<end { try inserter.insert(items[index]) }
                }
                start = end
            }
        }
        let checksum = try database.integer("SELECT count(*) + sum(number) FROM item")
        return Outcome(ops: n, checksum: checksum, measurement: measurement)
    }

    /// f: one attribute of every tenth item.
    static func updateFlagged(_ n: Int, _ path: String) throws -> Outcome {
        let database = try Database(path: path)
        var flagged: [(id: Int64, score: Double)] = []
        do {
            let select = try database.prepare("SELECT id, score FROM item WHERE flag = 1")
            while try select.step() { flagged.append((select.integer(0), select.double(1))) }
        }
        let (measurement, _) = try Measurement.of {
            let update = try database.prepare("UPDATE item SET score = ? WHERE id = ?")
            try database.transaction {
                for item in flagged {
                    update.bind(item.score + 1, at: 1)
                    update.bind(item.id, at: 2)
                    try update.run()
                }
            }
        }
        let sum = try database.prepare("SELECT sum(score) FROM item")
        guard try sum.step() else { throw BenchmarkError("no sum of score") }
        return Outcome(ops: flagged.count, checksum: Int64(sum.double(0) * 1000), measurement: measurement)
    }

    /// g: every second parent with its children.
    static func deleteWithChildren(_ n: Int, _ path: String) throws -> Outcome {
        let database = try Database(path: path)
        var doomed: [Int64] = []
        do {
            let select = try database.prepare("SELECT id FROM parent WHERE rank % 2 = 0")
            while try select.step() { doomed.append(select.integer(0)) }
        }
        let (measurement, _) = try Measurement.of {
            let deleteChildren = try database.prepare("DELETE FROM child WHERE parent = ?")
            let deleteParent = try database.prepare("DELETE FROM parent WHERE id = ?")
            try database.transaction {
                for id in doomed {
                    deleteChildren.bind(id, at: 1)
                    try deleteChildren.run()
                    deleteParent.bind(id, at: 1)
                    try deleteParent.run()
                }
            }
        }
        let checksum = try database.integer(
            "SELECT (SELECT count(*) FROM parent) * 1000000 + (SELECT count(*) FROM child)")
        return Outcome(ops: 6 * doomed.count, checksum: checksum, measurement: measurement)
    }

    /// Batch update: two attributes of the items with the lower half of the numbers.
    static func batchUpdate(_ n: Int, _ path: String) throws -> Outcome {
        let database = try Database(path: path)
        let (measurement, changed) = try Measurement.of {
            let update = try database.prepare("UPDATE item SET flag = 1, score = 1.5 WHERE number < ?")
            return try database.transaction {
                update.bind(Int64(5 * n), at: 1)
                try update.run()
                return try database.integer("SELECT changes()")
            }
        }
        let checksum = try database.integer(
            "SELECT (SELECT count(*) FROM item WHERE flag = 1) * 1000 + count(*) FROM item WHERE score = 1.5")
        return Outcome(ops: Int(changed), checksum: checksum, measurement: measurement)
    }

    /// Batch delete: the items with the lower half of the numbers.
    static func batchDelete(_ n: Int, _ path: String) throws -> Outcome {
        let database = try Database(path: path)
        let (measurement, deleted) = try Measurement.of {
            let delete = try database.prepare("DELETE FROM item WHERE number < ?")
            return try database.transaction {
                delete.bind(Int64(5 * n), at: 1)
                try delete.run()
                return try database.integer("SELECT changes()")
            }
        }
        let checksum = try database.integer("SELECT count(*) + sum(number) FROM item")
        return Outcome(ops: Int(deleted), checksum: checksum, measurement: measurement)
    }
}
