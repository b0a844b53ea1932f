import Foundation

/// How much of something is owned.
public struct OwnedProgress: Hashable, Sendable {
    /// Items owned.
    public let owned: Int
    /// All items.
    public let total: Int

    /// Makes a value.
    public init(owned: Int, total: Int) {
        self.owned = owned
        self.total = total
    }

    /// The share in whole percent, rounded; 100 means all and 0 none.
    public var percent: Int {
        guard owned > 0, total > 0 else { return 0 }
        return owned >= total ? 100 : min(99, max(1, (owned * 200 + total) / (total * 2)))
    }
}

/// A collection as a list shows it.
public struct ItemCollection: Identifiable, Hashable, Sendable {
    /// The collection's identity.
    public let id: UUID
    /// The name in each language that has one.
    public var names: [Language: String]
    /// The catalogue it comes from, for built-in ones.
    public var catalogueID: String?
    /// A picture.
    public var picture: Photo?
    /// How much is owned.
    public var progress: OwnedProgress
    /// Progress by group, in the order of the items; empty when there are no groups.
    public var groups: [GroupProgress]
    /// When it was made.
    public var createdAt: Date
    /// When it was moved to the trash.
    public var trashedAt: Date?

    /// Makes a collection value; nothing is stored.
    public init(
        id: UUID, names: [Language: String], catalogueID: String? = nil, picture: Photo? = nil,
        progress: OwnedProgress, groups: [GroupProgress] = [], createdAt: Date, trashedAt: Date? = nil
    ) {
        self.id = id
        self.names = names
        self.catalogueID = catalogueID
        self.picture = picture
        self.progress = progress
        self.groups = groups
        self.createdAt = createdAt
        self.trashedAt = trashedAt
    }

    /// The name in a language, or in the other one when it has none.
    public func name(in language: Language) -> String {
        names[language] ?? names.sorted { $0.key.rawValue < $1.key.rawValue }.first?.value ?? ""
    }
}

extension ItemCollection {
    /// Items as a page lists them: a built-in catalogue by its names in the page's language, a person's own list in its
    /// own order.
    public func ordered(_ items: [CollectionItem], in language: Language) -> [CollectionItem] {
        guard catalogueID != nil else { return items }
        return items.map { ($0, SearchText.folded($0.name(in: language))) }.sorted { $0.1 < $1.1 }.map(\.0)
    }
}

/// How much of a group is owned.
public struct GroupProgress: Hashable, Sendable {
    /// The group's name.
    public let group: String
    /// How much of it is owned.
    public let progress: OwnedProgress

    /// Makes a value.
    public init(group: String, progress: OwnedProgress) {
        self.group = group
        self.progress = progress
    }
}

/// A thing of a collection.
public struct CollectionItem: Identifiable, Hashable, Sendable {
    /// The item's identity.
    public let id: UUID
    /// The collection it belongs to.
    public let collectionID: UUID
    /// The name in each language that has one.
    public var names: [Language: String]
    /// The group.
    public var group: String?
    /// The number within the collection, as written.
    public var number: String?
    /// Which of several of one name.
    public var variant: String?
    /// A note.
    public var note: String?
    /// A picture.
    public var picture: Photo?
    /// Whether it is owned.
    public var isOwned: Bool
    /// How many are owned; at least 1 when owned.
    public var quantity: Int
    /// Whether it is wished for.
    public var isWished: Bool
    /// The day since which it is owned.
    public var ownedDay: CalendarDay?
    /// The place in the collection, from 0.
    public var position: Int
    /// When it was moved to the trash; nil for a living item.
    public var trashedAt: Date?

    /// Makes an item value; nothing is stored.
    public init(
        id: UUID, collectionID: UUID, names: [Language: String], group: String? = nil, number: String? = nil,
        variant: String? = nil, note: String? = nil, picture: Photo? = nil, isOwned: Bool = false,
        quantity: Int = 1, isWished: Bool = false, ownedDay: CalendarDay? = nil, position: Int,
        trashedAt: Date? = nil
    ) {
        self.id = id
        self.collectionID = collectionID
        self.names = names
        self.group = group
        self.number = number
        self.variant = variant
        self.note = note
        self.picture = picture
        self.isOwned = isOwned
        self.quantity = quantity
        self.isWished = isWished
        self.ownedDay = ownedDay
        self.position = position
        self.trashedAt = trashedAt
    }

    /// The name in a language, or in the other one when it has none.
    public func name(in language: Language) -> String {
        names[language] ?? names.sorted { $0.key.rawValue < $1.key.rawValue }.first?.value ?? ""
    }
}

/// A part of a collection's items.
public struct CollectionItemList: Hashable, Sendable {
    /// The items, in order.
    public let items: [CollectionItem]
    /// How many items pass the filter, also those beyond the limit.
    public let count: Int

    /// Makes a list value.
    public init(items: [CollectionItem], count: Int) {
        self.items = items
        self.count = count
    }
}

/// Which items a list shows.
public struct CollectionItemFilter: Hashable, Sendable {
    /// A choice by state.
    public enum Ownership: String, CaseIterable, Codable, Sendable {
        /// Every item.
        case all
        /// Items owned.
        case owned
        /// Items not owned.
        case missing
        /// Items wished for.
        case wished
    }

    /// The choice by state.
    public var ownership: Ownership
    /// Only this group.
    public var group: String?
    /// Words looked for in the names of both languages, number, variant and note.
    public var text: String

    /// Makes a filter; without arguments everything passes.
    public init(ownership: Ownership = .all, group: String? = nil, text: String = "") {
        self.ownership = ownership
        self.group = group
        self.text = text
    }
}

/// What a person gives to make or change an item.
public struct CollectionItemDraft: Hashable, Sendable {
    /// The name in each language; one is required.
    public var names: [Language: String]
    /// The group.
    public var group: String?
    /// The number as written.
    public var number: String?
    /// Which of several of one name.
    public var variant: String?
    /// A note.
    public var note: String?
    /// How many are owned.
    public var quantity: Int

    /// Makes a draft.
    public init(
        names: [Language: String], group: String? = nil, number: String? = nil, variant: String? = nil,
        note: String? = nil, quantity: Int = 1
    ) {
        self.names = names
        self.group = group
        self.number = number
        self.variant = variant
        self.note = note
        self.quantity = quantity
    }
}

/// An item after a change, with the progress it leads to.
public struct ItemChange: Hashable, Sendable {
    /// The item as it is now.
    public let item: CollectionItem
    /// The collection's progress now.
    public let progress: OwnedProgress

    /// Makes a value.
    public init(item: CollectionItem, progress: OwnedProgress) {
        self.item = item
        self.progress = progress
    }
}

/// What a reset took away; handing it back undoes the reset.
public struct CollectionReset: Hashable, Sendable {
    /// The state of an item that a reset changed.
    public struct Item: Hashable, Sendable {
        /// The item.
        public let id: UUID
        /// Its quantity before.
        public let quantity: Int
        /// Its day before.
        public let ownedDay: CalendarDay?

        /// Makes a value.
        public init(id: UUID, quantity: Int, ownedDay: CalendarDay?) {
            self.id = id
            self.quantity = quantity
            self.ownedDay = ownedDay
        }
    }

    /// The collection.
    public let collectionID: UUID
    /// The items that were owned.
    public let items: [Item]

    /// Makes a value.
    public init(collectionID: UUID, items: [Item]) {
        self.collectionID = collectionID
        self.items = items
    }
}
