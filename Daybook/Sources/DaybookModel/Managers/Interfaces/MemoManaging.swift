import Combine
import Foundation

/// Memos of reading plans.
public protocol MemoManaging: Sendable {
    /// The memos of a plan.
    func memos(planID: UUID, order: MemoOrder) -> AnyPublisher<[Memo], DaybookError>
    /// The memos of all plans that hold the words, newest first.
    func memos(matching text: String, limit: Int?) -> AnyPublisher<[Memo], DaybookError>
    /// A memo, also when it is in the trash. Fails with `.notFound`.
    func memo(id: UUID) -> AnyPublisher<Memo, DaybookError>
    /// Adds a memo; moves the plan's progress forward, never backward.
    func add(_ draft: MemoDraft, planID: UUID, photo: PhotoUpload?) -> AnyPublisher<Memo, DaybookError>
    /// Changes a memo.
    func update(id: UUID, with draft: MemoDraft, photo: PhotoEdits, ifUnchangedSince: Date?) -> AnyPublisher<
        Memo, DaybookError
    >
    /// Moves a memo to the trash.
    func delete(id: UUID) -> AnyPublisher<Memo, DaybookError>
    /// Moves a memo to the trash if it is still as it was seen, to take back what brought it. Fails with `.conflict`.
    func delete(asSeen: Memo) -> AnyPublisher<Memo, DaybookError>
    /// Takes back what a step changed; what was changed since stays. Fails with `.conflict` where both changed one value.
    func undo(_ revision: Revision<Memo>) -> AnyPublisher<Memo, DaybookError>
    /// Takes a memo out of the trash.
    func restore(id: UUID) -> AnyPublisher<Memo, DaybookError>
}
