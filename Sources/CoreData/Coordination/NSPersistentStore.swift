import Synchronization

/// A file (or memory) that holds objects; the base class of all stores.
///
/// Made by a coordinator, one per added store. Threading: safe to read from any thread.
open class NSPersistentStore: NSObject, @unchecked Sendable {
    // @unchecked: what changes after init is in `state`, behind its lock.

    private struct State {
        var coordinator: Anchor<NSPersistentStoreCoordinator>?
        var url: URL?
        var metadata: [String: Any] = [:]
        var identity: StoreIdentity?
        var isReadOnly = false
        var metadataChanged = false
    }

    /// For those who refer to the store without keeping it.
    final let anchor = Anchor<NSPersistentStore>()
    /// Guards everything that may change after the store was opened.
    private let state: Mutex<State>
    private let configuration: String
    private let openingOptions: [AnyHashable: Any]?

    /// Prepares a store; opening is done by `loadMetadata()`.
    ///
    /// - Parameters:
    ///   - root: the coordinator that the store will belong to.
    ///   - name: the model configuration whose entities live here; nil for all.
    ///   - url: where the store lies.
    ///   - options: options of `addPersistentStore`.
    public required init(
        persistentStoreCoordinator root: NSPersistentStoreCoordinator?, configurationName name: String?, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) {
        configuration = name ?? NSManagedObjectModel.defaultConfigurationName
        openingOptions = options
        let readOnly = (options?[NSReadOnlyPersistentStoreOption] as? NSNumber)?.boolValue ?? false
        state = Mutex(State(coordinator: root?.anchor, url: url, isReadOnly: readOnly))
        super.init()
        anchor.tie(to: self)
    }

    deinit { anchor.cut() }

    /// The kind of store: `NSSQLiteStoreType`, `NSInMemoryStoreType` or a custom one.
    open var type: String { fatalError("\(Self.self) must override `type`.") }

    /// Reads or creates the metadata, which makes the store ready.
    ///
    /// - Throws: `NSCocoaErrorDomain` when the store cannot be opened.
    open func loadMetadata() throws {
        fatalError("\(Self.self) must override `loadMetadata()`.")
    }

    /// The coordinator this store belongs to; nil once it has been removed.
    public var persistentStoreCoordinator: NSPersistentStoreCoordinator? { state.withLock { $0.coordinator }?.object }

    /// The model configuration of this store.
    public var configurationName: String { configuration }

    /// The options the store was added with.
    public var options: [AnyHashable: Any]? { openingOptions }

    /// Where the store lies.
    open var url: URL? {
        get { state.withLock { $0.url } }
        set { state.withLock { $0.url = newValue } }
    }

    /// The store's UUID, `NSStoreUUIDKey` in its metadata.
    open var identifier: String! {
        get { identity.uuid }
        set { identity = StoreIdentity(uuid: newValue, store: self) }
    }

    /// True when saves are refused.
    open var isReadOnly: Bool {
        get { state.withLock { $0.isReadOnly } }
        set { state.withLock { $0.isReadOnly = newValue } }
    }

    /// The metadata dictionary, with `NSStoreTypeKey` and `NSStoreUUIDKey` always in it.
    open var metadata: [String: Any]! {
        get {
            var metadata = state.withLock { Carried($0.metadata) }.value
            metadata[NSStoreTypeKey] = type
            metadata[NSStoreUUIDKey] = identifier
            return metadata
        }
        set {
            let metadata = Carried(newValue ?? [:])
            state.withLock {
                $0.metadata = metadata.value
                $0.metadataChanged = true
            }
        }
    }

    /// Called when the store has been added to `coordinator`.
    open func didAdd(to coordinator: NSPersistentStoreCoordinator) {}

    /// Called before the store leaves `coordinator`.
    open func willRemove(from coordinator: NSPersistentStoreCoordinator?) {}
}

// MARK: - For the coordinator and the stores

extension NSPersistentStore {
    /// Who this store is.
    ///
    /// A store sets it in `loadMetadata()`, before anything else asks.
    var identity: StoreIdentity {
        get {
            guard let identity = state.withLock({ $0.identity }) else {
                fatalError("The store at \(url?.path ?? "no URL") was used before loadMetadata() succeeded.")
            }
            return identity
        }
        set { state.withLock { $0.identity = newValue } }
    }

    /// Sets metadata as read from the file, without marking it changed.
    func setLoadedMetadata(_ metadata: [String: Any]) {
        let metadata = Carried(metadata)
        state.withLock {
            $0.metadata = metadata.value
            $0.metadataChanged = false
        }
    }

    /// The metadata if it was changed since it was last taken or loaded.
    func takeChangedMetadata() -> [String: Any]? {
        state.withLock { state -> Carried<[String: Any]>? in
            guard state.metadataChanged else { return nil }
            state.metadataChanged = false
            return Carried(state.metadata)
        }?.value
    }

    func setCoordinator(_ coordinator: NSPersistentStoreCoordinator?) {
        let anchor = coordinator?.anchor
        state.withLock { $0.coordinator = anchor }
    }

    /// Stores as the coordinator sees them.
    func asRowStore() -> any RowStore {
        guard let store = self as? any RowStore else {
            fatalError("\(Swift.type(of: self)) is no store that this coordinator can read rows from.")
        }
        return store
    }
}
