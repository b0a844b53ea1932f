import Combine
import Foundation

/// Collections and their items.
public protocol CollectionManaging: Sendable {
    /// All collections with their progress, in the order they were made.
    func collections() -> AnyPublisher<[ItemCollection], DaybookError>
    /// A collection with its progress. Fails with `.notFound`.
    func collection(id: UUID) -> AnyPublisher<ItemCollection, DaybookError>
    /// The items of a collection that pass a filter, in order.
    func items(collectionID: UUID, matching filter: CollectionItemFilter, limit: Int?, offset: Int) -> AnyPublisher<
        CollectionItemList, DaybookError
    >
    /// An item, also when it is in the trash. Fails with `.notFound`.
    func item(id: UUID) -> AnyPublisher<CollectionItem, DaybookError>
    /// Adds an empty collection.
    func add(name: String, language: Language) -> AnyPublisher<ItemCollection, DaybookError>
    /// Renames a collection in one language.
    func rename(id: UUID, to name: String, language: Language) -> AnyPublisher<ItemCollection, DaybookError>
    /// Adds an item at the end, with a picture or without.
    func addItem(_ draft: CollectionItemDraft, collectionID: UUID, photo: PhotoUpload?) -> AnyPublisher<
        CollectionItem, DaybookError
    >
    /// Changes an item.
    func updateItem(id: UUID, with draft: CollectionItemDraft, photo: PhotoEdits) -> AnyPublisher<
        CollectionItem, DaybookError
    >
    /// Moves an item to the trash; whether it is owned is kept.
    func deleteItem(id: UUID) -> AnyPublisher<CollectionItem, DaybookError>
    /// Moves an item to the trash if it is still as it was seen, to take back what brought it. Fails with `.conflict`.
    func deleteItem(asSeen: CollectionItem) -> AnyPublisher<CollectionItem, DaybookError>
    /// Takes back what a step changed; what was changed since stays. Fails with `.conflict` where both changed one value.
    func undo(_ revision: Revision<CollectionItem>) -> AnyPublisher<CollectionItem, DaybookError>
    /// Takes an item out of the trash.
    func restoreItem(id: UUID) -> AnyPublisher<CollectionItem, DaybookError>
    /// Turns owned into not owned and back.
    func toggle(itemID: UUID, on day: CalendarDay) -> AnyPublisher<ItemChange, DaybookError>
    /// Marks items owned or not owned; what comes back undoes it.
    func setOwned(_ owned: Bool, itemIDs: [UUID], on day: CalendarDay) -> AnyPublisher<ItemMarking, DaybookError>
    /// Puts back what a marking changed; items marked otherwise since then stay as they are.
    func undo(_ marking: ItemMarking) -> AnyPublisher<Int, DaybookError>
    /// Marks an item wished for or not.
    func setWished(_ wished: Bool, itemID: UUID) -> AnyPublisher<ItemChange, DaybookError>
    /// Marks all items not owned; what comes back undoes it.
    func reset(id: UUID) -> AnyPublisher<CollectionReset, DaybookError>
    /// Puts back what a reset took; items owned again since then stay as they are.
    func undo(_ reset: CollectionReset) -> AnyPublisher<ItemCollection, DaybookError>
    /// Moves a collection to the trash.
    func delete(id: UUID) -> AnyPublisher<ItemCollection, DaybookError>
    /// Moves a collection to the trash if it is still as it was seen, to take back what brought it. Fails with
    /// `.conflict`.
    func delete(asSeen: ItemCollection) -> AnyPublisher<ItemCollection, DaybookError>
    /// Takes back a change of names; those that were changed since stay. Fails with `.conflict` where both changed one.
    func undo(_ revision: Revision<ItemCollection>) -> AnyPublisher<ItemCollection, DaybookError>
    /// Takes a collection out of the trash.
    func restore(id: UUID) -> AnyPublisher<ItemCollection, DaybookError>
}
