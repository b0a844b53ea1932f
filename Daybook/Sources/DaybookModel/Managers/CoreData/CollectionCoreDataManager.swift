import Combine
import CoreData
import Foundation

/// Collections in Core Data.
///
/// All of them belong to the one library.
final class CollectionCoreDataManager: CollectionManaging {
    let storage: Storage

    init(storage: Storage) {
        self.storage = storage
    }

    // MARK: Reading

    func collections() -> AnyPublisher<[ItemCollection], DaybookError> {
        storage.read { context in
            try context.all(
                CollectionEntity.self, .living, sortedBy: [NSSortDescriptor(key: "position", ascending: true)],
                with: ["photos"]
            ).map { try $0.plain(counting: CollectionCounts(of: $0, in: context)) }
        }
    }

    func collection(id: UUID) -> AnyPublisher<ItemCollection, DaybookError> {
        storage.read { context in
            let collection = try context.find(CollectionEntity.self, .collection, id)
            return try collection.plain(counting: CollectionCounts(of: collection, in: context))
        }
    }

    func items(
        collectionID: UUID, matching filter: CollectionItemFilter, limit: Int?, offset: Int
    ) -> AnyPublisher<CollectionItemList, DaybookError> {
        storage.read { context in
            let collection = try context.find(CollectionEntity.self, .collection, collectionID)
            var parts = [NSPredicate(format: "collection == %@ AND trashedAt == nil", collection)]
            switch filter.ownership {
            case .all: break
            case .owned: parts.append(NSPredicate(format: "ownedBy != nil"))
            case .missing: parts.append(NSPredicate(format: "ownedBy == nil"))
            case .wished: parts.append(NSPredicate(format: "isWished == YES"))
            }
            if let group = filter.group { parts.append(NSPredicate(format: "groupName == %@", group)) }
            if let words = NSPredicate.searching(filter.text) { parts.append(words) }
            let request = NSFetchRequest<CollectionItemEntity>(entityName: "CollectionItemEntity")
            request.predicate = .all(parts)
            request.sortDescriptors = [
                NSSortDescriptor(key: "position", ascending: true), NSSortDescriptor(key: "id", ascending: true),
            ]
            request.relationshipKeyPathsForPrefetching = ["photos"]
            request.fetchLimit = max(0, limit ?? 0)
            request.fetchOffset = max(0, offset)
            let items = try context.fetch(request).map { try $0.plain() }
            let isWhole = limit == nil && offset <= 0
            return CollectionItemList(
                items: items, count: isWhole ? items.count : try context.count(CollectionItemEntity.self, .all(parts)))
        }
    }

    func item(id: UUID) -> AnyPublisher<CollectionItem, DaybookError> {
        storage.read { context in try context.find(CollectionItemEntity.self, .item, id).plain() }
    }

    // MARK: Collections

    func add(name: String, language: Language) -> AnyPublisher<ItemCollection, DaybookError> {
        storage.write([.collections]) { session in
            try Self.makeCollection(names: [language: name], in: session).plain()
        }
    }

    func rename(id: UUID, to name: String, language: Language) -> AnyPublisher<ItemCollection, DaybookError> {
        storage.write([.collections]) { session in
            let collection = try Self.living(id, in: session.context)
            let name = name.trimmingBlanks
            guard !name.isEmpty else { throw DaybookError.validation(.name, .missing) }
            if let problem = TextLimits.problem(name, .name) { throw problem }
            session.changedIDs.insert(id)
            switch language {
            case .korean: collection.nameKo = name
            case .english: collection.nameEn = name
            }
            return try collection.plain()
        }
    }

    func reset(id: UUID) -> AnyPublisher<CollectionReset, DaybookError> {
        storage.write([.collections]) { session in
            let collection = try Self.living(id, in: session.context)
            let owned = (collection.ownedItems?.members(CollectionItemEntity.self) ?? []).filter { $0.trashedAt == nil }
            session.isChanged = !owned.isEmpty
            session.changedIDs.insert(id)
            let items = owned.compactMap { item in
                item.id.map {
                    CollectionReset.Item(
                        id: $0, quantity: Int(item.quantity), ownedDay: CalendarDay(number: Int(item.ownedDay)))
                }
            }
            for item in owned {
                collection.removeFromOwnedItems(item)
                item.ownedDay = 0
                item.quantity = 1
            }
            return CollectionReset(collectionID: id, items: items)
        }
    }

    func undo(_ reset: CollectionReset) -> AnyPublisher<ItemCollection, DaybookError> {
        storage.write([.collections]) { session in
            let collection = try Self.living(reset.collectionID, in: session.context)
            session.changedIDs.insert(reset.collectionID)
            let before = Dictionary(reset.items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            for item in collection.livingItems where item.ownedBy == nil {
                guard let state = item.id.flatMap({ before[$0] }) else { continue }
                collection.addToOwnedItems(item)
                // The reset made it one; any other number was given since.
                if item.quantity == 1 { item.quantity = Int32(clamping: state.quantity) }
                item.ownedDay = Int32(state.ownedDay?.number ?? 0)
            }
            return try collection.plain()
        }
    }

    func delete(id: UUID) -> AnyPublisher<ItemCollection, DaybookError> {
        storage.write([.collections]) { session in
            let collection = try Self.living(id, in: session.context)
            session.changedIDs.insert(id)
            collection.trashedAt = session.now
            return try collection.plain()
        }
    }

    func delete(asSeen seen: ItemCollection) -> AnyPublisher<ItemCollection, DaybookError> {
        storage.write([.collections]) { session in
            let collection = try Self.living(seen.id, in: session.context)
            guard try collection.plain().isStill(seen) else { throw DaybookError.conflict(.collection, seen.id) }
            session.changedIDs.insert(seen.id)
            collection.trashedAt = session.now
            return try collection.plain()
        }
    }

    func undo(_ revision: Revision<ItemCollection>) -> AnyPublisher<ItemCollection, DaybookError> {
        storage.write([.collections]) { session in
            let collection = try Self.living(revision.id, in: session.context)
            let names = try revision.names(now: try collection.plain())
            session.changedIDs.insert(revision.id)
            collection.nameKo = names[.korean]
            collection.nameEn = names[.english]
            return try collection.plain()
        }
    }

    func restore(id: UUID) -> AnyPublisher<ItemCollection, DaybookError> {
        storage.write([.collections]) { session in
            let collection = try session.context.find(CollectionEntity.self, .collection, id)
            session.isChanged = collection.trashedAt != nil
            session.changedIDs.insert(id)
            if collection.trashedAt != nil { collection.trashedAt = nil }
            return try collection.plain()
        }
    }

    static func living(_ id: UUID, in context: NSManagedObjectContext) throws -> CollectionEntity {
        let collection = try context.find(CollectionEntity.self, .collection, id)
        guard collection.trashedAt == nil else { throw DaybookError.notFound(.collection, id) }
        return collection
    }

    /// Makes a collection in the library, which is made with the first one.
    static func makeCollection(
        names: [Language: String], catalogueID: String? = nil, in session: WriteSession
    ) throws -> CollectionEntity {
        let names = names.mapValues(\.trimmingBlanks).filter { !$0.value.isEmpty }
        guard !names.isEmpty else { throw DaybookError.validation(.name, .missing) }
        if let problem = TextLimits.problem(names.values.map { ($0, .name) }) { throw problem }
        let context = session.context
        let library: LibraryEntity
        if let existing = try context.first(LibraryEntity.self, nil) {
            library = existing
        } else {
            library = LibraryEntity(context: context)
            library.id = session.makeID()
            library.createdAt = session.now
        }
        let collection = CollectionEntity(context: context)
        collection.id = session.makeID()
        collection.createdAt = session.now
        collection.nameKo = names[.korean]
        collection.nameEn = names[.english]
        collection.catalogueID = catalogueID
        collection.position = Int32(clamping: library.collections?.count ?? 0)
        library.addToCollections(collection)
        return collection
    }
}
