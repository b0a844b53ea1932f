/// Deletes all objects that a fetch finds, without bringing them into a context.
///
/// Delete rules are followed (a deny rule makes it fail); validation and `prepareForDeletion` are skipped.
/// Contexts are not told: hand the IDs to `mergeChanges(fromRemoteContextSave:into:)`. SQLite stores only.
open class NSBatchDeleteRequest: NSPersistentStoreRequest {
    /// Which objects.
    public let fetchRequest: NSFetchRequest<NSFetchRequestResult>
    /// The form of the result.
    ///
    /// Default `resultTypeStatusOnly`.
    open var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly
    let objectIDs: [NSManagedObjectID]?

    /// Deletes what `fetch` finds.
    public init(fetchRequest fetch: NSFetchRequest<NSFetchRequestResult>) {
        fetchRequest = fetch
        objectIDs = nil
        super.init()
    }

    /// Deletes the objects with these IDs, all of one entity hierarchy.
    public init(objectIDs objects: [NSManagedObjectID]) {
        let core = FetchRequestCore()
        core.entity = objects.first?.entity
        core.entityName = objects.first?.entity.name
        core.predicate = NSPredicate(format: "SELF IN %@", objects)
        fetchRequest = NSFetchRequest(core: core)
        objectIDs = objects
        super.init()
    }

    open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }

    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy =
            objectIDs.map { NSBatchDeleteRequest(objectIDs: $0) } ?? NSBatchDeleteRequest(fetchRequest: fetchRequest)
        copy.resultType = resultType
        copy.affectedStores = affectedStores
        return copy
    }
}

/// What executing a batch delete returns.
public enum NSBatchDeleteRequestResultType: UInt, Sendable {
    /// Whether it succeeded.
    case resultTypeStatusOnly = 0
    /// The IDs of the deleted objects.
    case resultTypeObjectIDs = 1
    /// How many were deleted.
    case resultTypeCount = 2
}

/// What a batch delete returned.
open class NSBatchDeleteResult: NSPersistentStoreResult {
    /// A `Bool`, an array of `NSManagedObjectID` or an `Int`, by `resultType`.
    public let result: Any?
    /// The form of `result`.
    public let resultType: NSBatchDeleteRequestResultType

    init(_ result: Any?, _ resultType: NSBatchDeleteRequestResultType) {
        self.result = result
        self.resultType = resultType
    }
}
