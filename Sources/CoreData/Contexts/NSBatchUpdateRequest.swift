/// Changes values of all objects that a predicate selects, without bringing them into a context.
///
/// Validation is skipped. Contexts are not told: hand the IDs to
/// `mergeChanges(fromRemoteContextSave:into:)`. SQLite stores only.
open class NSBatchUpdateRequest: NSPersistentStoreRequest {
    private let givenName: String?
    private let givenEntity: NSEntityDescription?
    /// Which objects; nil for all.
    open var predicate: NSPredicate?
    /// Whether objects of sub-entities are changed too.
    ///
    /// Default true.
    open var includesSubentities = true
    /// New values by property name or description: constants, `NSNull` for nil, object IDs, or expressions.
    open var propertiesToUpdate: [AnyHashable: Any]?
    /// The form of the result.
    ///
    /// Default `statusOnlyResultType`.
    open var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType

    /// Changes objects of the entity called `entityName`.
    public init(entityName: String) {
        givenName = entityName
        givenEntity = nil
        super.init()
    }

    /// Changes objects of `entity`.
    public init(entity: NSEntityDescription) {
        givenName = entity.name
        givenEntity = entity
        super.init()
    }

    /// The name of the entity.
    open var entityName: String { givenName ?? "" }

    /// The entity, when the request was made with one.
    open var entity: NSEntityDescription? { givenEntity }

    open override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }

    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = givenEntity.map { NSBatchUpdateRequest(entity: $0) } ?? NSBatchUpdateRequest(entityName: entityName)
        copy.predicate = predicate
        copy.includesSubentities = includesSubentities
        copy.propertiesToUpdate = propertiesToUpdate
        copy.resultType = resultType
        copy.affectedStores = affectedStores
        return copy
    }
}

/// What executing a batch update returns.
public enum NSBatchUpdateRequestResultType: UInt, Sendable {
    /// Whether it succeeded.
    case statusOnlyResultType = 0
    /// The IDs of the changed objects.
    case updatedObjectIDsResultType = 1
    /// How many were changed.
    case updatedObjectsCountResultType = 2
}

/// What a batch update returned.
open class NSBatchUpdateResult: NSPersistentStoreResult {
    /// A `Bool`, an array of `NSManagedObjectID` or an `Int`, by `resultType`.
    public let result: Any?
    /// The form of `result`.
    public let resultType: NSBatchUpdateRequestResultType

    init(_ result: Any?, _ resultType: NSBatchUpdateRequestResultType) {
        self.result = result
        self.resultType = resultType
    }
}
