import Combine
import Foundation

/// The account book's categories.
public protocol CategoryManaging: Sendable {
    /// All categories: each of the first level followed by its own.
    func categories() -> AnyPublisher<[Category], DaybookError>
    /// Adds a category.
    func add(_ draft: CategoryDraft) -> AnyPublisher<Category, DaybookError>
    /// Changes a category.
    func update(id: UUID, with draft: CategoryDraft) -> AnyPublisher<Category, DaybookError>
    /// Moves a category with those below it to the trash. Entries that use them move to `replacement`; without one it
    /// must be that no living entry does.
    func delete(id: UUID, movingEntriesTo replacement: UUID?) -> AnyPublisher<Category, DaybookError>
    /// Moves a category that nothing uses to the trash if it is still as it was seen, to take back what brought it. Fails
    /// with `.conflict`.
    func delete(asSeen: Category) -> AnyPublisher<Category, DaybookError>
    /// Takes back what a step changed; what was changed since stays. Fails with `.conflict` where both changed one value.
    func undo(_ revision: Revision<Category>) -> AnyPublisher<Category, DaybookError>
    /// Takes a category out of the trash with those that went with it; its entries come back to it, unless they were
    /// given another category meanwhile. Fails with `.validation(.name, .duplicate)` when its name is taken by now.
    func restore(id: UUID) -> AnyPublisher<Category, DaybookError>
}
