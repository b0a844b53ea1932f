public import Synchronization

/// Counts what has been handed to a scheduler and not been delivered yet.
///
/// A concurrent scheduler may run the completion's turn before that of a value; the completion then waits for the
/// value, so that none is lost. On one that runs one piece of work at a time nothing ever waits.
@usableFromInline
struct UnderWay: ~Copyable {
    /// Values, and one for the completion.
    @usableFromInline
    let count = Atomic<Int>(1)

    @inlinable
    init() {}

    /// A value is on its way.
    @inlinable
    @inline(__always)
    func begin() { count.add(1, ordering: .relaxed) }

    /// A value was delivered, or the completion's turn came.
    ///
    /// - Returns: True when nothing is left: the caller delivers the completion.
    @inlinable
    @inline(__always)
    func end() -> Bool { count.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }
}
