import Foundation

/// How a step's changes of photos are taken back: its own go, those it took away come back, all others stay.
public struct PhotoReturn: Hashable, Sendable {
    private let before: Set<UUID>
    private let after: Set<UUID>

    /// Compares the photos before and after a step.
    public init(from before: [Photo], to after: [Photo]) {
        self.before = Set(before.map(\.id))
        self.after = Set(after.map(\.id))
    }

    /// What is to be done to the photos that there are now.
    ///
    /// - Parameter limit: how many photos the thing has at most; where it has one, another one in its place is a change.
    /// - Throws: `conflict` when the step and somebody else after it changed the one photo.
    public func edits(
        now: Set<UUID>, limit: Int, else conflict: DaybookError
    ) throws(DaybookError) -> PhotoEdits {
        guard before != after, now != before else { return PhotoEdits() }
        if limit == 1, now != after { throw conflict }
        return PhotoEdits(
            removing: after.subtracting(before).intersection(now),
            restoring: before.subtracting(after).subtracting(now))
    }
}
