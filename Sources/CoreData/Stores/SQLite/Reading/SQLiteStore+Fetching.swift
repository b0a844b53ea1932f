import SQLite

extension SQLiteStore {
    func fetchRows(_ spec: FetchSpec) throws -> [PackedRow] {
        try reading { opened, reader in
            let (statement, _) = try prepare(spec, .rows, opened, reader)
            defer { statement.reset() }
            let plan = try opened.schema.mapping(spec.layout)
                .readPlan(includingSubentities: spec.includesSubentities, schema: opened.schema)
            var rows: [PackedRow] = []
            if spec.limit > 0 { rows.reserveCapacity(min(spec.limit, 4096)) }
            while try statement.step() {
                if let row = plan.row(statement, base: 0, scratch: reader.scratch) { rows.append(row) }
            }
            return rows
        }
    }

    func fetchReferences(_ spec: FetchSpec) throws -> [RowReference] {
        try reading { opened, reader in
            let (statement, _) = try prepare(spec, .references, opened, reader)
            defer { statement.reset() }
            let plan = try opened.schema.mapping(spec.layout)
                .readPlan(includingSubentities: spec.includesSubentities, schema: opened.schema)
            var references: [RowReference] = []
            while try statement.step() {
                if let reference = plan.reference(statement, base: 0) { references.append(reference) }
            }
            return references
        }
    }

    func count(_ spec: FetchSpec) throws -> Int {
        try reading { opened, reader in
            let (statement, _) = try prepare(spec, .count, opened, reader)
            defer { statement.reset() }
            return try statement.step() ? Int(statement.integer(0)) : 0
        }
    }

    func rows(of entity: EntityLayout, keys: [Int64]) throws -> [PackedRow] {
        try reading { opened, reader in
            let root = opened.schema.layout.entities[try opened.schema.mapping(entity).layout.rootIndex]
            let plan = try opened.schema.mapping(root).readPlan(includingSubentities: true, schema: opened.schema)
            var rows: [PackedRow] = []
            rows.reserveCapacity(keys.count)
            var start = 0
            while start < keys.count {
                let chunk = keys[start..<min(start + KeyChunkStatements.limit, keys.count)]
                let (sql, parameters) = plan.rowsByKey(count: chunk.count)
                let statement = try reader.connection.statement(sql)
                KeyChunkStatements.bind(chunk, to: statement, parameters: parameters)
                defer { statement.reset() }
                while try statement.step() {
                    if let row = plan.row(statement, base: 0, scratch: reader.scratch) { rows.append(row) }
                }
                start += chunk.count
            }
            return rows
        }
    }

    // MARK: Preparing

    /// A bound statement for the fetch; translated anew only when no fetch of its shape was before.
    func prepare(
        _ spec: FetchSpec, _ result: FetchTranslator.Result, _ opened: Opened, _ reader: Reader
    ) throws -> (Statement, FetchTranslation) {
        var key: TranslationCache.Key?
        var arguments: [Operand] = []
        let shaped = spec.predicate?.shape
        if spec.predicate == nil || shaped != nil {
            arguments = shaped?.arguments.map { Operand($0) } ?? []
            key = TranslationCache.Key(
                entity: spec.layout.index, includesSubentities: spec.includesSubentities, result: result.rawValue,
                isLimited: spec.limit > 0 || spec.offset > 0, predicate: shaped?.shape,
                flavours: arguments.map { ArgumentFlavour.of($0) },
                sorts: try Self.sortParts(spec.sortDescriptors))
        }
        let translation: FetchTranslation
        if let key, let known = opened.translations.translation(key) {
            translation = known
        } else {
            let translator = FetchTranslator(schema: opened.schema, spec: spec, bindsArguments: key != nil)
            translation = try translator.translate(result) { opened.translations.sql($0, purpose: $1) }
            if let key { opened.translations.keep(translation, for: key) }
        }
        let binder = ParameterBinder(schema: opened.schema, store: identity.number, arguments: arguments)
        if translation.usesTables {
            try CollectionTables.fill(translation.bindings, binder: binder, connection: reader.connection)
        }
        let statement = try reader.connection.statement(translation.sql)
        let next = try binder.bind(translation.bindings, to: statement)
        if translation.isLimited {
            statement.bind(next, integer: spec.limit > 0 ? Int64(spec.limit) : -1)
            statement.bind(next + 1, integer: Int64(max(spec.offset, 0)))
        }
        return (statement, translation)
    }

    private static func sortParts(_ descriptors: [NSSortDescriptor]) throws -> [TranslationCache.SortPart] {
        try descriptors.map { descriptor in
            // closures have no selector; they are refused when translated, and must not be taken for others.
            if descriptor.selector == nil {
                throw Refusal.error("unsupported NSSortDescriptor (comparator blocks are not supported)")
            }
            return TranslationCache.SortPart(
                key: descriptor.key ?? "", ascending: descriptor.ascending, selector: descriptor.selector?.name)
        }
    }
}
