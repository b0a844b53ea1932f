import CoreData
import Forms

/// Casts of fetch requests, which code for Apple's platforms needs because a class's own
/// `fetchRequest()` has the untyped form there.
public enum RequestCasts {
    public static func forced<T: NSManagedObject>(_ type: T.Type, in context: NSManagedObjectContext) throws -> [T] {
        let request = T.fetchRequest() as! NSFetchRequest<T>
        return try context.fetch(request)
    }

    public static func conditional<T: NSManagedObject>(
        _ type: T.Type, in context: NSManagedObjectContext
    ) throws -> [T]? {
        guard let request = T.fetchRequest() as? NSFetchRequest<T> else { return nil }
        return try context.fetch(request)
    }

    public static func ofClass(in context: NSManagedObjectContext) throws -> [Book] {
        try context.fetch(Book.fetchRequest() as NSFetchRequest<Book>)
    }
}
