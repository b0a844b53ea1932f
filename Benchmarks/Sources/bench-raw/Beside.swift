import BenchmarkSupport
import CBenchmarkSQLite
import Dispatch
import Foundation
import Synchronization

/// Workloads of several threads, each with a connection of its own.
enum Beside {
    /// Two threads look up items while a third commits changes as fast as it can.
    static func readersBesideWriter(_ n: Int, _ path: String) throws -> Outcome {
        let uuids = Queries.uuids(of: n)
        let readers = [try Database(path: path), try Database(path: path)]
        let writer = try Database(path: path)
        let results = Mutex<[Result<Int64, any Error>]>([])
        let readersLeft = Atomic(2)
        let (measurement, _) = try Measurement.of {
            DispatchQueue.concurrentPerform(iterations: 3) { index in
                if index == 2 {
                    let result = Result { try write(writer, n, while: { readersLeft.load(ordering: .relaxed) > 0 }) }
                    results.withLock { $0.append(result.map { _ in 0 }) }
                } else {
                    let result = Result { try read(readers[index], uuids) }
                    readersLeft.subtract(1, ordering: .relaxed)
                    results.withLock { $0.append(result) }
                }
            }
        }
        let sum = try results.withLock { try $0.reduce(0) { $0 &+ (try $1.get()) } }
        return Outcome(ops: 2 * uuids.count, checksum: sum, measurement: measurement)
    }

    private static func read(_ database: Database, _ uuids: [UUID]) throws -> Int64 {
        let select = try database.prepare("SELECT title, number FROM item WHERE uuid = ? LIMIT 1")
        var sum: Int64 = 0
        // A read transaction for each fetch: what was committed meanwhile is to be seen.
        for uuid in uuids {
            var bytes = uuid.uuid
            try withUnsafeBytes(of: &bytes) { buffer in
                select.bind(blob: buffer, at: 1)
                if try select.step() { sum &+= select.integer(1) &+ Int64(select.text(0).utf8.count) }
            }
            select.reset()
        }
        return sum
    }

    private static func write(_ database: Database, _ n: Int, while goesOn: () -> Bool) throws {
        let update = try database.prepare("UPDATE item SET score = score + 1 WHERE id = ?")
        var first: Int64 = 0
        while goesOn() {
            try database.transaction {
                for offset in 0..<100 {
                    update.bind((first + Int64(offset)) % Int64(n) + 1, at: 1)
                    try update.run()
                }
            }
            first += 100
        }
    }

    /// Two threads insert half of the items each, in transactions of 100.
    static func twoWriters(_ n: Int, _ path: String) throws -> Outcome {
        let items = Array(ItemSource(count: n))
        let databases = [try Database(path: path), try Database(path: path)]
        for database in databases { sqlite3_busy_timeout(database.handle, 60_000) }
        let failures = Mutex<[any Error]>([])
        let (measurement, _) = try Measurement.of {
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                do {
                    let half = items.count / 2
                    try insert(index == 0 ? items[..<half] : items[half...], into: databases[index])
                } catch {
                    failures.withLock { $0.append(error) }
                }
            }
        }
        if let failure = failures.withLock({ $0.first }) { throw failure }
        let checksum = try databases[0].integer("SELECT count(*) + sum(number) FROM item")
        return Outcome(ops: n, checksum: checksum, measurement: measurement)
    }

    private static func insert(_ items: ArraySlice<ItemValues>, into database: Database) throws {
        let inserter = try ItemInserter(database)
        var start = items.startIndex
        while start < items.endIndex {
            let end = min(start + 100, items.endIndex)
            // Immediate: a writer waits for its turn before it writes, not in the middle.
            try database.run("BEGIN IMMEDIATE")
            for index in start..<end { try inserter.insert(items[index]) }
            try database.run("COMMIT")
            start = end
        }
    }
}
