import Dispatch
import SQLite
import Synchronization

/// The readers of a store that nobody uses at the moment.
///
/// They keep their transactions; after a second without reads somebody comes to end them. A class of its own, so that
/// the one who comes need not refer to the store's connections.
final class ReaderPool: @unchecked Sendable {
    // @unchecked: readers in the pool are used under its lock only.

    private struct State {
        var idle: [Reader] = []
        var isClosed = false
        var isReleasePlanned = false
        /// Grows with each read; tells the release whether it was quiet.
        var reads = 0
    }

    private let state = Mutex(State())

    /// More idle readers than this are closed.
    private static let idleLimit = 4

    /// A reader, for the caller alone; nil when none is idle.
    func take() -> Reader? {
        guard let idle = state.withLock({ $0.idle.popLast() }), !idle.isBroken else { return nil }
        return idle
    }

    func giveBack(_ reader: Reader) {
        let (surplus, planRelease) = state.withLock { state -> (Bool, Bool) in
            if state.isClosed || reader.isBroken || state.idle.count >= Self.idleLimit { return (true, false) }
            state.idle.append(reader)
            state.reads &+= 1
            let plan = !state.isReleasePlanned
            state.isReleasePlanned = true
            return (false, plan)
        }
        if surplus { reader.close() }
        if planRelease { self.planRelease(readsSeen: -1) }
    }

    /// Ends kept transactions of readers that nobody uses.
    func endTransactions() {
        state.withLock { state in
            for reader in state.idle { reader.endTransaction() }
        }
    }

    private func planRelease(readsSeen: Int) {
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + 1) { [self] in
            let again = state.withLock { state -> Int? in
                if state.isClosed { return nil }
                if state.reads != readsSeen { return state.reads }
                for reader in state.idle { reader.endTransaction() }
                state.isReleasePlanned = false
                return nil
            }
            if let again { planRelease(readsSeen: again) }
        }
    }

    /// Closes the idle readers now, and those in use when they are given back.
    func close() {
        let idle = state.withLock { state -> [Reader] in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        for reader in idle { reader.close() }
    }
}
