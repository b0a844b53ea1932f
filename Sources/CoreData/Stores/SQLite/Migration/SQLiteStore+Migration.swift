import SQLite

extension SQLiteStore: MigratableStore {
    static func keptModel(at url: URL, options: [AnyHashable: Any]?) -> NSManagedObjectModel? {
        // A cache that cannot be read is as good as none: the model may still be found elsewhere.
        try? cachedModel(at: url, options: options)
    }

    static func migrate(at url: URL, by migration: LightweightMigration, options: [AnyHashable: Any]?) throws {
        do {
            let settings = try StoreSettings(options: options)
            let connection = try Connection(path: url.path, mode: .readWrite, busyTimeout: settings.timeout)
            defer { connection.close() }
            try StoreFunctions.register(on: connection)
            let externals = ExternalFiles(store: url)
            try MigrationFunctions.register(on: connection, externals: externals)
            // Views and triggers of the app's own keep their texts when tables get new names.
            try connection.execute("PRAGMA legacy_alter_table = 1", purpose: "prepare the migration")
            let run = try StoreMigration(connection: connection, migration: migration, url: url, externals: externals)
            try run.run()
        } catch let error as SQLiteError {
            throw StoreErrors.make(error, during: .migrating, store: url)
        }
    }
}

/// Functions that only migrations call.
enum MigrationFunctions {
    /// The inline form of a value that may lie in a file: tag and bytes.
    static let tag = "OndolTagged"
    /// The bytes of a value that may lie in a file.
    static let untag = "OndolUntagged"

    static func register(on connection: Connection, externals: ExternalFiles) throws {
        try connection.define(function: tag, arguments: 1) { arguments in
            guard let bytes = arguments[0].bytes else { return .null }
            return .blob([ExternalFiles.inlineTag] + bytes)
        }
        try connection.define(function: untag, arguments: 1, isDeterministic: false) { arguments in
            guard let bytes = arguments[0].bytes else { return .null }
            do {
                return .blob([UInt8](try ExternalFiles.data(Data(bytes), in: externals)))
            } catch {
                return .failure(error.localizedDescription)
            }
        }
    }
}
