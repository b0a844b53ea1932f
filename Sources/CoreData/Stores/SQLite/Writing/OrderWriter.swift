import SQLite

/// Writes order keys of ordered relationships: 2048, 3072, … in a fresh list, and as few changes as
/// will do in an old one.
///
/// Source: sqlite-format, section 6.
struct OrderWriter {
    let connection: Connection
    let schema: StoreSchema

    static let start: Int64 = 2048
    static let step: Int64 = 1024

    func write(_ changes: [StoreChanges.OrderChange]) throws {
        for change in changes {
            guard let mapping = schema[change.relationship.owner]?.toMany[change.relationship.toManyIndex],
                let column = mapping.orderColumn
            else { continue }
            try write(change, mapping, column)
        }
    }

    private func write(_ change: StoreChanges.OrderChange, _ mapping: ToManyMapping, _ column: String) throws {
        let read = try connection.statement(
            SQL.of(
                "SELECT \(mapping.memberColumn), \(column) FROM \(mapping.table) WHERE \(mapping.ownerColumn) = ?",
                purpose: "read the order of a relationship"))
        read.bind(1, integer: change.owner.primaryKey)
        var old: [Int64: Int64] = [:]
        while try read.step() {
            if !read.isNull(1) { old[read.integer(0)] = read.integer(1) }
        }
        read.reset()
        let members = change.members.map(\.primaryKey)
        let keys = Self.keys(for: members.map { old[$0] })
        // in the member's own table its key is enough; in a join table the owner tells the lists apart.
        let owner = mapping.isJoin ? " AND \(mapping.ownerColumn) = ?" : ""
        let update = try connection.statement(
            SQL.of(
                "UPDATE \(mapping.table) SET \(column) = ? WHERE \(mapping.memberColumn) = ?\(owner)",
                purpose: "order a relationship"))
        for (member, key) in zip(members, keys) where old[member] != key {
            update.bind(1, integer: key)
            update.bind(2, integer: member)
            if mapping.isJoin { update.bind(3, integer: change.owner.primaryKey) }
            try update.run()
        }
    }

    /// Ascending keys for a list whose elements have `old` keys or none, keeping as many as possible.
    static func keys(for old: [Int64?]) -> [Int64] {
        var result: [Int64?] = old
        let kept = Set(longestRise(of: old))
        for index in result.indices where !kept.contains(index) { result[index] = nil }
        if kept.isEmpty { return fresh(old.count) }
        var index = 0
        while index < result.count {
            guard result[index] == nil else {
                index += 1
                continue
            }
            var end = index
            while end < result.count, result[end] == nil { end += 1 }
            let count = Int64(end - index)
            let before = index > 0 ? result[index - 1] : nil
            let after = end < result.count ? result[end] : nil
            guard let filled = Self.between(before, after, count: count) else { return fresh(old.count) }
            for (offset, key) in filled.enumerated() { result[index + offset] = key }
            index = end
        }
        return result.map { $0 ?? 0 }
    }

    private static func fresh(_ count: Int) -> [Int64] { (0..<Int64(count)).map { start + $0 * step } }

    /// `count` keys between two, evenly; nil when there is no room.
    private static func between(_ before: Int64?, _ after: Int64?, count: Int64) -> [Int64]? {
        guard let after else {
            let base = before ?? (start - step)
            guard base < Int64.max - (count + 1) * step else { return nil }
            return (1...count).map { base + $0 * step }
        }
        let low = before ?? 0
        let (gap, overflow) = after.subtractingReportingOverflow(low)
        guard !overflow, gap > count else { return nil }
        return (1...count).map { low + gap / (count + 1) * $0 + gap % (count + 1) * $0 / (count + 1) }
    }

    /// Indices of a longest strictly ascending subsequence of the keys that exist.
    private static func longestRise(of keys: [Int64?]) -> [Int] {
        var tails: [Int] = []
        var previous = [Int](repeating: -1, count: keys.count)
        for (index, key) in keys.enumerated() {
            guard let key else { continue }
            var low = 0
            var high = tails.count
            while low < high {
                let middle = (low + high) / 2
                if keys[tails[middle]]! < key { low = middle + 1 } else { high = middle }  // tails hold keys only
            }
            if low > 0 { previous[index] = tails[low - 1] }
            if low == tails.count { tails.append(index) } else { tails[low] = index }
        }
        var result: [Int] = []
        var next = tails.last ?? -1
        while next >= 0 {
            result.append(next)
            next = previous[next]
        }
        return result.reversed()
    }
}
