import SQLite

extension SQLiteStore {
    func fetchRows(_ spec: FetchSpec) throws -> RowList {
        try reading(at: spec.snapshots) { opened, reader in
            let (statement, _) = try prepare(spec, .rows, opened, reader.connection)
            defer { statement.reset() }
            let plan = try opened.schema.mapping(spec.layout)
                .readPlan(includingSubentities: spec.includesSubentities, schema: opened.schema)
            var rows = RowList()
            if spec.limit > 0 { rows.reserveCapacity(min(spec.limit, 4096)) }
            try plan.readAll(statement, base: 0, scratch: reader.scratch, into: &rows)
            return rows
        }
    }

    func fetchReferences(_ spec: FetchSpec) throws -> [RowReference] {
        try reading(at: spec.snapshots) { opened, reader in try references(spec, opened, reader.connection) }
    }

    /// As `fetchReferences`, on a connection at hand.
    func references(_ spec: FetchSpec, _ opened: Opened, _ connection: Connection) throws -> [RowReference] {
        let (statement, _) = try prepare(spec, .references, opened, connection)
        defer { statement.reset() }
        let plan = try opened.schema.mapping(spec.layout)
            .readPlan(includingSubentities: spec.includesSubentities, schema: opened.schema)
        var references: [RowReference] = []
        while try statement.step() {
            if let reference = plan.reference(statement, base: 0) { references.append(reference) }
        }
        return references
    }

    func count(_ spec: FetchSpec) throws -> Int {
        try reading(at: spec.snapshots) { opened, reader in
            let (statement, _) = try prepare(spec, .count, opened, reader.connection)
            defer { statement.reset() }
            return try statement.step() ? Int(statement.integer(0)) : 0
        }
    }

    func rows(of entity: EntityLayout, keys: [Int64], at snapshots: GenerationSnapshots?) throws -> RowList {
        try reading(at: snapshots) { opened, reader in
            let root = opened.schema.layout.entities[try opened.schema.mapping(entity).layout.rootIndex]
            let plan = try opened.schema.mapping(root).readPlan(includingSubentities: true, schema: opened.schema)
            var rows = RowList()
            rows.reserveCapacity(keys.count)
            let keys = keys.ascendingOnce
            if keys.count >= Self.fewestForPass, let first = keys.first, let last = keys.last,
                // a damaged file may hold any key.
                case let (span, tooLong) = last.subtractingReportingOverflow(first), !tooLong,
                span / Self.sparsestForPass < Int64(keys.count)
            {
                let statement = try reader.connection.statement(plan.rowsInRange)
                statement.bind(1, integer: first)
                statement.bind(2, integer: last)
                defer { statement.reset() }
                var next = 0
                while try statement.step() {
                    let key = statement.integer(0)
                    while keys[next] < key { next += 1 }
                    // the last key is the end of the range, so that the index stays in bounds.
                    if keys[next] == key { _ = plan.read(statement, base: 0, scratch: reader.scratch, into: &rows) }
                }
                return rows
            }
            var start = 0
            while start < keys.count {
                let chunk = keys[start..<min(start + KeyChunkStatements.limit, keys.count)]
                let (sql, parameters) = plan.rowsByKey(count: chunk.count)
                let statement = try reader.connection.statement(sql)
                KeyChunkStatements.bind(chunk, to: statement, parameters: parameters)
                defer { statement.reset() }
                try plan.readAll(statement, base: 0, scratch: reader.scratch, into: &rows)
                start += chunk.count
            }
            return rows
        }
    }

    /// From so many keys on, and where at least every so manieth key of their range is wanted, one pass over the range
    /// costs less than a search for each.
    private static let (fewestForPass, sparsestForPass) = (16, Int64(2))

    // MARK: Preparing

    /// A bound statement for the fetch; translated anew only when no fetch of its shape was before.
    func prepare(
        _ spec: FetchSpec, _ result: FetchTranslator.Result, _ opened: Opened, _ connection: Connection
    ) throws -> (Statement, FetchTranslation) {
        let (translation, arguments) =
            try shortTranslation(spec, result, opened) ?? translation(spec, result, opened)
        let binder = ParameterBinder(schema: opened.schema, store: self, arguments: arguments)
        if translation.usesTables {
            try CollectionTables.fill(translation.bindings, binder: binder, connection: connection)
        }
        let statement = try connection.statement(translation.sql)
        let next = try binder.bind(translation.bindings, to: statement)
        if translation.isLimited { bindWindow(of: spec, to: statement, next) }
        return (statement, translation)
    }

    /// Binds LIMIT and OFFSET, whose parameters begin at `first`.
    func bindWindow(of spec: FetchSpec, to statement: Statement, _ first: Int32) {
        statement.bind(first, integer: spec.limit > 0 ? Int64(spec.limit) : -1)
        statement.bind(first + 1, integer: Int64(max(spec.offset, 0)))
    }

    /// The translation of an unsorted fetch whose predicate is one format with at most eight arguments; nil
    /// for others.
    private func shortTranslation(
        _ spec: FetchSpec, _ result: FetchTranslator.Result, _ opened: Opened
    ) throws -> (FetchTranslation, [Operand])? {
        guard spec.sortDescriptors.isEmpty, let predicate = spec.predicate else { return nil }
        let source: PredicateSource
        // class by class: a cast to the protocol costs several times as much.
        if let comparison = predicate as? NSComparisonPredicate {
            source = comparison.source
        } else if let compound = predicate as? TreeCompoundPredicate {
            source = compound.source
        } else {
            return nil
        }
        guard let template = source.template, source.arguments.count <= 8 else { return nil }
        let arguments = source.arguments.map { Operand($0) }
        var flavours: UInt64 = 0
        for argument in arguments { flavours = flavours << 8 | UInt64(ArgumentFlavour.of(argument)) }
        let isLimited = spec.limit > 0 || spec.offset > 0
        let key = TranslationCache.ShortKey(
            template: ObjectIdentifier(template), entity: Int32(spec.layout.index),
            form: UInt32(result.rawValue) << 2 | (spec.includesSubentities ? 2 : 0) | (isLimited ? 1 : 0),
            flavours: flavours)
        if let known = opened.translations.translation(key) { return (known, arguments) }
        let translator = FetchTranslator(schema: opened.schema, spec: spec, bindsArguments: true)
        let made = try translator.translate(result) { opened.translations.sql($0, purpose: $1) }
        opened.translations.keep(made, for: key, template: template)
        return (made, arguments)
    }

    private func translation(
        _ spec: FetchSpec, _ result: FetchTranslator.Result, _ opened: Opened
    ) throws -> (FetchTranslation, [Operand]) {
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
        if let key, let known = opened.translations.translation(key) { return (known, arguments) }
        let translator = FetchTranslator(schema: opened.schema, spec: spec, bindsArguments: key != nil)
        let made = try translator.translate(result) { opened.translations.sql($0, purpose: $1) }
        if let key { opened.translations.keep(made, for: key) }
        return (made, arguments)
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
