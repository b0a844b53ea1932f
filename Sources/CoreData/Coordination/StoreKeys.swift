/// The store type for SQLite databases in Apple's format.
public let NSSQLiteStoreType: String = "SQLite"
/// The store type for stores that live in memory and end with the process.
public let NSInMemoryStoreType: String = "InMemory"

/// Key of a store's type in its metadata.
public let NSStoreTypeKey: String = "NSStoreType"
/// Key of a store's UUID in its metadata.
public let NSStoreUUIDKey: String = "NSStoreUUID"
/// Key of the entity version hashes in a store's metadata.
public let NSStoreModelVersionHashesKey: String = "NSStoreModelVersionHashes"
/// Key of the model's version identifiers in a store's metadata.
public let NSStoreModelVersionIdentifiersKey: String = "NSStoreModelVersionIdentifiers"
/// Key of the framework version that wrote a store's metadata.
public let NSPersistentStoreOSCompatibility: String = "NSPersistentStoreOSCompatibility"

/// Option: open the store for reading only (Boolean).
public let NSReadOnlyPersistentStoreOption: String = "NSReadOnlyPersistentStoreOption"
/// Option: seconds to wait for a locked database before an operation fails.
public let NSPersistentStoreTimeoutOption: String = "NSPersistentStoreTimeoutOption"
/// Option: dictionary of SQLite pragmas to set on opening.
public let NSSQLitePragmasOption: String = "NSSQLitePragmasOption"
/// Option: run `ANALYZE` on opening (Boolean).
public let NSSQLiteAnalyzeOption: String = "NSSQLiteAnalyzeOption"
/// Option: run `VACUUM` on opening (Boolean).
public let NSSQLiteManualVacuumOption: String = "NSSQLiteManualVacuumOption"

/// Option: record every save, so that others can catch up with it (Boolean).
///
/// Once a store keeps a history every save is recorded, with this option or without.
public let NSPersistentHistoryTrackingKey: String = "NSPersistentHistoryTrackingKey"
/// Option: post `NSPersistentStoreRemoteChange` after every write to the store through this coordinator (Boolean).
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey: String =
    "NSPersistentStoreRemoteChangeNotificationOptionKey"

/// Key of the store's URL in `NSPersistentStoreRemoteChange`.
public let NSPersistentStoreURLKey: String = "storeURL"
/// Key of the history token in `NSPersistentStoreRemoteChange`.
public let NSPersistentHistoryTokenKey: String = "historyToken"

/// Domain of SQLite's own result codes inside an error's user info.
public let NSSQLiteErrorDomain: String = "NSSQLiteErrorDomain"

/// Option: migrate a store that was made with another version of the model (Boolean).
public let NSMigratePersistentStoresAutomaticallyOption: String = "NSMigratePersistentStoresAutomaticallyOption"
/// Option: infer how to migrate when there is no mapping model (Boolean).
public let NSInferMappingModelAutomaticallyOption: String = "NSInferMappingModelAutomaticallyOption"

/// Key of the added stores in `NSPersistentStoreCoordinatorStoresDidChange`.
public let NSAddedPersistentStoresKey: String = "added"
/// Key of the removed stores in `NSPersistentStoreCoordinatorStoresDidChange`.
public let NSRemovedPersistentStoresKey: String = "removed"

extension Notification.Name {
    /// Posted by a coordinator when stores were added or removed.
    public static let NSPersistentStoreCoordinatorStoresDidChange = Notification.Name(
        "NSPersistentStoreCoordinatorStoresDidChangeNotification")
    /// Posted by a coordinator after a write to a store that was added with
    /// `NSPersistentStoreRemoteChangeNotificationPostOptionKey`; on a queue of its own, in the order of the writes.
    ///
    /// Writes of other processes are not noticed.
    public static let NSPersistentStoreRemoteChange = Notification.Name("NSPersistentStoreRemoteChangeNotification")
}

extension NSPersistentStore {
    /// A kind of store.
    public struct StoreType: RawRepresentable, Hashable, Sendable {
        /// The type's string, as in `NSStoreTypeKey`.
        public let rawValue: String
        /// Makes a store type from its string.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A SQLite database in Apple's format.
        public static let sqlite = StoreType(rawValue: NSSQLiteStoreType)
        /// Memory that ends with the process.
        public static let inMemory = StoreType(rawValue: NSInMemoryStoreType)
    }
}
