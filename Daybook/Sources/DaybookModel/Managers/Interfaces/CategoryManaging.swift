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
    /// Removes a category that no entry uses; entries move to `replacement` when it is given.
    func delete(id: UUID, movingEntriesTo replacement: UUID?) -> AnyPublisher<Category, DaybookError>
}
