/// One save or batch request, as the change history recorded it.
open class NSPersistentHistoryTransaction: NSObject, NSCopying, NSFetchRequestResult, KeyValueCoding {
    /// When it was committed.
    public let timestamp: Date
    /// What it changed, in order; nil when the request did not ask for changes.
    public internal(set) var changes: [NSPersistentHistoryChange]?
    /// Its number in its store.
    public let transactionNumber: Int64
    /// The UUID of its store.
    public let storeID: String
    /// The bundle identifier of the program; empty when it had none.
    public let bundleID: String
    /// The name of the process.
    public let processID: String
    /// The `name` of the context.
    public let contextName: String?
    /// The `transactionAuthor` of the context.
    public let author: String?
    /// The place after this transaction.
    public let token: NSPersistentHistoryToken

    init(_ recorded: RecordedTransaction, store: StoreIdentity) {
        timestamp = recorded.timestamp
        transactionNumber = recorded.number
        storeID = store.uuid
        bundleID = recorded.bundleID ?? ""
        processID = recorded.processID ?? ""
        contextName = recorded.contextName
        author = recorded.author
        token = NSPersistentHistoryToken([store.uuid: recorded.number])
    }

    init(_ other: NSPersistentHistoryTransaction) {
        timestamp = other.timestamp
        transactionNumber = other.transactionNumber
        storeID = other.storeID
        bundleID = other.bundleID
        processID = other.processID
        contextName = other.contextName
        author = other.author
        token = other.token
        changes = other.changes
    }

    /// The changes as a notification for `mergeChanges(fromContextDidSave:)`.
    open func objectIDNotification() -> Notification {
        var ids: [String: Set<NSManagedObjectID>] = [:]
        for change in changes ?? [] {
            let key =
                switch change.changeType {
                case .insert: NSInsertedObjectIDsKey
                case .update: NSUpdatedObjectIDsKey
                case .delete: NSDeletedObjectIDsKey
                }
            ids[key, default: []].insert(change.changedObjectID)
        }
        return Notification(
            name: NSManagedObjectContext.didSaveObjectIDsNotification, object: nil,
            userInfo: Dictionary(uniqueKeysWithValues: ids.map { (AnyHashable($0.key), $0.value as Any) }))
    }

    /// A description of the entity `Transaction`, for predicates of a history request.
    open class var entityDescription: NSEntityDescription? { HistoryEntities.transaction }
    /// As `entityDescription`.
    open class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? {
        HistoryEntities.transaction
    }
    /// A new fetch request of transactions, for `NSPersistentHistoryChangeRequest.fetchHistory(withFetch:)`.
    open class var fetchRequest: NSFetchRequest<NSFetchRequestResult>? {
        HistoryEntities.request(HistoryEntities.transaction)
    }

    /// A copy.
    open func copy(with zone: NSZone? = nil) -> Any { NSPersistentHistoryTransaction(self) }

    /// A property by name, for predicates.
    public func value(forKey key: String) -> Any? {
        switch key {
        case "timestamp": timestamp
        case "transactionNumber": transactionNumber
        case "storeID": storeID
        case "bundleID": bundleID
        case "processID": processID
        case "contextName": contextName
        case "author": author
        case "token": token
        case "changes": changes
        default: nil
        }
    }

    /// A property by name.
    ///
    /// - Throws: `NSCocoaErrorDomain` 134060 for a name that is none.
    public func predicateValue(forKey key: String) throws -> Any? {
        try HistoryEntities.check(key, HistoryEntities.transaction, "changes", "storeID")
        return value(forKey: key)
    }

    open override var description: String {
        "<NSPersistentHistoryTransaction \(transactionNumber), \(timestamp), author \(author ?? "nil"), store \(storeID)>"
    }
}
