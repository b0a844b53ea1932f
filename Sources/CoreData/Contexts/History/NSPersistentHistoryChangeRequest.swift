/// What a request of the change history returns.
public enum NSPersistentHistoryResultType: Int, Sendable {
    /// Whether it succeeded.
    case statusOnly = 0
    /// The IDs of the changed objects.
    case objectIDs = 1
    /// How many transactions.
    case count = 2
    /// Transactions without their changes.
    case transactionsOnly = 3
    /// Changes in the order they were made.
    case changesOnly = 4
    /// Transactions with their changes.
    case transactionsAndChanges = 5
}

/// Asks for the change history of stores that keep one, or deletes a part of it.
///
/// Execute it with a context; the result is an `NSPersistentHistoryResult`. Stores keep a history when they were
/// added with `NSPersistentHistoryTrackingKey`. SQLite stores only.
open class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest {
    /// The form of the result.
    ///
    /// Default `transactionsAndChanges` for a fetch, `statusOnly` for a deletion.
    open var resultType = NSPersistentHistoryResultType.transactionsAndChanges
    /// Where the request starts, when it was made with a token.
    open internal(set) var token: NSPersistentHistoryToken?
    /// Restricts the result: a fetch of the entity `Transaction` or `Change`, by predicate, sort and limit.
    open var fetchRequest: NSFetchRequest<NSFetchRequestResult>?
    final var place = Place.everything
    final var isDeletion = false

    /// Where a request starts or ends.
    enum Place {
        case everything
        case date(Date)
        case token(NSPersistentHistoryToken)
    }

    /// For the class methods.
    public required override init() { super.init() }

    private static func made(_ place: Place, deletes: Bool) -> Self {
        let request = Self()
        request.place = place
        request.isDeletion = deletes
        if case .token(let token) = place { request.token = token }
        if deletes { request.resultType = .statusOnly }
        return request
    }

    /// The history after a date.
    open class func fetchHistory(after date: Date) -> Self { made(.date(date), deletes: false) }
    /// The history after a token; everything when it is nil.
    open class func fetchHistory(after token: NSPersistentHistoryToken?) -> Self {
        made(token.map { .token($0) } ?? .everything, deletes: false)
    }
    /// The history after a transaction; everything when it is nil.
    open class func fetchHistory(after transaction: NSPersistentHistoryTransaction?) -> Self {
        made((transaction?.token).map { .token($0) } ?? .everything, deletes: false)
    }
    /// The part of the history that a fetch of the entity `Transaction` or `Change` selects.
    open class func fetchHistory(withFetch fetchRequest: NSFetchRequest<NSFetchRequestResult>) -> Self {
        let request = made(.everything, deletes: false)
        request.fetchRequest = fetchRequest
        return request
    }

    /// Deletes the transactions before a date.
    open class func deleteHistory(before date: Date) -> Self { made(.date(date), deletes: true) }
    /// Deletes the transactions before that of a token; all when it is nil.
    open class func deleteHistory(before token: NSPersistentHistoryToken?) -> Self {
        made(token.map { .token($0) } ?? .everything, deletes: true)
    }
    /// Deletes the transactions before another; all when it is nil.
    open class func deleteHistory(before transaction: NSPersistentHistoryTransaction?) -> Self {
        made((transaction?.token).map { .token($0) } ?? .everything, deletes: true)
    }

    open override var requestType: NSPersistentStoreRequestType {
        isDeletion ? .batchDeleteRequestType : .fetchRequestType
    }

    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = Self.made(place, deletes: isDeletion)
        copy.resultType = resultType
        copy.fetchRequest = fetchRequest
        copy.affectedStores = affectedStores
        return copy
    }
}

/// What a request of the change history returned.
open class NSPersistentHistoryResult: NSPersistentStoreResult {
    /// By `resultType`: a `Bool`, an array of `NSManagedObjectID`, an `Int`, an array of
    /// `NSPersistentHistoryTransaction` or of `NSPersistentHistoryChange`.
    public let result: Any?
    /// The form of `result`.
    public let resultType: NSPersistentHistoryResultType

    init(_ result: Any?, _ resultType: NSPersistentHistoryResultType) {
        self.result = result
        self.resultType = resultType
    }
}
