import Combine
import Foundation

/// Things in the trash.
public protocol TrashManaging: Sendable {
    /// What is in the trash, newest first.
    func contents() -> AnyPublisher<TrashContents, DaybookError>
    /// Removes for good what has been in the trash since before a moment, files included; nil removes everything.
    func empty(trashedBefore moment: Date?) -> AnyPublisher<Int, DaybookError>
}
