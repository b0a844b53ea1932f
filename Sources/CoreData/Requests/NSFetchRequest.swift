/// What a fetch request may return: managed objects, object IDs, dictionaries or numbers.
public protocol NSFetchRequestResult {}

extension NSDictionary: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}
extension NSManagedObjectID: NSFetchRequestResult {}

/// The form of a fetch's results.
public struct NSFetchRequestResultType: OptionSet, Sendable, Hashable {
    /// Apple's number of the form.
    public let rawValue: UInt

    /// Makes a result type from Apple's number.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Managed objects.
    public static let managedObjectResultType = NSFetchRequestResultType([])
    /// Object IDs.
    public static let managedObjectIDResultType = NSFetchRequestResultType(rawValue: 1)
    /// Dictionaries with the values of `propertiesToFetch`.
    public static let dictionaryResultType = NSFetchRequestResultType(rawValue: 2)
    /// One number: how many objects match.
    public static let countResultType = NSFetchRequestResultType(rawValue: 4)
}

/// A description of the objects to fetch: entity, predicate, order, window and form of the results.
///
/// The type parameter says what `fetch(_:)` returns. It is not constrained, so that
/// `NSFetchRequest<NSFetchRequestResult>` is a type as it is on Apple's platforms.
open class NSFetchRequest<ResultType>: NSPersistentStoreRequest {
    /// Everything but the type parameter.
    final let core: FetchRequestCore

    /// A request without an entity; set `entity` before use.
    public override init() {
        core = FetchRequestCore()
        super.init()
    }

    /// A request for the entity called `entityName`, looked up when the request is executed.
    public init(entityName: String) {
        core = FetchRequestCore()
        core.entityName = entityName
        super.init()
    }

    init(core: FetchRequestCore) {
        self.core = core
        super.init()
    }

    open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }

    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSFetchRequest<ResultType>(core: core.copy())
        copy.affectedStores = affectedStores
        return copy
    }

    /// The entity to fetch.
    ///
    /// Reading it from a request made with `init(entityName:)` before the request was executed gives nil.
    open var entity: NSEntityDescription? {
        get { core.entity }
        set {
            core.entity = newValue
            core.entityName = newValue?.name
        }
    }

    /// The name of the entity to fetch.
    open var entityName: String? { core.entityName }

    /// Which objects; nil for all.
    open var predicate: NSPredicate? {
        get { core.predicate }
        set { core.predicate = newValue }
    }

    /// In which order; without any the order is unspecified.
    open var sortDescriptors: [NSSortDescriptor]? {
        get { core.sortDescriptors }
        set { core.sortDescriptors = newValue }
    }

    /// The most results to return; 0 for no limit.
    open var fetchLimit: Int {
        get { core.fetchLimit }
        set { core.fetchLimit = newValue }
    }

    /// How many matching rows of the store to skip.
    open var fetchOffset: Int {
        get { core.fetchOffset }
        set { core.fetchOffset = newValue }
    }

    /// How many objects to load at a time as they are used; 0 loads all values with the fetch.
    open var fetchBatchSize: Int {
        get { core.fetchBatchSize }
        set { core.fetchBatchSize = newValue }
    }

    /// The form of the results.
    open var resultType: NSFetchRequestResultType {
        get { core.resultType }
        set { core.resultType = newValue }
    }

    /// Whether objects of sub-entities are included.
    ///
    /// Default true.
    open var includesSubentities: Bool {
        get { core.includesSubentities }
        set { core.includesSubentities = newValue }
    }

    /// Whether values are read along with the identities.
    ///
    /// Default true.
    open var includesPropertyValues: Bool {
        get { core.includesPropertyValues }
        set { core.includesPropertyValues = newValue }
    }

    /// Whether unsaved changes of the context count.
    ///
    /// Default true; dictionary results never see them.
    open var includesPendingChanges: Bool {
        get { core.includesPendingChanges }
        set { core.includesPendingChanges = newValue }
    }

    /// Whether fetched objects start as faults (their values are at hand all the same).
    ///
    /// Default true.
    open var returnsObjectsAsFaults: Bool {
        get { core.returnsObjectsAsFaults }
        set { core.returnsObjectsAsFaults = newValue }
    }

    /// Whether equal dictionary results are returned once.
    ///
    /// Default false.
    open var returnsDistinctResults: Bool {
        get { core.returnsDistinctResults }
        set { core.returnsDistinctResults = newValue }
    }

    /// Whether objects that are registered already take the values fetched.
    ///
    /// Default false.
    open var shouldRefreshRefetchedObjects: Bool {
        get { core.shouldRefreshRefetchedObjects }
        set { core.shouldRefreshRefetchedObjects = newValue }
    }

    /// Relationships to load along, as key paths.
    open var relationshipKeyPathsForPrefetching: [String]? {
        get { core.relationshipKeyPathsForPrefetching }
        set { core.relationshipKeyPathsForPrefetching = newValue }
    }

    /// Names or descriptions of the properties in dictionary results; nil for all attributes.
    open var propertiesToFetch: [Any]? {
        get { core.propertiesToFetch }
        set { core.propertiesToFetch = newValue }
    }

    /// Names or descriptions of the properties that form groups; dictionary results only.
    open var propertiesToGroupBy: [Any]? {
        get { core.propertiesToGroupBy }
        set { core.propertiesToGroupBy = newValue }
    }

    /// Which groups, for `propertiesToGroupBy`.
    open var havingPredicate: NSPredicate? {
        get { core.havingPredicate }
        set { core.havingPredicate = newValue }
    }
}

/// A fetch request without its type parameter.
final class FetchRequestCore {
    var entity: NSEntityDescription?
    var entityName: String?
    var predicate: NSPredicate?
    var sortDescriptors: [NSSortDescriptor]?
    var fetchLimit = 0
    var fetchOffset = 0
    var fetchBatchSize = 0
    var resultType = NSFetchRequestResultType.managedObjectResultType
    var includesSubentities = true
    var includesPropertyValues = true
    var includesPendingChanges = true
    var returnsObjectsAsFaults = true
    var returnsDistinctResults = false
    var shouldRefreshRefetchedObjects = false
    var relationshipKeyPathsForPrefetching: [String]?
    var propertiesToFetch: [Any]?
    var propertiesToGroupBy: [Any]?
    var havingPredicate: NSPredicate?

    init() {}

    /// A request as a model describes it.
    init(_ template: FetchTemplate) {
        entityName = template.entityName
        predicate = template.predicate
        sortDescriptors = template.sortDescriptors
        fetchLimit = template.fetchLimit
        fetchOffset = template.fetchOffset
        fetchBatchSize = template.fetchBatchSize
        resultType = NSFetchRequestResultType(rawValue: template.resultType)
        includesSubentities = template.includesSubentities
        includesPropertyValues = template.includesPropertyValues
        returnsObjectsAsFaults = template.returnsObjectsAsFaults
        returnsDistinctResults = template.returnsDistinctResults
        includesPendingChanges = template.includesPendingChanges
    }

    func copy() -> FetchRequestCore {
        let copy = FetchRequestCore()
        copy.entity = entity
        copy.entityName = entityName
        copy.predicate = predicate
        copy.sortDescriptors = sortDescriptors
        copy.fetchLimit = fetchLimit
        copy.fetchOffset = fetchOffset
        copy.fetchBatchSize = fetchBatchSize
        copy.resultType = resultType
        copy.includesSubentities = includesSubentities
        copy.includesPropertyValues = includesPropertyValues
        copy.includesPendingChanges = includesPendingChanges
        copy.returnsObjectsAsFaults = returnsObjectsAsFaults
        copy.returnsDistinctResults = returnsDistinctResults
        copy.shouldRefreshRefetchedObjects = shouldRefreshRefetchedObjects
        copy.relationshipKeyPathsForPrefetching = relationshipKeyPathsForPrefetching
        copy.propertiesToFetch = propertiesToFetch
        copy.propertiesToGroupBy = propertiesToGroupBy
        copy.havingPredicate = havingPredicate
        return copy
    }
}

/// A fetch request whatever its result type.
protocol AnyFetchRequest: NSPersistentStoreRequest {
    var core: FetchRequestCore { get }
}

extension NSFetchRequest: AnyFetchRequest {}
