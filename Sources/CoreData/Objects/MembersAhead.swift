/// Rows of the members of many owners, read at once; they become objects when an owner's members are asked for.
///
/// Until then they take less memory than objects, lie side by side, and objects are made where they are used.
final class MembersAhead {
    /// The rows of one owner.
    struct Part {
        let all: MembersAhead
        let start: Int32
        let end: Int32

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    let rows: RowList
    /// Who the members' siblings are; its keys are those of `rows`.
    let batch: FetchBatch
    /// The state of the context's `RecentWrites` when they were read.
    let mark: Int

    init(rows: RowList, batch: FetchBatch, mark: Int) {
        self.rows = rows
        self.batch = batch
        self.mark = mark
    }
}
