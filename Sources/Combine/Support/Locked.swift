public import Synchronization

/// A piece of state which can only be touched under its lock.
///
/// Nothing of the user's may run or be let go inside `withLock`: take it out, leave the lock, then call or drop it.
@usableFromInline
struct Locked<State>: ~Copyable, @unchecked Sendable {
    // Unchecked: the state is reachable through `withLock` only, by one thread at a time.
    @usableFromInline
    let mutex: Mutex<Carried<State>>

    /// Written by whoever leaves the lock, read by whoever enters it.
    ///
    /// The mutex itself needs no such thing. ThreadSanitizer does: a mutex that had to wait is taken inside the
    /// standard library, where it does not look, and it would report every contended lock of an app as a race. It sees
    /// this pair, which costs a plain load and a plain store.
    @usableFromInline
    let handover = Atomic<Bool>(false)

    @inlinable
    init(_ state: State) {
        mutex = Mutex(Carried(state))
    }

    /// Runs a short piece of our own code on the state while no other thread can.
    @inlinable
    @inline(__always)
    func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        mutex.withLock { carried in
            _ = handover.load(ordering: .acquiring)
            defer { handover.store(true, ordering: .releasing) }
            return Carried(body(&carried.value))
        }.value
    }

    /// Replaces the state and returns the old one, so that it is let go outside the lock.
    @inlinable
    func exchange(_ new: State) -> State {
        withLock { state in
            let old = state
            state = new
            return old
        }
    }

    /// The state at this moment.
    @inlinable
    var current: State {
        withLock { $0 }
    }

    /// Takes a value out and leaves nil, so that it is let go outside the lock.
    @inlinable
    func take<Value>() -> Value? where State == Value? {
        exchange(nil)
    }
}

/// A value on its way through a lock or to another thread.
@usableFromInline
struct Carried<Value>: @unchecked Sendable {
    // Unchecked: the code that carries a value hands it on and keeps no access of its own.
    @usableFromInline
    var value: Value

    @inlinable
    init(_ value: Value) {
        self.value = value
    }
}
