/// What happened to an object.
public enum NSPersistentHistoryChangeType: Int, Sendable {
    /// It was made.
    case insert = 0
    /// Properties were changed.
    case update = 1
    /// It was deleted.
    case delete = 2
}

/// One changed object of a transaction in the change history.
open class NSPersistentHistoryChange: NSObject, NSCopying, NSFetchRequestResult, KeyValueCoding {
    /// Its number in its store.
    public let changeID: Int64
    /// The changed object.
    public let changedObjectID: NSManagedObjectID
    /// What happened to it.
    public let changeType: NSPersistentHistoryChangeType
    /// Values of a deleted object, by name: of the attributes that are to be preserved; nil when there are none.
    public let tombstone: [AnyHashable: Any]?
    /// The transaction it belongs to, while somebody holds it.
    public internal(set) weak var transaction: NSPersistentHistoryTransaction?
    /// Properties that an update changed; nil for inserts and deletes.
    public let updatedProperties: Set<NSPropertyDescription>?

    /// nil for a kind of change that is unknown.
    init?(_ recorded: RecordedChange, store: StoreIdentity) {
        guard let type = NSPersistentHistoryChangeType(rawValue: Int(recorded.type)) else { return nil }
        changeID = recorded.number
        changeType = type
        changedObjectID = NSManagedObjectID(
            key: ObjectKey(
                store: store.number, root: UInt32(recorded.layout.rootIndex), primaryKey: recorded.primaryKey),
            layout: recorded.layout, identity: store)
        tombstone =
            recorded.tombstone.isEmpty
            ? nil : Dictionary(uniqueKeysWithValues: recorded.tombstone.map { (AnyHashable($0.key), $0.value) })
        let properties = recorded.layout.entity.propertiesByName
        updatedProperties = type == .update ? Set(recorded.properties.compactMap { properties[$0] }) : nil
    }

    init(_ other: NSPersistentHistoryChange) {
        changeID = other.changeID
        changedObjectID = other.changedObjectID
        changeType = other.changeType
        tombstone = other.tombstone
        transaction = other.transaction
        updatedProperties = other.updatedProperties
    }

    /// A description of the entity `Change`, for predicates of a history request.
    open class var entityDescription: NSEntityDescription? { HistoryEntities.change }
    /// As `entityDescription`.
    open class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? {
        HistoryEntities.change
    }
    /// A new fetch request of changes, for `NSPersistentHistoryChangeRequest.fetchHistory(withFetch:)`.
    open class var fetchRequest: NSFetchRequest<NSFetchRequestResult>? {
        HistoryEntities.request(HistoryEntities.change)
    }

    /// A copy.
    open func copy(with zone: NSZone? = nil) -> Any { NSPersistentHistoryChange(self) }

    /// A property by name, for predicates.
    public func value(forKey key: String) -> Any? {
        switch key {
        case "changeID": changeID
        case "changedObjectID": changedObjectID
        case "changedEntity": changedObjectID.entity
        case "changeType": changeType.rawValue
        case "updatedProperties": updatedProperties
        case "tombstone": tombstone
        case "transaction": transaction
        default: nil
        }
    }

    /// A property by name.
    ///
    /// - Throws: `NSCocoaErrorDomain` 134060 for a name that is none.
    public func predicateValue(forKey key: String) throws -> Any? {
        try HistoryEntities.check(key, HistoryEntities.change, "tombstone", "transaction")
        return value(forKey: key)
    }

    open override var description: String {
        "<NSPersistentHistoryChange \(changeID), \(changeType) of \(changedObjectID.uriRepresentation().absoluteString)>"
    }
}

/// The entities under whose names the history can be asked.
enum HistoryEntities {
    static var transaction: NSEntityDescription {
        entity(
            "Transaction",
            [
                ("author", .stringAttributeType), ("bundleID", .stringAttributeType),
                ("contextName", .stringAttributeType), ("processID", .stringAttributeType),
                ("timestamp", .dateAttributeType), ("token", .undefinedAttributeType),
                ("transactionNumber", .integer64AttributeType),
            ])
    }

    static var change: NSEntityDescription {
        entity(
            "Change",
            [
                ("changeID", .integer64AttributeType), ("changeType", .integer16AttributeType),
                ("changedEntity", .undefinedAttributeType), ("changedObjectID", .undefinedAttributeType),
                ("updatedProperties", .undefinedAttributeType),
            ])
    }

    private static func entity(_ name: String, _ attributes: [(String, NSAttributeType)]) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = attributes.map { name, type in
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = type
            attribute.isOptional = true
            return attribute
        }
        return entity
    }

    static func request(_ entity: NSEntityDescription) -> NSFetchRequest<NSFetchRequestResult> {
        let request = NSFetchRequest<NSFetchRequestResult>(entityName: entity.name ?? "")
        request.entity = entity
        return request
    }

    /// - Throws: 134060 when `key` is no property of the entity, nor one of `others`.
    static func check(_ key: String, _ entity: NSEntityDescription, _ others: String...) throws {
        if others.contains(key) || entity.attributesByName[key] != nil { return }
        throw CoreDataError.make(
            NSCoreDataError, "The history's entity \(entity.name ?? "") has no property \"\(key)\".",
            suggestion: "Use one of: \((entity.attributesByName.keys.sorted() + others).joined(separator: ", ")).")
    }
}
