/// Rows that were written, or heard of being written, or asked to be read anew, since rows were last read ahead.
///
/// Rows read ahead have no objects that could take over what is newer: they are checked against this when they
/// become objects.
struct RecentWrites {
    private var keys: [ObjectKey] = []
    /// How many were noted before the first of `keys`.
    private var forgotten = 0
    /// Nothing has to be noted before anything is read ahead.
    private var isNeeded = false

    /// So many are remembered; what was read before the oldest of them counts as stale.
    private static let limit = 512

    /// The present state, for what is read now.
    mutating func mark() -> Int {
        isNeeded = true
        return forgotten + keys.count
    }

    mutating func note(_ key: ObjectKey) {
        guard isNeeded else { return }
        if keys.count >= Self.limit { noteAll() }
        keys.append(key)
    }

    mutating func note(_ objects: [NSManagedObject]) {
        guard isNeeded else { return }
        if objects.count > Self.limit { return noteAll() }
        for object in objects { note(object.key) }
    }

    /// All that was read until now is stale.
    mutating func noteAll() {
        forgotten += keys.count + 1
        keys = []
    }

    /// Whether rows that were read at `mark` may have been written since.
    func mayHaveTouched(_ primaryKeys: ArraySlice<Int64>, store: UInt32, root: UInt32, since mark: Int) -> Bool {
        if mark < forgotten { return true }
        for key in keys[(mark - forgotten)...] where key.store == store && key.root == root {
            if primaryKeys.contains(key.primaryKey) { return true }
        }
        return false
    }
}
