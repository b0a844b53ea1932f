import Foundation
import Synchronization

/// Migrates a store into a new one, object by object, as a mapping model says.
///
/// Three passes over the entity mappings: objects and their attributes are made; relationships are set; what was
/// made is validated. Then the new store is saved. Each mapping has a policy, which may do a step otherwise.
///
/// Threading: `migrateStore` works on the calling thread and returns when it is done; progress may be read, and the
/// migration cancelled, from any thread.
open class NSMigrationManager: NSObject, @unchecked Sendable {
    // @unchecked: `progress` and `cancellation` are behind their lock; all else belongs to the migrating thread.

    private struct Shared {
        var progress: Float = 0
        var cancellation: Carried<any Error>?
    }

    /// Guards what other threads see.
    private let shared = Mutex(Shared())
    /// The model of the source store.
    public let sourceModel: NSManagedObjectModel
    /// The model of the destination store.
    public let destinationModel: NSManagedObjectModel
    private var run: MigrationRun?

    /// Makes a manager for migrations from stores of one model to stores of the other.
    public init(sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel) {
        self.sourceModel = sourceModel
        self.destinationModel = destinationModel
        super.init()
    }

    /// Whether a store may carry out an inferred mapping model by itself, which is faster and keeps object IDs.
    ///
    /// Default true. Policies are not asked then.
    open var usesStoreSpecificMigrationManager = true

    /// Values for the app's own use.
    open var userInfo: [AnyHashable: Any]?

    /// The mapping model in use.
    ///
    /// Stops when no migration is going on.
    open var mappingModel: NSMappingModel { current("mappingModel").mappingModel }

    /// The context with the objects of the source.
    ///
    /// Stops when no migration is going on.
    open var sourceContext: NSManagedObjectContext { current("sourceContext").sourceContext }

    /// The context in which the objects of the destination are made.
    ///
    /// Stops when no migration is going on.
    open var destinationContext: NSManagedObjectContext { current("destinationContext").destinationContext }

    /// The mapping that is being carried out.
    ///
    /// Stops when no migration is going on.
    open var currentEntityMapping: NSEntityMapping { current("currentEntityMapping").mapping }

    /// How much has been done, from 0 to 1.
    open var migrationProgress: Float { shared.withLock { $0.progress } }

    final func noteProgress(_ progress: Float) { shared.withLock { $0.progress = progress } }

    /// Ends the migration, which then throws `error`; takes effect before the next object.
    open func cancelMigrationWithError(_ error: any Error) {
        let carried = Carried(error)
        shared.withLock { $0.cancellation = carried }
    }

    /// - Throws: the error that the migration was cancelled with.
    final func checkCancellation() throws {
        if let error = shared.withLock({ $0.cancellation }) { throw error.value }
    }

    /// Forgets the associations of the last migration; the manager can be used again.
    open func reset() {
        run = nil
        shared.withLock { $0 = Shared() }
    }

    private func current(_ name: String) -> MigrationRun {
        guard let run else {
            CoreDataError.misuse(
                "NSMigrationManager.\(name) is available during migrateStore only; use it in a migration policy.")
        }
        return run
    }

    // MARK: Migrating

    /// Migrates a store into a new one at another place.
    ///
    /// The source stays as it is. With an inferred mapping model and stores that can, they are copied and migrated
    /// in place, see `usesStoreSpecificMigrationManager`.
    ///
    /// - Throws: `NSCocoaErrorDomain` 134150 when the source cannot be opened with its model, 134160 when the
    ///   destination exists or cannot be made, 134140 when the mapping model does not fit the models, 134170
    ///   when a value expression fails, the error of a policy or of the cancellation, or that of the save
    ///   (validation: 1550 to 1680). What was made of the destination is removed then.
    open func migrateStore(
        from sourceURL: URL, sourceType sStoreType: String, options sOptions: [AnyHashable: Any]? = nil,
        with mappings: NSMappingModel?, toDestinationURL dURL: URL, destinationType dStoreType: String,
        destinationOptions dOptions: [AnyHashable: Any]? = nil
    ) throws {
        guard let mappings else {
            throw CoreDataError.make(
                NSMigrationMissingMappingModelError, "There is no mapping model.",
                suggestion: "Pass one, such as NSMappingModel.inferredMappingModel(forSourceModel:destinationModel:).")
        }
        let job = MigrationJob(
            manager: self, mappings: mappings, source: .init(url: sourceURL, type: sStoreType, options: sOptions),
            destination: .init(url: dURL, type: dStoreType, options: dOptions))
        shared.withLock { $0.progress = 0 }
        try job.checkPlaces()
        do {
            try checkCancellation()
            if mappings.isInferred, usesStoreSpecificMigrationManager, try job.migrateByStore() {
                noteProgress(1)
                return
            }
            defer { run = nil }
            try job.run { self.run = $0 }
            noteProgress(1)
        } catch {
            try job.removeDestination()
            throw error
        }
    }

    /// Migrates a store into a new one at another place; see
    /// `migrateStore(from:sourceType:options:with:toDestinationURL:destinationType:destinationOptions:)`.
    ///
    /// - Throws: as that.
    public final func migrateStore(
        from sourceURL: URL, type sourceType: NSPersistentStore.StoreType,
        options sourceOptions: [AnyHashable: Any]? = nil,
        mapping: NSMappingModel, to destinationURL: URL, type destinationType: NSPersistentStore.StoreType,
        options destinationOptions: [AnyHashable: Any]? = nil
    ) throws {
        try migrateStore(
            from: sourceURL, sourceType: sourceType.rawValue, options: sourceOptions, with: mapping,
            toDestinationURL: destinationURL, destinationType: destinationType.rawValue,
            destinationOptions: destinationOptions)
    }

    // MARK: For policies

    /// The source entity of a mapping; nil when it has none.
    open func sourceEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
        mEntity.sourceEntityName.flatMap { sourceModel.entitiesByName[$0] }
    }

    /// The destination entity of a mapping; nil when it has none.
    open func destinationEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
        mEntity.destinationEntityName.flatMap { destinationModel.entitiesByName[$0] }
    }

    /// Notes that a destination object was made of a source object by a mapping.
    open func associate(
        sourceInstance: NSManagedObject, withDestinationInstance destinationInstance: NSManagedObject,
        for entityMapping: NSEntityMapping
    ) {
        current("associate").associations.add(sourceInstance, destinationInstance, entityMapping.name ?? "")
    }

    /// What a mapping has made of source objects, in their order; of nil source objects all it has made.
    open func destinationInstances(
        forEntityMappingName mappingName: String, sourceInstances: [NSManagedObject]?
    ) -> [NSManagedObject] {
        current("destinationInstances").associations.destinations(mappingName, of: sourceInstances)
    }

    /// What a mapping has made destination objects of, in their order; of nil destination objects all its sources.
    open func sourceInstances(
        forEntityMappingName mappingName: String, destinationInstances: [NSManagedObject]?
    ) -> [NSManagedObject] {
        current("sourceInstances").associations.sources(mappingName, of: destinationInstances)
    }

    /// What any mapping has made of source objects.
    final func destinationInstances(of sources: [NSManagedObject]) -> [NSManagedObject] {
        current("destinationInstances").associations.destinations(of: sources)
    }
}

extension NSMigrationManager: KeyValueCoding {
    /// The parts of the manager that value expressions name; nil for others.
    public func value(forKey key: String) -> Any? {
        switch key {
        case "sourceContext": sourceContext
        case "destinationContext": destinationContext
        case "sourceModel": sourceModel
        case "destinationModel": destinationModel
        case "userInfo": userInfo
        default: nil
        }
    }
}

extension NSMigrationManager: ExpressionFunctionTarget {
    /// The methods that value expressions call, as in `FUNCTION($manager, "…", …)`.
    func expressionFunction(_ name: String, arguments: [Any?]) throws -> Any? {
        func objects(_ index: Int) throws -> [NSManagedObject] {
            guard let objects = MappingValues.objects(arguments[index]) else {
                throw PredicateEvaluationError(.unsuitableValue, "\(name) needs objects of the source.")
            }
            return objects
        }
        switch (name, arguments.count) {
        case ("destinationInstancesForEntityMappingNamed:sourceInstances:", 2):
            guard let mapping = arguments[0] as? String else { break }
            return destinationInstances(forEntityMappingName: mapping, sourceInstances: try objects(1))
        case ("destinationInstancesForSourceRelationshipNamed:sourceInstances:", 2):
            return destinationInstances(of: try objects(1))
        case ("fetchRequestForSourceEntityNamed:predicateString:", 2):
            guard let entity = arguments[0] as? String, let format = arguments[1] as? String else { break }
            let request = NSFetchRequest<NSManagedObject>(entityName: entity)
            request.includesSubentities = false
            request.predicate = NSPredicate(format: format, argumentArray: [])
            return request
        default: break
        }
        throw PredicateEvaluationError(
            .unknownFunction, "NSMigrationManager has no method \"\(name)\" for \(arguments.count) such arguments.")
    }
}
