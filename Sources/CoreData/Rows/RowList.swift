/// Rows in their order.
///
/// Rows that follow one another mostly lie in one block, which is referred to once for all of them: adding a row, and
/// walking over rows, takes no reference count.
struct RowList {
    /// Rows from `start` on lie in `block`, up to the start of the next run.
    private struct Run {
        let block: RowBlock
        let start: Int
    }

    private var slots: ContiguousArray<RowSlots> = []
    private var runs: ContiguousArray<Run> = []
    /// Where rows that are read into this list are put.
    private var placing = RowPlacing()
    /// How many blocks `placing` had opened when the last row was entered.
    private var openedBlocks = 0

    mutating func reserveCapacity(_ count: Int) { slots.reserveCapacity(count) }

    /// Enters the row that `make` puts in the place it is given.
    @inline(__always)
    mutating func append(reading make: (inout RowPlacing) -> RowSlots) {
        let row = make(&placing)
        if placing.openedBlocks != openedBlocks {
            openedBlocks = placing.openedBlocks
            runs.append(Run(block: placing.block, start: slots.count))
        }
        slots.append(row)
    }

    /// Enters a row that lies somewhere already.
    mutating func append(_ row: PackedRow) {
        if runs.last?.block !== row.block {
            runs.append(Run(block: row.block, start: slots.count))
            // what is read next lies in the block of `placing` again.
            openedBlocks = -1
        }
        slots.append(row.slots)
    }

    /// The run that the row at `index` belongs to.
    private func run(of index: Int) -> Int {
        var (low, high) = (0, runs.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if runs[middle].start <= index { low = middle } else { high = middle }
        }
        return low
    }

    /// The primary keys, in order.
    var keys: [Int64] {
        withExtendedLifetime(runs) { slots.map(\.primaryKey) }
    }

    /// Calls `body` with index, values and block of each row of a part.
    @inline(__always)
    func forEach(in range: Range<Int>, _ body: (Int, RowSlots, RowBlock) -> Void) {
        precondition(range.lowerBound >= 0 && range.upperBound <= slots.count, "The part exceeds the rows.")
        var run = range.isEmpty ? 0 : run(of: range.lowerBound)
        var index = range.lowerBound
        while index < range.upperBound {
            let end = run + 1 < runs.count ? Swift.min(runs[run + 1].start, range.upperBound) : range.upperBound
            let block = runs[run].block
            while index < end {
                body(index, slots[index], block)
                index += 1
            }
            run += 1
        }
    }

    /// The same rows in another order, given by their indices now.
    func reordered(_ order: [Int]) -> RowList {
        var result = RowList()
        result.reserveCapacity(order.count)
        var last = 0
        for index in order {
            // neighbours stay neighbours mostly.
            let isInLast =
                runs[last].start <= index && (last + 1 == runs.count || index < runs[last + 1].start)
            if !isInLast { last = run(of: index) }
            result.append(PackedRow(block: runs[last].block, slots: slots[index]))
        }
        return result
    }
}

extension RowList: RandomAccessCollection, ExpressibleByArrayLiteral {
    init(arrayLiteral elements: PackedRow...) { self.init(elements) }

    init(_ rows: some Sequence<PackedRow>) {
        reserveCapacity(rows.underestimatedCount)
        for row in rows { append(row) }
    }

    var startIndex: Int { 0 }
    var endIndex: Int { slots.count }

    subscript(index: Int) -> PackedRow { PackedRow(block: runs[run(of: index)].block, slots: slots[index]) }

    /// Walks over rows without looking for the block of each.
    struct Iterator: IteratorProtocol {
        private let list: RowList
        private var index = 0
        private var run = 0

        fileprivate init(_ list: RowList) { self.list = list }

        mutating func next() -> PackedRow? {
            guard index < list.slots.count else { return nil }
            if run + 1 < list.runs.count, list.runs[run + 1].start <= index { run += 1 }
            defer { index += 1 }
            return PackedRow(block: list.runs[run].block, slots: list.slots[index])
        }
    }

    func makeIterator() -> Iterator { Iterator(self) }
}
