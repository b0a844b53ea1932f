import Dispatch
import Foundation
import Synchronization

/// A server for one person on the same machine: listens on the loopback address only, answers one request a
/// connection.
///
/// A plain server over sockets, small because it reads GET requests only, so that the tool, which runs in
/// every build as part of the plugin, needs no further library.
final class WebServer: Sendable {
    let port: Int
    private let socket: Int32
    private let respond: @Sendable (WebRequest) -> WebResponse
    /// Guards against more connections than threads are worth.
    private let slots = DispatchSemaphore(value: 64)
    private let isStopped = Atomic<Bool>(false)

    /// Seconds until a client that says nothing, or does not listen, is given up.
    private static let patience = 10

    /// - Parameter port: 0 for one that is free.
    /// - Throws: `StoreFileError` when the port cannot be had.
    init(port: Int, respond: @escaping @Sendable (WebRequest) -> WebResponse) throws {
        self.respond = respond
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        socket = Foundation.socket(AF_INET, kind, 0)
        guard socket >= 0 else { throw Self.failure(port, "no socket can be had") }
        var yes: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = socket
        let isBound = withUnsafeMutablePointer(to: &address) {
            // safe: the sockets interface takes every kind of address by the type of their common beginning.
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 128) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else {
            let reason = String(cString: strerror(errno))
            close(socket)
            throw Self.failure(port, reason)
        }
        self.port = Int(UInt16(bigEndian: address.sin_port))
    }

    private static func failure(_ port: Int, _ reason: String) -> StoreFileError {
        StoreFileError(
            path: "127.0.0.1:\(port)", problem: "The port cannot be listened on: \(reason).",
            remedy: "Give another with --port, or leave it out for any that is free.")
    }

    /// A connection whose request is not all there yet.
    ///
    /// Browsers open some ahead, and some clients take their time: one takes no thread.
    private struct Waiting {
        let descriptor: Int32
        let deadline: ContinuousClock.Instant
        var received: [UInt8] = []
    }

    /// At most so many wait; the one that has waited longest goes for a new one.
    private static let mostWaiting = 256

    /// Answers requests until `stop()`.
    func run() {
        var connections: [Waiting] = []
        while !isStopped.load(ordering: .acquiring) {
            var watched = ([socket] + connections.map(\.descriptor)).map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            // once a second those whose time is over are looked for.
            guard poll(&watched, nfds_t(watched.count), connections.isEmpty ? -1 : 1000) >= 0 else { continue }
            let now = ContinuousClock.now
            var waiting: [Waiting] = []
            for (var connection, state) in zip(connections, watched.dropFirst()) {
                if connection.deadline < now {
                    close(connection.descriptor)
                } else if state.revents == 0 || receive(&connection) {
                    waiting.append(connection)
                }
            }
            connections = waiting
            guard watched[0].revents != 0, !isStopped.load(ordering: .acquiring) else { continue }
            let client = accept(socket, nil, nil)
            guard client >= 0 else {
                // out of descriptors, or a connection that went before it was taken: others may still come.
                usleep(10_000)
                continue
            }
            if connections.count >= Self.mostWaiting { close(connections.removeFirst().descriptor) }
            connections.append(Waiting(descriptor: client, deadline: now + .seconds(Self.patience)))
        }
        for connection in connections { close(connection.descriptor) }
        close(socket)
    }

    /// Takes what a client has said; false when it needs no more waiting for, as it is answered or gone.
    private func receive(_ connection: inout Waiting) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(connection.descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count < 0, errno == EAGAIN || errno == EINTR { return true }
        guard count > 0 else {
            close(connection.descriptor)
            return false
        }
        // the end may lie across two pieces.
        let start = max(0, connection.received.count - 3)
        connection.received += buffer[..<count]
        let received = connection.received
        if let head = WebRequest.head(in: received, lookingFrom: start) {
            answer(connection.descriptor) { () throws(WebRequest.Refusal) in
                guard let text = String(validating: head, as: UTF8.self) else {
                    throw WebRequest.Refusal(status: 400, reason: "The request is no text.")
                }
                return try WebRequest(head: text)
            }
        } else if !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(received[0]) {
            // a request begins with a word; this may be a handshake for an encrypted connection.
            refuse(connection.descriptor, 400, "This is no request of HTTP.")
        } else if received.count > WebRequest.longestHead {
            refuse(connection.descriptor, 431, "The request is too long.")
        } else {
            return true
        }
        return false
    }

    private func refuse(_ client: Int32, _ status: Int, _ reason: String) {
        answer(client) { () throws(WebRequest.Refusal) in throw WebRequest.Refusal(status: status, reason: reason) }
    }

    /// Answers a client whose request is all there.
    private func answer(_ client: Int32, _ request: @escaping @Sendable () throws(WebRequest.Refusal) -> WebRequest) {
        slots.wait()
        DispatchQueue.global(qos: .userInitiated).async { [self] in
            serve(client, request)
            slots.signal()
        }
    }

    /// Makes `run()` return.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        shutdown(socket, Int32(SHUT_RDWR))
    }

    private func serve(_ client: Int32, _ request: () throws(WebRequest.Refusal) -> WebRequest) {
        defer { close(client) }
        var limit = timeval(tv_sec: Self.patience, tv_usec: 0)
        setsockopt(client, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        do throws(WebRequest.Refusal) {
            let request = try request()
            guard ["127.0.0.1:\(port)", "localhost:\(port)"].contains(request.host) else {
                // a name that somebody made lead here, to read these pages from a page of theirs.
                throw WebRequest.Refusal(status: 403, reason: "This server answers to 127.0.0.1 and localhost only.")
            }
            send(respond(request).message(isHead: request.isHead), to: client)
        } catch {
            send(
                WebResponse(html: "<!DOCTYPE html><p>\(error.reason)</p>", status: error.status).message(isHead: false),
                to: client)
        }
    }

    private func send(_ message: Data, to client: Int32) {
        message.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                // in bounds: no more was sent than there is. A client that went must not end the program.
                let count = Foundation.send(
                    client, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
                guard count > 0 else { return }
                sent += count
            }
        }
    }
}
