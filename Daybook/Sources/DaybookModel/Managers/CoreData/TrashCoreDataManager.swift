import Combine
import CoreData
import Foundation

/// The trash: rows that carry the moment they were deleted.
final class TrashCoreDataManager: TrashManaging {
    private let storage: Storage

    init(storage: Storage) {
        self.storage = storage
    }

    func contents(limit: Int?, offset: Int) -> AnyPublisher<TrashContents, DaybookError> {
        storage.read { context in
            let trashed = NSPredicate(format: "trashedAt != nil")
            let memosAlone = NSPredicate(format: "trashedAt != nil AND plan.trashedAt == nil")
            let itemsAlone = NSPredicate(format: "trashedAt != nil AND collection.trashedAt == nil")
            let topCategories = NSPredicate(
                format: "trashedAt != nil AND (parent == nil OR parent.trashedAt == nil)")
            func window<Entity: NSManagedObject>(
                _ type: Entity.Type, _ predicate: NSPredicate, with relationships: [String] = []
            ) throws -> [Entity] {
                let request = NSFetchRequest<Entity>(entityName: String(describing: type))
                request.predicate = predicate
                // A total order, so that pages neither repeat nor skip a thing: an import taken back trashes all at once.
                request.sortDescriptors = [
                    NSSortDescriptor(key: "trashedAt", ascending: false), NSSortDescriptor(key: "id", ascending: true),
                ]
                request.fetchOffset = max(0, offset)
                request.fetchLimit = max(0, limit ?? 0)
                request.relationshipKeyPathsForPrefetching = relationships
                return try context.fetch(request)
            }
            var counts = TrashContents.Counts()
            counts.transactions = try context.count(TransactionEntity.self, trashed)
            counts.plans = try context.count(ReadingPlanEntity.self, trashed)
            counts.memos = try context.count(MemoEntity.self, memosAlone)
            counts.collections = try context.count(CollectionEntity.self, trashed)
            counts.items = try context.count(CollectionItemEntity.self, itemsAlone)
            counts.categories = try context.count(CategoryEntity.self, topCategories)
            return TrashContents(
                transactions: try window(
                    TransactionEntity.self, trashed, with: TransactionEntity.shownRelationships
                ).map { try $0.plain() },
                plans: try window(ReadingPlanEntity.self, trashed).map { try $0.plain() },
                memos: try window(MemoEntity.self, memosAlone).map { try $0.plain() },
                collections: try window(CollectionEntity.self, trashed).map { try $0.plain() },
                items: try window(CollectionItemEntity.self, itemsAlone).map { try $0.plain() },
                categories: try window(CategoryEntity.self, topCategories).map { try $0.plain() }, counts: counts)
        }
    }

    func empty(trashedBefore moment: Date?) -> AnyPublisher<Int, DaybookError> {
        storage.write([.account, .reading, .collections]) { session in
            let context = session.context
            let trashed =
                moment.map { NSPredicate(format: "trashedAt != nil AND trashedAt < %@", $0 as NSDate) }
                ?? NSPredicate(format: "trashedAt != nil")
            var count = 0
            for entry in try context.all(TransactionEntity.self, trashed, with: ["photos"]) {
                try Self.remember(entry.importKey, in: context)
                for photo in entry.allPhotoRows { session.removeFiles(of: photo) }
                context.delete(entry)
                count += 1
            }
            for plan in try context.all(ReadingPlanEntity.self, trashed) {
                try Self.remember(plan.importKey, in: context)
                for memo in plan.memoRows { try Self.remember(memo.importKey, in: context) }
                let photos = plan.allPhotoRows + plan.memoRows.flatMap(\.allPhotoRows)
                for photo in photos { session.removeFiles(of: photo) }
                context.delete(plan)
                count += 1
            }
            for memo in try context.all(MemoEntity.self, trashed) where !memo.isDeleted && memo.plan?.isDeleted != true
            {
                try Self.remember(memo.importKey, in: context)
                for photo in memo.allPhotoRows { session.removeFiles(of: photo) }
                context.delete(memo)
                count += 1
            }
            for collection in try context.all(CollectionEntity.self, trashed) {
                let items = collection.items?.members(CollectionItemEntity.self) ?? []
                let photos = collection.allPhotoRows + items.flatMap(\.allPhotoRows)
                for photo in photos { session.removeFiles(of: photo) }
                context.delete(collection)
                count += 1
            }
            for item in try context.all(CollectionItemEntity.self, trashed)
            where !item.isDeleted && item.collection?.isDeleted != true {
                if let key = item.importKey, let owner = item.collection?.id {
                    try Self.remember(ImportMatching.seenKey(key, in: owner), in: context)
                }
                for photo in item.allPhotoRows { session.removeFiles(of: photo) }
                context.delete(item)
                count += 1
            }
            for category in try context.all(CategoryEntity.self, trashed) where !category.isDeleted {
                context.delete(category)
                count += 1
            }
            // Photos that were taken away from things that live on.
            for photo in try context.all(PhotoEntity.self, trashed) where !photo.isDeleted {
                session.removeFiles(of: photo)
                context.delete(photo)
                count += 1
            }
            session.isChanged = count > 0
            if count > FreedMemory.largeCount { FreedMemory.giveBackSoon() }
            return count
        }
    }

    /// Keeps the key of an imported thing that goes for good, so that the same file does not bring it back.
    private static func remember(_ key: String?, in context: NSManagedObjectContext) throws {
        guard let key, try context.first(SeenKeyEntity.self, NSPredicate(format: "key == %@", key)) == nil else {
            return
        }
        SeenKeyEntity(context: context).key = key
    }
}
