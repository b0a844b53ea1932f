import Testing

@testable import CoreData

@Suite struct RowListTests {
    /// Rows of a store: read together they share blocks, read one by one each has its own.
    private func bench(rows: Int) throws -> StoreBench {
        let bench = try StoreBench(.sqliteFile)
        try bench.insert(
            "Item", (0..<rows).map { ["code": .string("code \($0)"), "number": .integer(Int64($0))] })
        return bench
    }

    private func numbers(_ rows: some Sequence<PackedRow>) -> [Int64] {
        rows.compactMap { $0.integer(named: "number") }
    }

    @Test func rowsOfManyBlocks_areTheSameByIndexIterationAndPart() throws {
        let bench = try bench(rows: 1500)
        var list = try bench.store.fetchRows(bench.spec("Item", nil, sort: [("number", true)]))
        // some that lie elsewhere, between others that lie together.
        for key in [7, 3, 900, 3] as [Int64] { list.append(try #require(try bench.row("Item", key))) }
        for row in try bench.store.fetchRows(bench.spec("Item", nil, sort: [("number", false)], limit: 40)) {
            list.append(row)
        }
        let expected = (0..<1500).map(Int64.init) + [6, 2, 899, 2] + (1460..<1500).reversed().map(Int64.init)
        #expect(numbers(list) == expected)
        #expect(list.indices.map { list[$0].integer(named: "number") } == expected)
        #expect(list.keys == expected.map { $0 + 1 })
        for part in [0..<0, 0..<1, 1499..<1505, 700..<1300, 1503..<1544, 1544..<1544, 0..<1544] {
            var found: [Int64] = []
            list.forEach(in: part) { index, slots, block in
                #expect(slots == list[index].slots && block === list[index].block)
                found.append(PackedRow(block: block, slots: slots).integer(named: "number") ?? -1)
            }
            #expect(found == Array(expected[part]))
        }
    }

    @Test func reordered_anyOrder_givesTheRowsInIt() throws {
        let bench = try bench(rows: 600)
        let list = try bench.store.fetchRows(bench.spec("Item", nil, sort: [("number", true)]))
        var random = SplitMix(state: 3)
        let order = (0..<2000).map { _ in random.below(600) }
        let reordered = list.reordered(order)
        #expect(numbers(reordered) == order.map(Int64.init))
        #expect(list.reordered([]).isEmpty && RowList().reordered([]).isEmpty)
    }

    /// However dense, sparse, unordered, doubled or absent the keys are: the rows there are, by key.
    @Test(arguments: StoreKind.allCases)
    func rowsByKey_ofAnyKeys_areThoseThereAre(kind: StoreKind) throws {
        let bench = try StoreBench(kind)
        try bench.insert("Item", (0..<1200).map { ["code": .string("c\($0)"), "number": .integer(Int64($0))] })
        var random = SplitMix(state: 11)
        var left = Set<Int64>(1...1200)
        for _ in 0..<300 {
            let key = Int64(1 + random.below(1200))
            if left.remove(key) != nil { _ = try bench.delete("Item", key, version: 1) }
        }
        for round in 0..<120 {
            let start = random.below(1300)
            let width = [1, 15, 16, 17, 64, 600, 2600][round % 7]
            let share = 1 + random.below(4)
            var keys = (start..<(start + width)).filter { _ in random.below(share) == 0 }.map { Int64($0) - 50 }
            if round % 3 == 1 { keys.reverse() }
            if round % 5 == 2 { keys += keys.prefix(9) }
            if round % 11 == 4 { keys += [.max, .min] }
            let found = try bench.store.rows(of: bench.entity("Item"), keys: keys)
            #expect(found.keys == Set(keys).intersection(left).sorted())
            #expect(found.allSatisfy { $0.integer(named: "number") == $0.primaryKey - 1 })
        }
        #expect(try bench.store.rows(of: bench.entity("Item"), keys: []).isEmpty)
    }
}
