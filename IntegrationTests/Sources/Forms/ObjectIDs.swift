import CoreData

/// Object IDs across contexts and as URLs.
public enum ObjectIDs {
    public static func roundTrip(_ book: Book) -> NSManagedObjectID? {
        let url = book.objectID.uriRepresentation()
        return book.managedObjectContext?.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: url)
    }

    public static func title(of id: NSManagedObjectID, in context: NSManagedObjectContext) throws -> String? {
        let book = try context.existingObject(with: id) as? Book
        return book?.title
    }

    public static func fault(of id: NSManagedObjectID, in context: NSManagedObjectContext) -> Book? {
        context.object(with: id) as? Book
    }

    public static func ids(in context: NSManagedObjectContext) throws -> [NSManagedObjectID] {
        let request = NSFetchRequest<NSManagedObjectID>(entityName: "Book")
        request.resultType = .managedObjectIDResultType
        return try context.fetch(request)
    }
}
