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

/// Domain of SQLite's own result codes inside an error's user info.
public let NSSQLiteErrorDomain: String = "NSSQLiteErrorDomain"
