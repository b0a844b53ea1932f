import SQLite

/// The migration of one database, in one transaction: whoever opens the file at any moment, after any kind of
/// end of this process, finds the old store or the new one.
struct StoreMigration {
    let connection: Connection
    private let migration: LightweightMigration
    private let url: URL
    private let externals: ExternalFiles
    private let newLayout: ModelLayout
    private let newEntities: [EntityLayout]

    init(connection: Connection, migration: LightweightMigration, url: URL, externals: ExternalFiles) throws {
        self.connection = connection
        self.migration = migration
        self.url = url
        self.externals = externals
        newLayout = ModelLayout.of(migration.destination)
        newEntities = try StoreOpening.entities(
            of: migration.configuration ?? NSManagedObjectModel.defaultConfigurationName, in: newLayout)
    }

    private func report(_ step: String, _ part: Double) { migration.progress?(step, part) }

    /// Migrates; does nothing when another process has done so meanwhile.
    func run() throws {
        var none = StoreChanges()
        let files = try externals.stage(&none)
        do {
            try connection.write {
                guard let (plan, plist) = try prepare() else { return }
                try carryOver(plan, files: files)
                try finish(plan, plist: plist)
                try SchemaWatch.announce(connection)
                try files.willCommit()
                report("commit", 1)
            }
        } catch {
            try files.abandon()
            throw error
        }
        try files.finish()
    }

    /// Looks at the store with the write lock held; nil when it is migrated already.
    private func prepare() throws -> (MigrationPlan, [String: Any])? {
        guard let (_, plist) = try MetadataTable.read(connection),
            let hashes = NSManagedObjectModel.versionHashes(inStoreMetadata: plist)
        else {
            throw CoreDataError.make(
                NSMigrationError, "The store at \(url.path) has no version hashes; it is not known what is in it.",
                suggestion: "Open it with the model it was made with.")
        }
        func hashesMatch(_ entities: [EntityLayout]) -> Bool {
            entities.count == hashes.count && entities.allSatisfy { hashes[$0.name] == $0.entity.versionHash }
        }
        if hashesMatch(newEntities) { return nil }
        let oldLayout = ModelLayout.of(migration.source)
        let oldEntities = oldLayout.entities.filter { hashes[$0.name] != nil }
        guard hashesMatch(oldEntities) else {
            throw CoreDataError.make(
                NSMigrationMissingSourceModelError,
                "The store at \(url.path) was not made with the model that it is to be migrated from.",
                suggestion: "Give the version of the model that the store was made with.")
        }
        let old = try SchemaBinding(connection: connection, layout: oldLayout, entities: oldEntities).bind()
        let comparison = ModelComparison(
            from: migration.source, to: migration.destination, sourceEntities: Set(oldEntities.map(\.name)),
            destinationEntities: Set(newEntities.map(\.name)))
        let plan = try MigrationPlan(
            old: old, oldEntities: oldEntities, new: SchemaPlan(layout: newLayout, entities: newEntities),
            comparison: comparison, literals: DefaultLiteral(encode: migration.encode))
        return (plan, plist)
    }

    /// Moves the data and makes the new schema around it.
    private func carryOver(_ plan: MigrationPlan, files: StagedFiles) throws {
        let links = plan.links()
        let tables = plan.tables(links)
        let referred = try ExternalReferences(connection).names(in: plan.old)
        var joins = JoinMigration(connection: connection, plan: plan, joins: plan.planJoins(links))
        let maxima = try keyMaxima(plan)
        var keeper = SchemaKeeper(connection: connection)
        try keeper.clear(plan, changed: TableMigration.renamedTables(tables, plan), keptJoins: joins.kept)
        try StrayRows(connection: connection, schema: plan.old).settle(store: url)
        report("read the relationships that change", 0.05)
        var connections = LinkMigration(connection: connection, plan: plan)
        for link in links where !link.isDirect { try connections.collect(link) }
        try joins.setAside()
        var migrated = TableMigration(connection: connection, plan: plan)
        try migrated.setAside(tables)
        for (index, table) in tables.enumerated() {
            report("migrate \(table.schema.name)", 0.1 + 0.5 * Double(index) / Double(tables.count))
            try migrated.fill(table)
        }
        report("migrate the relationships", 0.6)
        try joins.fill()
        for link in links { try connections.write(link) }
        try migrated.dropOldTables()
        try joins.dropOldTables()
        report("compute derived attributes", 0.7)
        try DerivedValues(connection: connection, plan: plan.new).computeAll()
        report("make indexes", 0.75)
        try keeper.restore(plan)
        report("carry the history over", 0.9)
        try HistoryMigration(connection: connection, plan: plan).run()
        try writeNumbers(plan, maxima: maxima)
        if !referred.isEmpty {
            let schema = try SchemaBinding(connection: connection, layout: newLayout, entities: newEntities).bind()
            let kept = try ExternalReferences(connection).names(in: schema)
            for (name, stored) in referred where kept[name] == nil { files.willReplace(stored) }
        }
    }

    /// Highest keys by old root number.
    private func keyMaxima(_ plan: MigrationPlan) throws -> [Int64: Int64] {
        var result: [Int64: Int64] = [:]
        let statement = try connection.prepareOnce(
            "SELECT Z_ENT, Z_MAX FROM Z_PRIMARYKEY", purpose: "read the highest keys")
        while try statement.step() { result[statement.integer(0)] = statement.integer(1) }
        for case let mapping? in plan.old.entities where mapping.number == mapping.rootNumber {
            let highest = try connection.firstInteger(
                "SELECT max(Z_PK) FROM \(mapping.table)", purpose: "look for the highest key of \(mapping.table)")
            result[mapping.number] = max(result[mapping.number] ?? 0, highest ?? 0)
        }
        return result
    }

    /// Rewrites `Z_PRIMARYKEY`; the rows of system entities stay.
    private func writeNumbers(_ plan: MigrationPlan, maxima: [Int64: Int64]) throws {
        let old = plan.old.entities.compactMap { $0.map { String($0.number) } }.joined(separator: ", ")
        try connection.execute(
            "DELETE FROM Z_PRIMARYKEY WHERE Z_ENT IN (\(old.isEmpty ? "NULL" : old))", purpose: "number the entities")
        let insert = try connection.prepareOnce(
            "INSERT OR REPLACE INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, ?)",
            purpose: "number the entities")
        for entity in newEntities {
            var highest: Int64 = 0
            if entity.rootIndex == entity.index {
                highest =
                    entity.family.compactMap { plan.origin(of: newLayout.entities[$0])?.rootNumber }
                    .compactMap { maxima[$0] }.max() ?? 0
            }
            insert.bind(1, integer: plan.number(of: entity))
            insert.bind(2, text: entity.name)
            insert.bind(3, integer: entity.superIndex.map { plan.new.numbers[$0] } ?? 0)
            insert.bind(4, integer: highest)
            try insert.run()
        }
    }

    /// Stamps the new model into the store and checks that the model finds everything in it.
    private func finish(_ plan: MigrationPlan, plist: [String: Any]) throws {
        var plist = plist
        MetadataTable.stamp(&plist, model: newLayout.model, entities: newEntities.map(\.entity))
        try MetadataTable.update(connection, plist: plist)
        try connection.execute(
            "CREATE TABLE IF NOT EXISTS Z_MODELCACHE (Z_CONTENT BLOB)", purpose: "keep the model")
        try ModelCache.write(newLayout.model, to: connection)
        do {
            _ = try SchemaBinding(connection: connection, layout: newLayout, entities: newEntities).bind()
        } catch let error as NSError {
            throw CoreDataError.make(
                NSMigrationError,
                "The migrated store would not fit its model: \(error.localizedDescription) Nothing was changed.",
                suggestion: "Keep the store and the two versions of the model; this is a fault of the migration.",
                underlying: error)
        }
    }
}
