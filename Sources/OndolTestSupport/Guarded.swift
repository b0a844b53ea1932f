import Synchronization

/// State of a test object, reachable under its lock only.
final class Guarded<State> {
    // Unchecked: what travels through the lock is used by one thread at a time.
    private struct Carried<Value>: @unchecked Sendable {
        var value: Value
    }

    private let mutex: Mutex<Carried<State>>

    init(_ state: State) {
        mutex = Mutex(Carried(value: state))
    }

    /// Works on the state while no other thread can.
    func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        mutex.withLock { Carried(value: body(&$0.value)) }.value
    }
}
