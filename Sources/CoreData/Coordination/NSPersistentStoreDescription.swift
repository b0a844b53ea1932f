/// How to add a store to a container or coordinator.
open class NSPersistentStoreDescription: NSObject, NSCopying, @unchecked Sendable {
    // @unchecked: belongs to whoever sets it up, and is only read once stores are being loaded.

    /// `NSSQLiteStoreType` (default), `NSInMemoryStoreType` or a registered type.
    open var type: String = NSSQLiteStoreType
    /// The model configuration whose entities live there; nil for all.
    open var configuration: String?
    /// Where the store lies.
    open var url: URL?
    private var storedOptions: [String: NSObject] = [
        NSMigratePersistentStoresAutomaticallyOption: NSNumber(value: true),
        NSInferMappingModelAutomaticallyOption: NSNumber(value: true),
    ]

    /// Describes a SQLite store without a place.
    public override init() { super.init() }

    /// Describes a SQLite store at `url`.
    public init(url: URL) {
        self.url = url
        super.init()
    }

    /// What `NSSQLitePragmasOption` says; kept as a Swift dictionary, which is converted only when somebody asks.
    private var pragmas: [String: NSObject] = [:]

    /// Options by key.
    open var options: [String: NSObject] {
        var options = storedOptions
        if !pragmas.isEmpty { options[NSSQLitePragmasOption] = NSDictionary(dictionary: pragmas) }
        return options
    }

    /// Sets an option; nil removes it.
    open func setOption(_ option: NSObject?, forKey key: String) {
        guard key == NSSQLitePragmasOption else {
            storedOptions[key] = option
            return
        }
        let given = option as? NSDictionary
        pragmas = given as? [String: NSObject] ?? [:]
        // What is no dictionary of pragmas stays as it was given.
        storedOptions[key] = pragmas.count == given?.count ? nil : option
    }

    /// SQLite pragmas to set on opening.
    open var sqlitePragmas: [String: NSObject] { pragmas }

    /// Sets a SQLite pragma; nil removes it.
    open func setValue(_ value: NSObject?, forPragmaNamed name: String) { pragmas[name] = value }

    /// Whether saves are refused.
    ///
    /// Default false.
    open var isReadOnly: Bool {
        get { flag(NSReadOnlyPersistentStoreOption) }
        set { storedOptions[NSReadOnlyPersistentStoreOption] = NSNumber(value: newValue) }
    }

    /// Seconds to wait for a locked database.
    ///
    /// Default 240.
    open var timeout: TimeInterval {
        get { (storedOptions[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240 }
        set { storedOptions[NSPersistentStoreTimeoutOption] = NSNumber(value: newValue) }
    }

    /// Whether the store is opened on another queue.
    ///
    /// Default false.
    open var shouldAddStoreAsynchronously = false

    /// Whether a store made with another version of the model is migrated.
    ///
    /// Default true.
    open var shouldMigrateStoreAutomatically: Bool {
        get { flag(NSMigratePersistentStoresAutomaticallyOption) }
        set { storedOptions[NSMigratePersistentStoresAutomaticallyOption] = NSNumber(value: newValue) }
    }

    /// Whether the migration may be inferred.
    ///
    /// Default true.
    open var shouldInferMappingModelAutomatically: Bool {
        get { flag(NSInferMappingModelAutomaticallyOption) }
        set { storedOptions[NSInferMappingModelAutomaticallyOption] = NSNumber(value: newValue) }
    }

    private func flag(_ key: String) -> Bool { (storedOptions[key] as? NSNumber)?.boolValue ?? false }

    /// The options as stores get them.
    final var allOptions: [AnyHashable: Any] {
        var options: [AnyHashable: Any] = storedOptions
        if !pragmas.isEmpty { options[NSSQLitePragmasOption] = pragmas }
        return options
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSPersistentStoreDescription()
        copy.type = type
        copy.configuration = configuration
        copy.url = url
        copy.storedOptions = storedOptions
        copy.pragmas = pragmas
        copy.shouldAddStoreAsynchronously = shouldAddStoreAsynchronously
        return copy
    }
}
