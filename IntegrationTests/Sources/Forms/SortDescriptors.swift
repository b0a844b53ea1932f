import CoreData

/// Sort descriptors with key paths, optional ones included, and with keys.
public enum SortDescriptors {
    public static var byTitle: NSSortDescriptor { NSSortDescriptor(keyPath: \Book.title, ascending: true) }

    /// A Date?, which is not Comparable.
    public static var newestFirst: NSSortDescriptor { NSSortDescriptor(keyPath: \Book.added, ascending: false) }

    /// A path through an optional relationship.
    public static var byAuthor: NSSortDescriptor { NSSortDescriptor(keyPath: \Book.author?.name, ascending: true) }

    public static var byKey: NSSortDescriptor { NSSortDescriptor(key: "author.name", ascending: false) }

    public static func titles(
        in context: NSManagedObjectContext, sortedBy descriptors: [NSSortDescriptor]
    ) throws -> [String?] {
        let request: NSFetchRequest<Book> = Book.fetchRequest()
        request.sortDescriptors = descriptors
        return try context.fetch(request).map(\.title)
    }

    /// In memory, as for a relationship.
    public static func sorted(_ books: NSSet?) -> [Book] {
        (books?.sortedArray(using: [byTitle]) as? [Book]) ?? []
    }
}
