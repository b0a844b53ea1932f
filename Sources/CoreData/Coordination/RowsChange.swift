/// One change of all rows that a fetch selects.
struct RowsChange {
    enum Kind {
        /// One value per slot, of the fetch's entity; `.unset` = keep.
        ///
        /// Versions grow by one.
        case update(ContiguousArray<SlotValue>)
        case delete
    }

    var rows: FetchSpec
    var kind: Kind
    /// Whether the outcome is to name the rows.
    var wantsReferences: Bool
    /// For the change history.
    var author: String?
    var contextName: String?

    struct Outcome {
        var count: Int
        /// The rows, when they were wanted.
        var references: [RowReference] = []
    }
}
