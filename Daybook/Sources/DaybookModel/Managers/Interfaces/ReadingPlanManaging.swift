import Combine
import Foundation

/// Reading plans.
public protocol ReadingPlanManaging: Sendable {
    /// The plans: current first, then coming, then done and stopped, newest first.
    func plans(matching text: String) -> AnyPublisher<[ReadingPlan], DaybookError>
    /// A plan, also when it is in the trash. Fails with `.notFound`.
    func plan(id: UUID) -> AnyPublisher<ReadingPlan, DaybookError>
    /// What goes with a plan when it is deleted.
    func contents(id: UUID) -> AnyPublisher<ReadingPlanContents, DaybookError>
    /// Figures, by month for one year.
    func statistics(year: Int) -> AnyPublisher<ReadingStatistics, DaybookError>
    /// Adds a plan.
    func add(_ draft: ReadingPlanDraft, cover: PhotoUpload?) -> AnyPublisher<ReadingPlan, DaybookError>
    /// Changes a plan.
    func update(id: UUID, with draft: ReadingPlanDraft, cover: PhotoEdits, ifUnchangedSince: Date?) -> AnyPublisher<
        ReadingPlan, DaybookError
    >
    /// Moves a plan with its memos to the trash.
    func delete(id: UUID) -> AnyPublisher<ReadingPlan, DaybookError>
    /// Moves a plan to the trash if it is still as it was seen, to take back what brought it. Fails with `.conflict`.
    func delete(asSeen: ReadingPlan) -> AnyPublisher<ReadingPlan, DaybookError>
    /// Takes back what a step changed; what was changed since stays. Fails with `.conflict` where both changed one value.
    func undo(_ revision: Revision<ReadingPlan>) -> AnyPublisher<ReadingPlan, DaybookError>
    /// Takes a plan with its memos out of the trash.
    func restore(id: UUID) -> AnyPublisher<ReadingPlan, DaybookError>
}
