import CoreData

/// Objects made through a metatype.
public enum MetatypeCreation {
    public static func make<T: NSManagedObject>(_ type: T.Type, in context: NSManagedObjectContext) -> T {
        T(context: context)
    }

    public static func findOrMake<T: NSManagedObject>(
        _ type: T.Type, where predicate: NSPredicate, in context: NSManagedObjectContext
    ) throws -> T {
        let request = NSFetchRequest<T>(entityName: String(describing: T.self))
        request.predicate = predicate
        request.fetchLimit = 1
        return try context.fetch(request).first ?? T(context: context)
    }
}

/// A protocol that entity classes adopt, with defaults for all of them.
public protocol Managed: AnyObject, NSFetchRequestResult {
    static var entityName: String { get }
    static var defaultSortDescriptors: [NSSortDescriptor] { get }
}

extension Managed where Self: NSManagedObject {
    public static var entityName: String { entity().name! }

    public static var sortedFetchRequest: NSFetchRequest<Self> {
        let request = NSFetchRequest<Self>(entityName: entityName)
        request.sortDescriptors = defaultSortDescriptors
        return request
    }

    public static func insert(into context: NSManagedObjectContext) -> Self {
        Self(context: context)
    }
}

extension Book: Managed {
    public static var defaultSortDescriptors: [NSSortDescriptor] {
        [NSSortDescriptor(key: "title", ascending: true)]
    }
}
