extension SchemaPlan {
    /// All indexes that the model asks for, with Apple's names.
    ///
    /// Source: sqlite-format, section 8. R-tree elements and expressions get no index: they only speed
    /// fetches up, and their form in Apple's files is not known.
    var indexes: [IndexSchema] {
        var result: [IndexSchema] = []
        var names = Set<String>()
        func add(_ name: String, _ creation: String) {
            if names.insert(name.lowercased()).inserted { result.append(IndexSchema(name: name, creation: creation)) }
        }
        let q = SQLName.quoted
        for table in tables {
            for column in table.columns where column.isIndexed {
                let name = "\(table.name)_\(column.name)_INDEX"
                add(name, "CREATE INDEX \(q(name)) ON \(q(table.name)) (\(q(column.name)))")
            }
            if table.isShared {
                let name = "\(table.name)_Z_ENT_INDEX"
                add(name, "CREATE INDEX \(q(name)) ON \(q(table.name)) (Z_ENT)")
            }
        }
        for entity in entities {
            let table = Self.tableName(layout.entities[entity.rootIndex])
            for index in fetchIndexes(of: entity) {
                let name = "Z_\(entity.name)_\(index.name)"
                let columns = index.columns.map { "\(q($0.name)) COLLATE BINARY \($0.isAscending ? "ASC" : "DESC")" }
                add(name, "CREATE INDEX \(q(name)) ON \(q(table)) (\(columns.joined(separator: ", ")))")
            }
            for constraint in ownConstraints(of: entity) {
                let columns = constraint.compactMap { columnName($0, of: entity) }
                guard !columns.isEmpty, columns.count == constraint.count else { continue }
                let name = "Z_\(entity.name)_UNIQUE_\(constraint.joined(separator: "_"))"
                let list = columns.map { "\(q($0)) COLLATE BINARY ASC" }.joined(separator: ", ")
                add(name, "CREATE UNIQUE INDEX \(q(name)) ON \(q(table)) (\(list))")
            }
        }
        for join in joins { add("\(join.name)_\(join.memberColumn)_INDEX", join.indexCreation) }
        return result
    }

    private struct FetchIndex {
        var name: String
        var columns: [(name: String, isAscending: Bool)]
    }

    private func fetchIndexes(of entity: EntityLayout) -> [FetchIndex] {
        var result: [FetchIndex] = []
        var covered = Set<String>()
        for index in entity.entity.indexes {
            let elements = index.elements
            covered.insert(index.name)
            if elements.count == 1, let name = elements[0].propertyName, entity.relationship(named: name) != nil {
                continue
            }
            let columns = elements.compactMap { element -> (String, Bool)? in
                guard element.collationType == .binary, let name = path(of: element, in: entity) else { return nil }
                return columnName(name, of: entity).map { ($0, element.isAscending) }
            }
            guard !columns.isEmpty, columns.count == elements.count else { continue }
            result.append(FetchIndex(name: index.name, columns: columns))
        }
        for slot in entity.slots where declares(entity, slot.name) && !covered.contains(slot.name) {
            guard let attribute = entity.entity.attribute(at: slot.name), attribute.isIndexedFlag,
                let column = columnName(slot.name, of: entity)
            else { continue }
            result.append(FetchIndex(name: slot.name, columns: [(column, true)]))
        }
        return result
    }

    /// The name of an indexed property, or the path of a composite attribute's element.
    private func path(of element: NSFetchIndexElementDescription, in entity: EntityLayout) -> String? {
        guard let attribute = element.property as? NSAttributeDescription,
            entity.entity.attributesByName[attribute.name] !== attribute
        else { return element.propertyName }
        return entity.slots.first {
            $0.composite != nil && entity.entity.attribute(at: $0.name) === attribute
        }?.name ?? element.propertyName
    }

    /// The column of an attribute or to-one; nil when it has none.
    func columnName(_ property: String, of entity: EntityLayout) -> String? {
        guard case .slot(let slot) = entity.code(property) else { return nil }
        return slotColumns[entity.index]?[slot]
    }

    /// The uniqueness constraints that the entity itself declares, as property names.
    func ownConstraints(of entity: EntityLayout) -> [[String]] {
        entity.entity.uniquenessConstraints.map { tuple in
            tuple.compactMap { ($0 as? String) ?? ($0 as? NSPropertyDescription)?.name }
        }
    }
}
