/// What one save changed, for the other contexts of the coordinator.
struct SavedChange: Sendable {
    /// One row, as it is after the save.
    struct Row: @unchecked Sendable {
        // @unchecked: rows are immutable once they are shared (ManagedBuffer forbids saying so).
        let key: ObjectKey
        let layout: EntityLayout
        /// nil for deleted rows, and where the store computes values.
        let row: PackedRow?
    }

    var inserted: [Row]
    var updated: [Row]
    var deleted: [Row]
}

/// A context, as coordinators know it.
protocol CoordinatorClient: AnyObject, Sendable {
    /// Called on the saving queue after another context has saved.
    func coordinatorDidSave(_ change: SavedChange)
    /// Called when a store is about to leave.
    func coordinatorWillRemove(store: UInt32)
}
