import SQLite

/// Options of `addPersistentStore` that concern SQLite.
struct StoreSettings: Sendable {
    let isReadOnly: Bool
    /// Seconds to wait for locks.
    let timeout: Double
    let tracksHistory: Bool
    let analyzes: Bool
    let vacuums: Bool
    /// How to open a file that must not be altered; nil for SQLite's ordinary ways.
    let access: StoreAccess?
    private let pragmas: [(name: String, value: String)]

    /// - Throws: 134080 when a pragma is no plain name and value.
    init(options: [AnyHashable: Any]?) throws {
        func flag(_ key: String) -> Bool {
            (options?[key] as? NSNumber)?.boolValue ?? (options?[key] as? Bool) ?? false
        }
        isReadOnly = flag(NSReadOnlyPersistentStoreOption)
        timeout = (options?[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240
        tracksHistory = flag(NSPersistentHistoryTrackingKey)
        analyzes = flag(NSSQLiteAnalyzeOption)
        vacuums = flag(NSSQLiteManualVacuumOption)
        access = (options?[StoreAccess.option] as? String).flatMap(StoreAccess.init(rawValue:))
        var pragmas: [(name: String, value: String)] = []
        let given = options?[NSSQLitePragmasOption]
        var entries: [(String, String)] = []
        if let given = given as? [String: NSObject] {
            for (name, value) in given { entries.append((name, "\(value)")) }
        } else if let given = given as? [AnyHashable: Any] {
            for (key, value) in given {
                entries.append(("\(key.base)", "\(value)"))
            }
        }
        for (name, value) in entries.sorted(by: { $0.0 < $1.0 }) {
            // a pragma cannot be bound as a parameter, so only plain words and numbers are let through.
            guard Self.isWord(name), Self.isWord(value) else {
                throw CoreDataError.make(
                    NSPersistentStoreOpenError, "The pragma \(name) = \(value) is not one that can be set.",
                    suggestion: "Use names and values of letters, digits, '_' and '-' in NSSQLitePragmasOption.")
            }
            pragmas.append((name.lowercased(), value))
        }
        self.pragmas = pragmas
    }

    private static func isWord(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                ($0 >= 65 && $0 <= 90) || ($0 >= 97 && $0 <= 122) || ($0 >= 48 && $0 <= 57) || $0 == 95 || $0 == 45
                    || $0 == 46
            }
    }

    /// True when the app wants the file for one connection alone.
    var locksExclusively: Bool {
        pragmas.contains { $0.name == "locking_mode" && $0.value.lowercased() == "exclusive" }
    }

    /// Sets what a new file keeps for good; before its first page is written.
    func layOut(_ connection: Connection) throws {
        // Apple's stores; an app may ask for others.
        for (name, value) in [("page_size", "4096"), ("auto_vacuum", "2")] {
            let wanted = pragmas.first { $0.name == name }?.value ?? value
            try connection.execute("PRAGMA \(name) = \(wanted)", purpose: "set up a new file")
        }
    }

    /// Sets up the writing connection; returns the journal mode in force.
    func apply(to connection: Connection, isReadOnly: Bool, isInMemory: Bool) throws -> String {
        try connection.execute("PRAGMA recursive_triggers = 1", purpose: "set up the connection")
        let journal = pragmas.first { $0.name == "journal_mode" }?.value ?? "wal"
        if !isReadOnly, !isInMemory {
            try connection.setJournalMode(journal)
        }
        for (name, value) in pragmas where name != "journal_mode" {
            try connection.execute("PRAGMA \(name) = \(value)", purpose: "set the pragma \(name)")
        }
        let mode = try connection.firstString("PRAGMA journal_mode", purpose: "read the journal mode")
        return mode?.lowercased() ?? "delete"
    }

    /// Sets up a reading connection.
    func applyToReader(_ connection: Connection) throws {
        for (name, value) in pragmas where ["cache_size", "temp_store", "mmap_size"].contains(name) {
            try connection.execute("PRAGMA \(name) = \(value)", purpose: "set the pragma \(name)")
        }
        // the first read maps the wal-index, which tells when the database has changed.
        _ = try connection.firstInteger("SELECT count(*) FROM sqlite_master", purpose: "read the schema")
    }

    /// What the app asked to be done on opening.
    func maintain(_ connection: Connection) throws {
        if analyzes { try connection.execute("ANALYZE", purpose: "analyze the store") }
        if vacuums { try connection.execute("VACUUM", purpose: "vacuum the store") }
    }
}

/// Where a store's database is.
struct StoreLocation: Sendable, CustomStringConvertible {
    let path: String
    let isInMemory: Bool
    private let access: StoreAccess?

    /// `/dev/null`, or no URL at all, stands for a database in memory.
    init(_ url: URL?, access: StoreAccess? = nil) {
        self.access = access
        path = url?.path ?? "/dev/null"
        isInMemory = path == "/dev/null" || path.isEmpty
    }

    var description: String { isInMemory ? "memory" : path }

    func open(mode: Connection.Mode, busyTimeout: Double) throws -> Connection {
        if let access, !isInMemory {
            return try Connection(
                path: access.uri(ofFile: path), name: path, mode: .readOnly, isURI: true, busyTimeout: busyTimeout)
        }
        return try Connection(path: isInMemory ? ":memory:" : path, mode: mode, busyTimeout: busyTimeout)
    }
}
