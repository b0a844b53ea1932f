import Synchronization

/// A store whose rows live in memory and end with it.
///
/// Threading: every request from any thread. A request works on the contents as they were when it began;
/// a commit replaces them as a whole.
final class InMemoryStore: NSPersistentStore, OpenableStore, @unchecked Sendable {
    // @unchecked: as its superclass; its own state is behind `state`.

    private struct State {
        var layout: ModelLayout?
        var contents = MemoryContents()
        var entities: Set<Int> = []
        var nextKeys: [Int: Int64] = [:]
    }

    /// Guards contents and keys; nothing is evaluated under it.
    private let state = Mutex(State())
    /// Serializes commits.
    private let commits = Mutex(())

    override var type: String { NSInMemoryStoreType }

    override func loadMetadata() throws {
        guard let model = persistentStoreCoordinator?.managedObjectModel else {
            throw CoreDataError.make(
                NSPersistentStoreOpenError, "The store in memory has no coordinator to take a model from.",
                suggestion: "Add the store with NSPersistentStoreCoordinator.addPersistentStore.")
        }
        try open(with: ModelLayout.of(model))
    }

    /// - Throws: 134080 for a configuration that does not exist, 134020 for derived attributes, which need SQL.
    func open(with layout: ModelLayout, admits: ([String: Any]) throws -> Void) throws {
        var indices = Set(layout.entities.map(\.index))
        if configurationName != NSManagedObjectModel.defaultConfigurationName {
            guard let members = layout.model.entities(forConfigurationName: configurationName) else {
                throw CoreDataError.make(
                    NSPersistentStoreOpenError, "The model has no configuration called \(configurationName).",
                    suggestion: "Use one of: \(layout.model.configurations.joined(separator: ", ")).")
            }
            indices = Set(members.compactMap { layout.layout(of: $0)?.index })
        }
        for index in indices.sorted() {
            if let derived = layout.entities[index].slots.first(where: \.isDerived) {
                throw CoreDataError.make(
                    NSPersistentStoreIncompatibleSchemaError,
                    "Core Data provided atomic stores do not support derived properties: "
                        + "\(layout.entities[index].name).\(derived.name).",
                    suggestion: "Use the SQLite store type; /dev/null as its URL keeps it in memory.")
            }
        }
        let entities = indices
        state.withLock {
            $0.layout = layout
            $0.entities = entities
        }
        identity = StoreIdentity(uuid: UUID().uuidString, store: self)
        var hashes: [String: Data] = [:]
        for index in entities { hashes[layout.entities[index].name] = layout.entities[index].entity.versionHash }
        setLoadedMetadata([
            NSStoreTypeKey: NSInMemoryStoreType, NSStoreModelVersionHashesKey: hashes,
            NSStoreModelVersionIdentifiersKey: layout.model.versionIdentifiers.compactMap { $0 as? String }.sorted(),
        ])
    }

    func close() {
        // rows are released after the lock.
        let dropped = state.withLock { state in
            defer { state.contents = MemoryContents() }
            return state.contents
        }
        _ = dropped
    }

    override func willRemove(from coordinator: NSPersistentStoreCoordinator?) { close() }

    // MARK: Without an instance

    static func exists(at url: URL, options: [AnyHashable: Any]?) -> Bool { false }

    static func readMetadata(at url: URL, options: [AnyHashable: Any]?) throws -> [String: Any] {
        throw CoreDataError.make(
            NSPersistentStoreOpenError, "A store in memory has no metadata before it is opened (\(url.path)).",
            suggestion: "Ask the opened store.")
    }

    static func writeMetadata(_ metadata: [String: Any]?, at url: URL, options: [AnyHashable: Any]?) throws {
        throw CoreDataError.make(
            NSPersistentStoreOpenError, "A store in memory has no metadata before it is opened (\(url.path)).",
            suggestion: "Set the metadata of the opened store.")
    }

    /// Does nothing: a store in memory is destroyed by closing it.
    static func destroy(at url: URL, options: [AnyHashable: Any]?) throws {}

    static func replace(
        at url: URL, with source: URL, options: [AnyHashable: Any]?, sourceOptions: [AnyHashable: Any]?
    ) throws {
        throw CoreDataError.make(
            NSPersistentStoreUnsupportedRequestTypeError, "A store in memory cannot be replaced by \(source.path).",
            suggestion: "Add a store for the source and copy its objects.")
    }

    // MARK: Contents

    var modelLayout: ModelLayout {
        guard let layout = state.withLock({ $0.layout }) else {
            fatalError("The store in memory was used before it was opened.")
        }
        return layout
    }

    func contains(_ layout: EntityLayout) -> Bool { state.withLock { $0.entities.contains(layout.index) } }

    /// The contents now; what is committed later does not show in them.
    func snapshot() -> MemoryContents { state.withLock { $0.contents } }

    func reserveKeys(of entity: EntityLayout, count: Int) throws -> Int64 {
        precondition(count > 0, "reserveKeys(of:count:) was asked for \(count) keys.")
        return state.withLock { state in
            let first = state.nextKeys[entity.rootIndex] ?? 1
            state.nextKeys[entity.rootIndex] = first + Int64(count)
            return first
        }
    }

    func commit(_ changes: StoreChanges) throws -> CommitOutcome {
        if isReadOnly {
            throw CoreDataError.make(
                NSPersistentStoreSaveError, "The store in memory was added read-only.",
                suggestion: "Add it without NSReadOnlyPersistentStoreOption to save into it.")
        }
        let layout = modelLayout
        let changes = Carried(changes)
        return try commits.withLock { _ throws -> Carried<CommitOutcome> in
            var writer = MemoryWriter(contents: snapshot(), layout: layout)
            let outcome = try writer.write(changes.value)
            if case .committed = outcome {
                let contents = writer.contents
                // the old contents are released after the lock.
                let dropped = state.withLock { state in
                    defer { state.contents = contents }
                    return state.contents
                }
                _ = dropped
            }
            return Carried(outcome)
        }.value
    }

    func externalData(_ stored: Data) throws -> Data { Data(stored.dropFirst()) }
}
