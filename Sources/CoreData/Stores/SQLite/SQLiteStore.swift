import SQLite
import Synchronization

/// A store in an SQLite database, in the same format as Apple's `NSSQLiteStoreType`.
///
/// Threading: every request from any thread; reads run beside a commit. Source: sqlite-format.
final class SQLiteStore: NSPersistentStore, OpenableStore, @unchecked Sendable {
    // @unchecked: as its superclass; its own state is behind `opened`.

    /// What opening made; nil before and after.
    final class Opened: Sendable {
        let connections: StoreConnections
        let schema: StoreSchema
        let externals: ExternalFiles?
        let history: HistoryTables?
        let translations = TranslationCache()
        let memberStatements = MemberStatementCache()

        init(
            connections: StoreConnections, schema: StoreSchema, externals: ExternalFiles?, history: HistoryTables?
        ) {
            self.connections = connections
            self.schema = schema
            self.externals = externals
            self.history = history
        }
    }

    /// Guards what opening made; taken for a moment at the start of each request.
    private let opened = Mutex<Opened?>(nil)
    /// Guards the key blocks that were reserved and not handed out yet.
    let keyBlocks = Mutex<[Int64: KeyBlock]>([:])

    override var type: String { NSSQLiteStoreType }

    /// Opens with the model of the coordinator.
    override func loadMetadata() throws {
        guard let model = persistentStoreCoordinator?.managedObjectModel else {
            throw CoreDataError.make(
                NSPersistentStoreOpenError,
                "The store at \(url?.path ?? "no URL") has no coordinator to take a model from.",
                suggestion: "Add the store with NSPersistentStoreCoordinator.addPersistentStore.")
        }
        if let url, !url.isFileURL {
            throw CoreDataError.make(
                NSPersistentStoreOpenError, "The URL \(url.absoluteString) names no file of this machine.",
                suggestion: "Give a file URL, as URL(fileURLWithPath:) makes one.")
        }
        try open(with: ModelLayout(model))
    }

    /// Opens or makes the file, checks it against the model, and reads its metadata.
    ///
    /// - Throws: `NSCocoaErrorDomain` 134080 when it cannot be opened, 134100 when it was made with another
    ///   model, 134020 when tables or columns are missing.
    func open(with layout: ModelLayout, admits: ([String: Any]) throws -> Void) throws {
        let opening = try StoreOpening(store: self, layout: layout)
        let (result, metadata, uuid) = try opening.run(admits: admits)
        identity = StoreIdentity(uuid: uuid, store: self)
        setLoadedMetadata(metadata)
        if opening.isReadOnly { isReadOnly = true }
        opened.withLock { $0 = result }
    }

    /// Gives unused keys back and closes all connections.
    ///
    /// Requests fail from now on.
    func close() {
        let result = opened.withLock { opened in
            defer { opened = nil }
            return opened
        }
        guard let result else { return }
        if !isReadOnly { returnUnusedKeys(result) }
        result.connections.close()
    }

    override func willRemove(from coordinator: NSPersistentStoreCoordinator?) { close() }

    deinit { close() }

    // MARK: RowStore

    var modelLayout: ModelLayout {
        guard let layout = opened.withLock({ $0?.schema.layout }) else {
            fatalError("The store at \(url?.path ?? "no URL") was used before it was opened.")
        }
        return layout
    }

    func contains(_ layout: EntityLayout) -> Bool {
        guard let schema = opened.withLock({ $0?.schema }) else { return false }
        return (try? schema.mapping(layout)) != nil
    }

    /// What requests work with.
    ///
    /// - Throws: 134060 when the store is closed.
    func current() throws -> Opened {
        guard let opened = opened.withLock({ $0 }) else {
            throw CoreDataError.make(
                NSCoreDataError, "The store at \(url?.path ?? "no URL") is closed.",
                suggestion: "It was removed from its coordinator; add it again.")
        }
        return opened
    }

    /// Runs `body` with a reader, giving errors their API form.
    ///
    /// - Parameter snapshots: what to read from; nil for the newest state.
    func reading<R>(
        at snapshots: GenerationSnapshots? = nil, _ body: (Opened, Reader) throws -> R
    ) throws -> R {
        let opened = try current()
        do {
            if let snapshots,
                let snapshot = try snapshots.snapshot(of: identity.number, taking: opened.connections.pinned)
                    as? PinnedReader
            {
                return try snapshot.read { try body(opened, $0) }
            }
            return try opened.connections.read { try body(opened, $0) }
        } catch {
            throw StoreErrors.make(error, during: .reading, store: url)
        }
    }

    func externalData(_ stored: Data) throws -> Data { try ExternalFiles.data(stored, in: current().externals) }
}
