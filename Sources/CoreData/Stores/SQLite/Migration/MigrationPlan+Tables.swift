extension MigrationPlan {
    /// How each table of the new schema is filled.
    func tables(_ links: [LinkPlan]) -> [TablePlan] {
        let written = Set(links.filter { !$0.isDirect }.flatMap { columns(of: $0) })
        return new.tables.map { table(schema: $0, links: links, written: written) }
    }

    private struct ColumnKey: Hashable {
        var table: String
        var column: String
    }

    /// The columns in which a link's connections are kept, which stay empty until they are written anew.
    private func columns(of link: LinkPlan) -> [ColumnKey] {
        func foreignKey(_ relationship: RelationshipLayout, of entity: EntityLayout) -> [ColumnKey] {
            let table = SchemaPlan.tableName(new.layout.entities[entity.rootIndex])
            let slots = new.slotColumns[entity.index] ?? []
            var names = [slots[relationship.slot], relationship.entitySlot.flatMap { slots[$0] }]
            names.append(new.orderColumns[new.key(relationship.name, of: entity)])
            return names.compactMap { $0.map { ColumnKey(table: table, column: $0) } }
        }
        let destination = new.layout.entities[link.relationship.destination]
        switch link.form {
        case .foreignKey: return foreignKey(link.relationship, of: link.owner)
        case .foreignKeys:
            let inverse = link.relationship.inverseName.flatMap { destination.relationship(named: $0) }
            return foreignKey(link.relationship, of: link.owner)
                + (inverse.map { foreignKey($0, of: destination) } ?? [])
        case .stray:
            let table = SchemaPlan.tableName(new.layout.entities[destination.rootIndex])
            let columns = new.strayColumns[link.key]
            return [columns?.owner, columns?.order].compactMap { $0.map { ColumnKey(table: table, column: $0) } }
        case .join: return []
        }
    }

    private func table(schema: TableSchema, links: [LinkPlan], written: Set<ColumnKey>) -> TablePlan {
        let family = new.layout.entities[schema.root].family.map { new.layout.entities[$0] }
        var values: [String: [Int64: ColumnValue]] = [:]
        var numbers: [(old: Int64, new: Int64)] = []
        for entity in family {
            guard let mapping = origin(of: entity), successor(of: mapping.layout) === entity else { continue }
            numbers.append((mapping.number, number(of: entity)))
            for (column, value) in columnValues(of: entity, from: mapping) {
                values[column, default: [:]][mapping.number] = value
            }
        }
        let oldTable = oldTable(of: new.layout.entities[schema.root])
        for link in links where link.isDirect {
            guard case .stray = link.form, let columns = new.strayColumns[link.key], let source = link.forward.first,
                new.layout.entities[link.relationship.destination].rootIndex == schema.root,
                let place = source.mapping.toMany[source.layout.toManyIndex]
            else { continue }
            for (number, _) in numbers {
                values[columns.owner, default: [:]][number] = .plain(place.ownerColumn)
                if let order = columns.order, let old = place.orderColumn {
                    values[order, default: [:]][number] = .plain(old)
                }
            }
        }
        for column in written where column.table == schema.name { values[column.column] = nil }
        return TablePlan(
            schema: schema, oldTable: oldTable, numbers: numbers,
            columns: schema.columns.map {
                TablePlan.ColumnPlan(name: $0.name, type: $0.type, values: values[$0.name] ?? [:])
            }, oldColumns: oldTable.map(knownColumns) ?? [])
    }

    /// The quoted columns of an old table that hold properties.
    private func knownColumns(of table: String) -> [String] {
        var result: [String] = []
        for case let mapping? in old.entities {
            if mapping.table == table {
                result += mapping.columns.compactMap { $0 } + mapping.orderColumns.compactMap { $0 }
            }
            for case let place? in mapping.toMany where !place.isJoin && place.table == table {
                result += [place.ownerColumn] + (place.orderColumn.map { [$0] } ?? [])
            }
        }
        return Array(Set(result)).sorted()
    }

    private func columnValues(
        of entity: EntityLayout, from mapping: EntityMapping
    ) -> [(column: String, value: ColumnValue)] {
        var result: [(column: String, value: ColumnValue)] = []
        let columns = new.slotColumns[entity.index] ?? []
        for slot in entity.slots {
            guard let column = columns[slot.index] else { continue }
            switch slot.kind {
            case .destinationEntity: continue
            case .toOne:
                guard let relationship = entity.toOneBySlot[slot.index] else { continue }
                result += toOneValues(relationship, of: entity, columns: columns)
            default:
                if let value = attributeValue(slot, of: entity) { result.append((column, value)) }
            }
        }
        return result
    }

    private func attributeValue(_ slot: Slot, of entity: EntityLayout) -> ColumnValue? {
        if slot.composite != nil { return elementValue(slot, of: entity) }
        let fill = slot.isOptional ? nil : literal(of: slot, in: entity)
        guard let (origin, mapping) = origin(ofSlot: slot, of: entity), let column = mapping.columns[origin.index],
            Self.isKept(origin, as: slot)
        else {
            return slot.isDerived ? nil : literal(of: slot, in: entity).map { .constant($0) }
        }
        let needsFill = origin.isOptional && fill != nil
        let (wasTagged, isTagged) = (origin.allowsExternalStorage, slot.allowsExternalStorage)
        if !needsFill, wasTagged == isTagged { return .plain(column) }
        return ColumnValue(column: column, isPlain: false, needsOthers: false) { name in
            var text = name
            if wasTagged != isTagged {
                text = "\(isTagged ? MigrationFunctions.tag : MigrationFunctions.untag)(\(name))"
            }
            if needsFill, let fill { text = "coalesce(\(text), \(fill))" }
            return text
        }
    }

    /// The value of a composite attribute's element: a default goes only to where the composite has a value.
    private func elementValue(_ slot: Slot, of entity: EntityLayout) -> ColumnValue? {
        let literal = literal(of: slot, in: entity)
        let isRequired = entity.entity.attribute(at: slot.name)?.isOptional == false
        let (optional, siblings) = optionalComposite(around: slot, of: entity)
        let test = siblings.map { "\($0) IS NOT NULL" }.joined(separator: " OR ")
        if let (origin, mapping) = origin(ofSlot: slot, of: entity), let column = mapping.columns[origin.index],
            Self.isKept(origin, as: slot)
        {
            guard isRequired, let literal else { return .plain(column) }
            if optional == nil {
                return ColumnValue(column: column, isPlain: false, needsOthers: false) { "coalesce(\($0), \(literal))" }
            }
            return .expression("CASE WHEN \(test) THEN coalesce(\(column), \(literal)) END", column: column)
        }
        guard let literal else { return nil }
        guard let optional else { return .constant(literal) }
        guard let first = siblings.first else {
            // All of it is new: nothing, unless the defaults make a whole value.
            let isWhole = optional.slots.allSatisfy { index in
                entity.entity.attribute(at: entity.slots[index].name)?.isOptional != false
                    || self.literal(of: entity.slots[index], in: entity) != nil
            }
            return isWhole ? .constant(literal) : nil
        }
        return .expression("CASE WHEN \(test) THEN \(literal) END", column: first)
    }

    /// The innermost composite around a slot that may be nil, and the old columns that say whether it is; nil when none
    /// may be.
    private func optionalComposite(
        around slot: Slot, of entity: EntityLayout
    ) -> (composite: CompositeLayout?, columns: [String]) {
        guard let composite = entity.optionalComposite(around: slot) else { return (nil, []) }
        let columns = composite.slots.compactMap { sibling -> String? in
            guard let (origin, mapping) = origin(ofSlot: entity.slots[sibling], of: entity) else { return nil }
            return mapping.columns[origin.index]
        }
        return (composite, columns)
    }

    /// Whether an attribute's stored values go on.
    private static func isKept(_ origin: Slot, as slot: Slot) -> Bool {
        origin.isPersistent && origin.attributeType == slot.attributeType
    }

    /// Foreign key, entity column and position of a to-one that was one before.
    private func toOneValues(
        _ relationship: RelationshipLayout, of entity: EntityLayout, columns: [String?]
    ) -> [(column: String, value: ColumnValue)] {
        guard let origin = origin(ofRelationship: relationship.name, of: entity), !origin.layout.isToMany,
            let key = origin.mapping.columns[origin.layout.slot], let target = columns[relationship.slot]
        else { return [] }
        let destination = new.layout.entities[relationship.destination]
        let oldDestination = old.layout.entities[origin.layout.destination]
        let survivors = survivors(of: oldDestination, as: destination)
        if survivors.isEmpty { return [] }
        let oldEntityColumn = origin.layout.entitySlot.flatMap { origin.mapping.columns[$0] }
        let numbers = survivors.compactMap { survivor -> (old: Int64, new: Int64)? in
            guard let mapping = old[survivor.index], let successor = successor(of: survivor) else { return nil }
            return (mapping.number, number(of: successor))
        }
        let isPartial = survivors.count < oldDestination.family.count
        var result: [(column: String, value: ColumnValue)] = []
        if isPartial, let oldEntityColumn {
            let list = numbers.map { String($0.old) }.joined(separator: ", ")
            result.append(
                (target, .expression("CASE WHEN \(oldEntityColumn) IN (\(list)) THEN \(key) END", column: key)))
        } else {
            result.append((target, .plain(key)))
        }
        if let slot = relationship.entitySlot, let column = columns[slot] {
            if let oldEntityColumn {
                let isSame = !isPartial && numbers.allSatisfy { $0.old == $0.new }
                let cases = numbers.map { "WHEN \($0.old) THEN \($0.new) " }.joined()
                result.append(
                    (
                        column,
                        isSame
                            ? .plain(oldEntityColumn)
                            : ColumnValue(column: oldEntityColumn, isPlain: false, needsOthers: false) {
                                "CASE \($0) \(cases)END"
                            }
                    ))
            } else if let number = numbers.first?.new {
                result.append(
                    (column, .expression("CASE WHEN \(key) IS NULL THEN NULL ELSE \(number) END", column: key)))
            }
        }
        if let order = new.orderColumns[new.key(relationship.name, of: entity)],
            let oldOrder = origin.mapping.orderColumns[origin.layout.slot]
        {
            result.append((order, .plain(oldOrder)))
        }
        return result
    }
}
