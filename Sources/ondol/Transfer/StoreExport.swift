import CoreData

/// Writes the objects of a store out.
final class StoreExport {
    private let store: OpenedStore
    private let reader: StoreReader
    private let console: Console
    /// The entities whose own rows are written, in the order of numbering.
    let entities: [StoreMap.Entity]
    /// References to objects that do not exist.
    private(set) var dangling = 0

    /// - Parameter names: the entities that are wanted, with their sub-entities; empty for all.
    init(_ store: OpenedStore, entities names: [String], console: Console) throws {
        self.store = store
        self.console = console
        reader = try StoreReader(store)
        let map = reader.map
        var numbers: Set<Int64> = []
        for name in names { numbers.formUnion(try store.entity(named: name).familyNumbers) }
        entities = map.entities.filter { !$0.isAbstract && (names.isEmpty || numbers.contains($0.number)) }
    }

    /// Rows of the tables of these entities that are objects of none.
    func passedOver() throws -> [StrayRows] {
        try StrayRows.passedOver(in: reader.map, store.connection, roots: Set(entities.map(\.root)))
    }

    /// The attributes that are written, by their place in the entity.
    private func attributes(of entity: StoreMap.Entity) throws -> [(index: Int, name: String)] {
        let description = try store.description(of: entity)
        return entity.attributes.enumerated().compactMap { index, attribute in
            description.attributesByName[attribute.name] is NSDerivedAttributeDescription
                ? nil : (index, attribute.name)
        }
    }

    private func value(_ stored: StoredValue) -> StoredValue {
        guard case .file(let name) = stored else { return stored }
        return store.externalData(name).map(StoredValue.data) ?? .null
    }

    /// The objects that the relationships to one lead to, with the entities they really have.
    private func destinations(of row: StoredRow) throws -> [ObjectReference?] {
        try row.destinations.map { reference in
            guard let reference else { return nil }
            let found = try reader.resolved(reference)
            if found == nil { dangling += 1 }
            return found
        }
    }

    // MARK: JSON

    /// Writes the whole export as one JSON object.
    func writeJSON(_ buffer: inout OutputBuffer) throws {
        try buffer.write(
            """
            {
            "format": \(JSONText.string(TransferFormat.mark)),
            "version": \(TransferFormat.version),
            "store": \(JSONText.string(store.uuid)),
            "model": \(JSONText.string(store.model.versionChecksum)),
            "objects": [
            """)
        var isFirst = true
        var progress = Progress(console, "exporting")
        for entity in entities {
            let attributes = try attributes(of: entity)
            try reader.rows(of: entity.index).forEach { row in
                try buffer.write(isFirst ? "\n" : ",\n")
                isFirst = false
                try buffer.write(try json(row, of: entity, attributes))
                progress.advance()
            }
        }
        progress.finish()
        try buffer.write(isFirst ? "]\n}\n" : "\n]\n}\n")
        try buffer.flush()
    }

    private func json(
        _ row: StoredRow, of entity: StoreMap.Entity, _ attributes: [(index: Int, name: String)]
    ) throws -> String {
        var values: [(key: String, value: String)] = []
        for (index, name) in attributes {
            let value = value(row.values[index])
            if value != .null { values.append((name, value.json)) }
        }
        var relationships: [(key: String, value: String)] = []
        for (relationship, reference) in zip(entity.toOne, try destinations(of: row)) {
            if let reference {
                relationships.append((relationship.name, JSONText.string(reference.short(in: reader.map))))
            }
        }
        for relationship in entity.toMany {
            let members = try reader.members(relationship, of: row.reference)
            guard !members.isEmpty else { continue }
            relationships.append(
                (relationship.name, JSONText.array(members.map { JSONText.string($0.short(in: reader.map)) })))
        }
        return JSONText.object([
            (TransferFormat.objectID, JSONText.string(row.reference.short(in: reader.map))),
            ("attributes", JSONText.object(values)), ("relationships", JSONText.object(relationships)),
        ])
    }

    // MARK: CSV

    /// Writes the rows of one entity.
    func writeCSV(of entity: StoreMap.Entity, _ buffer: inout OutputBuffer) throws {
        let attributes = try attributes(of: entity)
        try buffer.write(
            CSVText.line(
                [TransferFormat.objectID] + attributes.map(\.name) + entity.toOne.map(\.name)
                    + entity.toMany.map(\.name)))
        var progress = Progress(console, "exporting \(entity.name)")
        try reader.rows(of: entity.index).forEach { row in
            var fields: [String?] = [row.reference.short(in: reader.map)]
            fields += attributes.map { value(row.values[$0.index]).text }
            fields += try destinations(of: row).map { $0?.short(in: reader.map) }
            for relationship in entity.toMany {
                let members = try reader.members(relationship, of: row.reference)
                fields.append(
                    members.isEmpty
                        ? nil : members.map { Self.spaceless($0.short(in: reader.map)) }.joined(separator: " "))
            }
            try buffer.write(CSVText.line(fields))
            progress.advance()
        }
        progress.finish()
        try buffer.flush()
    }

    /// IDs are separated by spaces, so one in an entity's name is escaped.
    static func spaceless(_ id: String) -> String { id.replacing("%", with: "%25").replacing(" ", with: "%20") }
}
