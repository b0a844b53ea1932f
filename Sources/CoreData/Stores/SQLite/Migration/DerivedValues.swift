import SQLite

/// Computes all derived attributes anew.
struct DerivedValues {
    let connection: Connection
    let plan: SchemaPlan

    func computeAll() throws {
        for entity in plan.entities {
            for slot in entity.slots where slot.isDerived && plan.declares(entity, slot.name) {
                guard let expression = Derivation.expression(of: slot, in: entity),
                    let derivation = Derivation(expression, of: entity, plan: plan),
                    let column = plan.slotColumns[entity.index]?[slot.index]
                else { continue }
                try compute(derivation, column: SQLName.quoted(column), of: entity)
            }
        }
    }

    private func compute(_ derivation: Derivation, column: String, of entity: EntityLayout) throws {
        let q = SQLName.quoted
        let table = q(SchemaPlan.tableName(plan.layout.entities[entity.rootIndex]))
        let numbers = entity.family.map { String(plan.numbers[$0]) }.joined(separator: ", ")
        let value: String
        var condition = "Z_ENT IN (\(numbers))"
        switch derivation {
        case .now:
            // a time that was kept stays.
            value = "\(StoreFunctions.now)()"
            condition += " AND \(column) IS NULL"
        case .attribute(let link, let destination, let attribute):
            value = "(SELECT d.\(q(attribute)) FROM \(q(destination)) d WHERE d.Z_PK = \(table).\(q(link)))"
        case .count(let members, let link):
            value = "(SELECT count(*) FROM \(q(members)) d WHERE d.\(q(link)) = \(table).Z_PK)"
        case .sum(let members, let link, let attribute):
            value =
                "(SELECT ifnull(sum(d.\(q(attribute))), 0) FROM \(q(members)) d WHERE d.\(q(link)) = \(table).Z_PK)"
        case .computed(let function, let source):
            guard let sourceColumn = plan.columnName(source, of: entity) else { return }
            switch function {
            case .canonical:
                let options: NSComparisonPredicate.Options = [.caseInsensitive, .diacriticInsensitive]
                value = "\(StoreFunctions.fold)(\(q(sourceColumn)), \(options.rawValue))"
            case .uppercase, .lowercase:
                value = "\(StoreFunctions.call)('\(function.rawValue)', \(q(sourceColumn)))"
            }
        }
        if !condition.hasSuffix("IS NULL") { condition += " AND \(column) IS NOT \(value)" }
        try connection.execute(
            "UPDATE \(table) SET \(column) = \(value) WHERE \(condition)", purpose: "compute derived attributes")
    }
}
