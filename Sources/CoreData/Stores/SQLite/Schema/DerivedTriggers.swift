import SQLite

/// Triggers that keep derived attributes true, as Apple's framework makes them.
///
/// Source: sqlite-format, section 11. Derivations from an attribute of the same row (`canonical:` and its
/// like) have no trigger here: the store computes them as it writes the row, see `ComputedSlot`.
struct DerivedTriggers {
    let plan: SchemaPlan

    /// Makes the triggers of all entities.
    ///
    /// Call inside the transaction that makes the tables.
    func create(on connection: Connection) throws {
        for text in try statements() {
            try connection.execute(text, purpose: "make the triggers of derived attributes")
        }
    }

    /// - Throws: 134020 for a derivation that no trigger can keep.
    func statements() throws -> [String] {
        var result: [String] = []
        for entity in plan.entities {
            for slot in entity.slots where slot.isDerived && plan.declares(entity, slot.name) {
                guard let expression = Derivation.expression(of: slot, in: entity) else { continue }
                guard let derivation = Derivation(expression, of: entity, plan: plan) else {
                    throw CoreDataError.make(
                        NSPersistentStoreIncompatibleSchemaError,
                        "The derivation of \(entity.name).\(slot.name) cannot be kept: \(expression).",
                        suggestion: "Use relationship.attribute, relationship.@count, relationship.attribute.@sum, "
                            + "now(), or canonical:, uppercase: or lowercase: of an attribute.")
                }
                result += triggers(derivation, entity, slot)
            }
        }
        return result
    }

    // MARK: Texts

    /// The parts that the triggers of one attribute share.
    private struct Parts {
        var table: String
        var column: String
        var attribute: String
        var entity: String
        /// ` AND NEW.Z_ENT IN (…)` for rows of this entity only, in tables that several share.
        var filter: String

        func trigger(_ kind: String, on fires: String, _ event: String, when: String?, _ body: String) -> String {
            let condition = when.map { "WHEN (\($0)) " } ?? ""
            return "CREATE TRIGGER \(SQLName.quoted("Z_DA_\(fires)_\(entity)_\(attribute)_\(kind)")) AFTER \(event) "
                + "ON \(SQLName.quoted(fires)) FOR EACH ROW \(condition)BEGIN \(body) END"
        }

        /// Tells Apple's framework of the new value.
        func notice(_ function: String, where condition: String) -> String {
            "SELECT \(function)('\(table)', Z_ENT, Z_PK, '\(attribute)', \(SQLName.quoted(column))) "
                + "FROM \(SQLName.quoted(table)) WHERE \(condition);"
        }

        func update(_ value: String, where condition: String) -> String {
            let (table, column) = (SQLName.quoted(table), SQLName.quoted(column))
            return "UPDATE \(table) SET \(column) = \(value) WHERE \(condition);"
        }
    }

    private static let updated = "NSCoreDataDATriggerUpdatedAffectedObjectValue"
    private static let inserted = "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue"

    private func triggers(_ derivation: Derivation, _ entity: EntityLayout, _ slot: Slot) -> [String] {
        guard let column = plan.slotColumns[entity.index]?[slot.index] else { return [] }
        let root = plan.layout.entities[entity.rootIndex]
        let family = entity.family.map { String(plan.numbers[$0]) }.joined(separator: ", ")
        let parts = Parts(
            table: SchemaPlan.tableName(root), column: column, attribute: slot.name, entity: entity.name,
            filter: entity === root ? "" : "NEW.Z_ENT IN (\(family))")
        switch derivation {
        case .now: return now(parts)
        case .attribute(let link, let table, let attribute): return copied(parts, link, table, attribute)
        case .count(let table, let link): return counted(parts, table, link)
        case .sum(let table, let link, let attribute): return summed(parts, table, link, attribute)
        case .computed: return []
        }
    }

    private func now(_ parts: Parts) -> [String] {
        let when = parts.filter.isEmpty ? nil : parts.filter
        let body = parts.update("\(StoreFunctions.now)()", where: "Z_PK = NEW.Z_PK")
        return [
            parts.trigger(
                "INSERT", on: parts.table, "INSERT", when: when,
                body + " " + parts.notice(Self.inserted, where: "Z_PK = NEW.Z_PK")),
            parts.trigger(
                "UPDATE", on: parts.table, "UPDATE OF Z_OPT", when: when,
                body + " " + parts.notice(Self.updated, where: "Z_PK = NEW.Z_PK")),
        ]
    }

    private func copied(_ parts: Parts, _ link: String, _ destination: String, _ attribute: String) -> [String] {
        let q = SQLName.quoted
        let when = parts.filter.isEmpty ? nil : parts.filter
        let own = parts.update(
            "(SELECT \(q(attribute)) FROM \(q(destination)) WHERE Z_PK = NEW.\(q(link)))", where: "Z_PK = NEW.Z_PK")
        let all = parts.update("NEW.\(q(attribute))", where: "\(q(link)) = NEW.Z_PK")
        let noticeAll = parts.notice(Self.updated, where: "\(q(link)) = NEW.Z_PK")
        return [
            parts.trigger(
                "SOURCE_INSERT", on: parts.table, "INSERT", when: when,
                own + " " + parts.notice(Self.inserted, where: "Z_PK = NEW.Z_PK")),
            parts.trigger(
                "SOURCE_UPDATE", on: parts.table, "UPDATE OF \(q(link))", when: when,
                own + " " + parts.notice(Self.updated, where: "Z_PK = NEW.Z_PK")),
            parts.trigger("PARAMETER_INSERT", on: destination, "INSERT", when: nil, all + " " + noticeAll),
            parts.trigger(
                "PARAMETER_UPDATE", on: destination, "UPDATE OF \(q(attribute))", when: nil, all + " " + noticeAll),
        ]
    }

    private func counted(_ parts: Parts, _ members: String, _ link: String) -> [String] {
        let q = SQLName.quoted
        func change(_ row: String, _ value: String) -> String {
            let condition = "Z_PK = \(row).\(q(link))"
            return parts.update(value, where: condition) + " " + parts.notice(Self.updated, where: condition)
        }
        let column = q(parts.column)
        return [
            parts.trigger(
                "PARAMETER_INSERT", on: members, "INSERT", when: "NEW.\(q(link)) NOT NULL",
                change("NEW", "IFNULL(\(column), 0) + 1")),
            parts.trigger(
                "PARAMETER_UPDATE_INCREMENT", on: members, "UPDATE OF \(q(link))", when: "NEW.\(q(link)) NOT NULL",
                change("NEW", "\(column) + 1")),
            parts.trigger(
                "PARAMETER_UPDATE_DECREMENT", on: members, "UPDATE OF \(q(link))", when: "OLD.\(q(link)) NOT NULL",
                change("OLD", "\(column) - 1")),
            parts.trigger(
                "PARAMETER_DELETE", on: members, "DELETE", when: "OLD.\(q(link)) NOT NULL",
                change("OLD", "\(column) - 1")),
            parts.trigger(
                "SOURCE_INSERT", on: parts.table, "INSERT", when: parts.filter.isEmpty ? nil : parts.filter,
                parts.update(
                    "(SELECT IFNULL(COUNT(\(q(link))), 0) FROM \(q(members)) WHERE \(q(link)) = NEW.Z_PK)",
                    where: "Z_PK = NEW.Z_PK") + " " + parts.notice(Self.inserted, where: "Z_PK = NEW.Z_PK")),
        ]
    }

    /// The sum is taken anew each time: adding and subtracting would let rounding errors pile up.
    private func summed(_ parts: Parts, _ members: String, _ link: String, _ attribute: String) -> [String] {
        let q = SQLName.quoted
        func change(_ owner: String, _ function: String) -> String {
            let sum = "(SELECT IFNULL(SUM(\(q(attribute))), 0) FROM \(q(members)) WHERE \(q(link)) = \(owner))"
            return parts.update(sum, where: "Z_PK = \(owner)") + " " + parts.notice(function, where: "Z_PK = \(owner)")
        }
        let new = "NEW.\(q(link))"
        let old = "OLD.\(q(link))"
        let event = "UPDATE OF \(q(link)), \(q(attribute))"
        return [
            parts.trigger(
                "PARAMETER_INSERT", on: members, "INSERT", when: "\(new) NOT NULL", change(new, Self.updated)),
            parts.trigger(
                "PARAMETER_UPDATE_INCREMENT", on: members, event, when: "\(new) NOT NULL", change(new, Self.updated)),
            parts.trigger(
                "PARAMETER_UPDATE_DECREMENT", on: members, event, when: "\(old) NOT NULL", change(old, Self.updated)),
            parts.trigger(
                "PARAMETER_DELETE", on: members, "DELETE", when: "\(old) NOT NULL", change(old, Self.updated)),
            parts.trigger(
                "SOURCE_INSERT", on: parts.table, "INSERT", when: parts.filter.isEmpty ? nil : parts.filter,
                change("NEW.Z_PK", Self.inserted)),
        ]
    }
}

/// What a derived attribute is derived from.
enum Derivation {
    case now
    /// An attribute of a to-one's destination: the foreign key, and table and column of the attribute.
    case attribute(link: String, table: String, column: String)
    /// The number of members: their table, and the column with the owner's key.
    case count(table: String, link: String)
    case sum(table: String, link: String, column: String)
    /// A string function of another attribute of the row.
    case computed(ComputedSlot.Function, source: String)

    static func expression(of slot: Slot, in entity: EntityLayout) -> ExpressionNode? {
        (entity.entity.attribute(at: slot.name) as? NSDerivedAttributeDescription)?.derivationExpression
            .map { ExpressionNode($0) }
    }

    init?(_ expression: ExpressionNode, of entity: EntityLayout, plan: SchemaPlan) {
        switch expression.withoutNilOperand {
        case .function("now", nil, _): self = .now
        case .function("count:", nil, let arguments):
            guard arguments.count == 1, case .keyPath(nil, let path) = arguments[0] else { return nil }
            self.init(path: path + ["@count"], of: entity, plan: plan)
        case .function("sum:", nil, let arguments):
            guard arguments.count == 1, case .keyPath(nil, let path) = arguments[0] else { return nil }
            self.init(path: path + ["@sum"], of: entity, plan: plan)
        case .function(let name, nil, let arguments):
            guard arguments.count == 1, case .keyPath(nil, let path) = arguments[0], path.count == 1,
                let function = ComputedSlot.Function(rawValue: name)
            else { return nil }
            self = .computed(function, source: path[0])
        case .keyPath(nil, let path): self.init(path: path, of: entity, plan: plan)
        default: return nil
        }
    }

    private init?(path: [String], of entity: EntityLayout, plan: SchemaPlan) {
        guard let first = path.first, let relationship = entity.relationship(named: first) else { return nil }
        let destination = plan.layout.entities[relationship.destination]
        let table = SchemaPlan.tableName(plan.layout.entities[destination.rootIndex])
        if !relationship.isToMany {
            guard path.count == 2, let link = plan.columnName(first, of: entity),
                let column = plan.columnName(path[1], of: destination)
            else { return nil }
            self = .attribute(link: link, table: table, column: column)
            return
        }
        guard let inverse = relationship.inverseName, !relationship.inverseIsToMany,
            let link = plan.columnName(inverse, of: destination)
        else { return nil }
        // `rel.attr.@sum` and the order of key-value coding, `rel.@sum.attr`.
        let keys = Set(path.dropFirst())
        if path.count == 2, path[1] == "@count" {
            self = .count(table: table, link: link)
        } else if path.count == 3, keys.contains("@sum"), let name = path.dropFirst().first(where: { $0 != "@sum" }),
            let column = plan.columnName(name, of: destination)
        {
            self = .sum(table: table, link: link, column: column)
        } else {
            return nil
        }
    }
}

extension ExpressionNode {
    /// Built-in functions as compiled models keep them have a constant nil as operand; here they have none.
    fileprivate var withoutNilOperand: ExpressionNode {
        if case .function(let name, .some(.constant(let operand)), let arguments) = self, operand.value == nil {
            return .function(name: name, operand: nil, arguments: arguments)
        }
        return self
    }
}

/// A derived attribute that the store computes from another attribute of the row as it writes it.
struct ComputedSlot: Sendable {
    enum Function: String, Sendable {
        case canonical = "canonical:"
        case uppercase = "uppercase:"
        case lowercase = "lowercase:"
    }

    var slot: Int
    var source: Int
    var function: Function

    /// The computed attributes of an entity.
    static func all(of entity: EntityLayout) -> [ComputedSlot] {
        entity.slots.compactMap { slot in
            guard slot.isDerived,
                case .function(let name, nil, let arguments)? = Derivation.expression(of: slot, in: entity)?
                    .withoutNilOperand,
                let function = Function(rawValue: name), arguments.count == 1,
                case .keyPath(nil, let path) = arguments[0], path.count == 1,
                case .slot(let source) = entity.code(path[0])
            else { return nil }
            return ComputedSlot(slot: slot.index, source: source, function: function)
        }
    }

    /// The value for the derived column; unset when the source is.
    func value(from values: ContiguousArray<SlotValue>) -> SlotValue {
        switch values[source] {
        case .unset: return .unset
        case .string(let text):
            switch function {
            case .canonical: return .string(StringMatching.folded(text, [.caseInsensitive, .diacriticInsensitive]))
            case .uppercase: return .string(text.uppercased())
            case .lowercase: return .string(text.lowercased())
            }
        default: return .null
        }
    }
}
