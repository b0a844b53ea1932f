import SQLite

/// The steps from a URL to an opened store.
struct StoreOpening {
    let isReadOnly: Bool
    private let store: SQLiteStore
    private let layout: ModelLayout
    private let location: StoreLocation
    private let settings: StoreSettings
    private let entities: [EntityLayout]

    init(store: SQLiteStore, layout: ModelLayout) throws {
        self.store = store
        self.layout = layout
        self.settings = try StoreSettings(options: store.options)
        self.location = StoreLocation(store.url, access: settings.access)
        self.isReadOnly = settings.isReadOnly
        self.entities = try Self.entities(of: store.configurationName, in: layout)
    }

    /// The name of the configuration with all entities.
    static let allEntities = NSManagedObjectModel.defaultConfigurationName

    /// The entities of a configuration, with their super-entities, in numbering order.
    static func entities(of configuration: String, in layout: ModelLayout) throws -> [EntityLayout] {
        if configuration == allEntities { return layout.entities }
        guard let members = layout.model.entities(forConfigurationName: configuration) else {
            throw CoreDataError.make(
                NSPersistentStoreOpenError, "The model has no configuration called \(configuration).",
                suggestion: "Use one of: \(layout.model.configurations.joined(separator: ", ")).")
        }
        var indices = Set<Int>()
        for member in members {
            var next = layout.layout(of: member)?.index
            while let index = next, indices.insert(index).inserted { next = layout.entities[index].superIndex }
        }
        return indices.sorted().map { layout.entities[$0] }
    }

    /// Opens; returns what requests need, the metadata without type and UUID, and the UUID.
    ///
    /// - Parameter admits: see `OpenableStore.open(with:admits:)`.
    func run(
        admits: ([String: Any]) throws -> Void
    ) throws -> (SQLiteStore.Opened, metadata: [String: Any], uuid: String) {
        do {
            let connection = try connect()
            do {
                return try finish(connection, admits: admits)
            } catch {
                connection.close()
                throw error
            }
        } catch {
            throw StoreErrors.make(error, during: .opening, store: store.url)
        }
    }

    private func connect() throws -> Connection {
        let connection = try location.open(
            mode: isReadOnly ? .readOnly : .readWriteCreate, busyTimeout: settings.timeout)
        try StoreFunctions.register(on: connection)
        return connection
    }

    private func finish(
        _ connection: Connection, admits: ([String: Any]) throws -> Void
    ) throws -> (SQLiteStore.Opened, metadata: [String: Any], uuid: String) {
        let isNew = try MetadataTable.isEmptyDatabase(connection)
        if isNew {
            guard !isReadOnly else {
                throw CoreDataError.make(
                    NSPersistentStoreOpenError, "There is no store at \(location.description) to open read-only.",
                    suggestion: "Create it first, without NSReadOnlyPersistentStoreOption.")
            }
            // before the first page is written.
            try settings.layOut(connection)
        }
        let known = isNew ? nil : try admitted(connection, admits)
        let journal = try settings.apply(to: connection, isReadOnly: isReadOnly, isInMemory: location.isInMemory)
        if isNew { try create(connection) }
        // another process may have made it, with another model.
        let (uuid, plist, version) = try known ?? admitted(connection, admits)
        let schema = try SchemaBinding(connection: connection, layout: layout, entities: entities).bind()
        var history = try HistoryTables.find(on: connection, layout: layout, entities: entities)
        if history == nil, settings.tracksHistory, !isReadOnly {
            try connection.write {
                // another process may have been faster.
                guard try HistoryTables.find(on: connection, layout: layout, entities: entities) == nil else { return }
                try HistoryTables.create(on: connection, layout: layout, entities: entities)
            }
            history = try HistoryTables.find(on: connection, layout: layout, entities: entities)
        }
        if !isReadOnly { try settings.maintain(connection) }
        let externals = try externalFiles(connection, schema)
        let watch = try SchemaWatch(connection, plist: plist, version: version)
        connection.didBeginWriting = { try watch.check($0) }
        let connections = StoreConnections(
            writer: connection, scratchCapacity: schema.widestRow, makeReader: readerFactory(journal: journal),
            watch: watch)
        let opened = SQLiteStore.Opened(
            connections: connections, schema: schema, externals: externals, history: history)
        return (opened, plist, uuid)
    }

    /// UUID and property list of a store that may be opened with the model, and SQLite's counter of changes to the
    /// schema as it was before they were read.
    private func admitted(
        _ connection: Connection, _ admits: ([String: Any]) throws -> Void
    ) throws -> (uuid: String, plist: [String: Any], version: Int64) {
        let version = try SchemaWatch.version(connection)
        guard let found = try MetadataTable.read(connection) else {
            throw CoreDataError.make(
                NSPersistentStoreOpenError, "The database at \(location.description) is no store: it has no metadata.",
                suggestion: "Check the URL. A store has a table Z_METADATA with one row.")
        }
        var metadata = found.plist
        metadata[NSStoreTypeKey] = NSSQLiteStoreType
        metadata[NSStoreUUIDKey] = found.uuid
        try admits(metadata)
        return (found.uuid, found.plist, version)
    }

    private func create(_ connection: Connection) throws {
        let plan = SchemaPlan(layout: layout, entities: entities)
        try connection.write {
            // another process may have been faster.
            guard try MetadataTable.isEmptyDatabase(connection) else { return }
            try SchemaCreation(connection: connection, plan: plan).run()
            try DerivedTriggers(plan: plan).create(on: connection)
            try ModelCache.write(layout.model, to: connection)
            try MetadataTable.insert(
                connection, uuid: UUID().uuidString,
                plist: MetadataTable.initial(model: layout.model, entities: entities.map(\.entity)))
        }
    }

    private func externalFiles(_ connection: Connection, _ schema: StoreSchema) throws -> ExternalFiles? {
        guard schema.entities.contains(where: { !($0?.externalSlots.isEmpty ?? true) }) else { return nil }
        // a database in memory has no place for files: its values stay inline, whatever their size.
        let externals = ExternalFiles(store: location.isInMemory ? nil : store.url)
        if !isReadOnly { try externals.sweep(connection, schema) }
        return externals
    }

    /// Readers of their own exist in WAL mode only; see `StoreConnections`.
    private func readerFactory(journal: String) -> (@Sendable () throws -> Connection)? {
        guard journal == "wal", !location.isInMemory, !settings.locksExclusively, settings.access == nil else {
            return nil
        }
        let (location, settings, isReadOnly) = (location, settings, isReadOnly)
        return {
            let connection = try location.open(
                mode: isReadOnly ? .readOnly : .readWrite, busyTimeout: settings.timeout)
            try StoreFunctions.register(on: connection)
            try settings.applyToReader(connection)
            return connection
        }
    }
}
