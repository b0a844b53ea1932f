import Combine
import DaybookModel
import Foundation

extension MemoryDataSource.State {
    fileprivate func progress(_ items: [CollectionItem]) -> OwnedProgress {
        OwnedProgress(owned: items.count(where: \.isOwned), total: items.count)
    }

    fileprivate func counted(_ collection: ItemCollection) -> ItemCollection {
        var collection = collection
        let own = items.filter { $0.collectionID == collection.id && $0.trashedAt == nil }
        collection.progress = progress(own)
        var groups: [String] = []
        for item in own { if let group = item.group, !groups.contains(group) { groups.append(group) } }
        collection.groups = groups.map { group in
            GroupProgress(group: group, progress: progress(own.filter { $0.group == group }))
        }
        return collection
    }

    fileprivate func change(_ index: Int) -> ItemChange {
        let item = items[index]
        return ItemChange(
            item: item, progress: progress(items.filter { $0.collectionID == item.collectionID && $0.trashedAt == nil })
        )
    }
}

struct MemoryCollections: CollectionManaging {
    let source: MemoryDataSource

    func collections() -> AnyPublisher<[ItemCollection], DaybookError> {
        source.read { state in state.collections.filter { $0.trashedAt == nil }.map { state.counted($0) } }
    }

    func collection(id: UUID) -> AnyPublisher<ItemCollection, DaybookError> {
        source.read { (state) throws(DaybookError) in
            state.counted(state.collections[try MemoryDataSource.State.index(state.collections, id, .collection)])
        }
    }

    func items(
        collectionID: UUID, matching filter: CollectionItemFilter, limit: Int?, offset: Int
    ) -> AnyPublisher<CollectionItemList, DaybookError> {
        source.read { state in
            let all = state.items.filter { item in
                let isShown =
                    switch filter.ownership {
                    case .all: true
                    case .owned: item.isOwned
                    case .missing: !item.isOwned
                    case .wished: item.isWished
                    }
                let names = item.names.values.joined(separator: " ").lowercased()
                return item.collectionID == collectionID && item.trashedAt == nil && isShown
                    && (filter.group == nil || filter.group == item.group)
                    && (filter.text.isEmpty || names.contains(filter.text.lowercased()))
            }
            let page = all.dropFirst(offset)
            return CollectionItemList(items: limit.map { Array(page.prefix($0)) } ?? Array(page), count: all.count)
        }
    }

    func item(id: UUID) -> AnyPublisher<CollectionItem, DaybookError> {
        source.read { (state) throws(DaybookError) in
            state.items[try MemoryDataSource.State.index(state.items, id, .item)]
        }
    }

    func add(name: String, language: Language) -> AnyPublisher<ItemCollection, DaybookError> {
        source.write(.collections) { state in
            let added = ItemCollection(
                id: UUID(), names: [language: name], progress: OwnedProgress(owned: 0, total: 0),
                createdAt: state.now())
            state.collections.append(added)
            return added
        }
    }

    func rename(id: UUID, to name: String, language: Language) -> AnyPublisher<ItemCollection, DaybookError> {
        source.write(.collections) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.collections, id, .collection)
            state.collections[index].names[language] = name
            return state.counted(state.collections[index])
        }
    }

    func addItem(
        _ draft: CollectionItemDraft, collectionID: UUID, photo: PhotoUpload?
    ) -> AnyPublisher<CollectionItem, DaybookError> {
        source.write(.collections) { (state) throws(DaybookError) in
            let photos = try MemoryDataSource.photos([photo].compactMap(\.self), after: 0, in: &state)
            let added = CollectionItem(
                id: UUID(), collectionID: collectionID, names: draft.names, group: draft.group,
                number: draft.number, variant: draft.variant, note: draft.note, picture: photos.first,
                quantity: draft.quantity,
                position: state.items.count)
            state.items.append(added)
            return added
        }
    }

    func updateItem(
        id: UUID, with draft: CollectionItemDraft, photo: PhotoEdits
    ) -> AnyPublisher<CollectionItem, DaybookError> {
        source.write(.collections) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.items, id, .item)
            let old = [state.items[index].picture].compactMap(\.self)
            state.items[index].picture = try MemoryDataSource.edited(old, photo, in: &state).first
            state.items[index].names = draft.names
            state.items[index].group = draft.group
            state.items[index].number = draft.number
            state.items[index].variant = draft.variant
            state.items[index].note = draft.note
            state.items[index].quantity = draft.quantity
            return state.items[index]
        }
    }

    func deleteItem(id: UUID) -> AnyPublisher<CollectionItem, DaybookError> {
        source.write(.collections) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.items, id, .item)
            state.items[index].trashedAt = state.now()
            return state.items[index]
        }
    }

    func deleteItem(asSeen seen: CollectionItem) -> AnyPublisher<CollectionItem, DaybookError> {
        source.write(.collections) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.items, seen.id, .item)
            guard state.items[index].isStill(seen) else { throw .conflict(.item, seen.id) }
            state.items[index].trashedAt = state.now()
            return state.items[index]
        }
    }

    func undo(_ revision: Revision<CollectionItem>) -> AnyPublisher<CollectionItem, DaybookError> {
        source.write(.collections) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.items, revision.id, .item)
            let draft = try revision.draft(now: state.items[index])
            state.items[index].picture =
                try MemoryDataSource.takenBack(
                    [state.items[index].picture].compactMap(\.self),
                    from: [revision.before.picture].compactMap(\.self),
                    to: [revision.after.picture].compactMap(\.self), limit: 1, else: .conflict(.item, revision.id)
                ).first
            state.items[index].names = draft.names
            state.items[index].group = draft.group
            state.items[index].number = draft.number
            state.items[index].variant = draft.variant
            state.items[index].note = draft.note
            state.items[index].quantity = draft.quantity
            return state.items[index]
        }
    }

    func restoreItem(id: UUID) -> AnyPublisher<CollectionItem, DaybookError> {
        source.write(.collections) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.items, id, .item)
            state.items[index].trashedAt = nil
            return state.items[index]
        }
    }

    func toggle(itemID: UUID, on day: CalendarDay) -> AnyPublisher<ItemChange, DaybookError> {
        source.write(.collections) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.items, itemID, .item)
            state.items[index].isOwned.toggle()
            state.items[index].ownedDay = state.items[index].isOwned ? day : nil
            return state.change(index)
        }
    }

    func setOwned(_ owned: Bool, itemIDs: [UUID], on day: CalendarDay) -> AnyPublisher<ItemMarking, DaybookError> {
        source.write(.collections) { state in
            var marked: [ItemMarking.Item] = []
            let wanted = Set(itemIDs)
            for index in state.items.indices where wanted.contains(state.items[index].id) {
                let item = state.items[index]
                guard item.isOwned != owned else { continue }
                marked.append(ItemMarking.Item(id: item.id, ownedDay: item.ownedDay, isWished: item.isWished))
                state.items[index].isOwned = owned
                state.items[index].ownedDay = owned ? day : nil
            }
            return ItemMarking(isOwned: owned, day: day, items: marked, progress: state.progress(state.items))
        }
    }

    func undo(_ marking: ItemMarking) -> AnyPublisher<Int, DaybookError> {
        source.write(.collections) { state in
            for marked in marking.items {
                guard let index = state.items.firstIndex(where: { $0.id == marked.id }),
                    state.items[index].isOwned == marking.isOwned
                else { continue }
                state.items[index].isOwned = !marking.isOwned
                state.items[index].ownedDay = marked.ownedDay
            }
            return marking.items.count
        }
    }

    func setWished(_ wished: Bool, itemID: UUID) -> AnyPublisher<ItemChange, DaybookError> {
        source.write(.collections) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.items, itemID, .item)
            state.items[index].isWished = wished
            return state.change(index)
        }
    }

    func reset(id: UUID) -> AnyPublisher<CollectionReset, DaybookError> {
        source.write(.collections) { state in
            var taken: [CollectionReset.Item] = []
            for index in state.items.indices where state.items[index].collectionID == id && state.items[index].isOwned {
                let item = state.items[index]
                taken.append(CollectionReset.Item(id: item.id, quantity: item.quantity, ownedDay: item.ownedDay))
                state.items[index].isOwned = false
            }
            return CollectionReset(collectionID: id, items: taken)
        }
    }

    func undo(_ reset: CollectionReset) -> AnyPublisher<ItemCollection, DaybookError> {
        source.write(.collections) { (state) throws(DaybookError) in
            for taken in reset.items {
                if let index = state.items.firstIndex(where: { $0.id == taken.id }) {
                    state.items[index].isOwned = true
                }
            }
            let index = try MemoryDataSource.State.index(state.collections, reset.collectionID, .collection)
            return state.counted(state.collections[index])
        }
    }

    func delete(id: UUID) -> AnyPublisher<ItemCollection, DaybookError> {
        source.write(.collections) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.collections, id, .collection)
            state.collections[index].trashedAt = state.now()
            return state.collections[index]
        }
    }

    func delete(asSeen seen: ItemCollection) -> AnyPublisher<ItemCollection, DaybookError> {
        source.write(.collections) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.collections, seen.id, .collection)
            guard state.counted(state.collections[index]).isStill(seen) else { throw .conflict(.collection, seen.id) }
            state.collections[index].trashedAt = state.now()
            return state.collections[index]
        }
    }

    func undo(_ revision: Revision<ItemCollection>) -> AnyPublisher<ItemCollection, DaybookError> {
        source.write(.collections) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.collections, revision.id, .collection)
            state.collections[index].names = try revision.names(now: state.collections[index])
            return state.counted(state.collections[index])
        }
    }

    func restore(id: UUID) -> AnyPublisher<ItemCollection, DaybookError> {
        source.write(.collections) { (state) throws(DaybookError) in
            let index = try MemoryDataSource.State.index(state.collections, id, .collection)
            state.collections[index].trashedAt = nil
            return state.counted(state.collections[index])
        }
    }
}
