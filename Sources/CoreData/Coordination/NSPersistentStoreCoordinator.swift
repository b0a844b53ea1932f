import Dispatch
import Synchronization

/// Ties a model to its stores, and contexts to both.
///
/// Threading: safe to use from any thread. Reads run side by side; a store sees to its own writes.
open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
    // @unchecked: what changes is in `state`, behind its lock.

    private struct State {
        var stores: [any OpenableStore] = []
        var clients: [Client] = []
        var savedVersions = SavedVersions()
        var name: String?
    }

    // A context. Found by its identity: looking at a weak reference would hold the object for a moment, and that
    // could be the last to hold it, and end it under the lock.
    private struct Client {
        let id: ObjectIdentifier
        weak var client: (any CoordinatorClient)?
    }

    /// Guards the list of stores, the list of contexts and the versions saved.
    ///
    /// Nothing is called under it.
    private let state = Mutex(State())
    /// For stores, which refer to the coordinator without keeping it.
    final let anchor = Anchor<NSPersistentStoreCoordinator>()
    /// Serializes `perform` blocks.
    private let queue = DispatchQueue(label: "NSPersistentStoreCoordinator")
    private static let onQueue = DispatchSpecificKey<ObjectIdentifier>()

    /// The model.
    ///
    /// It cannot be changed any more.
    public let managedObjectModel: NSManagedObjectModel
    final let layout: ModelLayout

    /// Makes a coordinator for `model`, which becomes immutable.
    public init(managedObjectModel model: NSManagedObjectModel) {
        managedObjectModel = model
        layout = ModelLayout.of(model)
        super.init()
        anchor.tie(to: self)
        queue.setSpecific(key: Self.onQueue, value: ObjectIdentifier(self))
        CoordinatedModels.note(model)
    }

    deinit {
        anchor.cut()
        for store in state.withLock({ $0.stores }) { store.close() }
    }

    /// A label for debugging.
    open var name: String? {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }

    /// The stores, in the order they were added.
    open var persistentStores: [NSPersistentStore] { state.withLock { $0.stores } }

    // MARK: Removing

    /// Removes a store; its file stays.
    ///
    /// Objects of the store must not be used any more.
    ///
    /// - Throws: 134070 when the store is not one of this coordinator's.
    open func remove(_ store: NSPersistentStore) throws {
        let removed = state.withLock { state in
            guard let index = state.stores.firstIndex(where: { $0 === store }) else {
                return nil as (any OpenableStore)?
            }
            return state.stores.remove(at: index)
        }
        guard let removed else {
            throw CoreDataError.make(
                NSPersistentStoreOperationError, "The store is not one of this coordinator's.",
                suggestion: "Remove each store once, from the coordinator it was added to.")
        }
        for client in clients() { client.coordinatorWillRemove(store: removed.identity.number) }
        store.willRemove(from: self)
        store.setCoordinator(nil)
        removed.close()
        postStoresChange([NSRemovedPersistentStoresKey: [store]])
    }

    final func postStoresChange(_ info: [AnyHashable: Any]) {
        NotificationCenter.default.post(
            name: .NSPersistentStoreCoordinatorStoresDidChange, object: self, userInfo: info)
    }

    // MARK: Finding stores

    /// The store at `URL`; nil when none was added from there.
    open func persistentStore(for URL: URL) -> NSPersistentStore? {
        persistentStores.first { $0.url?.standardizedFileURL == URL.standardizedFileURL }
    }

    /// Where a store lies.
    open func url(for store: NSPersistentStore) -> URL { store.url ?? URL(fileURLWithPath: "/dev/null") }

    /// The metadata of an open store.
    open func metadata(for store: NSPersistentStore) -> [String: Any] { store.metadata }

    /// Sets the metadata of an open store; written with the next save.
    ///
    /// Type and UUID cannot be changed.
    open func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) { store.metadata = metadata }

    /// The object ID behind a URI; nil when its store is not loaded or the URI is none of Core Data's.
    open func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
        guard url.scheme == "x-coredata", let uuid = url.host, !uuid.isEmpty else { return nil }
        let parts = url.path.split(separator: "/").map(String.init)
        guard parts.count == 2, parts[1].first == "p", let key = Int64(parts[1].dropFirst()), key > 0,
            let layout = layout.byName[parts[0].removingPercentEncoding ?? parts[0]],
            let store = stores().first(where: { $0.identity.uuid.caseInsensitiveCompare(uuid) == .orderedSame })
        else { return nil }
        return NSManagedObjectID(
            key: ObjectKey(store: store.identity.number, root: UInt32(layout.rootIndex), primaryKey: key),
            layout: layout, identity: store.identity)
    }

    // MARK: Queue

    /// Runs `block` on the coordinator's queue, later.
    open func perform(_ block: @escaping () -> Void) {
        let block = Carried(block)
        queue.async { block.value() }
    }

    /// Runs `block` on the coordinator's queue and waits.
    ///
    /// - Throws: what `block` throws.
    public final func performAndWait<T, E: Error>(_ block: () throws(E) -> T) throws(E) -> T {
        if DispatchQueue.getSpecific(key: Self.onQueue) == ObjectIdentifier(self) { return try block() }
        var outcome: Result<T, E>?
        queue.sync {
            do throws(E) { outcome = .success(try block()) } catch { outcome = .failure(error) }
        }
        guard let outcome else { fatalError("performAndWait: the block was not run.") }
        return try outcome.get()
    }

    /// Runs `block` on the coordinator's queue and suspends until it is done.
    ///
    /// - Throws: what `block` throws.
    public nonisolated(nonsending) final func perform<T, E: Error>(
        _ block: @escaping () throws(E) -> T
    ) async throws(E) -> T {
        let block = Carried(block)
        let result: Carried<Result<T, E>> = await withUnsafeContinuation { continuation in
            queue.async {
                let result: Result<T, E>
                do throws(E) { result = .success(try block.value()) } catch { result = .failure(error) }
                continuation.resume(returning: Carried(result))
            }
        }
        return try result.value.get()
    }
}

// MARK: - For contexts

extension NSPersistentStoreCoordinator {
    final func stores() -> [any OpenableStore] { state.withLock { $0.stores } }

    /// Takes a store in that has been opened.
    final func append(_ store: any OpenableStore) { state.withLock { $0.stores.append(store) } }

    /// Takes note of a context, which has to be unregistered in its deinit at the latest.
    final func register(_ client: any CoordinatorClient) {
        state.withLock { $0.clients.append(Client(id: ObjectIdentifier(client), client: client)) }
    }

    final func unregister(_ client: any CoordinatorClient) {
        let id = ObjectIdentifier(client)
        state.withLock { $0.clients.removeAll { $0.id == id } }
    }

    private final func clients() -> [any CoordinatorClient] {
        let clients = state.withLock { $0.clients }
        return clients.compactMap(\.client)
    }

    /// The stores that hold an entity.
    ///
    /// - Throws: 134060 when there is none.
    final func stores(holding layout: EntityLayout, among wanted: [NSPersistentStore]?) throws -> [any OpenableStore] {
        let stores = stores()
        if stores.count == 1, wanted == nil, stores[0].contains(layout) { return stores }
        let matching = stores.filter { store in
            store.contains(layout) && (wanted?.contains { $0 === store } ?? true)
        }
        if matching.isEmpty && stores.isEmpty {
            throw CoreDataError.make(
                NSPersistentStoreOperationError,
                "The coordinator has no persistent stores; \(layout.name) cannot be fetched.",
                suggestion: "Call loadPersistentStores or addPersistentStore first, and look at its error.")
        }
        return matching
    }

    /// The store a new object goes to.
    ///
    /// - Throws: 134060 when none takes it.
    final func store(for layout: EntityLayout, explicit: NSPersistentStore?) throws -> NSPersistentStore {
        if let explicit, let store = stores().first(where: { $0 === explicit }), store.contains(layout) { return store }
        if explicit == nil, let store = stores().first(where: { !$0.isReadOnly && $0.contains(layout) }) {
            return store
        }
        if explicit == nil, let store = stores().first(where: { $0.contains(layout) }) {
            throw CoreDataError.make(
                NSPersistentStoreSaveError,
                "The store at \(store.url?.path ?? "an unknown place") was opened read-only; objects of \(layout.name) "
                    + "cannot be saved to it.",
                suggestion: "Open the store without NSReadOnlyPersistentStoreOption.")
        }
        throw CoreDataError.make(
            NSCoreDataError,
            "Can't assign an object to a store that does not contain the object's entity (\(layout.name)).",
            suggestion: "Add a store whose configuration contains the entity.")
    }

    final func store(_ number: UInt32) throws -> any OpenableStore {
        if let store = stores().first(where: { $0.identity.number == number }) { return store }
        throw CoreDataError.make(
            NSPersistentStoreOperationError, "The object's store has been removed from the coordinator.",
            suggestion: "Reset the context, or add the store again and fetch the objects anew.")
    }

    final func rows(
        store: UInt32, layout: EntityLayout, keys: [Int64], at snapshots: GenerationSnapshots? = nil
    ) throws -> RowList {
        try self.store(store).rows(of: layout, keys: keys, at: snapshots)
    }

    final func members(
        store: UInt32, relationship: RelationshipLayout, owners: [Int64], at snapshots: GenerationSnapshots?
    ) throws -> ToManyMembers {
        try self.store(store).members(of: relationship, owners: owners, at: snapshots)
    }

    final func readsMembersInOnePass(
        store: UInt32, relationship: RelationshipLayout, owners: Int
    ) throws -> Bool {
        try self.store(store).readsMembersInOnePass(relationship, owners: owners)
    }

    final func externalData(_ stored: Data, store: UInt32) throws -> Data { try self.store(store).externalData(stored) }

    /// Commits to each store; what was not committed is returned.
    ///
    /// - Throws: a store's error; 134040 when an earlier store had committed already.
    final func commit(
        _ plan: [(store: NSPersistentStore, changes: StoreChanges)], author: String?, contextName: String?
    ) throws -> [(store: NSPersistentStore, outcome: CommitOutcome)] {
        var unsettled: [(store: NSPersistentStore, outcome: CommitOutcome)] = []
        var committed = 0
        for (store, changes) in plan {
            var changes = changes
            changes.author = author
            changes.contextName = contextName
            changes.metadata = store.takeChangedMetadata()
            do {
                let outcome = try store.asRowStore().commit(changes)
                if case .committed = outcome {
                    committed += 1
                    announceWrite(to: store)
                } else {
                    if let metadata = changes.metadata { store.metadata = metadata }
                    unsettled.append((store, outcome))
                    break
                }
            } catch {
                if let metadata = changes.metadata { store.metadata = metadata }
                if committed == 0 { throw error }
                throw CoreDataError.make(
                    NSPersistentStoreIncompleteSaveError,
                    "One of several stores failed to save after others had: \(error.localizedDescription)",
                    suggestion: "Save again: what was saved is not written twice.", underlying: error,
                    userInfo: [NSAffectedStoresErrorKey: [store]])
            }
        }
        return unsettled
    }

    /// Lets a store change rows where they are; nil, and nothing done, when it cannot.
    final func carryOut(_ change: RowsChange, in store: any OpenableStore) throws -> RowsChange.Outcome? {
        let outcome = try store.carryOut(change)
        if outcome != nil { announceWrite(to: store) }
        return outcome
    }

    /// Notifications of writes go out one after the other, and not on the saving queue, which observers may need.
    private static let announcements = DispatchQueue(label: "NSPersistentStoreRemoteChange")

    /// Posts `NSPersistentStoreRemoteChange` if the store's options ask for it.
    private final func announceWrite(to store: NSPersistentStore) {
        guard let wish = store.options?[NSPersistentStoreRemoteChangeNotificationPostOptionKey],
            (wish as? NSNumber)?.boolValue ?? (wish as? Bool) ?? false
        else { return }
        var info: [AnyHashable: Any] = [NSStoreUUIDKey: store.identity.uuid]
        info[NSPersistentStoreURLKey] = store.url
        if let history = store as? any HistoryStore, history.keepsHistory, let last = try? history.lastTransaction() {
            info[NSPersistentHistoryTokenKey] = NSPersistentHistoryToken([store.identity.uuid: last])
        }
        let carried = Carried(info)
        Self.announcements.async {
            NotificationCenter.default.post(
                name: .NSPersistentStoreRemoteChange, object: self, userInfo: carried.value)
        }
    }

    /// The end of the history of some stores, or of all.
    ///
    /// - Returns: nil when none of them keeps a history, or it cannot be read.
    public func currentPersistentHistoryToken(fromStores stores: [Any]?) -> NSPersistentHistoryToken? {
        var numbers: [String: Int64] = [:]
        for store in persistentStores
        where stores?.contains(where: { ($0 as? NSPersistentStore) === store }) ?? true {
            guard let history = store as? any HistoryStore, history.keepsHistory,
                let last = try? history.lastTransaction()
            else { continue }
            numbers[store.identity.uuid] = last
        }
        return numbers.isEmpty ? nil : NSPersistentHistoryToken(numbers)
    }

    /// Whether another context than `context` hears of saves.
    final func hasClients(besides context: any CoordinatorClient) -> Bool {
        clients().contains { $0 !== context }
    }

    /// Remembers the versions that were saved, and tells the other contexts.
    final func didSave(_ change: SavedChange, by context: any CoordinatorClient) {
        state.withLock { state in
            state.savedVersions.trim()
            for row in change.updated {
                if let version = row.row?.version { state.savedVersions.note(version, of: row.key) }
            }
            for row in change.deleted { state.savedVersions.note(0, of: row.key) }
        }
        for client in clients() where client !== context { client.coordinatorDidSave(change) }
    }

    /// Whether this version of a row (0 = its deletion) was saved through this coordinator.
    ///
    /// The memory is bounded; what was saved long ago counts as someone else's.
    final func hasSaved(_ key: ObjectKey, version: Int64) -> Bool {
        state.withLock { $0.savedVersions.version(of: key) == version }
    }
}
