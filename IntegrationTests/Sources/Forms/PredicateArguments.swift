import CoreData

/// Arguments as they are passed to predicate formats.
public enum PredicateArguments {
    public static func isbn(_ id: UUID) -> NSPredicate { NSPredicate(format: "isbn == %@", id as CVarArg) }

    public static func addedSince(_ date: Date) -> NSPredicate {
        NSPredicate(format: "%K >= %@ AND %K <= %@", "added", date as NSDate, "added", Date.distantFuture as CVarArg)
    }

    public static func read(_ flag: Bool) -> NSPredicate {
        NSPredicate(format: "isRead == %@", NSNumber(value: flag))
    }

    public static func pages(atLeast count: Int) -> NSPredicate { NSPredicate(format: "pages >= %d", count) }

    public static func pagesLong(_ count: Int64) -> NSPredicate { NSPredicate(format: "pages == %lld", count) }

    public static func titles(_ titles: [String]) -> NSPredicate { NSPredicate(format: "title IN %@", titles) }

    public static func titled(_ titles: Set<String>) -> NSPredicate {
        NSPredicate(format: "NOT (title IN %@)", titles)
    }

    public static func contains(_ text: String) -> NSPredicate {
        NSPredicate(format: "title CONTAINS[cd] %@ OR author.name CONTAINS [cd] %@", text, text)
    }

    public static func author(_ author: Author) -> NSPredicate { NSPredicate(format: "author == %@", author) }

    public static var withoutAuthor: NSPredicate { NSPredicate(format: "author == nil") }

    public static func tagged(_ name: String) -> NSPredicate { NSPredicate(format: "ANY tags.name == %@", name) }

    public static func tags(atLeast count: Int) -> NSPredicate {
        NSPredicate(format: "%K.@count >= %i", "tags", count)
    }

    public static func price(below limit: Decimal) -> NSPredicate {
        NSPredicate(format: "price < %@", limit as NSDecimalNumber)
    }

    public static func ids(_ ids: [NSManagedObjectID]) -> NSPredicate { NSPredicate(format: "SELF IN %@", ids) }

    public static func both(_ one: NSPredicate, _ other: NSPredicate) -> NSPredicate {
        NSCompoundPredicate(andPredicateWithSubpredicates: [one, other])
    }

    public static func count(_ predicate: NSPredicate, in context: NSManagedObjectContext) throws -> Int {
        let request = NSFetchRequest<Book>(entityName: "Book")
        request.predicate = predicate
        return try context.count(for: request)
    }
}
