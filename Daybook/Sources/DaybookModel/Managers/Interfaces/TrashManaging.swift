import Combine
import Foundation

/// Things in the trash.
public protocol TrashManaging: Sendable {
    /// What is in the trash, newest first: of each kind at most `limit` things after the first `offset`; nil means all.
    func contents(limit: Int?, offset: Int) -> AnyPublisher<TrashContents, DaybookError>
    /// Removes for good what has been in the trash since before a moment, files included; nil removes everything.
    func empty(trashedBefore moment: Date?) -> AnyPublisher<Int, DaybookError>
}

extension TrashManaging {
    /// Everything that is in the trash, newest first.
    public func contents() -> AnyPublisher<TrashContents, DaybookError> { contents(limit: nil, offset: 0) }
}
