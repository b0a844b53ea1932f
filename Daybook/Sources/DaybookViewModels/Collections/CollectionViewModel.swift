import Combine
import DaybookModel
import Foundation

/// A collection with the items that its filter lets through.
@MainActor
public final class CollectionViewModel: ScreenViewModel {
    /// Items on a page.
    public static let pageSize = 500
    /// A reset of more items than this asks for the name.
    public static let unaskedReset = 20

    /// The collection's identity.
    public let id: UUID
    /// Which items are shown.
    @Published public var filter = CollectionItemFilter()
    /// The collection; nil before loading, and when it is gone.
    @Published public private(set) var collection: ItemCollection?
    /// The items shown.
    @Published public private(set) var items: [CollectionItem] = []
    /// How many items pass the filter, on all pages.
    @Published public private(set) var itemCount = 0
    /// The page, from 0.
    @Published public var page = 0

    /// Whether a page follows.
    public var hasNextPage: Bool { itemCount > (page + 1) * Self.pageSize }

    /// Makes a model; `load` fetches.
    public init(services: DaybookServices, id: UUID) {
        self.id = id
        super.init(services: services)
    }

    /// Fetches the collection and its items.
    public func load() async {
        guard let found = await value(of: services.collections.collection(id: id)), found.trashedAt == nil else {
            if error == nil { error = .notFound(.collection, id) }
            collection = nil
            items = []
            itemCount = 0
            return
        }
        collection = found
        if let group = filter.group, !found.groups.contains(where: { $0.group == group }) { filter.group = nil }
        await loadItems()
        // What was on the last page may be on the one before by now.
        let last = max(0, itemCount - 1) / Self.pageSize
        if page > last {
            page = last
            await loadItems()
        }
    }

    private func loadItems() async {
        let list = await value(
            of: services.collections.items(
                collectionID: id, matching: filter, limit: Self.pageSize, offset: page * Self.pageSize))
        items = list?.items ?? []
        itemCount = list?.count ?? 0
    }

    /// All items that pass the filter, on every page.
    public func allItems() async -> [CollectionItem] {
        await value(of: services.collections.items(collectionID: id, matching: filter, limit: nil, offset: 0))?.items
            ?? []
    }

    /// Fetches anew.
    public override func reload() async { await load() }

    /// Turns owned into not owned and back; nothing else changes but the counts.
    @discardableResult
    public func toggle(_ itemID: UUID, undo center: UndoCenter) async -> ItemChange? {
        let (manager, day) = (services.collections, services.today())
        guard let before = await value(of: manager.item(id: itemID)),
            let change = await change(of: manager.toggle(itemID: itemID, on: day))
        else { return nil }
        let marking = ItemMarking(
            isOwned: change.item.isOwned, day: day,
            items: [ItemMarking.Item(id: itemID, ownedDay: before.ownedDay, isWished: before.isWished)],
            progress: change.progress)
        center.record(
            .itemTicked(names: change.item.names, owned: change.item.isOwned),
            undo: DaybookServices.undo { manager.undo(marking) })
        return change
    }

    /// Marks an item wished for or not.
    @discardableResult
    public func setWished(_ wished: Bool, _ itemID: UUID, undo center: UndoCenter) async -> ItemChange? {
        let manager = services.collections
        guard let before = await value(of: manager.item(id: itemID)),
            let change = await change(of: manager.setWished(wished, itemID: itemID))
        else { return nil }
        if before.isWished != wished {
            center.record(
                .itemWished(names: change.item.names, wished: wished),
                undo: DaybookServices.undo { manager.setWished(!wished, itemID: itemID) })
        }
        return change
    }

    private func change(of publisher: AnyPublisher<ItemChange, DaybookError>) async -> ItemChange? {
        guard let change = await value(of: publisher) else { return nil }
        collection?.progress = change.progress
        if let index = items.firstIndex(where: { $0.id == change.item.id }) { items[index] = change.item }
        return change
    }

    /// Marks every item that passes the filter, on every page.
    public func setOwned(_ owned: Bool, undo center: UndoCenter) async -> UUID? {
        let changed = await allItems().filter { $0.isOwned != owned }.map(\.id)
        let (manager, day) = (services.collections, services.today())
        guard !changed.isEmpty else { return center.record(.itemsMarked(count: 0), undo: nil) }
        guard let marking = await value(of: manager.setOwned(owned, itemIDs: changed, on: day)) else { return nil }
        await load()
        return center.record(
            .itemsMarked(count: marking.items.count), undo: DaybookServices.undo { manager.undo(marking) })
    }

    /// Marks all items not owned.
    ///
    /// - Parameter typedName: must be the collection's name in some language when many items are owned.
    public func reset(typedName: String, undo center: UndoCenter) async -> UUID? {
        await load()
        guard let collection else { return nil }
        if collection.progress.owned > Self.unaskedReset {
            let typed = typedName.trimmingCharacters(in: .whitespacesAndNewlines)
            guard collection.names.values.contains(typed) else {
                error = .validation(.name, typed.isEmpty ? .missing : .unreadable)
                return nil
            }
        }
        let manager = services.collections
        guard let reset = await value(of: manager.reset(id: id)) else { return nil }
        return center.record(
            .collectionReset(items: reset.items.count), undo: DaybookServices.undo { manager.undo(reset) })
    }

    /// Renames the collection in one language.
    public func rename(to typed: String, language: Language, undo center: UndoCenter) async -> UUID? {
        let name = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !name.isEmpty else {
            error = .validation(.name, .missing)
            return nil
        }
        let (manager, id) = (services.collections, id)
        guard let before = await value(of: manager.collection(id: id)),
            let after = await value(of: manager.rename(id: id, to: name, language: language))
        else { return nil }
        let revision = Revision(before: before, after: after)
        return center.record(.collectionRenamed, undo: DaybookServices.undo { manager.undo(revision) })
    }

    /// Moves the collection to the trash.
    public func delete(undo center: UndoCenter) async -> UUID? {
        let (manager, id) = (services.collections, id)
        guard await value(of: manager.delete(id: id)) != nil else { return nil }
        collection = nil
        items = []
        return center.record(.collectionDeleted, undo: DaybookServices.undo { manager.restore(id: id) })
    }
}
