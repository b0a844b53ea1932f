import CoreData

/// `NSFetchRequest<NSFetchRequestResult>` as an everyday type.
public enum FetchRequestResultTypes {
    public static func untyped(entity: String) -> NSFetchRequest<NSFetchRequestResult> {
        let request = NSFetchRequest<NSFetchRequestResult>(entityName: entity)
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        return request
    }

    public static func books(in context: NSManagedObjectContext) throws -> [Book] {
        let request: NSFetchRequest<NSFetchRequestResult> = untyped(entity: "Book")
        return try context.fetch(request) as? [Book] ?? []
    }

    /// `fetchRequest()` asked for the untyped form.
    public static func countOfBooks(in context: NSManagedObjectContext) throws -> Int {
        let request: NSFetchRequest<NSFetchRequestResult> = Book.fetchRequest()
        return try context.count(for: request)
    }

    /// A request without a type argument, made by parts.
    public static func byParts(in context: NSManagedObjectContext) throws -> [Any] {
        let request = NSFetchRequest<NSFetchRequestResult>()
        request.entity = NSEntityDescription.entity(forEntityName: "Book", in: context)
        request.fetchLimit = 1
        request.returnsObjectsAsFaults = false
        return try context.fetch(request)
    }
}
