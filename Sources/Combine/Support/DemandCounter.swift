public import Synchronization

/// The demand of one subscriber, counted without a lock.
///
/// The number is what is still wanted; `Int.max` means unlimited and -1 that nothing is ever wanted again.
@usableFromInline
struct DemandCounter: ~Copyable {
    @usableFromInline
    let count = Atomic<Int>(0)

    @inlinable
    init() {}

    /// Whether deliveries have ended for good.
    @inlinable
    var isEnded: Bool { count.load(ordering: .acquiring) < 0 }

    /// Whether at least one value is wanted.
    @inlinable
    var isOpen: Bool { count.load(ordering: .acquiring) > 0 }

    /// Whether everything is wanted.
    @inlinable
    var isUnlimited: Bool { count.load(ordering: .acquiring) == Int.max }

    /// Uses up one; false when none is wanted.
    @inlinable
    @inline(__always)
    func takeOne() -> Bool {
        let now = count.load(ordering: .acquiring)
        return now == Int.max || takeOneCounted(now)
    }

    @usableFromInline
    func takeOneCounted(_ seen: Int) -> Bool {
        var now = seen
        while now > 0 {
            if now == Int.max { return true }
            let (exchanged, found) = count.compareExchange(
                expected: now, desired: now - 1, successOrdering: .acquiringAndReleasing, failureOrdering: .acquiring)
            if exchanged { return true }
            now = found
        }
        return false
    }

    /// Adds demand.
    ///
    /// - Returns: Whether there was none before and there is some now.
    @usableFromInline
    @discardableResult
    func add(_ demand: Subscribers.Demand) -> Bool {
        var now = count.load(ordering: .acquiring)
        while now >= 0 {
            let (sum, overflow) = now.addingReportingOverflow(demand.max ?? Int.max)
            let (exchanged, found) = count.compareExchange(
                expected: now, desired: overflow ? Int.max : sum, successOrdering: .acquiringAndReleasing,
                failureOrdering: .acquiring)
            if exchanged { return now == 0 && demand > 0 }
            now = found
        }
        return false
    }

    /// What is still wanted.
    @inlinable
    var remaining: Subscribers.Demand {
        let now = count.load(ordering: .acquiring)
        return now == Int.max ? .unlimited : .max(Swift.max(now, 0))
    }

    /// Ends deliveries for good.
    ///
    /// - Returns: Whether this call ended them.
    @usableFromInline
    @discardableResult
    func end() -> Bool {
        count.exchange(-1, ordering: .acquiringAndReleasing) >= 0
    }
}
