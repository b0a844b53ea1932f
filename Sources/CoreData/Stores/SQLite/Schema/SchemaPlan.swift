/// The tables and indexes that a model asks for, with Apple's names.
///
/// A plan is made from the model alone; `SchemaBinding` fits it to what a file really has.
/// Source: sqlite-format, sections 3 to 8.
final class SchemaPlan {
    let layout: ModelLayout
    /// Entities that the store holds, in numbering order.
    let entities: [EntityLayout]
    /// `Z_ENT` by index in the model; 0 for entities that live elsewhere.
    let numbers: [Int64]
    private(set) var tables: [TableSchema] = []
    /// Index of the table by index of the root entity in the model.
    private(set) var tableByRoot: [Int: Int] = [:]
    /// Column of each slot, by index of the entity; nil for what is not stored.
    private(set) var slotColumns: [Int: [String?]] = [:]
    /// Columns in the destination's table of to-manys without inverse, by declaring entity and name.
    private(set) var strayColumns: [PropertyKey: StrayColumns] = [:]
    /// Order key column of a to-one whose inverse is ordered, by declaring entity and name.
    private(set) var orderColumns: [PropertyKey: String] = [:]
    /// Join tables in the order in which they are made.
    var joins: [JoinSchema] = []

    /// A property of the entity that declares it.
    struct PropertyKey: Hashable {
        var entity: Int
        var name: String
    }

    struct StrayColumns {
        var owner: String
        var order: String?
    }

    /// Plans for the entities of one configuration.
    ///
    /// - Parameter numbers: the numbers that an existing file uses; nil to number afresh.
    init(layout: ModelLayout, entities: [EntityLayout], numbers fileNumbers: [Int: Int64]? = nil) {
        self.layout = layout
        self.entities = entities
        var numbers = [Int64](repeating: 0, count: layout.entities.count)
        for (position, entity) in entities.enumerated() {
            numbers[entity.index] = fileNumbers.map { $0[entity.index] ?? 0 } ?? Int64(position + 1)
        }
        self.numbers = numbers
        for root in entities where root.rootIndex == root.index { planTable(root) }
        planJoins()
    }

    /// The entity that declares the property called `name` of `entity`, or the composite attribute that a path begins
    /// with.
    func declaring(_ path: String, of entity: EntityLayout) -> EntityLayout {
        var owner = entity
        var name = path
        if entity.entity.propertiesByName[path] == nil, let dot = path.firstIndex(of: ".") {
            name = String(path[..<dot])
        }
        while let index = owner.superIndex {
            let parent = layout.entities[index]
            guard parent.entity.propertiesByName[name] != nil else { break }
            owner = parent
        }
        return owner
    }

    func key(_ name: String, of entity: EntityLayout) -> PropertyKey {
        PropertyKey(entity: declaring(name, of: entity).index, name: name)
    }

    /// True when `entity` itself declares the property.
    func declares(_ entity: EntityLayout, _ name: String) -> Bool { declaring(name, of: entity) === entity }

    static func tableName(_ root: EntityLayout) -> String { "Z" + root.name.uppercased() }

    // MARK: Entity tables

    /// Hands out column names of one table: the first use of a name gets it plain, later ones a number.
    private struct Names {
        private var uses: [String: Int]

        /// - Parameter taken: names that are somebody else's.
        init(taken: [String] = []) { uses = Dictionary(uniqueKeysWithValues: taken.map { ($0, 0) }) }

        mutating func claim(_ base: String) -> String {
            guard let count = uses[base] else {
                uses[base] = 0
                return base
            }
            uses[base] = count + 1
            return "\(base)\(count + 1)"
        }
    }

    /// Columns of one group, in order.
    private struct Groups {
        var columns: [[ColumnSchema]] = Array(repeating: [], count: 10)
        var all: [ColumnSchema] { columns.flatMap { $0 } }
    }

    private static let groupOfStrays = 1
    private static let groupOfOrderKeys = 2

    /// Group and type of an attribute's column; nil for what has none.
    static func column(of kind: SlotKind) -> (group: Int, type: ColumnType)? {
        switch kind {
        case .integer, .boolean: (0, .integer)
        case .double, .float: (3, .float)
        case .date: (3, .timestamp)
        case .decimal: (4, .decimal)
        case .string: (5, .text)
        case .uri: (6, .text)
        case .uuid: (7, .blob)
        case .transformable: (8, .blob)
        case .binary: (9, .blob)
        case .liveOnly, .toOne, .destinationEntity: nil
        }
    }

    private func planTable(_ root: EntityLayout) {
        let family = root.family.map { layout.entities[$0] }
        var names = Names(taken: ["Z_PK", "Z_ENT", "Z_OPT"])
        var groups = Groups()
        for entity in family {
            var columns: [String?] =
                entity.superIndex.flatMap { index in
                    slotColumns[index].map { inherited(entity, from: layout.entities[index], $0) }
                } ?? Array(repeating: nil, count: entity.slots.count)
            planAttributes(of: entity, &columns, &names, &groups)
            planToOnes(of: entity, &columns, &names, &groups)
            slotColumns[entity.index] = columns
        }
        planStrays(to: family, &names, &groups)
        tableByRoot[root.index] = tables.count
        tables.append(
            TableSchema(
                name: Self.tableName(root), root: root.index, columns: groups.all, isShared: family.count > 1))
    }

    private func inherited(_ entity: EntityLayout, from parent: EntityLayout, _ columns: [String?]) -> [String?] {
        var result = [String?](repeating: nil, count: entity.slots.count)
        for slot in parent.slots where slot.kind != .destinationEntity {
            if case .slot(let index) = entity.code(slot.name) { result[index] = columns[slot.index] }
        }
        for relationship in parent.toOne {
            if let from = relationship.entitySlot, let to = entity.relationship(named: relationship.name)?.entitySlot {
                result[to] = columns[from]
            }
        }
        return result
    }

    /// The column's name before it is made the only one of its table.
    ///
    /// An element of a composite attribute is named by its path: the element `width` of `size` is kept in `ZSIZE_WIDTH`.
    /// Unverified: no store with such a column that Apple's frameworks made was at hand.
    static func columnName(of slot: Slot) -> String {
        "Z" + (slot.composite == nil ? slot.name : slot.name.replacing(".", with: "_")).uppercased()
    }

    private func planAttributes(
        of entity: EntityLayout, _ columns: inout [String?], _ names: inout Names, _ groups: inout Groups
    ) {
        var declared: [(slot: Slot, group: Int, type: ColumnType)] = []
        for slot in entity.slots where slot.isPersistent && declares(entity, slot.name) {
            if let (group, type) = Self.column(of: slot.kind) { declared.append((slot, group, type)) }
        }
        // Slots are sorted by name already, and the sort is stable only if we make it so.
        declared.sort { ($0.group, $0.slot.index) < ($1.group, $1.slot.index) }
        for (slot, group, type) in declared {
            let name = names.claim(Self.columnName(of: slot))
            columns[slot.index] = name
            groups.columns[group].append(ColumnSchema(name: name, type: type))
        }
    }

    private func planToOnes(
        of entity: EntityLayout, _ columns: inout [String?], _ names: inout Names, _ groups: inout Groups
    ) {
        for relationship in entity.toOne where relationship.isPersistent && declares(entity, relationship.name) {
            let name = names.claim("Z" + relationship.name.uppercased())
            columns[relationship.slot] = name
            groups.columns[0].append(ColumnSchema(name: name, type: .integer, isIndexed: true))
            if let slot = relationship.entitySlot {
                let root = layout.entities[layout.entities[relationship.destination].rootIndex]
                let entityName = names.claim("Z\(numbers[root.index])_\(relationship.name.uppercased())")
                columns[slot] = entityName
                groups.columns[0].append(ColumnSchema(name: entityName, type: .integer))
            }
            if relationship.relationship.inverseRelationship.map({ $0.isToMany && $0.isOrdered }) ?? false {
                let order = names.claim("Z_FOK_" + relationship.name.uppercased())
                orderColumns[PropertyKey(entity: entity.index, name: relationship.name)] = order
                groups.columns[Self.groupOfOrderKeys].append(ColumnSchema(name: order, type: .integer))
            }
        }
    }

    /// To-manys without inverse keep the owner's key in the destination's table.
    private func planStrays(to family: [EntityLayout], _ names: inout Names, _ groups: inout Groups) {
        let members = Set(family.map(\.index))
        for owner in entities {
            for relationship in owner.toMany
            where relationship.isPersistent && relationship.inverseName == nil
                && members.contains(relationship.destination) && declares(owner, relationship.name)
            {
                let tail = "\(numbers[owner.index])\(relationship.name.uppercased())"
                let name = names.claim("Z" + tail)
                groups.columns[Self.groupOfStrays].append(ColumnSchema(name: name, type: .integer, isIndexed: true))
                var columns = StrayColumns(owner: name, order: nil)
                if relationship.isOrdered {
                    let order = names.claim("Z_FOK_" + tail)
                    groups.columns[Self.groupOfStrays].append(ColumnSchema(name: order, type: .integer))
                    columns.order = order
                }
                strayColumns[PropertyKey(entity: owner.index, name: relationship.name)] = columns
            }
        }
    }
}
