import Combine
import CoreData
import Foundation

extension CollectionCoreDataManager {
    func addItem(
        _ draft: CollectionItemDraft, collectionID: UUID, photo: PhotoUpload?
    ) -> AnyPublisher<CollectionItem, DaybookError> {
        storage.write([.collections], photos: [photo].compactMap { $0 }) { session in
            try Self.validate(draft)
            let collection = try Self.living(collectionID, in: session.context)
            let positions = (collection.items?.members(CollectionItemEntity.self) ?? []).map(\.position)
            let item = CollectionItemEntity(context: session.context)
            item.id = session.makeID()
            item.take(draft)
            item.position = (positions.max() ?? -1) + 1
            item.collection = collection
            for photo in session.takePhotos(after: 0) { photo.item = item }
            session.changedIDs.insert(collectionID)
            return try item.plain()
        }
    }

    func updateItem(
        id: UUID, with draft: CollectionItemDraft, photo: PhotoEdits
    ) -> AnyPublisher<CollectionItem, DaybookError> {
        storage.write([.collections], photos: photo.adding) { session in
            try Self.validate(draft)
            let item = try Self.livingItem(id, in: session)
            let before = (item.names, item.groupName)
            item.take(draft)
            // Taking back the import that renamed it must not take along what was written since.
            if (item.names, item.groupName) != before { item.renamedBy = nil }
            try item.apply(photo, limit: 1, in: session) { $0.item = item }
            return try item.plain()
        }
    }

    func deleteItem(id: UUID) -> AnyPublisher<CollectionItem, DaybookError> {
        storage.write([.collections]) { session in
            let item = try Self.livingItem(id, in: session)
            item.trashedAt = session.now
            return try item.plain()
        }
    }

    func deleteItem(asSeen seen: CollectionItem) -> AnyPublisher<CollectionItem, DaybookError> {
        storage.write([.collections]) { session in
            let item = try Self.livingItem(seen.id, in: session)
            guard try item.plain().isStill(seen) else { throw DaybookError.conflict(.item, seen.id) }
            item.trashedAt = session.now
            return try item.plain()
        }
    }

    func undo(_ revision: Revision<CollectionItem>) -> AnyPublisher<CollectionItem, DaybookError> {
        storage.write([.collections]) { session in
            let item = try Self.livingItem(revision.id, in: session)
            item.take(try revision.draft(now: try item.plain()))
            try item.takeBack(
                from: [revision.before.picture].compactMap(\.self), to: [revision.after.picture].compactMap(\.self),
                limit: 1, else: .conflict(.item, revision.id), in: session)
            return try item.plain()
        }
    }

    func restoreItem(id: UUID) -> AnyPublisher<CollectionItem, DaybookError> {
        storage.write([.collections]) { session in
            let item = try session.context.find(CollectionItemEntity.self, .item, id)
            guard let collection = item.collection, collection.trashedAt == nil else {
                throw DaybookError.notFound(.collection, item.collection?.id ?? id)
            }
            session.isChanged = item.trashedAt != nil
            session.changedIDs.formUnion([id, collection.id].compactMap { $0 })
            if item.trashedAt != nil { item.trashedAt = nil }
            return try item.plain()
        }
    }

    func toggle(itemID: UUID, on day: CalendarDay) -> AnyPublisher<ItemChange, DaybookError> {
        storage.write([.collections]) { session in
            let item = try Self.livingItem(itemID, in: session)
            item.toggleOwned(on: day)
            return try Self.change(of: item, in: session)
        }
    }

    func setOwned(_ owned: Bool, itemIDs: [UUID], on day: CalendarDay) -> AnyPublisher<ItemMarking, DaybookError> {
        storage.write([.collections]) { session in
            guard let first = itemIDs.first else { throw DaybookError.validation(.name, .missing) }
            let collection = try Self.livingItem(first, in: session).collection
            var marked: [ItemMarking.Item] = []
            for start in stride(from: 0, to: itemIDs.count, by: 400) {
                let part = Array(itemIDs[start..<min(start + 400, itemIDs.count)])
                let known = NSPredicate(format: "id IN %@ AND trashedAt == nil", part.map { $0 as NSUUID })
                var items: [UUID: CollectionItemEntity] = [:]
                for item in try session.context.all(CollectionItemEntity.self, known) {
                    if let id = item.id { items[id] = item }
                }
                for id in part {
                    guard let item = items[id], item.collection === collection else {
                        throw DaybookError.notFound(.item, id)
                    }
                    session.changedIDs.insert(id)
                    guard (item.ownedBy != nil) != owned else { continue }
                    marked.append(
                        ItemMarking.Item(
                            id: id, ownedDay: CalendarDay(number: Int(item.ownedDay)), isWished: item.isWished))
                    item.toggleOwned(on: day)
                }
            }
            session.isChanged = session.context.hasChanges
            return ItemMarking(
                isOwned: owned, day: day, items: marked, progress: try Self.progress(of: collection, in: session))
        }
    }

    func undo(_ marking: ItemMarking) -> AnyPublisher<Int, DaybookError> {
        storage.write([.collections]) { session in
            var count = 0
            for start in stride(from: 0, to: marking.items.count, by: 400) {
                let part = marking.items[start..<min(start + 400, marking.items.count)]
                let before = Dictionary(part.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
                let known = NSPredicate(
                    format: "id IN %@ AND trashedAt == nil AND collection.trashedAt == nil",
                    part.map { $0.id as NSUUID })
                for item in try session.context.all(CollectionItemEntity.self, known) {
                    guard let id = item.id, let state = before[id], let collection = item.collection,
                        (item.ownedBy != nil) == marking.isOwned,
                        !marking.isOwned || Int(item.ownedDay) == marking.day.number
                    else { continue }
                    session.changedIDs.formUnion([id, collection.id].compactMap { $0 })
                    if marking.isOwned {
                        collection.removeFromOwnedItems(item)
                        item.ownedDay = 0
                    } else {
                        collection.addToOwnedItems(item)
                        item.ownedDay = Int32(state.ownedDay?.number ?? 0)
                    }
                    // Owning ended the wish; a wish made since stays.
                    if state.isWished { item.isWished = true }
                    count += 1
                }
            }
            session.isChanged = session.context.hasChanges
            return count
        }
    }

    func setWished(_ wished: Bool, itemID: UUID) -> AnyPublisher<ItemChange, DaybookError> {
        storage.write([.collections]) { session in
            let item = try Self.livingItem(itemID, in: session)
            if item.isWished != wished { item.isWished = wished }
            session.isChanged = session.context.hasChanges
            return try Self.change(of: item, in: session)
        }
    }

    private static func livingItem(_ id: UUID, in session: WriteSession) throws -> CollectionItemEntity {
        let item = try session.context.find(CollectionItemEntity.self, .item, id)
        guard item.trashedAt == nil, let collection = item.collection, collection.trashedAt == nil else {
            throw DaybookError.notFound(.item, id)
        }
        session.changedIDs.formUnion([id, collection.id].compactMap { $0 })
        return item
    }

    private static func change(of item: CollectionItemEntity, in session: WriteSession) throws -> ItemChange {
        ItemChange(item: try item.plain(), progress: try progress(of: item.collection, in: session))
    }

    private static func progress(of collection: CollectionEntity?, in session: WriteSession) throws -> OwnedProgress {
        guard let collection else { return OwnedProgress(owned: 0, total: 0) }
        return OwnedProgress(
            owned: try session.context.count(
                CollectionItemEntity.self, NSPredicate(format: "ownedBy == %@ AND trashedAt == nil", collection)),
            total: try session.context.count(
                CollectionItemEntity.self, NSPredicate(format: "collection == %@ AND trashedAt == nil", collection)))
    }

    private static func validate(_ draft: CollectionItemDraft) throws {
        guard draft.names.values.contains(where: { !$0.trimmingBlanks.isEmpty }) else {
            throw DaybookError.validation(.name, .missing)
        }
        guard draft.quantity >= 1 else { throw DaybookError.validation(.quantity, .notPositive) }
        guard draft.quantity <= 1_000_000 else {
            throw DaybookError.validation(.quantity, .tooLarge(limit: "1,000,000"))
        }
        let texts: [(String?, DaybookError.Field)] =
            draft.names.values.map { ($0, .name) } + [
                (draft.group, .group), (draft.number, .number), (draft.variant, .variant), (draft.note, .note),
            ]
        if let problem = TextLimits.problem(texts) { throw problem }
    }
}
