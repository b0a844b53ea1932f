import CoreData
import Foundation

extension CollectionEntity {
    /// The names in the languages that have one.
    var names: [Language: String] { Language.names(korean: nameKo, english: nameEn) }

    /// The plain collection; counts come from the items.
    ///
    /// - Throws: `DaybookError.storage` when the row lacks what every collection has.
    func plain() throws -> ItemCollection {
        guard let id, let createdAt else { throw DaybookError.storage("a collection's row is damaged") }
        let rows = (items?.members(CollectionItemEntity.self) ?? []).sorted { $0.position < $1.position }
        var order: [String] = []
        var groups: [String: (owned: Int, total: Int)] = [:]
        for row in rows {
            guard let group = row.groupName else { continue }
            if groups[group] == nil { order.append(group) }
            groups[group, default: (0, 0)].total += 1
            if row.ownedBy != nil { groups[group, default: (0, 0)].owned += 1 }
        }
        return ItemCollection(
            id: id, names: names, catalogueID: catalogueID, picture: try plainPhotos().first,
            progress: OwnedProgress(owned: rows.count { $0.ownedBy != nil }, total: rows.count),
            groups: order.map { group in
                GroupProgress(
                    group: group,
                    progress: OwnedProgress(owned: groups[group]?.owned ?? 0, total: groups[group]?.total ?? 0))
            },
            createdAt: createdAt, trashedAt: trashedAt)
    }
}

extension CollectionItemEntity {
    /// The names in the languages that have one.
    var names: [Language: String] { Language.names(korean: nameKo, english: nameEn) }

    /// The plain item.
    ///
    /// - Throws: `DaybookError.storage` when the row lacks what every item has.
    func plain() throws -> CollectionItem {
        guard let id, let collectionID = collection?.id else { throw DaybookError.storage("an item's row is damaged") }
        return CollectionItem(
            id: id, collectionID: collectionID, names: names, group: groupName, number: number, variant: variant,
            note: note, picture: try plainPhotos().first, isOwned: ownedBy != nil, quantity: Int(quantity),
            isWished: isWished, ownedDay: CalendarDay(number: Int(ownedDay)), position: Int(position))
    }

    /// Takes the values of a draft that was validated.
    func take(_ draft: CollectionItemDraft) {
        nameKo = draft.names[.korean]?.trimmingBlanks.nonEmpty
        nameEn = draft.names[.english]?.trimmingBlanks.nonEmpty
        groupName = draft.group?.trimmingBlanks.nonEmpty
        number = draft.number?.trimmingBlanks.nonEmpty
        variant = draft.variant?.trimmingBlanks.nonEmpty
        note = draft.note?.trimmingBlanks.nonEmpty
        quantity = Int32(clamping: draft.quantity)
        let words = [nameKo, nameEn, number, variant, note].compactMap { $0 }.joined(separator: " ")
        searchText = SearchText.folded(words)
        searchInitials = SearchText.initials(words)
    }

    /// Owned becomes not owned and back: there, it is taken out of the owned ones; not there, it is put in.
    func toggleOwned(on day: CalendarDay) {
        guard let collection else { return }
        if ownedBy != nil {
            collection.removeFromOwnedItems(self)
            ownedDay = 0
        } else {
            collection.addToOwnedItems(self)
            ownedDay = Int32(day.number)
            isWished = false
        }
    }
}

extension Language {
    /// Names by language, without those that are empty.
    static func names(korean: String?, english: String?) -> [Language: String] {
        var names: [Language: String] = [:]
        if let korean, !korean.isEmpty { names[.korean] = korean }
        if let english, !english.isEmpty { names[.english] = english }
        return names
    }
}
