import SQLite

/// Where the objects of a model are in a store's tables, as plain values.
///
/// For tools that read many rows or look for damage, where objects would be in the way. All names of
/// tables and columns are quoted for SQL where they have to be.
package struct StoreMap: Sendable {
    /// A stored attribute, or an element of a composite attribute, which has a column of its own.
    package struct Attribute: Sendable {
        /// The name; for an element its path, such as `size.width`.
        package let name: String
        package let column: String
        /// True when values carry a tag byte and may lie in files.
        package let allowsExternalStorage: Bool
        /// For an element of a composite that may be nil: the columns that say whether it is.
        package let composite: [String]
    }

    /// A relationship to one object.
    package struct ToOne: Sendable {
        package let name: String
        package let column: String
        /// Column with the number of the destination's entity, where that has sub-entities.
        package let entityColumn: String?
        /// Column with the position in the list of the inverse, where that is ordered.
        package let orderColumn: String?
        /// Index of the destination entity among `entities`.
        package let destination: Int
        package let inverse: String?
        package let inverseIsToMany: Bool
        package let isOptional: Bool
    }

    /// A relationship to many objects.
    package struct ToMany: Sendable {
        package let name: String
        /// The table that knows the members: their own, or a join table.
        package let table: String
        package let ownerColumn: String
        package let memberColumn: String
        package let orderColumn: String?
        /// True when `table` is a join table.
        package let isJoin: Bool
        /// True for the side of a pair that names the join table; each table is named by one relationship.
        package let isNaming: Bool
        package let destination: Int
        package let inverse: String?
    }

    /// An entity whose objects the store keeps.
    package struct Entity: Sendable {
        package let name: String
        /// `Z_ENT`.
        package let number: Int64
        /// Index of this entity among `entities`.
        package let index: Int
        /// Index of the root entity of the hierarchy.
        package let root: Int
        package let parent: Int?
        package let isAbstract: Bool
        package let table: String
        /// The table's name as it is.
        package let tableName: String
        /// Numbers of this entity and its sub-entities.
        package let familyNumbers: [Int64]
        package let attributes: [Attribute]
        package let toOne: [ToOne]
        package let toMany: [ToMany]
        /// Composite attributes that must have a value, with the columns of their elements.
        package let requiredComposites: [(name: String, columns: [String])]
        /// Uniqueness constraints that hold for its rows, as column names and the properties they stand for.
        package let constraints: [(columns: [String], properties: [String])]
    }

    /// In the order of numbering; entities that live in another store are left out.
    package let entities: [Entity]
    /// Index in `entities` by `Z_ENT`.
    package let indexByNumber: [Int64: Int]
    /// Index in `entities` by name.
    package let indexByName: [String: Int]

    /// Fits a model to the tables of an opened database.
    ///
    /// - Parameter configuration: the configuration whose entities the store keeps; nil for all.
    /// - Throws: `NSCocoaErrorDomain` 134020 when tables or columns that the model needs are missing,
    ///   `SQLiteError`.
    package init(connection: Connection, model: NSManagedObjectModel, configuration: String?) throws {
        let layout = ModelLayout.of(model)
        let members = try StoreOpening.entities(of: configuration ?? StoreOpening.allEntities, in: layout)
        let schema = try SchemaBinding(connection: connection, layout: layout, entities: members).bind()
        self.init(schema)
    }

    private init(_ schema: StoreSchema) {
        var place: [Int: Int] = [:]
        let mappings = schema.entities.compactMap { $0 }
        for (position, mapping) in mappings.enumerated() { place[mapping.layout.index] = position }
        let all = schema.layout.entities
        entities = mappings.enumerated().map { position, mapping in
            let layout = mapping.layout
            let root = all[layout.rootIndex]
            return Entity(
                name: layout.name, number: mapping.number, index: position, root: place[layout.rootIndex] ?? position,
                parent: layout.superIndex.flatMap { place[$0] }, isAbstract: layout.entity.isAbstract,
                table: mapping.table, tableName: SchemaPlan.tableName(root), familyNumbers: mapping.familyNumbers,
                attributes: layout.slots.compactMap { slot in
                    guard slot.kind != .toOne, slot.kind != .destinationEntity, let column = mapping.columns[slot.index]
                    else { return nil }
                    return Attribute(
                        name: slot.name, column: column, allowsExternalStorage: slot.allowsExternalStorage,
                        composite: layout.optionalComposite(around: slot)?.slots.compactMap { mapping.columns[$0] }
                            ?? [])
                },
                toOne: layout.toOne.compactMap { Self.toOne($0, mapping, place) },
                toMany: layout.toMany.compactMap { Self.toMany($0, mapping, place) },
                requiredComposites: layout.composites.filter {
                    $0.enclosing == nil && $0.isPersistent && !$0.isOptional && !$0.slots.isEmpty
                }.map { (name: $0.path, columns: $0.slots.compactMap { mapping.columns[$0] }) },
                constraints: mapping.constraints.map { (columns: $0.columns, properties: $0.names) })
        }
        indexByNumber = Dictionary(entities.map { ($0.number, $0.index) }) { first, _ in first }
        indexByName = Dictionary(entities.map { ($0.name, $0.index) }) { first, _ in first }
    }

    private static func toOne(
        _ relationship: RelationshipLayout, _ mapping: EntityMapping, _ place: [Int: Int]
    ) -> ToOne? {
        guard let column = mapping.columns[relationship.slot], let destination = place[relationship.destination]
        else { return nil }
        return ToOne(
            name: relationship.name, column: column,
            entityColumn: relationship.entitySlot.flatMap { mapping.columns[$0] },
            orderColumn: mapping.orderColumns[relationship.slot], destination: destination,
            inverse: relationship.inverseName, inverseIsToMany: relationship.inverseIsToMany,
            isOptional: relationship.relationship.isOptional)
    }

    private static func toMany(
        _ relationship: RelationshipLayout, _ mapping: EntityMapping, _ place: [Int: Int]
    ) -> ToMany? {
        guard let members = mapping.toMany[relationship.toManyIndex], let destination = place[relationship.destination]
        else { return nil }
        return ToMany(
            name: relationship.name, table: members.table, ownerColumn: members.ownerColumn,
            memberColumn: members.memberColumn, orderColumn: members.orderColumn, isJoin: members.isJoin,
            isNaming: members.join.map { $0.ownerColumn == members.ownerColumn } ?? true, destination: destination,
            inverse: relationship.inverseName)
    }
}
