import CoreData
import Foundation

extension NSManagedObjectContext {
    /// The row with an identity.
    ///
    /// - Throws: `DaybookError.notFound` when there is none, and what the fetch throws.
    func find<Entity: NSManagedObject>(
        _ type: Entity.Type, _ subject: DaybookError.Subject, _ id: UUID
    ) throws -> Entity {
        guard let found = try first(type, NSPredicate(format: "id == %@", id as CVarArg)) else {
            throw DaybookError.notFound(subject, id)
        }
        return found
    }

    /// The first row that fits a predicate; nil when there is none.
    func first<Entity: NSManagedObject>(_ type: Entity.Type, _ predicate: NSPredicate?) throws -> Entity? {
        let request = NSFetchRequest<Entity>(entityName: String(describing: type))
        request.predicate = predicate
        request.fetchLimit = 1
        return try fetch(request).first
    }

    /// All rows that fit a predicate, sorted, with relationships fetched along.
    func all<Entity: NSManagedObject>(
        _ type: Entity.Type, _ predicate: NSPredicate? = nil, sortedBy sort: [NSSortDescriptor] = [],
        with relationships: [String] = []
    ) throws -> [Entity] {
        let request = NSFetchRequest<Entity>(entityName: String(describing: type))
        request.predicate = predicate
        request.sortDescriptors = sort
        request.relationshipKeyPathsForPrefetching = relationships
        return try fetch(request)
    }

    /// How many rows fit a predicate.
    func count<Entity: NSManagedObject>(_ type: Entity.Type, _ predicate: NSPredicate? = nil) throws -> Int {
        let request = NSFetchRequest<Entity>(entityName: String(describing: type))
        request.predicate = predicate
        return try count(for: request)
    }
}

extension NSPredicate {
    /// All of several conditions; true when there are none.
    static func all(_ predicates: [NSPredicate]) -> NSPredicate {
        NSCompoundPredicate(andPredicateWithSubpredicates: predicates)
    }

    /// Rows that are not in the trash.
    static var living: NSPredicate { NSPredicate(format: "trashedAt == nil") }

    /// Rows whose search columns hold all words of a query; nil when the query is blank.
    static func searching(_ query: String) -> NSPredicate? {
        let words = SearchText.words(query)
        guard !words.isEmpty else { return nil }
        return .all(words.map { searching($0) })
    }

    /// Rows whose search columns hold a word.
    static func searching(_ word: SearchText.Word) -> NSPredicate {
        switch word {
        case .text(let text): NSPredicate(format: "searchText CONTAINS %@", text)
        case .initials(let text): NSPredicate(format: "searchInitials CONTAINS %@", text)
        }
    }
}
