import Dispatch
import Foundation

/// Waits for the signals that ask a program to stop.
enum StopSignals {
    /// Returns at the first SIGINT or SIGTERM; a second one ends the program at once, as is usual.
    static func wait() async {
        let numbers = [SIGINT, SIGTERM]
        // A browser that goes away while it is being sent something must not end the program.
        signal(SIGPIPE, SIG_IGN)
        for number in numbers { signal(number, SIG_IGN) }
        let stream = AsyncStream<Int32> { continuation in
            let sources = numbers.map { number in
                let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
                source.setEventHandler { continuation.yield(number) }
                source.resume()
                return SourceBox(source: source)
            }
            continuation.onTermination = { _ in for box in sources { box.source.cancel() } }
        }
        for await _ in stream { break }
        for number in numbers { signal(number, SIG_DFL) }
    }

    /// Safe to send: a dispatch source may be cancelled from any thread.
    private struct SourceBox: @unchecked Sendable {
        let source: any DispatchSourceSignal
    }
}
