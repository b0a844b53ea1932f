import SQLite

/// Keys reserved in the file and not handed out yet.
struct KeyBlock {
    /// The next key to hand out.
    var next: Int64
    /// The last key of the block.
    var last: Int64
    /// How many to reserve next time.
    var step: Int64
}

extension SQLiteStore {
    private static let reserve = SQL(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = max(coalesce(Z_MAX, 0), ?) + ? WHERE Z_ENT = ? RETURNING Z_MAX",
        purpose: "reserve primary keys")
    private static let giveBack = SQL(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX = ?", purpose: "give unused keys back")

    /// The largest step by which a series of small saves reserves ahead.
    private static let longestStep: Int64 = 1024

    /// Keys come from `Z_MAX` of the root entity, raised in a short transaction of its own.
    ///
    /// A store that is asked again and again reserves ahead, so that not every small save costs a second
    /// transaction. What is left over goes back when the store is closed; after a crash some numbers are
    /// skipped, which stores always allowed.
    func reserveKeys(of entity: EntityLayout, count: Int) throws -> Int64 {
        precondition(count > 0, "reserveKeys(of:count:) was asked for \(count) keys.")
        let opened = try current()
        let mapping = try opened.schema.mapping(entity)
        try checkWritable()
        let wanted = Int64(count)
        if let first = take(wanted, of: mapping.rootNumber) { return first }
        do {
            return try opened.connections.write { connection in
                // somebody else may have reserved while this call waited.
                if let first = take(wanted, of: mapping.rootNumber) { return first }
                let step = keyBlocks.withLock { $0[mapping.rootNumber]?.step ?? 0 }
                let amount = max(wanted, step)
                let last = try connection.write { try Self.raise(connection, mapping, by: amount) }
                let first = last - amount + 1
                keyBlocks.withLock { blocks in
                    // what is left of an old block that was too short is skipped.
                    blocks[mapping.rootNumber] = KeyBlock(
                        next: first + wanted, last: last, step: min(max(wanted, step) * 2, Self.longestStep))
                }
                return first
            }
        } catch {
            throw StoreErrors.make(error, during: .writing, store: url)
        }
    }

    private func take(_ count: Int64, of root: Int64) -> Int64? {
        keyBlocks.withLock { blocks in
            guard let block = blocks[root], block.last - block.next + 1 >= count else { return nil }
            blocks[root]?.next += count
            return block.next
        }
    }

    private static func raise(_ connection: Connection, _ mapping: EntityMapping, by amount: Int64) throws -> Int64 {
        // never below what the table holds, should another program have forgotten to count.
        let highest =
            try connection.firstInteger(
                "SELECT max(Z_PK) FROM \(mapping.table)", purpose: "read the highest key") ?? 0
        let statement = try connection.statement(reserve)
        statement.bind(1, integer: highest)
        statement.bind(2, integer: amount)
        statement.bind(3, integer: mapping.rootNumber)
        defer { statement.reset() }
        guard try statement.step() else {
            throw CoreDataError.make(
                NSPersistentStoreSaveError, "Z_PRIMARYKEY has no row for the entity number \(mapping.rootNumber).",
                suggestion: "The file is damaged. Restore it from a backup.")
        }
        let last = statement.integer(0)
        // a statement with RETURNING has done its work only when it was stepped to its end.
        _ = try statement.step()
        guard last >= amount, last < Int64.max / 2 else {
            throw CoreDataError.make(
                NSPersistentStoreSaveError, "The primary keys of \(mapping.table) are used up.",
                suggestion: "Z_MAX in Z_PRIMARYKEY is damaged; set it to the largest Z_PK of the table.")
        }
        return last
    }

    /// Lowers `Z_MAX` to what was handed out, unless others have reserved since.
    func returnUnusedKeys(_ opened: Opened) {
        let blocks = keyBlocks.withLock { blocks in
            defer { blocks = [:] }
            return blocks.filter { $0.value.next <= $0.value.last }
        }
        if blocks.isEmpty { return }
        // a courtesy: when it fails, numbers are skipped, which is allowed.
        _ = try? opened.connections.write { connection in
            try connection.write {
                for (root, block) in blocks {
                    let statement = try connection.statement(Self.giveBack)
                    statement.bind(1, integer: block.next - 1)
                    statement.bind(2, integer: root)
                    statement.bind(3, integer: block.last)
                    try statement.run()
                }
            }
        }
    }

    /// - Throws: 134030 when the store is read-only.
    func checkWritable() throws {
        guard isReadOnly else { return }
        throw CoreDataError.make(
            NSPersistentStoreSaveError, "The store at \(url?.path ?? "no URL") is read-only.",
            suggestion: "Add it without NSReadOnlyPersistentStoreOption to save into it.")
    }
}
