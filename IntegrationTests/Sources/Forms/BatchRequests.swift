import CoreData

/// Changes past the objects.
public enum BatchRequests {
    public static func deleteAll(_ entity: String, in context: NSManagedObjectContext) throws -> Int {
        let request = NSFetchRequest<NSFetchRequestResult>(entityName: entity)
        let delete = NSBatchDeleteRequest(fetchRequest: request)
        delete.resultType = .resultTypeObjectIDs
        let result = try context.execute(delete) as? NSBatchDeleteResult
        let ids = result?.result as? [NSManagedObjectID] ?? []
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [context])
        return ids.count
    }

    public static func markAllRead(in context: NSManagedObjectContext) throws -> Int {
        let update = NSBatchUpdateRequest(entityName: "Book")
        update.propertiesToUpdate = ["isRead": true]
        update.resultType = .updatedObjectsCountResultType
        let result = try context.execute(update) as? NSBatchUpdateResult
        return result?.result as? Int ?? 0
    }
}
