extension NSManagedObject {
    /// A request for the objects of this class's entity, typed as plain results.
    ///
    /// Where the type is left open, the request is one for this class (see `NSFetchRequestResult.fetchRequest()`).
    @_disfavoredOverload
    public class func fetchRequest() -> NSFetchRequest<NSFetchRequestResult> {
        NSFetchRequest(core: FetchRequestCore(entity: entityIfKnown, className: ManagedClasses.shortName(self)))
    }

    /// The entity when a model is in use; the name of the class serves otherwise.
    fileprivate class var entityIfKnown: NSEntityDescription? { ManagedClasses.entityIfKnown(of: self) }
}

extension NSFetchRequestResult where Self: NSManagedObject {
    /// A request for the objects of this class's entity.
    public static func fetchRequest() -> NSFetchRequest<Self> {
        NSFetchRequest(core: FetchRequestCore(entity: entityIfKnown, className: ManagedClasses.shortName(Self.self)))
    }
}

extension FetchRequestCore {
    /// A request for a class's entity, known or not yet.
    fileprivate convenience init(entity: NSEntityDescription?, className: String) {
        self.init()
        self.entity = entity
        entityName = entity?.name ?? className
    }
}

extension NSFetchRequest {
    /// Executes the request in the context whose queue the caller is on.
    ///
    /// - Throws: as `NSManagedObjectContext.fetch(_:)`; 134060 outside of `perform` and `performAndWait`.
    public func execute() throws -> [ResultType] {
        guard let context = Confinement.currentContext else {
            throw CoreDataError.make(
                NSCoreDataError, "NSFetchRequest.execute() was called outside of a context's perform block.",
                suggestion: "Call it inside perform or performAndWait, or use the context's fetch(_:).")
        }
        return try context.fetch(self)
    }
}
