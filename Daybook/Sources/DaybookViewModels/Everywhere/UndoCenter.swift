import Combine
import DaybookModel
import Foundation

/// Remembers how to take back the last steps.
@MainActor
public final class UndoCenter: ObservableObject {
    /// What a step did, for the message that tells of it.
    public indirect enum Event: Hashable, Sendable {
        /// An entry was added.
        case entryAdded(Transaction)
        /// An entry was changed.
        case entryChanged(Transaction)
        /// An entry was deleted.
        case entryDeleted(Transaction)
        /// A category was added, changed or deleted.
        case categoryAdded, categoryChanged, categoryDeleted
        /// A plan was added, changed or deleted; deleting takes its memos along.
        case planAdded, planChanged, planDeleted(memos: Int)
        /// A memo was added, changed or deleted.
        case memoAdded, memoChanged, memoDeleted
        /// A collection was added, renamed, deleted or reset.
        case collectionAdded, collectionRenamed, collectionDeleted, collectionReset(items: Int)
        /// An item was added, changed or deleted.
        case itemAdded, itemChanged, itemDeleted
        /// An item was marked owned or not owned.
        case itemTicked(names: [Language: String], owned: Bool)
        /// An item was marked wished for or not.
        case itemWished(names: [Language: String], wished: Bool)
        /// Several items were marked at once.
        case itemsMarked(count: Int)
        /// A file was imported.
        case imported(count: Int)
        /// Settings were stored.
        case settingsChanged
        /// Something came back from the trash.
        case restored
        /// The trash was emptied.
        case trashEmptied(count: Int)
        /// A step was taken back.
        case undone(Event)
        /// An import was taken back.
        case importUndone
        /// There was no step that could be taken back.
        case nothingToUndo
        /// A step was not taken back, as something stands in its way.
        case undoRefused(DaybookError)
    }

    /// A thing that was done.
    public struct Step: Identifiable, Sendable {
        /// The step's identity.
        public let id: UUID
        /// What it did.
        public let event: Event
        /// When.
        public let moment: Date
        /// Whether it can be taken back.
        public fileprivate(set) var canUndo: Bool
    }

    /// Takes a step back; an error says why that was not possible.
    public typealias Undo = @MainActor () async -> DaybookError?

    /// The steps, oldest first.
    @Published public private(set) var steps: [Step] = []
    private var undos: [UUID: Undo] = [:]
    private let limit = 200

    /// Starts with no steps.
    public init() {}

    /// Notes a step.
    ///
    /// - Parameter undo: nil for what cannot be taken back.
    @discardableResult
    public func record(_ event: Event, undo: Undo?) -> UUID {
        let step = Step(id: UUID(), event: event, moment: Date(), canUndo: undo != nil)
        steps.append(step)
        undos[step.id] = undo
        while steps.count > limit { undos[steps.removeFirst().id] = nil }
        return step.id
    }

    /// A step by its identity.
    public func step(_ id: UUID) -> Step? { steps.first { $0.id == id } }

    /// The last step that can be taken back.
    public var last: Step? { steps.last { $0.canUndo } }

    /// Drops a step that can no longer be taken back.
    public func forget(_ id: UUID) {
        guard let index = steps.firstIndex(where: { $0.id == id }) else { return }
        steps[index].canUndo = false
        undos[id] = nil
    }

    /// What came of taking a step back.
    public enum Outcome: Equatable, Sendable {
        /// It was taken back.
        case undone
        /// It was taken back before, lies too far back, or was about something that is gone for good.
        case nothingToUndo
        /// What it changed was changed again since, or something else does not allow it; nothing was changed.
        case refused(DaybookError)
        /// The data could not be read or written; it may work another time.
        case failed(DaybookError)
    }

    /// Takes a step back, once.
    public func undo(_ id: UUID) async -> Outcome {
        guard let index = steps.firstIndex(where: { $0.id == id }), let undo = undos.removeValue(forKey: id) else {
            return .nothingToUndo
        }
        steps[index].canUndo = false
        guard let error = await undo() else { return .undone }
        // What the step was about is gone for good.
        if case .notFound = error { return .nothingToUndo }
        // It may work another time: the disk may have room again, or the later step may be taken back first.
        if let index = steps.firstIndex(where: { $0.id == id }) {
            steps[index].canUndo = true
            undos[id] = undo
        }
        switch error {
        case .conflict, .validation: return .refused(error)
        default: return .failed(error)
        }
    }

    /// Takes back the last step that can be; one that is refused makes way for the one before it.
    public func undoLast() async -> Outcome {
        guard let last else { return .nothingToUndo }
        let outcome = await undo(last.id)
        if case .refused = outcome { forget(last.id) }
        return outcome
    }
}

extension DaybookServices {
    /// Makes an undo of a publisher's work: nil when it succeeds.
    static func undo<Value: Sendable>(
        _ make: @escaping @MainActor () -> AnyPublisher<Value, DaybookError>
    ) -> UndoCenter.Undo {
        {
            switch await SingleValue.of(make()) {
            case .success: nil
            case .failure(let error): error
            }
        }
    }
}
