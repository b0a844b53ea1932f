import SQLite

/// Takes indexes and triggers away before tables change, and makes those of the new schema after.
///
/// What the app itself put on the tables comes back as it was.
struct SchemaKeeper {
    private let connection: Connection
    private var appTriggers: [(table: String, text: String)] = []
    private var appIndexes: [String] = []

    init(connection: Connection) { self.connection = connection }

    private struct Entry {
        var name: String
        var table: String
        var text: String
        var isTrigger: Bool
    }

    private func entries() throws -> [Entry] {
        let statement = try connection.prepareOnce(
            "SELECT name, tbl_name, sql, type FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL",
            purpose: "read the schema")
        var result: [Entry] = []
        while try statement.step() {
            result.append(
                Entry(
                    name: statement.string(0) ?? "", table: statement.string(1) ?? "", text: statement.string(2) ?? "",
                    isTrigger: statement.string(3) == "trigger"))
        }
        return result
    }

    /// Removes triggers, and the indexes that the new schema does not have just so.
    ///
    /// - Parameters:
    ///   - changed: quoted names of old entity tables that get other names, for themselves or their columns.
    ///   - keptJoins: quoted names of join tables that stay as they are.
    mutating func clear(_ plan: MigrationPlan, changed: Set<String>, keptJoins: Set<String>) throws {
        let tables = Set(plan.old.entities.compactMap { $0?.table })
        let joins = Set(plan.old.joins.map(\.table))
        let wanted = Dictionary(
            plan.new.indexes.map { ($0.name, Self.plain($0.creation)) }, uniquingKeysWith: { first, _ in first })
        for entry in try entries() {
            let table = SQLName.quoted(entry.table)
            guard tables.contains(table) || joins.contains(table) else { continue }
            let isFixed = joins.contains(table) ? keptJoins.contains(table) : !changed.contains(table)
            // the names of Core Data's own indexes and triggers begin so.
            let isOurs = entry.name.hasPrefix(entry.isTrigger ? "Z_DA_" : "Z")
            if entry.isTrigger {
                if !isOurs { appTriggers.append((entry.table, entry.text)) }
            } else if isOurs {
                if isFixed, wanted[entry.name] == Self.plain(entry.text) { continue }
            } else {
                if isFixed { continue }
                appIndexes.append(entry.text)
            }
            try connection.execute(
                "DROP \(entry.isTrigger ? "TRIGGER" : "INDEX") \(SQLName.quoted(entry.name))",
                purpose: "set indexes and triggers aside")
        }
    }

    /// A statement's text without what does not matter.
    private static func plain(_ text: String) -> String { text.filter { $0 != "\"" && !$0.isWhitespace }.uppercased() }

    /// Makes what the new schema asks for and is not there.
    ///
    /// - Throws: 134111 when a uniqueness constraint does not hold.
    func restore(_ plan: MigrationPlan) throws {
        let present = Set(try entries().map(\.name))
        for index in plan.new.indexes where !present.contains(index.name) {
            do {
                try connection.execute(index.creation, purpose: "make the index \(index.name)")
            } catch let error as SQLiteError where error.isUniqueViolation {
                throw violation(of: index, plan, error)
            }
        }
        for text in appIndexes {
            // an index of the app's on a column that is gone has gone with it.
            guard (try? connection.prepareOnce(text, purpose: "restore an index")) != nil else { continue }
            try connection.execute(text, purpose: "restore an index of the app's own")
        }
        try DerivedTriggers(plan: plan.new).create(on: connection)
        let tables = Set(plan.new.tables.map(\.name) + plan.new.joins.map(\.name))
        for trigger in appTriggers where tables.contains(trigger.table) {
            try connection.execute(trigger.text, purpose: "restore a trigger of the app's own")
        }
    }

    private func violation(of index: IndexSchema, _ plan: MigrationPlan, _ error: SQLiteError) -> NSError {
        var entity = ""
        var names: [String] = []
        for candidate in plan.new.entities {
            for constraint in plan.new.ownConstraints(of: candidate)
            where index.name == "Z_\(candidate.name)_UNIQUE_\(constraint.joined(separator: "_"))" {
                (entity, names) = (candidate.name, constraint)
            }
        }
        return CoreDataError.make(
            NSMigrationConstraintViolationError,
            "The store has objects of \(entity) with equal values of \(names.joined(separator: ", ")), which the new "
                + "model does not allow. Nothing was changed.",
            suggestion: "Remove the duplicates with the old model first, or leave the uniqueness constraint out.",
            underlying: NSError(
                domain: NSSQLiteErrorDomain, code: Int(error.code),
                userInfo: [NSLocalizedDescriptionKey: error.description]),
            userInfo: ["entity": entity, "constraint": names])
    }
}
