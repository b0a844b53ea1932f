import Synchronization

/// State of a test object, reachable under its lock only.
final class Guarded<State> {
    // Unchecked: what travels through the lock is used by one thread at a time.
    private struct Carried<Value>: @unchecked Sendable {
        var value: Value
    }

    private let mutex: Mutex<Carried<State>>

    // ThreadSanitizer does not see a mutex that had to wait: it is taken inside the standard library. It sees this.
    private let handover = Atomic<Bool>(false)

    init(_ state: State) {
        mutex = Mutex(Carried(value: state))
    }

    /// Works on the state while no other thread can.
    func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        mutex.withLock { carried in
            _ = handover.load(ordering: .acquiring)
            defer { handover.store(true, ordering: .releasing) }
            return Carried(value: body(&carried.value))
        }.value
    }
}
