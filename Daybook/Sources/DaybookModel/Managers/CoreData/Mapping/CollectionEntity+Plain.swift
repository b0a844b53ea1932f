import CoreData
import Foundation

extension CollectionEntity {
    /// The names in the languages that have one.
    var names: [Language: String] { Language.names(korean: nameKo, english: nameEn) }

    /// The plain collection; counts come from the items.
    ///
    /// - Throws: `DaybookError.storage` when the row lacks what every collection has.
    func plain() throws -> ItemCollection { try plain(counting: CollectionCounts(livingItems)) }

    /// The plain collection, when its items are counted already.
    func plain(counting counts: CollectionCounts) throws -> ItemCollection {
        guard let id, let createdAt else { throw DaybookError.storage("a collection's row is damaged") }
        return ItemCollection(
            id: id, names: names, catalogueID: catalogueID, picture: try plainPhotos().first, progress: counts.whole,
            groups: counts.groups, createdAt: createdAt, trashedAt: trashedAt)
    }

    /// The items that are not in the trash.
    var livingItems: [CollectionItemEntity] {
        (items?.members(CollectionItemEntity.self) ?? []).filter { $0.trashedAt == nil }
    }
}

/// How much of a collection and of its groups is owned.
struct CollectionCounts {
    private struct Group {
        var owned = 0
        var total = 0
        var position = Int64.max
    }

    private var byGroup: [String?: Group] = [:]

    /// Counts items that are at hand, changes that are not saved included.
    init(_ items: [CollectionItemEntity]) {
        for item in items {
            add(1, owned: item.ownedBy == nil ? 0 : 1, position: Int64(item.position), to: item.groupName)
        }
    }

    /// Lets the database count.
    init(of collection: CollectionEntity, in context: NSManagedObjectContext) throws {
        let living = NSPredicate(format: "collection == %@ AND trashedAt == nil", collection)
        let aggregates = [
            NSManagedObjectContext.aggregate("count", "count:", "position"),
            NSManagedObjectContext.aggregate("first", "min:", "position"),
        ]
        for row in try context.groups(CollectionItemEntity.self, living, by: ["groupName"], taking: aggregates) {
            add(
                Int(NSManagedObjectContext.integer(row["count"])), owned: 0,
                position: NSManagedObjectContext.integer(row["first"]), to: row["groupName"] as? String)
        }
        let owned = NSPredicate.all([living, NSPredicate(format: "ownedBy != nil")])
        for row in try context.groups(CollectionItemEntity.self, owned, by: ["groupName"], taking: aggregates) {
            add(
                0, owned: Int(NSManagedObjectContext.integer(row["count"])), position: .max,
                to: row["groupName"] as? String)
        }
    }

    private mutating func add(_ total: Int, owned: Int, position: Int64, to group: String?) {
        byGroup[group, default: Group()].total += total
        byGroup[group, default: Group()].owned += owned
        byGroup[group, default: Group()].position = min(byGroup[group]?.position ?? .max, position)
    }

    var whole: OwnedProgress {
        OwnedProgress(
            owned: byGroup.values.reduce(0) { $0 + $1.owned }, total: byGroup.values.reduce(0) { $0 + $1.total })
    }

    /// The groups that have names, in the order of their first items.
    var groups: [GroupProgress] {
        byGroup.compactMap { name, group in name.map { ($0, group) } }
            .sorted { $0.1.position < $1.1.position }
            .map { GroupProgress(group: $0, progress: OwnedProgress(owned: $1.owned, total: $1.total)) }
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
            isWished: isWished, ownedDay: CalendarDay(number: Int(ownedDay)), position: Int(position),
            trashedAt: trashedAt)
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
