import SQLite

/// Fits the plan of a model to the tables that a file has.
///
/// Columns are found by name, whatever their order; the columns of a join table by position, since the
/// suffixes of their names follow no rule. A store migrated in place has both in odd places.
struct SchemaBinding {
    private let connection: Connection
    private let layout: ModelLayout
    private let entities: [EntityLayout]
    /// Upper-case names of views.
    ///
    /// A store's tables are tables: a view could go on for ever.
    private let views: Set<String>

    init(connection: Connection, layout: ModelLayout, entities: [EntityLayout]) throws {
        let statement = try connection.prepareOnce(
            "SELECT name FROM sqlite_master WHERE type = 'view'", purpose: "look for views")
        var views: Set<String> = []
        while try statement.step() { views.insert(statement.string(0)?.uppercased() ?? "") }
        self.views = views
        self.connection = connection
        self.layout = layout
        self.entities = entities
    }

    /// - Throws: 134020 when tables or columns that the model needs are not there; `SQLiteError`.
    func bind() throws -> StoreSchema {
        let numbers = try readNumbers()
        let plan = SchemaPlan(layout: layout, entities: entities, numbers: numbers)
        let joins = try bindJoins(plan)
        var mappings: [EntityMapping?] = Array(repeating: nil, count: layout.entities.count)
        var columnsByTable: [String: [String: String]] = [:]
        for entity in entities {
            let table = SchemaPlan.tableName(layout.entities[entity.rootIndex])
            let known = try columnsByTable[table] ?? readColumns(table)
            columnsByTable[table] = known
            mappings[entity.index] = try bindEntity(entity, table: table, columns: known, plan: plan)
        }
        for case let mapping? in mappings {
            mapping.complete(
                toMany: try mapping.layout.toMany.map {
                    try bindToMany($0, plan: plan, joins: joins, mappings: mappings, columns: columnsByTable)
                },
                joinColumns: joinColumns(of: mapping.layout, plan: plan, joins: joins),
                constraints: constraints(of: mapping, plan: plan))
        }
        return StoreSchema(layout: layout, entities: mappings, joins: joins)
    }

    // MARK: Numbers

    private func readNumbers() throws -> [Int: Int64] {
        try checkIsTable("Z_PRIMARYKEY")
        let statement = try connection.prepareOnce(
            "SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY ORDER BY Z_ENT", purpose: "read the entity numbers")
        var byName: [String: Int64] = [:]
        while try statement.step() {
            if let name = statement.string(1) { byName[name] = statement.integer(0) }
        }
        var numbers: [Int: Int64] = [:]
        for entity in entities { numbers[entity.index] = byName[entity.name] }
        // a store migrated in place may keep the old name of an entity; its number is then the one that the
        // entity has by the rule.
        let used = Set(numbers.values)
        let followsRule = entities.enumerated().allSatisfy { position, entity in
            numbers[entity.index].map { $0 == Int64(position + 1) } ?? true
        }
        for (position, entity) in entities.enumerated() where numbers[entity.index] == nil {
            let number = Int64(position + 1)
            // where its row was lost, and all others have the numbers of the rule, it has its own too.
            guard !used.contains(number),
                try byName.values.contains(number)
                    || followsRule && !columnList(SchemaPlan.tableName(layout.entities[entity.rootIndex])).isEmpty
            else { throw missing("the entity \(entity.name) has no row in Z_PRIMARYKEY") }
            numbers[entity.index] = number
        }
        return numbers
    }

    // MARK: Tables

    /// The columns of a table by upper-case name; empty when there is no such table.
    private func readColumns(_ table: String) throws -> [String: String] {
        var columns: [String: String] = [:]
        for name in try columnList(table) { columns[name.uppercased()] = name }
        return columns
    }

    private func checkIsTable(_ name: String) throws {
        if views.contains(name.uppercased()) { throw missing("\(name) is a view and no table") }
    }

    private func columnList(_ table: String) throws -> [String] {
        try checkIsTable(table)
        let statement = try connection.prepareOnce(
            "SELECT name FROM pragma_table_info(?) ORDER BY cid", purpose: "read the columns of \(table)")
        statement.bind(1, text: table)
        var names: [String] = []
        while try statement.step() {
            if let name = statement.string(0) { names.append(name) }
        }
        return names
    }

    private func bindEntity(
        _ entity: EntityLayout, table: String, columns known: [String: String], plan: SchemaPlan
    ) throws -> EntityMapping {
        for column in ["Z_PK", "Z_ENT", "Z_OPT"] where known[column] == nil {
            throw missing("the table \(table) of \(entity.name) has no column \(column)")
        }
        let planned = plan.slotColumns[entity.index] ?? []
        var columns: [String?] = Array(repeating: nil, count: entity.slots.count)
        var orders: [String?] = Array(repeating: nil, count: entity.slots.count)
        for slot in entity.slots where slot.isPersistent {
            if slot.kind == .liveOnly {
                throw CoreDataError.make(
                    NSPersistentStoreIncompatibleSchemaError,
                    "The attribute \(entity.name).\(slot.name) has a type that the SQLite store cannot keep.",
                    suggestion: "Make the attribute transient or give it another type.")
            }
            guard let name = planned[slot.index] else { continue }
            guard let actual = known[name.uppercased()] else {
                throw missing("the table \(table) has no column \(name) for \(entity.name).\(slot.name)")
            }
            columns[slot.index] = SQLName.quoted(actual)
            if slot.kind == .toOne, let order = plan.orderColumns[plan.key(slot.name, of: entity)] {
                guard let actual = known[order.uppercased()] else {
                    throw missing("the table \(table) has no order key \(order) for \(entity.name).\(slot.name)")
                }
                orders[slot.index] = SQLName.quoted(actual)
            }
        }
        return EntityMapping(
            layout: entity, number: plan.numbers[entity.index], rootNumber: plan.numbers[entity.rootIndex],
            table: SQLName.quoted(table), isShared: layout.entities[entity.rootIndex].family.count > 1,
            familyNumbers: entity.family.map { plan.numbers[$0] }.sorted(), columns: columns, orderColumns: orders)
    }

    // MARK: Relationships

    private func bindJoins(_ plan: SchemaPlan) throws -> [JoinMapping] {
        var joins: [JoinMapping] = []
        for pair in plan.joinPairs {
            let candidates = [(pair.naming, pair.other), (pair.other, pair.naming)]
            var bound: JoinMapping?
            for (naming, other) in candidates {
                let name = "Z_\(plan.numbers[naming.entity])\(naming.name.uppercased())"
                let columns = try columnList(name)
                guard columns.count >= 2 else { continue }
                let rest = Set(columns.dropFirst(2).map { $0.uppercased() })
                func order(_ column: String, isWanted: Bool) throws -> String? {
                    guard isWanted else { return nil }
                    let order = SchemaPlan.orderColumn(for: column)
                    guard rest.contains(order.uppercased()) else {
                        throw missing("the table \(name) has no order key \(order)")
                    }
                    return SQLName.quoted(order)
                }
                let isSwapped = naming != pair.naming
                bound = JoinMapping(
                    table: SQLName.quoted(name), naming: naming, other: other,
                    ownerColumn: SQLName.quoted(columns[0]), memberColumn: SQLName.quoted(columns[1]),
                    memberOrder: try order(
                        columns[1], isWanted: isSwapped ? pair.otherIsOrdered : pair.namingIsOrdered),
                    ownerOrder: try order(
                        columns[0],
                        isWanted: naming != other && (isSwapped ? pair.namingIsOrdered : pair.otherIsOrdered)))
                break
            }
            guard let bound else {
                let entity = layout.entities[pair.naming.entity].name
                throw missing("there is no join table for \(entity).\(pair.naming.name)")
            }
            joins.append(bound)
        }
        return joins
    }

    private func bindToMany(
        _ relationship: RelationshipLayout, plan: SchemaPlan, joins: [JoinMapping], mappings: [EntityMapping?],
        columns: [String: [String: String]]
    ) throws -> ToManyMapping? {
        guard relationship.isPersistent else { return nil }
        let owner = layout.entities[relationship.owner]
        let key = plan.key(relationship.name, of: owner)
        if relationship.inverseIsToMany {
            guard let join = joins.first(where: { $0.naming == key || $0.other == key }) else { return nil }
            let isNaming = join.naming == key
            return ToManyMapping(
                table: join.table, ownerColumn: isNaming ? join.ownerColumn : join.memberColumn,
                memberColumn: isNaming ? join.memberColumn : join.ownerColumn,
                orderColumn: isNaming ? join.memberOrder : join.ownerOrder, isJoin: true, join: join)
        }
        guard let destination = mappings[relationship.destination] else {
            throw missing("\(owner.name).\(relationship.name) leads to an entity of another configuration")
        }
        if let inverse = relationship.inverseName {
            guard case .slot(let slot) = destination.layout.code(inverse), let column = destination.columns[slot] else {
                throw missing("\(destination.layout.name).\(inverse) has no column")
            }
            return ToManyMapping(
                table: destination.table, ownerColumn: column, memberColumn: "Z_PK",
                orderColumn: relationship.isOrdered ? destination.orderColumns[slot] : nil, isJoin: false)
        }
        guard let stray = plan.strayColumns[key] else { return nil }
        let table = SchemaPlan.tableName(layout.entities[destination.layout.rootIndex])
        let known = columns[table] ?? [:]
        func actual(_ name: String) throws -> String {
            guard let actual = known[name.uppercased()] else {
                throw missing("the table \(table) has no column \(name) for \(owner.name).\(relationship.name)")
            }
            return SQLName.quoted(actual)
        }
        return ToManyMapping(
            table: destination.table, ownerColumn: try actual(stray.owner), memberColumn: "Z_PK",
            orderColumn: try stray.order.map(actual), isJoin: false)
    }

    private func joinColumns(
        of entity: EntityLayout, plan: SchemaPlan, joins: [JoinMapping]
    ) -> [(join: JoinMapping, column: String)] {
        var result: [(join: JoinMapping, column: String)] = []
        for join in joins {
            if entity.isKind(of: layout.entities[join.naming.entity]) { result.append((join, join.ownerColumn)) }
            if entity.isKind(of: layout.entities[join.other.entity]) { result.append((join, join.memberColumn)) }
        }
        return result
    }

    /// Constraints whose columns rows of the entity have: its own, inherited ones, and those that a
    /// sub-entity puts on inherited columns, since a unique index spans the whole table.
    private func constraints(of mapping: EntityMapping, plan: SchemaPlan) -> [ConstraintMapping] {
        var slotByColumn: [String: Int] = [:]
        for (slot, column) in (plan.slotColumns[mapping.layout.index] ?? []).enumerated() {
            if let column { slotByColumn[column] = slot }
        }
        var result: [ConstraintMapping] = []
        for index in layout.entities[mapping.layout.rootIndex].family {
            let declaring = layout.entities[index]
            for names in plan.ownConstraints(of: declaring) where !names.isEmpty {
                let slots = names.compactMap { plan.columnName($0, of: declaring).flatMap { slotByColumn[$0] } }
                guard slots.count == names.count else { continue }
                result.append(
                    ConstraintMapping(
                        declaring: index, names: names, slots: slots,
                        columns: slots.compactMap { mapping.columns[$0] }))
            }
        }
        return result
    }

    private func missing(_ what: String) -> NSError {
        CoreDataError.make(
            NSPersistentStoreIncompatibleSchemaError,
            "The store at \(connection.path) does not fit the model: \(what).",
            suggestion: "Open the store with the model that it was made with, and migrate it.")
    }
}
