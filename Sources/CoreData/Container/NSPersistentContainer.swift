import Synchronization

/// Model, coordinator and contexts of an app, set up together.
///
/// Threading: the container may be used from any thread; `viewContext` belongs to the main queue.
open class NSPersistentContainer: NSObject, @unchecked Sendable {
    // @unchecked: constants, plus `descriptions` behind its lock.

    /// The container's name: that of the model and of the store file.
    public let name: String
    /// The model.
    public let managedObjectModel: NSManagedObjectModel
    /// The coordinator of the stores.
    public let persistentStoreCoordinator: NSPersistentStoreCoordinator
    /// The context of the user interface, on the main queue.
    public let viewContext: NSManagedObjectContext
    /// Guards the descriptions; nil until somebody asks or gives others.
    private let descriptions = Mutex<[NSPersistentStoreDescription]?>(nil)

    /// Makes a container whose model is called `name`.
    ///
    /// The model is looked for among those that the build plugin compiled into the program, then in the
    /// bundles next to it (`name.momd`, `name.mom`, `name.xcdatamodeld`). Stops the program when there is none.
    public convenience init(name: String) {
        guard let model = ContainerModel.model(named: name) else {
            CoreDataError.misuse(
                """
                NSPersistentContainer(name: "\(name)"): no model of that name was found. Put \(name).xcdatamodeld into \
                the target's folder and add the plugin CoreDataModelPlugin to the target, or put the compiled model into \
                the bundle. Searched: \(ContainerModel.places(named: name).joined(separator: ", ")).
                """)
        }
        self.init(name: name, managedObjectModel: model)
    }

    /// Makes a container for `model`.
    public init(name: String, managedObjectModel model: NSManagedObjectModel) {
        self.name = name
        managedObjectModel = model
        persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        super.init()
        viewContext.persistentStoreCoordinator = persistentStoreCoordinator
    }

    /// The stores to load.
    ///
    /// At first one SQLite store, `name.sqlite` in `defaultDirectoryURL()`.
    open var persistentStoreDescriptions: [NSPersistentStoreDescription] {
        get {
            if let known = descriptions.withLock({ $0 }) { return known }
            // Outside the lock: a subclass may say where stores lie.
            let url = Self.defaultDirectoryURL().appendingPathComponent("\(name).sqlite")
            let usual = Carried([NSPersistentStoreDescription(url: url)])
            return descriptions.withLock { descriptions in
                if let others = descriptions { return others }
                descriptions = usual.value
                return usual.value
            }
        }
        set { descriptions.withLock { $0 = newValue } }
    }

    /// Where stores lie by default: the application-support folder (on Linux `$XDG_DATA_HOME` or
    /// `~/.local/share`), in a folder named like the program.
    ///
    /// Made when a store is loaded.
    open class func defaultDirectoryURL() -> URL {
        let support =
            FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            ?? URL(fileURLWithPath: NSHomeDirectory()).appendingPathComponent(".local/share")
        return support.appendingPathComponent(ProcessInfo.processInfo.processName)
    }

    /// Loads the stores that are described and not loaded yet.
    ///
    /// `block` is called once for each description: on the calling thread, or on a queue of the framework for
    /// descriptions with `shouldAddStoreAsynchronously`. A failure is passed to it (`NSCocoaErrorDomain`
    /// 134000 to 134180); the other stores are loaded all the same.
    open func loadPersistentStores(
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        for description in persistentStoreDescriptions {
            if let url = description.url, description.type != NSInMemoryStoreType, url.path != "/dev/null",
                persistentStoreCoordinator.persistentStore(for: url) != nil
            {
                continue
            }
            if let url = description.url, url.isFileURL, description.type == NSSQLiteStoreType, url.path != "/dev/null",
                !description.isReadOnly
            {
                do {
                    try FileManager.default.createDirectory(
                        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                } catch {
                    block(description, error)
                    continue
                }
            }
            persistentStoreCoordinator.addPersistentStore(with: description, completionHandler: block)
        }
    }

    /// A new context on a queue of its own, connected to the coordinator.
    open func newBackgroundContext() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = persistentStoreCoordinator
        return context
    }

    /// Runs `block` with a new background context, on that context's queue; returns at once.
    open func performBackgroundTask(_ block: @escaping (NSManagedObjectContext) -> Void) {
        let context = newBackgroundContext()
        context.perform { block(context) }
    }

    /// Runs `block` with a new background context, on that context's queue, and returns its value.
    ///
    /// - Throws: what `block` throws.
    public nonisolated(nonsending) final func performBackgroundTask<T, E: Error>(
        _ block: @escaping (NSManagedObjectContext) throws(E) -> T
    ) async throws(E) -> T {
        let context = newBackgroundContext()
        return try await context.perform { () throws(E) -> T in try block(context) }
    }
}
