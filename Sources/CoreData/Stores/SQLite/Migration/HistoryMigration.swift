import SQLite

/// Keeps the change history true when entities and properties get other numbers.
///
/// Changes of removed entities go; what is left of the history can be read with the new model. The same is
/// done for the tables in which CloudKit mirroring keeps entity numbers.
struct HistoryMigration {
    let connection: Connection
    let plan: MigrationPlan

    private func execute(_ text: String) throws {
        try connection.execute(text, purpose: "carry the history over")
    }

    func run() throws {
        try renumberMirroring()
        guard
            try HistoryTables.find(on: connection, layout: plan.old.layout, entities: plan.oldEntities) != nil
        else { return }
        let columns = try columnNames("ACHANGE")
        for entity in plan.oldEntities {
            guard let successor = plan.successor(of: entity), let number = plan.old[entity.index]?.number else {
                continue
            }
            try rewriteColumns(of: number, from: entity, to: successor)
            try moveTombstones(of: number, from: entity, to: successor, present: columns)
        }
        try renumber("ACHANGE", column: "ZENTITY")
    }

    private func columnNames(_ table: String) throws -> Set<String> {
        let statement = try connection.prepareOnce(
            "SELECT name FROM pragma_table_info(?)", purpose: "look at the history")
        statement.bind(1, text: table)
        var names = Set<String>()
        while try statement.step() { names.insert(statement.string(0) ?? "") }
        return names
    }

    private func renumber(_ table: String, column: String) throws {
        var cases = ""
        var removed: [String] = []
        for entity in plan.oldEntities {
            guard let number = plan.old[entity.index]?.number else { continue }
            if let successor = plan.successor(of: entity) {
                let new = plan.number(of: successor)
                if new != number { cases += "WHEN \(number) THEN \(new) " }
            } else {
                removed.append(String(number))
            }
        }
        let quoted = SQLName.quoted(table)
        if !removed.isEmpty {
            try execute("DELETE FROM \(quoted) WHERE \(column) IN (\(removed.joined(separator: ", ")))")
        }
        if !cases.isEmpty {
            try execute("UPDATE \(quoted) SET \(column) = CASE \(column) \(cases)ELSE \(column) END")
        }
    }

    private func renumberMirroring() throws {
        let statement = try connection.prepareOnce(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'ANSCK%'",
            purpose: "look for the tables of CloudKit mirroring")
        var tables: [String] = []
        while try statement.step() { tables.append(statement.string(0) ?? "") }
        for table in tables where try columnNames(table).isSuperset(of: ["ZENTITYID", "ZENTITYPK"]) {
            try renumber(table, column: "ZENTITYID")
        }
    }

    /// The bit sets of changed properties.
    private func rewriteColumns(of number: Int64, from entity: EntityLayout, to successor: EntityLayout) throws {
        let old = PropertyNumbering(entity, in: plan.old.layout)
        let new = PropertyNumbering(successor, in: plan.new.layout)
        var places: [Int: Int] = [:]
        for slot in successor.slots {
            guard let name = plan.comparison.sourcePath(slot.name, of: successor.entity),
                case .slot(let index) = entity.code(name)
            else { continue }
            if slot.kind == .destinationEntity {
                if let from = entity.toOneBySlot[index]?.entitySlot { places[old.slots[from]] = new.slots[slot.index] }
            } else {
                places[old.slots[index]] = new.slots[slot.index]
            }
        }
        for relationship in successor.toMany {
            guard let name = plan.comparison.sourceProperty(relationship.name, of: successor.entity)?.name,
                case .toMany(let index) = entity.code(name)
            else { continue }
            places[old.toMany[index]] = new.toMany[relationship.toManyIndex]
        }
        if (0..<old.count).allSatisfy({ places[$0] == $0 }) { return }
        let select = try connection.prepareOnce(
            "SELECT DISTINCT ZCOLUMNS FROM ACHANGE WHERE ZENTITY = \(number) AND ZCOLUMNS IS NOT NULL",
            purpose: "read the history")
        var sets: [[UInt8]] = []
        while try select.step() { sets.append(select.bytes(0) ?? []) }
        // All at once, since a new set may look like another's old one.
        let update = try connection.prepareOnce(
            "UPDATE ACHANGE SET ZCOLUMNS = ? WHERE Z_PK = ?", purpose: "carry the history over")
        let rows = try connection.prepareOnce(
            "SELECT Z_PK, ZCOLUMNS FROM ACHANGE WHERE ZENTITY = \(number) AND ZCOLUMNS IS NOT NULL",
            purpose: "read the history")
        var translated: [[UInt8]: [UInt8]] = [:]
        for set in sets { translated[set] = Self.translated(set, places) }
        var changes: [(Int64, [UInt8])] = []
        while try rows.step() {
            let bytes = rows.bytes(1) ?? []
            if let new = translated[bytes], new != bytes { changes.append((rows.integer(0), new)) }
        }
        for (key, bytes) in changes {
            bytes.withUnsafeBytes { update.bind(1, blob: $0) }
            update.bind(2, integer: key)
            try update.run()
        }
    }

    private static func translated(_ bytes: [UInt8], _ places: [Int: Int]) -> [UInt8] {
        var result: [UInt8] = []
        for (index, byte) in bytes.enumerated() where byte != 0 {
            for bit in 0..<8 where byte & (0x80 >> UInt8(bit)) != 0 {
                guard let place = places[index * 8 + bit], place >= 0 else { continue }
                while result.count <= place >> 3 { result.append(0) }
                result[place >> 3] |= 0x80 >> UInt8(place & 7)
            }
        }
        return result
    }

    /// Values of deleted rows: the n-th column belongs to the n-th attribute that is preserved.
    private func moveTombstones(
        of number: Int64, from entity: EntityLayout, to successor: EntityLayout, present: Set<String>
    ) throws {
        let old = PropertyNumbering(entity, in: plan.old.layout).preserved.map { entity.slots[$0].name }
        let new = PropertyNumbering(successor, in: plan.new.layout).preserved.map { successor.slots[$0].name }
        let sources = new.map { name in
            plan.comparison.sourcePath(name, of: successor.entity).flatMap { old.firstIndex(of: $0) }
        }
        let width = max(old.count, new.count)
        if width == 0 || (old.count == new.count && sources == Array(old.indices).map(Optional.some)) { return }
        var known = try present.union(columnNames("ACHANGE"))
        var sets: [String] = []
        for index in 0..<width {
            let column = "ZTOMBSTONE\(index)"
            if !known.contains(column) {
                try execute("ALTER TABLE ACHANGE ADD COLUMN \(column) BLOB")
                known.insert(column)
            }
            let source = index < sources.count ? sources[index] : nil
            sets.append("\(column) = \(source.map { "ZTOMBSTONE\($0)" } ?? "NULL")")
        }
        try execute(
            "UPDATE ACHANGE SET \(sets.joined(separator: ", ")) WHERE ZENTITY = \(number) AND ZCHANGETYPE = 2")
    }
}
