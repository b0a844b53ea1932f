import Foundation
import Synchronization

/// Ends the process on a signal as it would have ended anyway, but with everything unfinished removed first.
enum Interruption {
    private static let isUnderWay = Atomic<Bool>(false)
    private static let isWatching = Atomic<Bool>(false)

    /// Takes care of SIGINT, SIGTERM and SIGHUP from now on, but for those that the process is to ignore.
    ///
    /// Called before there is a second thread: threads inherit that these signals are left to the one that waits.
    static func watch() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            var present = sigaction()
            // SIG_IGN is 1 everywhere; the macro is not imported. Whoever starts with `nohup` or `&` wants it so.
            guard sigaction(number, nil, &present) == 0, !present.isIgnoring else { continue }
            sigaddset(&signals, number)
        }
        // unlike the others this one goes to the thread that writes, which finds out anyway: see `readerWent()`.
        signal(SIGPIPE, SIG_IGN)
        isWatching.store(true, ordering: .releasing)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let waited = signals
        let thread = Thread { wait(for: waited) }
        thread.name = "ondol.signals"
        thread.start()
    }

    private static func wait(for signals: sigset_t) {
        var signals = signals
        var number: Int32 = 0
        guard sigwait(&signals, &number) == 0 else { return }
        end(by: number, unblocking: &signals)
    }

    private static func end(by number: Int32, unblocking signals: inout sigset_t) {
        isUnderWay.store(true, ordering: .releasing)
        Unfinished.clear()
        // whoever started the process sees that the signal ended it.
        signal(number, SIG_DFL)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        kill(getpid(), number)
    }

    /// Ends the process, as nobody reads its output any more; returns when nobody watches over it.
    static func readerWent() {
        guard isWatching.load(ordering: .acquiring) else { return }
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        end(by: SIGPIPE, unblocking: &signals)
        yield()
    }

    /// Does not return when a signal is about to end the process, so that its exit code is the signal's.
    static func yield() {
        while isUnderWay.load(ordering: .acquiring) { sleep(1) }
    }
}

extension sigaction {
    fileprivate var isIgnoring: Bool {
        #if canImport(Darwin)
            let handler = __sigaction_u.__sa_handler
        #else
            let handler = __sigaction_handler.sa_handler
        #endif
        // safe: the address is compared, never called.
        return unsafeBitCast(handler, to: Int.self) == 1
    }
}
