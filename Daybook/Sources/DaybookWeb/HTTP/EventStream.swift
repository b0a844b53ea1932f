import CMicrohttpd
import Foundation
import Synchronization

/// Server-sent events on their way to one tab.
///
/// The connection sleeps while there is nothing to send; a push wakes it. Any thread may push or close.
final class EventStream: Sendable {
    /// What waits, and the connection while it sleeps.
    ///
    /// Guarded together: a push must either be seen by the reader before it goes to sleep, or wake
    /// it.
    private struct State {
        var waiting: [UInt8] = []
        var sleeping: ConnectionHandle?
        var connection: ConnectionHandle?
        var closed = false
    }

    /// A tab that reads nothing for long is cut off here instead of filling memory.
    private static let waitingLimit = 256 * 1024

    private let state = Mutex(State())

    /// Sends an event; data of several lines becomes several `data:` lines.
    func send(event: String, data: String) {
        let lines = data.split(separator: "\n", omittingEmptySubsequences: false).map { "data: \($0)\n" }.joined()
        push("event: \(event)\n\(lines)\n")
    }

    /// Sends a comment, which keeps the connection from being taken for dead.
    func keepAlive() {
        push(": still here\n\n")
    }

    /// Whether nobody reads any more.
    var isClosed: Bool { state.withLock { $0.closed } }

    /// Ends the answer.
    func close() {
        wake { $0.closed = true }
    }

    private func push(_ text: String) {
        wake { state in
            guard !state.closed else { return }
            state.waiting.append(contentsOf: text.utf8)
            if state.waiting.count > Self.waitingLimit { state.closed = true }
        }
    }

    private func wake(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            guard let connection = state.sleeping else { return }
            state.sleeping = nil
            MHD_resume_connection(connection.pointer)
        }
    }

    /// Names the connection that this stream answers, before its first read.
    func attach(to connection: ConnectionHandle) {
        state.withLock { $0.connection = connection }
    }

    /// The connection is gone: its pointer must not be used again.
    func detach() {
        state.withLock { state in
            state.connection = nil
            state.sleeping = nil
            state.closed = true
        }
    }

    /// Called by the polling thread to fill its buffer; puts the connection to sleep when nothing waits.
    func read(into target: UnsafeMutableRawBufferPointer) -> Int {
        state.withLock { state in
            if !state.waiting.isEmpty {
                let count = min(target.count, state.waiting.count)
                target.copyBytes(from: state.waiting[..<count])
                state.waiting.removeFirst(count)
                return count
            }
            guard !state.closed, let connection = state.connection else { return daybook_mhd_end_of_stream() }
            MHD_suspend_connection(connection.pointer)
            state.sleeping = connection
            return 0
        }
    }
}

/// A connection of libmicrohttpd, carried between its polling thread and the tasks that answer.
///
/// Safe to send: it is an opaque address, and whoever holds it uses it only while the exchange is open.
struct ConnectionHandle: @unchecked Sendable {
    let pointer: OpaquePointer
}
