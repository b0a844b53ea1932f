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

    /// Options by key.
    open var options: [String: NSObject] { storedOptions }

    /// Sets an option; nil removes it.
    open func setOption(_ option: NSObject?, forKey key: String) { storedOptions[key] = option }

    /// SQLite pragmas to set on opening.
    open var sqlitePragmas: [String: NSObject] {
        (storedOptions[NSSQLitePragmasOption] as? NSDictionary) as? [String: NSObject] ?? [:]
    }

    /// Sets a SQLite pragma; nil removes it.
    open func setValue(_ value: NSObject?, forPragmaNamed name: String) {
        var pragmas = sqlitePragmas
        pragmas[name] = value
        storedOptions[NSSQLitePragmasOption] = pragmas.isEmpty ? nil : NSDictionary(dictionary: pragmas)
    }

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

    final var allOptions: [AnyHashable: Any] { storedOptions }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSPersistentStoreDescription()
        copy.type = type
        copy.configuration = configuration
        copy.url = url
        copy.storedOptions = storedOptions
        copy.shouldAddStoreAsynchronously = shouldAddStoreAsynchronously
        return copy
    }
}
