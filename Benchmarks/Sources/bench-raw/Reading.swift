import BenchmarkSupport
import Foundation

/// Workloads that read items.
enum Reading {
    private static let columns = "title, note, number, score, flag, created, uuid, amount"

    @inline(__always)
    private static func item(_ row: borrowing Statement) -> ItemValues {
        ItemValues(
            title: row.text(0), note: row.text(1), number: row.integer(2), score: row.double(3),
            flag: row.integer(4) != 0, created: Date(timeIntervalSinceReferenceDate: row.double(5)),
            uuid: row.uuid(6), amount: row.decimal(7))
    }

    private static func fetchAll(_ database: Database) throws -> [ItemValues] {
        let select = try database.prepare("SELECT \(columns) FROM item")
        var items: [ItemValues] = []
        while try select.step() { items.append(item(select)) }
        return items
    }

    /// c: every item kept, every attribute read.
    static func readEverything(_ n: Int, _ path: String) throws -> Outcome {
        let database = try Database(path: path)
        let (measurement, (items, sum)) = try Measurement.of {
            let items = try fetchAll(database)
            return (items, items.reduce(into: 0 as Int64) { $0 &+= $1.itemSum })
        }
        return Outcome(ops: items.count, checksum: sum, measurement: measurement)
    }

    /// c-none: every item kept, nothing read of it.
    static func readNothing(_ n: Int, _ path: String) throws -> Outcome {
        let database = try Database(path: path)
        let (measurement, items) = try Measurement.of { try fetchAll(database) }
        return Outcome(ops: items.count, checksum: Int64(items.count), measurement: measurement)
    }

    /// c-one: every item kept, one attribute read of each.
    static func readOne(_ n: Int, _ path: String) throws -> Outcome {
        let database = try Database(path: path)
        let (measurement, (items, sum)) = try Measurement.of {
            let items = try fetchAll(database)
            return (items, items.reduce(into: 0 as Int64) { $0 &+= $1.number })
        }
        return Outcome(ops: items.count, checksum: sum, measurement: measurement)
    }

    /// d: items by UUID, one at a time.
    static func findByUUID(_ n: Int, _ path: String) throws -> Outcome {
        let uuids = Queries.uuids(of: n)
        let database = try Database(path: path)
        let (measurement, sum) = try Measurement.of {
            let select = try database.prepare("SELECT title, number FROM item WHERE uuid = ? LIMIT 1")
            return try database.transaction {
                var sum: Int64 = 0
                for uuid in uuids {
                    var bytes = uuid.uuid
                    try withUnsafeBytes(of: &bytes) { buffer in
                        select.bind(blob: buffer, at: 1)
                        if try select.step() {
                            sum &+= select.integer(1) &+ Int64(select.text(0).utf8.count)
                        }
                    }
                    select.reset()
                }
                return sum
            }
        }
        return Outcome(ops: uuids.count, checksum: sum, measurement: measurement)
    }

    /// e: filtered, sorted, limited.
    static func search(_ n: Int, _ path: String) throws -> Outcome {
        let searches = Queries.searches(of: n)
        let database = try Database(path: path)
        let (measurement, sum) = try Measurement.of {
            let select = try database.prepare(
                """
                SELECT title, number FROM item WHERE number >= ? AND number < ? AND title >= ? AND title < ?
                ORDER BY title, number LIMIT 50
                """)
            return try database.transaction {
                var sum: Int64 = 0
                var found: [(title: String, number: Int64)] = []
                for search in searches {
                    select.bind(search.low, at: 1)
                    select.bind(search.high, at: 2)
                    select.bind(copying: search.prefix, at: 3)
                    select.bind(copying: search.prefixEnd, at: 4)
                    found.removeAll(keepingCapacity: true)
                    while try select.step() { found.append((select.text(0), select.integer(1))) }
                    select.reset()
                    for item in found { sum &+= item.number &+ Int64(item.title.utf8.count) &+ 1 }
                }
                return sum
            }
        }
        return Outcome(ops: searches.count, checksum: sum, measurement: measurement)
    }

    /// i: aggregates and grouping.
    static func aggregate(_ n: Int, _ path: String) throws -> Outcome {
        let database = try Database(path: path)
        let (measurement, sum) = try Measurement.of {
            let count = try database.prepare("SELECT count(*) FROM item WHERE score < ?")
            let total = try database.prepare("SELECT sum(number) FROM item")
            let groups = try database.prepare("SELECT flag, count(*), max(number) FROM item GROUP BY flag")
            return try database.transaction {
                var sum: Int64 = 0
                for _ in 0..<5 {
                    count.bind(50.0, at: 1)
                    if try count.step() { sum &+= count.integer(0) }
                    count.reset()
                    if try total.step() { sum &+= total.integer(0) }
                    total.reset()
                    while try groups.step() {
                        sum &+= groups.integer(0) &+ groups.integer(1) &+ groups.integer(2)
                    }
                    groups.reset()
                }
                return sum
            }
        }
        return Outcome(ops: 15, checksum: sum, measurement: measurement)
    }

    /// iterate: one pass over all items, two attributes of each, nothing kept.
    static func iterate(_ n: Int, _ path: String) throws -> Outcome {
        let database = try Database(path: path)
        let (measurement, (count, sum)) = try Measurement.of {
            let select = try database.prepare("SELECT \(columns) FROM item")
            var count = 0
            var sum: Int64 = 0
            while try select.step() {
                let item = item(select)
                sum &+= item.number &+ Int64(item.title.utf8.count)
                count += 1
            }
            return (count, sum)
        }
        return Outcome(ops: count, checksum: sum, measurement: measurement)
    }

    /// open: a hundred times, open the store, read the schema, fetch one item.
    static func openStore(_ n: Int, _ path: String) throws -> Outcome {
        let (measurement, sum) = try Measurement.of {
            var sum: Int64 = 0
            for _ in 0..<100 {
                let database = try Database(path: path)
                let select = try database.prepare("SELECT \(columns) FROM item WHERE flag = 1 LIMIT 1")
                if try select.step() { sum &+= item(select).number }
            }
            return sum
        }
        return Outcome(ops: 100, checksum: sum, measurement: measurement)
    }
}
