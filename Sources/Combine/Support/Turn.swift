public import Synchronization

/// Lets one thread at a time deliver, without ever making another one wait.
///
/// State: `holder` is 0 when nobody delivers, else the token of the thread that does, plus 1 when other threads have
/// left work. The work left stands in `left`, guarded by its lock. A thread that finds the turn taken leaves its work
/// there, and the holder does it before it gives the turn up. A thread that holds the turn may enter again: nested
/// work is done at once, depth first. Because nobody waits while user code runs, user code cannot be deadlocked here.
@usableFromInline
struct Turn: ~Copyable {
    @usableFromInline
    enum Entry {
        /// The turn was free and is ours; `leave(_:)` must follow.
        case entered
        /// The turn is ours already, further up the stack.
        case nested
        /// Another thread has the turn.
        case busy
    }

    @usableFromInline
    let holder = Atomic<UInt>(0)

    @usableFromInline
    let left = Locked<[() -> Void]>([])

    @inlinable
    init() {}

    @inlinable
    @inline(__always)
    func enter(_ thread: UInt) -> Entry {
        let (exchanged, holding) = holder.compareExchange(
            expected: 0, desired: thread, successOrdering: .acquiring, failureOrdering: .acquiring)
        if exchanged { return .entered }
        return holding & ~1 == thread ? .nested : .busy
    }

    @inlinable
    @inline(__always)
    func leave(_ thread: UInt) {
        let free = holder.compareExchange(
            expected: thread, desired: 0, successOrdering: .releasing, failureOrdering: .relaxed
        ).exchanged
        if !free { finishLeftWork(thread) }
    }

    /// Does the work that others have left, then gives the turn up.
    @usableFromInline
    func finishLeftWork(_ thread: UInt) {
        while true {
            let work = left.withLock { left -> [() -> Void] in
                let work = left
                left = []
                holder.store(work.isEmpty ? 0 : thread, ordering: .releasing)
                return work
            }
            if work.isEmpty { return }
            for action in work { action() }
        }
    }

    /// Leaves work for the thread that has the turn.
    ///
    /// - Parameter alongside: Runs at the moment the work gets its place in the order, under the lock of the list.
    /// - Returns: False when the turn has become free meanwhile: it is ours now, and the work is still to be done.
    @usableFromInline
    func leaveWork(_ thread: UInt, alongside: () -> Void = {}, _ action: @escaping () -> Void) -> Bool {
        left.withLock { left in
            var holding = holder.load(ordering: .acquiring)
            while true {
                let wanted = holding == 0 ? thread : holding | 1
                let (exchanged, found) = holder.compareExchange(
                    expected: holding, desired: wanted, successOrdering: .acquiring, failureOrdering: .acquiring)
                guard exchanged else {
                    holding = found
                    continue
                }
                if holding == 0 { return false }
                left.append(action)
                alongside()
                return true
            }
        }
    }
}

extension Turn {
    /// Does work under the turn: at once when it is free or ours, else by way of the thread that has it.
    @inlinable
    @inline(__always)
    func perform(_ work: @escaping () -> Void) {
        let thread = currentThreadToken()
        switch enter(thread) {
        case .nested:
            work()
        case .entered:
            work()
            leave(thread)
        case .busy:
            if leaveWork(thread, work) { return }
            work()
            leave(thread)
        }
    }
}
