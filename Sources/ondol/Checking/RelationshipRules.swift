import CoreData
import SQLite

/// Rules about relationships: where they lead, whether both sides agree, their order and their counts.
struct RelationshipRules {
    let map: StoreMap
    let model: NSManagedObjectModel

    var rules: [CheckRule] {
        var rules: [CheckRule] = []
        for entity in map.entities {
            // an inherited relationship is looked at with the entity that declares it, for the whole family.
            let parent = entity.parent.map { map.entities[$0] }
            for relationship in entity.toOne
            where !(parent?.toOne.contains { $0.name == relationship.name } ?? false) {
                rules += toOneRules(relationship, of: entity)
            }
            for relationship in entity.toMany
            where !(parent?.toMany.contains { $0.name == relationship.name } ?? false) {
                rules += toManyRules(relationship, of: entity)
            }
        }
        return rules
    }

    private func family(_ entity: StoreMap.Entity, _ alias: String) -> String {
        entity.familyCondition(alias, in: map)
    }

    /// The condition for a row `d` that is an object of another entity than this one and its sub-entities.
    ///
    /// Rows of no entity are a fault of their own: what leads to them is the one trace of what they were.
    private func foreignEntity(_ entity: StoreMap.Entity) -> String {
        let own = family(entity, "d")
        if own == "1" { return "0" }
        let known = map.entities.filter { $0.root == entity.root }.map { String($0.number) }
        return "(d.Z_ENT IN (\(known.joined(separator: ", "))) AND NOT \(own))"
    }

    private func number(_ entity: StoreMap.Entity, _ alias: String) -> String {
        entity.numberExpression(alias, in: map)
    }

    private var names: [Int64: String] {
        Dictionary(map.entities.map { ($0.number, $0.name) }) { first, _ in first }
    }

    // MARK: To one

    private func toOneRules(_ relationship: StoreMap.ToOne, of entity: StoreMap.Entity) -> [CheckRule] {
        let destination = map.entities[relationship.destination]
        let (table, column) = (entity.table, relationship.column)
        let cleared = ([column] + [relationship.entityColumn, relationship.orderColumn].compactMap { $0 })
            .map { "\($0) = NULL" }.joined(separator: ", ")
        let isSet = "\(family(entity, "s")) AND s.\(column) IS NOT NULL"
        let missing = "\(isSet) AND NOT EXISTS (SELECT 1 FROM \(destination.table) d WHERE d.Z_PK = s.\(column))"
        let foreign =
            "\(isSet) AND EXISTS (SELECT 1 FROM \(destination.table) d WHERE d.Z_PK = s.\(column) "
            + "AND \(foreignEntity(destination)))"
        let names = names
        func clear(_ condition: String) -> String { "UPDATE \(table) AS s SET \(cleared) WHERE \(condition)" }
        var rules = [
            CheckRule(
                kind: .dangling, severity: .error, entity: entity.name, property: relationship.name,
                query: "SELECT s.Z_PK, \(number(entity, "s")), s.\(column) FROM \(table) s WHERE \(missing)",
                message: { "It leads to \(destination.name)/p\($0.integer(2)), which does not exist." },
                repair: ("references to what does not exist are set to nil", [clear(missing)])),
            CheckRule(
                kind: .destination, severity: .error, entity: entity.name, property: relationship.name,
                query:
                    "SELECT s.Z_PK, \(number(entity, "s")), s.\(column), d.Z_ENT FROM \(table) s JOIN \(destination.table) d "
                    + "ON d.Z_PK = s.\(column) WHERE \(foreign)",
                message: { row in
                    "It leads to row \(row.integer(2)) of \(destination.tableName), which is of the entity "
                        + "\(names[row.integer(3)] ?? "number \(row.integer(3))"), not \(destination.name)."
                }, repair: ("references to objects of other entities are set to nil", [clear(foreign)])),
        ]
        if let entityColumn = relationship.entityColumn {
            let differs =
                "\(isSet) AND EXISTS (SELECT 1 FROM \(destination.table) d WHERE d.Z_PK = s.\(column) "
                + "AND \(family(destination, "d")) AND d.Z_ENT IS NOT s.\(entityColumn))"
            rules.append(
                CheckRule(
                    kind: .destination, severity: .error, entity: entity.name, property: relationship.name,
                    query:
                        "SELECT s.Z_PK, \(number(entity, "s")), s.\(column), s.\(entityColumn) FROM \(table) s WHERE \(differs)",
                    message: { row in
                        let said = row.isNull(3) ? "nothing" : names[row.integer(3)] ?? "number \(row.integer(3))"
                        return "The column \(entityColumn) says that it leads to the entity \(said), which is not "
                            + "that of row \(row.integer(2))."
                    },
                    repair: (
                        "the entity of the destination is written beside the reference",
                        [
                            "UPDATE \(table) AS s SET \(entityColumn) = (SELECT d.Z_ENT FROM \(destination.table) d "
                                + "WHERE d.Z_PK = s.\(column)) WHERE \(differs)"
                        ]
                    )))
        }
        if !relationship.isOptional {
            rules.append(
                CheckRule(
                    kind: .required, severity: .error, entity: entity.name, property: relationship.name,
                    query: "SELECT s.Z_PK, \(number(entity, "s")) FROM \(table) s WHERE \(family(entity, "s")) "
                        + "AND s.\(column) IS NULL",
                    message: { _ in "It leads to no \(destination.name), but the relationship is not optional." }))
        }
        if !relationship.inverseIsToMany, let rule = inverseRule(relationship, of: entity, clear: clear) {
            rules.append(rule)
        }
        return rules
    }

    /// Both sides of a one-to-one have a column; each has to lead back.
    private func inverseRule(
        _ relationship: StoreMap.ToOne, of entity: StoreMap.Entity, clear: (String) -> String
    ) -> CheckRule? {
        let destination = map.entities[relationship.destination]
        guard let name = relationship.inverse, let inverse = destination.toOne.first(where: { $0.name == name }) else {
            return nil
        }
        let (column, back) = (relationship.column, inverse.column)
        let differs =
            "\(family(entity, "s")) AND s.\(column) IS NOT NULL AND EXISTS (SELECT 1 "
            + "FROM \(destination.table) d WHERE d.Z_PK = s.\(column) AND \(family(destination, "d")) "
            + "AND d.\(back) IS NOT s.Z_PK)"
        let claimant =
            "FROM \(entity.table) s WHERE s.\(column) = d.Z_PK AND \(family(entity, "s")) "
            + "ORDER BY s.Z_PK LIMIT 1"
        let backEntity = inverse.entityColumn.map { ", \($0) = (SELECT \(number(entity, "s")) \(claimant))" } ?? ""
        return CheckRule(
            kind: .inverse, severity: .error, entity: entity.name, property: relationship.name,
            query: "SELECT s.Z_PK, \(number(entity, "s")), s.\(column), (SELECT d.\(back) FROM \(destination.table) d "
                + "WHERE d.Z_PK = s.\(column)) FROM \(entity.table) s WHERE \(differs)",
            message: { row in
                "It leads to \(destination.name)/p\(row.integer(2)), whose \(name) leads to "
                    + (row.isNull(3) ? "nothing." : "\(entity.name)/p\(row.integer(3)).")
            },
            repair: (
                "where the other side leads to nothing it is made to lead back, otherwise this side is set to nil",
                [
                    "UPDATE \(destination.table) AS d SET \(back) = (SELECT s.Z_PK \(claimant))\(backEntity) "
                        + "WHERE d.\(back) IS NULL AND \(family(destination, "d")) AND EXISTS (SELECT 1 "
                        + "FROM \(entity.table) s WHERE s.\(column) = d.Z_PK AND \(family(entity, "s")))",
                    clear(differs),
                ]
            ))
    }

    // MARK: To many

    private func toManyRules(_ relationship: StoreMap.ToMany, of entity: StoreMap.Entity) -> [CheckRule] {
        let destination = map.entities[relationship.destination]
        var rules: [CheckRule] = []
        let (owner, member) = (relationship.ownerColumn, relationship.memberColumn)
        if relationship.isJoin, relationship.isNaming {
            let isWrong =
                "NOT EXISTS (SELECT 1 FROM \(entity.table) s WHERE s.Z_PK = j.\(owner) "
                + "AND \(family(entity, "s"))) OR NOT EXISTS (SELECT 1 FROM \(destination.table) d "
                + "WHERE d.Z_PK = j.\(member) AND \(family(destination, "d")))"
            rules.append(
                CheckRule(
                    kind: .dangling, severity: .error, entity: entity.name, property: relationship.name,
                    query: "SELECT NULL, NULL, j.\(owner), j.\(member) FROM \(relationship.table) j WHERE \(isWrong)",
                    message: { row in
                        "A row of \(relationship.table) joins \(entity.name)/p\(row.string(2) ?? "NULL") and "
                            + "\(destination.name)/p\(row.string(3) ?? "NULL"), which do not both exist."
                    },
                    repair: (
                        "rows that join what does not exist are removed",
                        ["DELETE FROM \(relationship.table) AS j WHERE \(isWrong)"]
                    )))
        } else if !relationship.isJoin, relationship.inverse == nil {
            let isWrong =
                "d.\(owner) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM \(entity.table) s "
                + "WHERE s.Z_PK = d.\(owner) AND \(family(entity, "s")))"
            let cleared = relationship.orderColumn.map { ", \($0) = NULL" } ?? ""
            rules.append(
                CheckRule(
                    kind: .dangling, severity: .error, entity: entity.name, property: relationship.name,
                    query: "SELECT NULL, NULL, d.Z_PK, d.\(owner) FROM \(destination.table) d WHERE \(isWrong)",
                    message: { row in
                        "\(destination.name)/p\(row.integer(2)) is a member of \(entity.name)/p\(row.integer(3)), "
                            + "which does not exist."
                    },
                    repair: (
                        "members of what does not exist are members no more",
                        ["UPDATE \(destination.table) AS d SET \(owner) = NULL\(cleared) WHERE \(isWrong)"]
                    )))
        }
        if let order = relationship.orderColumn { rules += orderRules(relationship, order, of: entity) }
        if let rule = countRule(relationship, of: entity) { rules.append(rule) }
        return rules
    }

    private func orderRules(
        _ relationship: StoreMap.ToMany, _ order: String, of entity: StoreMap.Entity
    ) -> [CheckRule] {
        let (table, owner) = (relationship.table, relationship.ownerColumn)
        let missing = "SELECT \(owner) FROM \(table) WHERE \(owner) IS NOT NULL AND typeof(\(order)) <> 'integer'"
        let twice =
            "SELECT \(owner) FROM \(table) WHERE \(owner) IS NOT NULL AND \(order) IS NOT NULL "
            + "GROUP BY \(owner), \(order) HAVING count(*) > 1"
        // Apple's lists begin at 2048 and go on in steps of 1024.
        func renumber(_ owners: String) -> String {
            "UPDATE \(table) SET \(order) = 1024 + 1024 * r.n FROM (SELECT rowid AS k, row_number() OVER "
                + "(PARTITION BY \(owner) ORDER BY typeof(\(order)) <> 'integer', \(order), rowid) AS n FROM \(table) "
                + "WHERE \(owner) IN (\(owners))) AS r WHERE \(table).rowid = r.k"
        }
        func rule(_ severity: Finding.Severity, _ owners: String, _ what: String) -> CheckRule {
            CheckRule(
                kind: .order, severity: severity, entity: entity.name, property: relationship.name,
                query: "SELECT o.Z_PK, \(number(entity, "o")), count(*) FROM (\(owners)) x JOIN \(entity.table) o "
                    + "ON o.Z_PK = x.\(owner) GROUP BY o.Z_PK",
                message: { "\($0.integer(2)) \(what)" },
                repair: ("members are numbered anew in the order they have", [renumber(owners)]))
        }
        return [
            rule(.error, missing, "of its members have no position in the order."),
            rule(.warning, twice, "positions in its order are taken more than once; the order there is by chance."),
        ]
    }

    private func countRule(_ relationship: StoreMap.ToMany, of entity: StoreMap.Entity) -> CheckRule? {
        guard let description = model.entitiesByName[entity.name]?.relationshipsByName[relationship.name] else {
            return nil
        }
        let (least, most) = (description.minCount, description.maxCount)
        var conditions: [String] = []
        // an optional relationship may be empty whatever its minimum; without a minimum any may.
        if !description.isOptional, least > 0 { conditions.append("n < \(least)") }
        if description.isOptional, least > 1 { conditions.append("(n > 0 AND n < \(least))") }
        if most > 1 { conditions.append("n > \(most)") }
        if conditions.isEmpty { return nil }
        let rule = most > 1 ? "\(least) to \(most)" : "at least \(least)"
        return CheckRule(
            kind: .count, severity: .error, entity: entity.name, property: relationship.name,
            query:
                "SELECT k, e, n FROM (SELECT s.Z_PK AS k, \(number(entity, "s")) AS e, (SELECT count(*) FROM \(relationship.table) m "
                + "WHERE m.\(relationship.ownerColumn) = s.Z_PK) AS n FROM \(entity.table) s "
                + "WHERE \(family(entity, "s"))) WHERE \(conditions.joined(separator: " OR "))",
            message: { "It has \($0.integer(2)) members; the model wants \(rule)." })
    }
}
