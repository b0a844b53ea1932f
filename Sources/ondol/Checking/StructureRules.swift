import CoreData
import SQLite

/// Rules about entities, keys and counters.
struct StructureRules {
    let map: StoreMap

    var rules: [CheckRule] {
        map.entities.filter { $0.root == $0.index }.flatMap(tableRules) + numberRules + parentRules + historyRules
    }

    private func list(_ numbers: [Int64]) -> String { numbers.map(String.init).joined(separator: ", ") }

    /// Where rows of other tables name an entity beside the key of a row of `root`'s table.
    private func namings(of root: Int) -> [(table: String, key: String, entity: String)] {
        var result: [(table: String, key: String, entity: String)] = []
        for owner in map.entities {
            for relationship in owner.toOne where map.entities[relationship.destination].root == root {
                guard let column = relationship.entityColumn else { continue }
                let naming = (table: owner.table, key: relationship.column, entity: column)
                // a sub-entity has the relationships of its parent.
                if !result.contains(where: { $0 == naming }) { result.append(naming) }
            }
        }
        return result
    }

    /// Statements that write the number of the only entity of a table beside each reference into it.
    private func references(to entity: StoreMap.Entity) -> [String] {
        namings(of: entity.root).map { naming in
            "UPDATE \(naming.table) SET \(naming.entity) = \(entity.number) "
                + "WHERE \(naming.entity) IS NOT \(entity.number) AND "
                + "\(naming.key) IN (SELECT Z_PK FROM \(entity.table))"
        }
    }

    /// Statements that give rows of no entity the one that is written beside a reference to them.
    private func entitiesByReferences(
        _ root: StoreMap.Entity, _ concrete: [StoreMap.Entity], _ wrong: String
    ) -> [String] {
        if concrete.isEmpty { return [] }
        return namings(of: root.index).map { naming in
            let named =
                "FROM \(naming.table) s WHERE s.\(naming.key) = \(root.table).Z_PK "
                + "AND s.\(naming.entity) IN (\(list(concrete.map(\.number))))"
            return "UPDATE \(root.table) SET Z_ENT = (SELECT s.\(naming.entity) \(named) LIMIT 1) "
                + "WHERE (\(wrong)) AND EXISTS (SELECT 1 \(named))"
        }
    }

    private func tableRules(_ root: StoreMap.Entity) -> [CheckRule] {
        let concrete = map.entities.filter { $0.root == root.index && !$0.isAbstract }
        let wrong = concrete.isEmpty ? "1" : "Z_ENT IS NULL OR Z_ENT NOT IN (\(list(concrete.map(\.number))))"
        let names = Dictionary(map.entities.map { ($0.number, $0.name) }) { first, _ in first }
        var entityRepair: (String, [String])?
        if concrete.count == 1 {
            entityRepair = (
                "the rows are made \(concrete[0].name), the only entity of the table",
                ["UPDATE \(root.table) SET Z_ENT = \(concrete[0].number) WHERE \(wrong)"]
                    + references(to: concrete[0])
            )
        } else {
            let statements = entitiesByReferences(root, concrete, wrong)
            if !statements.isEmpty {
                entityRepair = ("rows take the entity that references to them name", statements)
            }
        }
        // Of a table that is one entity's alone every row is taken for an object of it.
        let consequence =
            root.isAlone(in: map)
            ? "it is read as an object of \(root.name) all the same"
            : "lists and exports pass over it"
        let family = Set(root.familyNumbers)
        let noVersion = "typeof(Z_OPT) <> 'integer' OR Z_OPT < 1"
        let counter = "coalesce((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(root.number)), -1)"
        return [
            CheckRule(
                kind: .entity, severity: .error, entity: root.name,
                query: "SELECT Z_PK, Z_ENT, Z_PK, Z_ENT FROM \(root.table) WHERE \(wrong)",
                message: { row in
                    guard !row.isNull(3) else {
                        return "Row \(row.integer(2)) has no entity (Z_ENT); \(consequence)."
                    }
                    if let name = names[row.integer(3)] {
                        let isAbstract = family.contains(row.integer(3))
                        return "Row \(row.integer(2)) belongs to \(name), which has no objects in \(root.tableName)"
                            + (isAbstract ? "." : "; \(consequence).")
                    }
                    return "Row \(row.integer(2)) has the entity number \(row.integer(3)), which no entity of "
                        + "\(root.tableName) has; \(consequence)."
                }, repair: entityRepair),
            CheckRule(
                kind: .version, severity: .warning, entity: root.name,
                query: "SELECT Z_PK, Z_ENT FROM \(root.table) WHERE \(noVersion)",
                message: { _ in "Z_OPT, the number of saves, is missing or below 1; a change would be refused." },
                repair: ("Z_OPT is set to 1", ["UPDATE \(root.table) SET Z_OPT = 1 WHERE \(noVersion)"])),
            CheckRule(
                kind: .counter, severity: .error, entity: root.name,
                query: "SELECT NULL, NULL, m, \(counter), typeof(\(counter)) FROM "
                    + "(SELECT max(Z_PK) AS m FROM \(root.table)) "
                    + "WHERE typeof(\(counter)) <> 'integer' OR m > \(counter) OR \(counter) > \(Self.highestCounter) "
                    + "AND coalesce(m, 0) < \(counter)",
                message: { row in
                    guard row.string(4) == "integer" else {
                        return "The counter of \(root.name) in Z_PRIMARYKEY is no whole number; the next object cannot "
                            + "be given a key."
                    }
                    if row.integer(3) > Self.highestCounter {
                        return "The counter of \(root.name) in Z_PRIMARYKEY is \(row.integer(3)): keys are used up."
                    }
                    return row.integer(3) < 0
                        ? "Z_PRIMARYKEY has no counter for \(root.name); the next object cannot be given a key."
                        : "The counter in Z_PRIMARYKEY is \(row.integer(3)), but key \(row.integer(2)) is in use; "
                            + "the next object would be given a key that is taken."
                },
                repair: (
                    "the counter is set to the highest key",
                    [
                        "INSERT OR IGNORE INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES "
                            + "(\(root.number), \(literal(root.name)), 0, 0)",
                        "UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT coalesce(max(Z_PK), 0) FROM \(root.table)) "
                            + "WHERE Z_ENT = \(root.number)",
                    ]
                )),
        ]
    }

    /// No store counts beyond; near the end of the integers nothing can be added any more.
    private static let highestCounter: Int64 = 1 << 62

    private func literal(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }

    /// What `Z_PRIMARYKEY` says of the parents of entities.
    private var parentRules: [CheckRule] {
        map.entities.map { entity in
            let parent = entity.parent.map { map.entities[$0] }
            let number = parent?.number ?? 0
            return CheckRule(
                kind: .counter, severity: .warning, entity: entity.name,
                query: "SELECT NULL, NULL, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT = \(entity.number) "
                    + "AND coalesce(Z_SUPER, 0) IS NOT \(number)",
                message: { row in
                    "Z_PRIMARYKEY gives \(row.string(2) ?? "nothing") as the parent's number (Z_SUPER); "
                        + (parent.map { "the parent is \($0.name), number \(number)." } ?? "there is no parent.")
                },
                repair: (
                    "the number of the parent is written",
                    ["UPDATE Z_PRIMARYKEY SET Z_SUPER = \(number) WHERE Z_ENT = \(entity.number)"]
                ))
        }
    }

    /// Entities of `Z_PRIMARYKEY` that the model does not have; numbers from 16000 on are the framework's own.
    private var numberRules: [CheckRule] {
        // a root entity without a row is a counter that is missing.
        let lacking = map.entities.filter { $0.parent != nil }.map { entity in
            let parent = entity.parent.map { map.entities[$0].number } ?? 0
            return CheckRule(
                kind: .counter, severity: .warning, entity: entity.name,
                query: "SELECT NULL, NULL WHERE NOT EXISTS (SELECT 1 FROM Z_PRIMARYKEY WHERE Z_ENT = \(entity.number))",
                message: { _ in "Z_PRIMARYKEY has no row for \(entity.name), number \(entity.number)." },
                repair: (
                    "the row is written",
                    [
                        "INSERT OR IGNORE INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES "
                            + "(\(entity.number), \(literal(entity.name)), \(parent), 0)"
                    ]
                ))
        }
        return lacking + [
            CheckRule(
                kind: .counter, severity: .warning,
                query: "SELECT NULL, NULL, Z_ENT, Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 AND "
                    + "Z_ENT NOT IN (\(list(map.entities.map(\.number))))",
                message: { row in
                    "Z_PRIMARYKEY counts an entity \(row.integer(2)), \(row.string(3) ?? "without a name"), which the "
                        + "model does not have."
                })
        ]
    }

    private var historyRules: [CheckRule] {
        [
            CheckRule(
                kind: .history, severity: .warning,
                query: "SELECT NULL, NULL, n FROM (SELECT count(*) AS n FROM sqlite_master WHERE type = 'table' "
                    + "AND name = 'ACHANGE') WHERE n = 1 AND NOT EXISTS (SELECT 1 FROM sqlite_master "
                    + "WHERE type = 'table' AND name = 'ATRANSACTION')",
                message: { _ in "The change history has changes (ACHANGE) but no transactions (ATRANSACTION)." })
        ]
    }
}
