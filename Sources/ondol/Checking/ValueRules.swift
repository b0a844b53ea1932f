import CoreData
import SQLite

/// Rules about values that SQL can look at: their form, their presence, their uniqueness.
struct ValueRules {
    let map: StoreMap
    let model: NSManagedObjectModel

    var rules: [CheckRule] {
        var rules: [CheckRule] = []
        for entity in map.entities {
            let parent = entity.parent.map { map.entities[$0] }
            for attribute in entity.attributes
            where !(parent?.attributes.contains { $0.name == attribute.name } ?? false) {
                if let description = model.entitiesByName[entity.name]?.attribute(at: attribute.name) {
                    rules += self.rules(attribute, description, of: entity)
                }
            }
            for composite in entity.requiredComposites
            where !(parent?.requiredComposites.contains { $0.name == composite.name } ?? false) {
                let isNil = composite.columns.map { "\($0) IS NULL" }.joined(separator: " AND ")
                rules.append(
                    CheckRule(
                        kind: .required, severity: .error, entity: entity.name, property: composite.name,
                        query: "SELECT Z_PK, \(entity.numberExpression(in: map)), NULL FROM \(entity.table) "
                            + "WHERE \(family(entity)) AND (\(isNil))",
                        message: { _ in "The value is nil, but the attribute is not optional." }, repair: nil))
            }
            for constraint in entity.constraints
            where !(parent?.constraints.contains { $0.columns == constraint.columns } ?? false) {
                rules.append(uniqueRule(constraint.columns, constraint.properties, of: entity))
            }
        }
        return rules
    }

    private func family(_ entity: StoreMap.Entity, _ alias: String? = nil) -> String {
        entity.familyCondition(alias, in: map)
    }

    private func rules(
        _ attribute: StoreMap.Attribute, _ description: NSAttributeDescription, of entity: StoreMap.Entity
    ) -> [CheckRule] {
        let column = attribute.column
        func rule(
            _ kind: Finding.Kind, _ severity: Finding.Severity, _ condition: String, detail: String = "NULL",
            repair: (String, String)? = nil, _ message: @escaping (Statement) -> String
        ) -> CheckRule {
            CheckRule(
                kind: kind, severity: severity, entity: entity.name, property: attribute.name,
                query: "SELECT Z_PK, \(entity.numberExpression(in: map)), \(detail) FROM \(entity.table) "
                    + "WHERE \(family(entity)) AND (\(condition))",
                message: message,
                repair: repair.map { repair in
                    (
                        repair.0,
                        [
                            "UPDATE \(entity.table) SET \(column) = \(repair.1) WHERE \(family(entity)) AND (\(condition))"
                        ]
                    )
                })
        }
        let type = SchemaSummary.typeName(description.attributeType)
        var rules: [CheckRule] = []
        let classes = Self.storageClasses(description.attributeType)
        if !classes.isEmpty {
            let names = classes.map { "'\($0)'" }.joined(separator: ", ")
            let isBytes = description.attributeType == .binaryDataAttributeType
            rules.append(
                rule(
                    .type, isBytes ? .warning : .error,
                    "typeof(\(column)) NOT IN ('null', \(names))"
                        // how the framework keeps a decimal that is no number.
                        + (description.attributeType == .decimalAttributeType ? " AND \(column) IS NOT 'NaN'" : ""),
                    detail: "typeof(\(column))"
                ) {
                    "The value is stored as \($0.string(2) ?? "?"), which is not how a value of type \(type) is stored."
                })
        }
        switch description.attributeType {
        case .booleanAttributeType:
            rules.append(
                rule(
                    .type, .warning, "typeof(\(column)) = 'integer' AND \(column) NOT IN (0, 1)", detail: column,
                    repair: ("values other than 0 become 1", "1")
                ) { "The value \($0.integer(2)) is neither 0 nor 1." })
        case .integer16AttributeType, .integer32AttributeType:
            let bits = description.attributeType == .integer16AttributeType ? 15 : 31
            let limit = Int64(1) << Int64(bits)
            rules.append(
                rule(
                    .type, .error,
                    "typeof(\(column)) = 'integer' AND \(column) NOT BETWEEN -\(limit) AND \(limit - 1)", detail: column
                ) { "The value \($0.integer(2)) does not fit into \(type)." })
        case .UUIDAttributeType:
            rules.append(
                rule(
                    .type, .error, "typeof(\(column)) = 'blob' AND length(\(column)) <> 16", detail: "length(\(column))"
                ) { "A UUID has 16 bytes, this one has \($0.integer(2))." })
        default: break
        }
        if attribute.allowsExternalStorage {
            rules.append(
                rule(
                    .file, .error,
                    "typeof(\(column)) = 'blob' AND substr(\(column), 1, 1) NOT IN (x'01', x'02')"
                ) { _ in
                    "The value does not begin with the byte that tells whether it lies in a file; it was written "
                        + "without external storage."
                })
        }
        // What a composite needs is needed where the composite has a value.
        let whereItsCompositeIs =
            attribute.composite.isEmpty
            ? "" : " AND (\(attribute.composite.map { "\($0) IS NOT NULL" }.joined(separator: " OR ")))"
        if !description.isOptional, !(description is NSDerivedAttributeDescription) {
            rules.append(
                rule(
                    .required, .error, "\(column) IS NULL\(whereItsCompositeIs)", repair: Self.defaultValue(description)
                ) { _ in "The value is nil, but the attribute is not optional." })
        }
        return rules
    }

    private static func storageClasses(_ type: NSAttributeType) -> [String] {
        switch type {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType:
            ["integer"]
        case .doubleAttributeType, .floatAttributeType, .dateAttributeType, .decimalAttributeType:
            ["real", "integer"]
        case .stringAttributeType, .URIAttributeType: ["text"]
        case .UUIDAttributeType, .binaryDataAttributeType, .transformableAttributeType: ["blob"]
        case .undefinedAttributeType, .objectIDAttributeType, .compositeAttributeType: []
        }
    }

    /// The default value as SQL, for the types whose stored form is plain.
    private static func defaultValue(_ description: NSAttributeDescription) -> (String, String)? {
        guard let value = description.defaultValue else { return nil }
        let sql: String
        switch description.attributeType {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
            guard let number = value as? NSNumber else { return nil }
            sql = "\(number.int64Value)"
        case .booleanAttributeType:
            guard let number = value as? NSNumber else { return nil }
            sql = number.boolValue ? "1" : "0"
        case .doubleAttributeType, .floatAttributeType:
            guard let number = value as? NSNumber, number.doubleValue.isFinite else { return nil }
            sql = "\(number.doubleValue)"
        case .dateAttributeType:
            guard let date = value as? Date else { return nil }
            sql = "\(date.timeIntervalSinceReferenceDate)"
        case .stringAttributeType:
            guard let text = value as? String else { return nil }
            // a NUL would end the literal.
            if text.unicodeScalars.contains("\0") { return nil }
            sql = "'\(text.replacing("'", with: "''"))'"
        default: return nil
        }
        return ("nil becomes the default value", sql)
    }

    private func uniqueRule(_ columns: [String], _ properties: [String], of entity: StoreMap.Entity) -> CheckRule {
        let list = columns.joined(separator: ", ")
        let isSet = columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
        let isSame = columns.map { "g.\($0) = t.\($0)" }.joined(separator: " AND ")
        return CheckRule(
            kind: .unique, severity: .error, entity: entity.name, property: properties.joined(separator: ", "),
            query:
                "SELECT t.Z_PK, \(entity.numberExpression("t", in: map)), g.n FROM \(entity.table) t JOIN (SELECT \(list), count(*) AS n "
                + "FROM \(entity.table) WHERE \(family(entity)) AND \(isSet) GROUP BY \(list) HAVING count(*) > 1) g "
                + "ON \(isSame) WHERE \(family(entity, "t"))",
            message: { "\($0.integer(2)) objects have the same values, which must be unique." })
    }
}
