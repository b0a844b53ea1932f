import SQLite

// Deletes come in great numbers (a cascade): rows of one entity and version go with one statement.

extension CommitWriter {
    func delete(_ deletes: [StoreChanges.RowDelete]) throws {
        var start = 0
        while start < deletes.count {
            let layout = deletes[start].layout
            var end = start + 1
            while end < deletes.count, deletes[end].layout === layout { end += 1 }
            try delete(deletes[start..<end], of: try schema.mapping(layout))
            start = end
        }
    }

    /// Deletes rows of one entity.
    private func delete(_ rows: ArraySlice<StoreChanges.RowDelete>, of mapping: EntityMapping) throws {
        if !mapping.externalSlots.isEmpty {
            for row in rows { try noteReplacedFiles(of: mapping, key: row.primaryKey) { _ in true } }
        }
        guard let version = rows.first?.expectedVersion else { return }
        if rows.allSatisfy({ $0.expectedVersion == version }) {
            try delete(rows.map(\.primaryKey), version: version, of: mapping)
        } else {
            let byVersion = Dictionary(grouping: rows, by: \.expectedVersion)
            for (version, rows) in byVersion.sorted(by: { $0.key < $1.key }) {
                try delete(rows.map(\.primaryKey), version: version, of: mapping)
            }
        }
        for (join, column) in mapping.joinColumns {
            let removal = try connection.statement(MembershipWriter.removal(join, column: column))
            for row in rows {
                removal.bind(1, integer: row.primaryKey)
                try removal.run()
            }
        }
    }

    private func delete(_ keys: [Int64], version: Int64, of mapping: EntityMapping) throws {
        var start = 0
        while start < keys.count {
            let chunk = keys[start..<min(start + KeyChunkStatements.limit, keys.count)]
            // Rows that are not found as they were expected are named one by one.
            let isDone = try chunk.count > 1 && connection.part { try deleteAtOnce(chunk, version, mapping) }
            if !isDone { for key in chunk { try deleteOne(key, version, mapping) } }
            start += chunk.count
        }
    }

    /// False when not all of them were there.
    private func deleteAtOnce(_ keys: ArraySlice<Int64>, _ version: Int64, _ mapping: EntityMapping) throws -> Bool {
        let (sql, parameters) = mapping.writeStatements.deleteMany.statement(count: keys.count)
        let statement = try connection.statement(sql)
        statement.bind(1, integer: version)
        KeyChunkStatements.bind(keys, to: statement, parameters: parameters, from: 2)
        try statement.run()
        return connection.changes == keys.count
    }

    private func deleteOne(_ key: Int64, _ version: Int64, _ mapping: EntityMapping) throws {
        let statement = try connection.statement(mapping.writeStatements.delete)
        statement.bind(1, integer: key)
        statement.bind(2, integer: version)
        try statement.run()
        if connection.changes == 0 {
            conflicts.append(RowConflict(layout: mapping.layout, primaryKey: key, current: nil))
        }
    }
}
