import Dispatch
import Synchronization

/// On which queue a context works.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
    /// Obsolete: the thread that made it.
    case confinementConcurrencyType = 0
    /// A queue of its own.
    case privateQueueConcurrencyType = 1
    /// The main queue.
    case mainQueueConcurrencyType = 2
}

/// A unit of work: the objects somebody works on, their changes, and the queue on which that happens.
///
/// Each object is there once per context. Changes stay in memory until `save()`. Use a context and its
/// objects on its queue only, through `perform` or `performAndWait`; the context itself and object IDs may be
/// handed to any thread.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
    // @unchecked: all state belongs to the context's queue, except what `Confinement` guards itself.

    // Checks of exclusive access are left out for what every insertion and access touches; it is used on the
    // context's queue only, and not lent out while other code runs.

    /// Where this context's work is done.
    final let confinement: Confinement
    /// The kind of queue.
    public final let concurrencyType: NSManagedObjectContextConcurrencyType
    @exclusivity(unchecked)
    final var link: ContextLink
    @exclusivity(unchecked)
    final var coordinator: NSPersistentStoreCoordinator?
    @exclusivity(unchecked)
    final var parentContext: NSManagedObjectContext?

    /// Changed objects, strongly held.
    ///
    /// See `ChangeLists`.
    @exclusivity(unchecked)
    final var changes = ChangeLists()
    /// The model's layouts, once there is a model.
    @exclusivity(unchecked)
    final var cachedLayouts: ModelLayout?
    /// The class that was last inserted, and its entity.
    @exclusivity(unchecked)
    final var knownClass: (type: NSManagedObject.Type, entity: NSEntityDescription)?
    /// For rows that were read ahead.
    @exclusivity(unchecked)
    final var recentWrites = RecentWrites()
    final var isSaving = false
    /// Works for a batch request: nobody is told of changes and saves.
    final var isQuiet = false
    final var isProcessing = false
    /// The main queue will end the event.
    final var isEndOfEventScheduled = false
    /// Deletes whose delete rules have not been followed yet.
    final var needsPropagation = false
    /// What was deleted since delete rules were last followed.
    final var newlyDeleted: [NSManagedObject] = []
    final let undoing = UndoTracking()
    final var automaticMerging = false
    final var keptObjects: Set<NSManagedObject> = []
    /// `retainsRegisteredObjects`, for every object that is registered.
    @exclusivity(unchecked)
    final var keepsObjects = false
    final var explicitStores: [ObjectIdentifier: NSPersistentStore] = [:]

    /// A label for debugging; also recorded in the change history.
    open var name: String?
    /// Who makes the changes, recorded in the change history.
    open var transactionAuthor: String?
    /// Whatever the application wants to keep with the context.
    public let userInfo = NSMutableDictionary()
    /// What happens when rows were changed by someone else since they were read.
    ///
    /// Default `NSMergePolicy.error`.
    open var mergePolicy: Any = NSMergePolicy.error
    /// Whether deletes follow the delete rules at the end of each event (default), or only when saving.
    open var propagatesDeletesAtEndOfEvent = true
    /// Whether a fault whose row is gone reads as nil and counts as deleted.
    ///
    /// Default true.
    open var shouldDeleteInaccessibleFaults = true
    /// Seconds until values in memory count as stale when a fault fires.
    ///
    /// Values are always read from the
    /// store here when a fault fires, so that this has no effect beyond what Apple describes for 0.
    open var stalenessInterval: TimeInterval = -1

    /// Makes a context on a queue of the given kind.
    ///
    /// Set `persistentStoreCoordinator` or `parent` before use.
    public init(concurrencyType ct: NSManagedObjectContextConcurrencyType) {
        concurrencyType = ct
        confinement = Confinement(ct)
        link = ContextLink(context: nil, model: nil)
        super.init()
        link.context = self
        confinement.belongs(to: self)
    }

    /// Makes a context on a queue of the given kind.
    public convenience init(_ type: ConcurrencyType) { self.init(concurrencyType: type.legacy) }

    deinit {
        coordinator?.unregister(self)
        parentContext?.removeChild(self)
        // Objects that live on find no context behind their link. Those that lead to each other would keep
        // each other alive for good.
        let objects = link.table.all
        link.context = nil
        link.tracksEveryChange = false
        changes.removeAll()
        for object in objects { object.letGoOfOthers() }
    }

    /// Kinds of queues.
    public struct ConcurrencyType: Sendable, Hashable {
        let legacy: NSManagedObjectContextConcurrencyType
        /// The main queue.
        public static let mainQueue = ConcurrencyType(legacy: .mainQueueConcurrencyType)
        /// A queue of its own.
        public static let privateQueue = ConcurrencyType(legacy: .privateQueueConcurrencyType)
    }

    // MARK: Where objects come from

    /// The coordinator of the stores; that of the parent for a child context.
    ///
    /// May be set while the context has no objects.
    open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
        get { coordinator ?? parentContext?.persistentStoreCoordinator }
        set {
            guard parentContext == nil || newValue == nil else {
                CoreDataError.misuse(
                    "persistentStoreCoordinator: a context with a parent uses the parent's coordinator.")
            }
            attach(to: newValue, parent: nil)
        }
    }

    /// The context whose unsaved state this one sees, and into which it saves.
    ///
    /// May be set while the context has no objects.
    open var parent: NSManagedObjectContext? {
        get { parentContext }
        set {
            guard coordinator == nil || newValue == nil else {
                CoreDataError.misuse("parent: a context with a coordinator cannot have a parent as well.")
            }
            attach(to: nil, parent: newValue)
        }
    }

    private final func attach(to coordinator: NSPersistentStoreCoordinator?, parent: NSManagedObjectContext?) {
        guard link.table.isEmpty else {
            CoreDataError.misuse("The context already has objects; set its parent or coordinator before using it.")
        }
        self.coordinator?.unregister(self)
        parentContext?.removeChild(self)
        self.coordinator = coordinator
        parentContext = parent
        link.context = nil
        let model = (coordinator ?? parent?.persistentStoreCoordinator)?.managedObjectModel
        link = ContextLink(context: self, model: model)
        link.tracksEveryChange = undoing.manager != nil
        cachedLayouts = model.map { ModelLayout.of($0) }
        if let cachedLayouts { _ = ModelRuntime.of(cachedLayouts) }
        knownClass = nil
        coordinator?.register(self)
        startPermanentKeys()
        parent?.addChild(self)
    }

    private final let childList = Mutex<[WeakContext]>([])
    final let permanentKeys = Mutex(PermanentKeys())

    /// Found by its identity: looking at the reference would hold the context for a moment, and that could be the
    /// last to hold it, and end it under the lock.
    private struct WeakContext {
        let id: ObjectIdentifier
        weak var context: NSManagedObjectContext?
    }

    /// Children that want to hear of this context's changes.
    final var children: [NSManagedObjectContext] {
        let list = childList.withLock { $0 }
        return list.compactMap(\.context)
    }

    final var hasChildren: Bool { childList.withLock { !$0.isEmpty } }

    private final func addChild(_ child: NSManagedObjectContext) {
        childList.withLock { $0.append(WeakContext(id: ObjectIdentifier(child), context: child)) }
    }

    private final func removeChild(_ child: NSManagedObjectContext) {
        let id = ObjectIdentifier(child)
        childList.withLock { $0.removeAll { $0.id == id } }
    }

    /// Whether changes that others save appear here by themselves, on this context's queue.
    ///
    /// Default false.
    ///
    /// Own unsaved changes win property by property.
    open var automaticallyMergesChangesFromParent: Bool {
        get { automaticMerging }
        set { automaticMerging = newValue }
    }

    /// Whether the context keeps all its objects alive, changed or not.
    ///
    /// Default false.
    open var retainsRegisteredObjects: Bool = false {
        didSet {
            keepsObjects = retainsRegisteredObjects
            keptObjects = keepsObjects ? Set(link.table.all) : []
        }
    }

    /// The states of the stores that the context is bound to; nil to read the newest.
    final var snapshots: GenerationSnapshots?

    /// The model's layouts.
    final var layouts: ModelLayout {
        if let cachedLayouts { return cachedLayouts }
        guard let model = persistentStoreCoordinator?.managedObjectModel else {
            CoreDataError.misuse(
                "The context has neither a coordinator nor a parent. Set persistentStoreCoordinator or parent first.")
        }
        return ModelLayout.of(model)
    }

    /// The coordinator.
    ///
    /// - Throws: 134060 when there is none. (Apple raises an exception.)
    final var requiredCoordinator: NSPersistentStoreCoordinator {
        get throws {
            if let coordinator = persistentStoreCoordinator { return coordinator }
            throw CoreDataError.make(
                NSCoreDataError, "The context has neither a coordinator nor a parent.",
                suggestion: "Set persistentStoreCoordinator or parent first.")
        }
    }

    // MARK: What subclasses may override

    /// Saves all changes; to the parent's memory where there is a parent, else to the stores.
    ///
    /// A save that returned is on disk, whole; one that threw left everything as it was, in the store and in
    /// the context. Does nothing when there are no changes.
    ///
    /// - Throws: `NSCocoaErrorDomain` 1550 to 1690 when validation fails (1560 for several errors), 133020 and
    ///   133021 for conflicts that the merge policy does not settle, 134030 to 134180 when a store fails,
    ///   132001 when called while saving.
    open func save() throws { try saveChanges() }

    /// Inserts an object that was made without a context.
    open func insert(_ object: NSManagedObject) { insertObject(object) }

    /// Marks an object for deletion by the next save; the delete rules follow at the end of the event.
    open func delete(_ object: NSManagedObject) { deleteObject(object) }

    /// Drops an object's values so that they are read anew; with `flag`, unsaved changes are kept on top.
    open func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) { refreshObject(object, merging: flag) }

    /// Takes back all unsaved changes: inserted objects vanish, the others get the values last read or saved.
    open func rollback() { rollBack() }

    /// Forgets all objects and changes.
    ///
    /// Objects still held must not be used any more.
    open func reset() { resetAll() }

    /// Follows delete rules, registers undo, and posts `NSManagedObjectContextObjectsDidChange`.
    ///
    /// Runs by itself at the end of `perform` blocks, before fetches and saves, and for a context of the main queue
    /// when that queue is next at work.
    open func processPendingChanges() { endEvent() }

    /// Whether there is anything to save.
    open var hasChanges: Bool { !changes.isEmpty }

    /// Executes any request.
    ///
    /// - Throws: what the request's own kind throws; 134091 for a kind that contexts cannot execute.
    @discardableResult
    open func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
        try executeRequest(request)
    }

    /// Decides about a fault whose row is gone: true = read as nil and count as deleted.
    open func shouldHandleInaccessibleFault(
        _ fault: NSManagedObject, for oid: NSManagedObjectID, triggeredByProperty property: NSPropertyDescription?
    ) -> Bool {
        shouldDeleteInaccessibleFaults
    }
}
