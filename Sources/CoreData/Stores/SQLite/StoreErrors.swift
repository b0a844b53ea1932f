import SQLite

/// SQLite's errors as Apple's.
enum StoreErrors {
    /// What the store was doing.
    enum Activity {
        case opening
        case reading
        case writing
        case migrating
    }

    /// The error for the API: Apple's code, SQLite's own under `NSSQLiteErrorDomain`.
    ///
    /// Errors that are no `SQLiteError` are passed on as they are.
    static func make(_ error: any Error, during activity: Activity, store url: URL?) -> any Error {
        guard let error = error as? SQLiteError else { return error }
        var info: [String: Any] = [NSSQLiteErrorDomain: NSNumber(value: error.code)]
        if let url { info[NSFilePathErrorKey] = url.path }
        let code =
            switch activity {
            case .opening: NSPersistentStoreOpenError
            case .reading: NSSQLiteError
            case .migrating: error.isBusy ? NSPersistentStoreTimeoutError : NSMigrationError
            case .writing: error.isBusy ? NSPersistentStoreTimeoutError : NSPersistentStoreSaveError
            }
        return CoreDataError.make(
            code, "The store could not \(error.purpose): \(error.message).", suggestion: suggestion(for: error),
            underlying: NSError(
                domain: NSSQLiteErrorDomain, code: Int(error.code),
                userInfo: [NSLocalizedDescriptionKey: error.description]),
            userInfo: info)
    }

    private static func suggestion(for error: SQLiteError) -> String {
        if error.isFull { return "Free space on the volume and save again; nothing was written." }
        if error.isReadOnly { return "Make the file and its directory writable, or open the store read-only." }
        if error.isBusy {
            return "Another process holds the database. Try again, or raise NSPersistentStoreTimeoutOption."
        }
        if error.isCorrupt { return "The file is damaged. Restore it from a backup, with its -wal file." }
        if error.isNotADatabase { return "The file is no SQLite database. Check the URL." }
        if error.isCannotOpen { return "Make the directory, and check that its files may be read and written." }
        return "See the underlying error for SQLite's own words."
    }
}
