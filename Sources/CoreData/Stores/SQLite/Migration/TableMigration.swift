import SQLite

/// Brings the tables of entities into their new form.
///
/// A table that only gains or renames columns is altered where it is; one that loses columns, or whose rows
/// go apart, is made anew and filled from the old.
struct TableMigration {
    private let connection: Connection
    private let plan: MigrationPlan
    /// Where the old tables are by now, quoted.
    private var places: [String: String] = [:]
    /// Old tables that have been made anew or emptied, and go at the end.
    private var leftovers: [String] = []

    private static let purpose = "migrate the tables"

    init(connection: Connection, plan: MigrationPlan) {
        self.connection = connection
        self.plan = plan
    }

    private func execute(_ text: String, purpose: String = Self.purpose) throws {
        try connection.execute(text, purpose: purpose)
    }

    // MARK: What is to be done

    /// Quoted old names of tables whose indexes cannot stay, since tables or columns get other names.
    static func renamedTables(_ tables: [TablePlan], _ plan: MigrationPlan) -> Set<String> {
        var renamed = Set(plan.old.entities.compactMap { $0?.table })
        for table in tables {
            guard let old = table.oldTable, old == SQLName.quoted(table.schema.name), canAlter(table) else { continue }
            let keepsNames = table.columns.allSatisfy { column in
                column.values.values.allSatisfy { $0.column == nil || $0.column == SQLName.quoted(column.name) }
            }
            if keepsNames { renamed.remove(old) }
        }
        for table in tables where table.oldTable != nil && table.oldTable != SQLName.quoted(table.schema.name) {
            // rows of this table go elsewhere as well, or only: it is made anew.
            table.oldTable.map { _ = renamed.insert($0) }
        }
        return renamed
    }

    /// True when the old table can become the new one by renaming and adding columns.
    private static func canAlter(_ table: TablePlan) -> Bool {
        var used = Set<String>()
        for column in table.columns {
            if column.values.isEmpty { continue }
            let columns = Set(column.values.values.compactMap(\.column))
            guard columns.count <= 1, !column.values.values.contains(where: \.needsOthers) else { return false }
            if let only = columns.first, !used.insert(only).inserted { return false }
        }
        return Set(table.oldColumns).isSubset(of: used)
    }

    /// Whether the table's own text has constraints, as frameworks of iOS 9 to 11 wrote them.
    private func hasInlineConstraints(_ table: String) throws -> Bool {
        let count = try connection.firstInteger(
            "SELECT count(*) FROM sqlite_master WHERE type = 'index' AND sql IS NULL AND tbl_name = "
                + SQLName.literal(SQLName.unquoted(table)), purpose: Self.purpose)
        return count ?? 0 > 0
    }

    // MARK: Doing it

    /// Gives every old table that is in the way of a new one another name.
    mutating func setAside(_ tables: [TablePlan]) throws {
        var uses: [String: Int] = [:]
        for case let table? in tables.map(\.oldTable) { uses[table, default: 0] += 1 }
        var staying = Set<String>()
        for table in tables {
            guard let old = table.oldTable, old == SQLName.quoted(table.schema.name), uses[old] == 1,
                Self.canAlter(table), try !hasInlineConstraints(old)
            else { continue }
            staying.insert(old)
        }
        for old in Set(plan.old.entities.compactMap { $0?.table }).sorted() {
            if staying.contains(old) {
                places[old] = old
                continue
            }
            let aside = "Z__OLD\(places.count)"
            try execute("ALTER TABLE \(old) RENAME TO \(aside)")
            places[old] = aside
            if uses[old] == nil { leftovers.append(aside) }
        }
        shared = Set(uses.filter { $0.value > 1 }.keys)
    }

    /// Old tables whose rows go into several new ones.
    private var shared = Set<String>()

    /// Makes one new table and fills it.
    mutating func fill(_ table: TablePlan) throws {
        guard let old = table.oldTable, let place = places[old] else {
            try execute(table.schema.creation)
            return
        }
        if !shared.contains(old), Self.canAlter(table), try !hasInlineConstraints(place) {
            try alter(table, at: place)
        } else {
            try rebuild(table, from: place)
            if !leftovers.contains(place) { leftovers.append(place) }
        }
    }

    private func alter(_ table: TablePlan, at place: String) throws {
        let name = SQLName.quoted(table.schema.name)
        let rows = Set(table.numbers.map(\.old))
        // names may change places: all go by a name of their own first.
        let renamed = table.columns.compactMap { column in
            column.values.values.compactMap(\.column).first.map { (old: $0, new: SQLName.quoted(column.name)) }
        }.filter { $0.old != $0.new }
        for (index, column) in renamed.enumerated() {
            try execute("ALTER TABLE \(place) RENAME COLUMN \(column.old) TO Z__COLUMN\(index)")
        }
        try dropStrangers(table, at: place, beside: Set(renamed.indices.map { "Z__COLUMN\($0)" }))
        for (index, column) in renamed.enumerated() {
            try execute("ALTER TABLE \(place) RENAME COLUMN Z__COLUMN\(index) TO \(column.new)")
        }
        var sets: [String] = []
        for column in table.columns {
            let quoted = SQLName.quoted(column.name)
            let origin = column.values.values.compactMap(\.column).first
            if origin == nil { try execute("ALTER TABLE \(place) ADD COLUMN \(quoted) \(column.type.rawValue)") }
            if column.values.isEmpty || column.isPlain { continue }
            let text = column.expression(rows: rows, column: quoted)
            sets.append("\(quoted) = \(text)")
        }
        let removed = table.oldEntityNumbers(in: plan).subtracting(rows)
        if !removed.isEmpty {
            let list = removed.sorted().map(String.init).joined(separator: ", ")
            try execute("DELETE FROM \(place) WHERE Z_ENT IN (\(list))")
        }
        if table.entityNumber != "Z_ENT" { sets.append("Z_ENT = \(table.entityNumber)") }
        if !sets.isEmpty { try execute("UPDATE \(place) SET \(sets.joined(separator: ", "))") }
        if place != name { try execute("ALTER TABLE \(place) RENAME TO \(name)") }
    }

    /// Columns that no model knows stay, unless their name is wanted.
    private func dropStrangers(_ table: TablePlan, at place: String, beside renamed: Set<String>) throws {
        let wanted = Set(table.columns.map { $0.name.uppercased() })
        let known = Set(table.oldColumns.map { SQLName.unquoted($0).uppercased() })
        for column in try columnList(place)
        where wanted.contains(column.name.uppercased()) && !known.contains(column.name.uppercased())
            && !renamed.contains(column.name)
        {
            try execute("ALTER TABLE \(place) DROP COLUMN \(SQLName.quoted(column.name))")
        }
    }

    private func rebuild(_ table: TablePlan, from place: String) throws {
        let name = SQLName.quoted(table.schema.name)
        let rows = Set(table.numbers.map(\.old))
        try execute(table.schema.creation)
        var targets = ["Z_PK", "Z_ENT", "Z_OPT"]
        var sources = ["Z_PK", table.entityNumber, "Z_OPT"]
        for column in table.columns where !column.values.isEmpty {
            targets.append(SQLName.quoted(column.name))
            sources.append(column.expression(rows: rows))
        }
        let taken = Set(table.columns.map { $0.name.uppercased() } + ["Z_PK", "Z_ENT", "Z_OPT"])
        let known = Set(table.oldColumns.map { SQLName.unquoted($0).uppercased() })
        for column in try columnList(place)
        where !known.contains(column.name.uppercased()) && !taken.contains(column.name.uppercased()) {
            // a column that no model knows: not ours to lose.
            let quoted = SQLName.quoted(column.name)
            try execute("ALTER TABLE \(name) ADD COLUMN \(quoted) \(column.type)")
            targets.append(quoted)
            sources.append(quoted)
        }
        try execute(
            "INSERT INTO \(name) (\(targets.joined(separator: ", "))) SELECT \(sources.joined(separator: ", ")) "
                + "FROM \(place) WHERE Z_ENT IN (\(table.oldNumbers))")
    }

    /// Removes the old tables that have become others.
    func dropOldTables() throws {
        for table in leftovers { try execute("DROP TABLE \(table)") }
    }

    private func columnList(_ table: String) throws -> [(name: String, type: String)] {
        let statement = try connection.prepareOnce(
            "SELECT name, type FROM pragma_table_info(?) ORDER BY cid", purpose: Self.purpose)
        statement.bind(1, text: SQLName.unquoted(table))
        var result: [(name: String, type: String)] = []
        while try statement.step() { result.append((statement.string(0) ?? "", statement.string(1) ?? "")) }
        return result
    }
}

extension TablePlan {
    /// Numbers of all old entities whose rows are in the old table.
    func oldEntityNumbers(in plan: MigrationPlan) -> Set<Int64> {
        Set(plan.old.entities.compactMap { $0.flatMap { $0.table == oldTable ? $0.number : nil } })
    }
}
