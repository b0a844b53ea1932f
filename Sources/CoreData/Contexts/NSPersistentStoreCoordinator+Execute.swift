extension NSPersistentStoreCoordinator {
    /// Executes a request on behalf of a context of this coordinator.
    ///
    /// - Returns: an array for fetch requests, an `NSPersistentStoreResult` for the others.
    /// - Throws: as `NSManagedObjectContext.execute(_:)` and `fetch(_:)`.
    @discardableResult
    public func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext) throws -> Any {
        if let fetch = request as? any AnyFetchRequest {
            return try context.results(of: fetch.core, stores: request.affectedStores, as: NSFetchRequestResult.self)
        }
        return try context.execute(request)
    }
}
