import Combine
import CoreData

/// Which items of a collection are owned: one root object with the owned items below it.
public final class CollectionStorage {
    private let context: NSManagedObjectContext
    private let name: String

    public init(name: String, stack: CoreDataStack) {
        self.name = name
        context = stack.newBackgroundContext()
    }

    /// The identifiers of what is owned.
    public func owned() async throws -> Set<String> {
        let (context, name) = (context, name)
        return try await context.perform {
            let root = try Self.root(name, in: context)
            try Self.saveIfChanged(context)
            return Set((root.owned as? Set<OwnedItemEntity> ?? []).compactMap(\.itemID))
        }
    }

    /// Turns owned into not owned and back; whether it is owned now comes back.
    public func toggle(_ itemID: String) async throws -> Bool {
        let (context, name) = (context, name)
        return try await context.perform {
            let root = try Self.root(name, in: context)
            let existing = (root.owned as? Set<OwnedItemEntity> ?? []).first { $0.itemID == itemID }
            if let existing {
                root.removeFromOwned(existing)
                context.delete(existing)
            } else {
                let item = OwnedItemEntity(context: context)
                item.itemID = itemID
                root.addToOwned(item)
            }
            try Self.saveIfChanged(context)
            return existing == nil
        }
    }

    /// Forgets what is owned; the number of items comes back.
    public func reset() async throws -> Int {
        let (context, name) = (context, name)
        return try await context.perform {
            let root = try Self.root(name, in: context)
            let items = root.owned as? Set<OwnedItemEntity> ?? []
            items.forEach(context.delete)
            try Self.saveIfChanged(context)
            return items.count
        }
    }

    private static func root(_ name: String, in context: NSManagedObjectContext) throws -> CollectionEntity {
        let request = NSFetchRequest<CollectionEntity>(entityName: "CollectionEntity")
        request.predicate = NSPredicate(format: "name == %@", name)
        request.fetchLimit = 1
        if let found = try context.fetch(request).first { return found }
        let root = CollectionEntity(context: context)
        root.name = name
        return root
    }

    private static func saveIfChanged(_ context: NSManagedObjectContext) throws {
        guard context.hasChanges else { return }
        try context.save()
    }
}
