/// Inserts many objects without bringing them into a context.
///
/// Defaults of the model fill missing keys; validation is skipped. A uniqueness constraint together with a
/// merge policy of the context makes it an update of the existing rows. Contexts are not told. SQLite stores only.
open class NSBatchInsertRequest: NSPersistentStoreRequest {
    private let givenName: String
    private let givenEntity: NSEntityDescription?
    /// Values of the new objects by property name.
    open var objectsToInsert: [[String: Any]]?
    /// Fills one dictionary for each call; returns true to stop.
    open var dictionaryHandler: ((NSMutableDictionary) -> Bool)?
    /// Fills one object for each call; returns true to stop.
    open var managedObjectHandler: ((NSManagedObject) -> Bool)?
    /// The form of the result.
    ///
    /// Default `statusOnly`.
    open var resultType = NSBatchInsertRequestResultType.statusOnly

    private init(name: String, entity: NSEntityDescription?) {
        givenName = name
        givenEntity = entity
        super.init()
    }

    /// Inserts objects with these values.
    public convenience init(entityName: String, objects dictionaries: [[String: Any]]) {
        self.init(name: entityName, entity: nil)
        objectsToInsert = dictionaries
    }

    /// Inserts objects with these values.
    public convenience init(entity: NSEntityDescription, objects dictionaries: [[String: Any]]) {
        self.init(name: entity.name ?? "", entity: entity)
        objectsToInsert = dictionaries
    }

    /// Inserts what `handler` fills in, until it returns true.
    public convenience init(entityName: String, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool) {
        self.init(name: entityName, entity: nil)
        dictionaryHandler = handler
    }

    /// Inserts what `handler` fills in, until it returns true.
    public convenience init(
        entity: NSEntityDescription, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
    ) {
        self.init(name: entity.name ?? "", entity: entity)
        dictionaryHandler = handler
    }

    /// Inserts what `handler` fills in, until it returns true.
    public convenience init(entityName: String, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool) {
        self.init(name: entityName, entity: nil)
        managedObjectHandler = handler
    }

    /// Inserts what `handler` fills in, until it returns true.
    public convenience init(
        entity: NSEntityDescription, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
    ) {
        self.init(name: entity.name ?? "", entity: entity)
        managedObjectHandler = handler
    }

    /// The name of the entity.
    open var entityName: String { givenName }

    /// The entity, when the request was made with one.
    open var entity: NSEntityDescription? { givenEntity }

    open override var requestType: NSPersistentStoreRequestType { .batchInsertRequestType }

    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSBatchInsertRequest(name: givenName, entity: givenEntity)
        copy.objectsToInsert = objectsToInsert
        copy.dictionaryHandler = dictionaryHandler
        copy.managedObjectHandler = managedObjectHandler
        copy.resultType = resultType
        copy.affectedStores = affectedStores
        return copy
    }
}

/// What executing a batch insert returns.
public enum NSBatchInsertRequestResultType: UInt, Sendable {
    /// Whether it succeeded.
    case statusOnly = 0
    /// The IDs of the new objects.
    case objectIDs = 1
    /// How many were inserted.
    case count = 2
}

/// What a batch insert returned.
open class NSBatchInsertResult: NSPersistentStoreResult {
    /// A `Bool`, an array of `NSManagedObjectID` or an `Int`, by `resultType`.
    public let result: Any?
    /// The form of `result`.
    public let resultType: NSBatchInsertRequestResultType

    init(_ result: Any?, _ resultType: NSBatchInsertRequestResultType) {
        self.result = result
        self.resultType = resultType
    }
}
