import SQLite

// Batch requests that one statement carries out: rows stay where they are.

extension SQLiteStore {
    func carryOut(_ change: RowsChange) throws -> RowsChange.Outcome? {
        let opened = try current()
        guard try BatchScope(change, schema: opened.schema).isOneStatement else { return nil }
        let wantsReferences = change.wantsReferences || opened.history != nil
        // A window without an order need not be the same rows twice.
        if wantsReferences, change.rows.limit > 0 || change.rows.offset > 0 { return nil }
        try checkWritable()
        do {
            return try opened.connections.write { connection in
                try connection.write {
                    var outcome = RowsChange.Outcome(count: 0)
                    if wantsReferences { outcome.references = try references(change.rows, opened, connection) }
                    if let history = opened.history {
                        try history.record(
                            Self.recorded(change, outcome.references, opened.schema), schema: opened.schema,
                            connection: connection)
                    }
                    outcome.count = try run(change, opened, connection)
                    return outcome
                }
            }
        } catch {
            throw StoreErrors.make(error, during: .writing, store: url)
        }
    }

    /// The change in the terms of the history, row by row.
    private static func recorded(
        _ change: RowsChange, _ references: [RowReference], _ schema: StoreSchema
    ) -> StoreChanges {
        var changes = StoreChanges()
        changes.author = change.author
        changes.contextName = change.contextName
        let base = change.rows.layout
        for reference in references {
            let layout = schema.layout.entities[Int(reference.entity)]
            switch change.kind {
            case .delete:
                changes.deletes.append(
                    .init(layout: layout, primaryKey: reference.primaryKey, expectedVersion: 0))
            case .update(let values):
                changes.updates.append(
                    .init(
                        layout: layout, primaryKey: reference.primaryKey, expectedVersion: 0,
                        values: layout === base ? values : Self.values(values, of: base, in: layout)))
            }
        }
        return changes
    }

    /// Values of an entity's slots in the places that a sub-entity has for them.
    private static func values(
        _ values: ContiguousArray<SlotValue>, of base: EntityLayout, in layout: EntityLayout
    ) -> ContiguousArray<SlotValue> {
        var result = ContiguousArray<SlotValue>(repeating: .unset, count: layout.slots.count)
        for slot in base.slots {
            if case .slot(let place) = layout.code(slot.name) { result[place] = values[slot.index] }
        }
        return result
    }

    /// Runs the statement; returns how many rows it changed.
    private func run(_ change: RowsChange, _ opened: Opened, _ connection: Connection) throws -> Int {
        let mapping = try opened.schema.mapping(change.rows.layout)
        let translator = FetchTranslator(schema: opened.schema, spec: change.rows, bindsArguments: false)
        let setters: UpdateSetters?
        let values: ContiguousArray<SlotValue>
        switch change.kind {
        case .update(let given):
            values = given
            setters = UpdateSetters(mapping: mapping, values: given)
        case .delete:
            values = []
            setters = nil
        }
        let translation = try translator.change(
            { alias in
                guard let setters else { return "DELETE FROM \(mapping.table) AS \(alias)" }
                return "UPDATE \(mapping.table) AS \(alias) SET Z_OPT = Z_OPT + 1, \(setters.text)"
            }, purpose: setters == nil ? "delete rows of" : "update rows of",
            texts: { opened.translations.sql($0, purpose: $1) })
        let binder = ParameterBinder(schema: opened.schema, store: self, arguments: [])
        if translation.usesTables {
            try CollectionTables.fill(translation.bindings, binder: binder, connection: connection)
        }
        let statement = try connection.statement(translation.sql)
        let arena = BindingArena()
        var next: Int32 = 1
        if let setters {
            opened.schema.bind(values, setters.bindings, to: statement, from: 1, arena: arena)
            next += Int32(setters.bindings.count)
        }
        next = try binder.bind(translation.bindings, to: statement, from: next)
        if translation.isLimited { bindWindow(of: change.rows, to: statement, next) }
        try statement.run()
        statement.clearBindings()
        return connection.changes
    }
}

/// Whether a batch is one statement: whether nothing but the rows' own columns has to change.
private struct BatchScope {
    private let change: RowsChange
    private let mapping: EntityMapping
    /// Of all entities whose rows may be changed.
    private let family: [EntityMapping]

    init(_ change: RowsChange, schema: StoreSchema) throws {
        self.change = change
        mapping = try schema.mapping(change.rows.layout)
        family =
            change.rows.includesSubentities ? mapping.layout.family.compactMap { schema.entities[$0] } : [mapping]
    }

    var isOneStatement: Bool {
        switch change.kind {
        case .update(let values): isUpdateInPlace(values)
        case .delete: family.allSatisfy(isDeletedAlone)
        }
    }

    private func isUpdateInPlace(_ values: ContiguousArray<SlotValue>) -> Bool {
        var isAny = false
        for slot in mapping.layout.slots where !values[slot.index].isUnset {
            isAny = true
            guard slot.isPersistent, !slot.isDerived, !slot.allowsExternalStorage, slot.kind != .transformable,
                slot.kind != .liveOnly, mapping.columns[slot.index] != nil,
                !mapping.constraints.contains(where: { $0.slots.contains(slot.index) }),
                !family.contains(where: { $0.computes(from: slot.name) })
            else { return false }
            if let relationship = mapping.layout.toOneBySlot[slot.index] {
                // An inverse that is a to-one has its own column to change; an order has a key in this row.
                guard relationship.inverseName == nil || relationship.inverseIsToMany,
                    mapping.orderColumns[slot.index] == nil
                else { return false }
            }
        }
        return isAny
    }

    /// Whether nothing else has to change when a row of the entity goes.
    private func isDeletedAlone(_ mapping: EntityMapping) -> Bool {
        guard mapping.externalSlots.isEmpty, mapping.joinColumns.isEmpty else { return false }
        let toOnesGo = mapping.layout.toOne.allSatisfy { relationship in
            switch relationship.relationship.deleteRule {
            case .noActionDeleteRule: true
            case .nullifyDeleteRule: relationship.inverseName == nil || relationship.inverseIsToMany
            default: false
            }
        }
        return toOnesGo && mapping.layout.toMany.allSatisfy { $0.relationship.deleteRule == .noActionDeleteRule }
    }
}

extension EntityMapping {
    /// Whether a save computes a derived attribute from the attribute called `name`.
    fileprivate func computes(from name: String) -> Bool {
        guard case .slot(let source) = layout.code(name) else { return false }
        return computed.contains { $0.source == source }
    }
}
