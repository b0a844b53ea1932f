/// What happened to an object or section of a results controller.
public enum NSFetchedResultsChangeType: UInt, Sendable {
    /// It came in.
    case insert = 1
    /// It went out.
    case delete = 2
    /// It changed and has another place now.
    case move = 3
    /// It changed and kept its place.
    case update = 4
}

/// A section of a results controller.
public protocol NSFetchedResultsSectionInfo {
    /// The value that the section's objects share, as text.
    var name: String { get }
    /// The entry in the section index.
    var indexTitle: String? { get }
    /// How many objects the section has.
    var numberOfObjects: Int { get }
    /// The section's objects.
    var objects: [Any]? { get }
}

/// Hears of changes to a results controller.
///
/// All methods are optional.
///
/// Called synchronously, on the context's queue, while the context processes its changes.
public protocol NSFetchedResultsControllerDelegate: AnyObject {
    /// Called before the changes of one event.
    func controllerWillChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>)
    /// Called for each section that came in or went out; indices as for objects.
    func controller(
        _ controller: NSFetchedResultsController<NSFetchRequestResult>,
        didChange sectionInfo: NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType)
    /// Called for each object; `indexPath` counts before the event, `newIndexPath` after it.
    func controller(
        _ controller: NSFetchedResultsController<NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?)
    /// Called with all changes of one event at once, before `controllerDidChangeContent(_:)`.
    ///
    /// `diff` leads from the IDs of the objects before to those after, sections left aside; an object that only
    /// changed is not in it. The other methods are called too.
    func controller(
        _ controller: NSFetchedResultsController<NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>)
    /// Called after the changes of one event.
    func controllerDidChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>)
    /// The index title of a section; nil takes the capitalised first letter.
    func controller(
        _ controller: NSFetchedResultsController<NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String?
}

extension NSFetchedResultsControllerDelegate {
    /// Does nothing.
    public func controllerWillChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) {}
    /// Does nothing.
    public func controller(
        _ controller: NSFetchedResultsController<NSFetchRequestResult>,
        didChange sectionInfo: NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType
    ) {}
    /// Does nothing.
    public func controller(
        _ controller: NSFetchedResultsController<NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {}
    /// Does nothing.
    public func controller(
        _ controller: NSFetchedResultsController<NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) {}
    /// Does nothing.
    public func controllerDidChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) {}
    /// nil.
    public func controller(
        _ controller: NSFetchedResultsController<NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String? { nil }
}

/// Keeps the results of a fetch in step with a context and tells a delegate what changed, for lists.
///
/// Belongs to the queue of its context. The controller that a delegate is handed is typed
/// `NSFetchedResultsController<NSFetchRequestResult>`; it equals (`==`) the one it was set on and shows the
/// same content, but is another instance where the types differ.
open class NSFetchedResultsController<ResultType>: NSObject {
    final let core: ResultsCore

    /// Makes a controller; nothing is fetched before `performFetch()`.
    ///
    /// - Parameters:
    ///   - fetchRequest: needs at least one sort descriptor; with sections the first must order by section.
    ///   - context: the context to watch.
    ///   - sectionNameKeyPath: key path to the value that makes the sections; nil for one section.
    ///   - name: kept for `cacheName`. Sections are always computed anew, so that nothing is cached on disk.
    public init(
        fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
        sectionNameKeyPath: String?, cacheName name: String?
    ) {
        guard !(fetchRequest.sortDescriptors ?? []).isEmpty else {
            CoreDataError.misuse(
                "An instance of NSFetchedResultsController requires a fetch request with sort descriptors.")
        }
        core = ResultsCore(
            fetchRequest.core, stores: fetchRequest.affectedStores, context: context,
            sectionNameKeyPath: sectionNameKeyPath, cacheName: name)
        request = fetchRequest
        super.init()
    }

    /// Shows the content of another controller.
    init(sharing core: ResultsCore) {
        self.core = core
        request = NSFetchRequest(core: core.request)
        super.init()
    }

    private let request: NSFetchRequest<ResultType>

    /// The request.
    ///
    /// Changing it takes effect with the next `performFetch()`.
    open var fetchRequest: NSFetchRequest<ResultType> { request }
    /// The context that is watched.
    open var managedObjectContext: NSManagedObjectContext { core.context }
    /// Key path to the value that makes the sections.
    open var sectionNameKeyPath: String? { core.sectionNameKeyPath }
    /// The name given at initialization.
    open var cacheName: String? { core.cacheName }

    /// Who hears of changes.
    ///
    /// Held weakly; changes are tracked while there is one.
    open weak var delegate: (any NSFetchedResultsControllerDelegate)? {
        get { core.delegate }
        set { core.delegate = newValue }
    }

    /// Fetches, and from then on follows the context's changes.
    ///
    /// - Throws: as `NSManagedObjectContext.fetch(_:)`.
    open func performFetch() throws { try core.performFetch() }

    /// The results; nil before `performFetch()`.
    open var fetchedObjects: [ResultType]? { core.objects.map { $0.map(Self.result) } }

    private static func result(_ object: NSManagedObject) -> ResultType {
        guard let result = object as? ResultType else {
            CoreDataError.misuse(
                "NSFetchedResultsController<\(ResultType.self)> cannot show a \(Swift.type(of: object)).")
        }
        return result
    }

    /// The object at a place.
    ///
    /// Stops the program when there is none.
    open func object(at indexPath: IndexPath) -> ResultType {
        guard indexPath.count == 2, let section = core.sections[safe: indexPath[0]],
            let object = section.members[safe: indexPath[1]]
        else {
            CoreDataError.misuse("object(at:): no object at index path \(indexPath).")
        }
        return Self.result(object)
    }

    /// The place of an object; nil when it is not among the results.
    open func indexPath(forObject object: ResultType) -> IndexPath? {
        (object as? NSManagedObject).flatMap { core.indexPath(of: $0) }
    }

    /// The sections; nil before `performFetch()`.
    open var sections: [any NSFetchedResultsSectionInfo]? { core.objects == nil ? nil : core.sections }

    /// Titles for a section index, without repetition.
    open var sectionIndexTitles: [String] { core.indexTitles }

    /// The title of a section in the section index: the delegate's, or the capitalised first letter.
    open func sectionIndexTitle(forSectionName sectionName: String) -> String? { core.indexTitle(for: sectionName) }

    /// The section that an index title leads to.
    open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
        core.sections.firstIndex { $0.indexTitle == title } ?? 0
    }

    /// Removes a cache.
    ///
    /// There is none to remove: sections are computed anew each time.
    open class func deleteCache(withName name: String?) {}

    open override func isEqual(_ object: Any?) -> Bool { (object as? any ResultsFace)?.core === core }
    open override var hash: Int { ObjectIdentifier(core).hashValue }
}

/// A results controller whatever its type.
protocol ResultsFace: AnyObject {
    var core: ResultsCore { get }
}

extension NSFetchedResultsController: ResultsFace {}

extension Array {
    /// The element at an index that may be out of bounds.
    subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
