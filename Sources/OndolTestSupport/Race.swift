import Dispatch

/// Runs a closure on several threads at once, and returns when all have ended.
///
/// What the closure touches has to be safe to use from several threads; that is what such a test is about, so the
/// compiler is not asked.
///
/// - Parameters:
///   - threads: How many; each is told its number.
///   - body: What each does.
public func race(threads: Int, _ body: (Int) -> Void) {
    // Unchecked: a race is what the test wants; the closure does not outlive the call.
    struct Racer: @unchecked Sendable {
        let run: (Int) -> Void
    }
    withoutActuallyEscaping(body) { body in
        let racer = Racer(run: body)
        DispatchQueue.concurrentPerform(iterations: threads) { racer.run($0) }
    }
}
