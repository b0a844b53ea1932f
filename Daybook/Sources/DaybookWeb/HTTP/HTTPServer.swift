import CMicrohttpd
import Foundation
import Synchronization

/// An HTTP server on the loopback address, on libmicrohttpd.
///
/// One polling thread reads and sends; every request is answered by a task of its own while its connection sleeps, so
/// that a long request holds nothing up.
final class HTTPServer: Sendable {
    typealias Handler = @Sendable (Request) async -> Response

    /// The port that the server listens on.
    let port: UInt16
    let limits: UploadLimits
    private let handler: Handler
    private let uploadFolder: URL
    private let guardian: RequestGuard

    /// The daemon until it is stopped, the answers that are being made, and the streams that are
    /// open.
    ///
    /// Stopping takes the streams first, then waits for the answers, then takes the daemon.
    private struct State {
        var daemon: DaemonHandle?
        var answering = 0
        /// Answers that are made and not sent yet.
        var sending = 0
        var stopping = false
        var streams: [ObjectIdentifier: EventStream] = [:]
        var idle: [CheckedContinuation<Void, Never>] = []
    }

    /// Safe to send: an opaque address that is used for stopping only, once.
    private struct DaemonHandle: @unchecked Sendable { let pointer: OpaquePointer }

    private let state = Mutex(State())

    /// Starts to listen.
    ///
    /// - Throws: `HTTPServerError`, among others when the port is in use.
    init(
        port: UInt16, limits: UploadLimits = UploadLimits(), uploadFolder: URL, token: String,
        handler: @escaping Handler
    ) throws(HTTPServerError) {
        let socket = try ListeningSocket(port: port)
        self.port = socket.port
        self.limits = limits
        self.handler = handler
        self.uploadFolder = uploadFolder
        guardian = RequestGuard(port: socket.port, token: token)
        // A connection that is silent for 20 seconds is closed, so that nobody can hold all of them; those that wait for
        // an answer, or for an event, are asleep and do not count.
        // The server outlives the daemon: `stop` ends the daemon before the last reference is given up, and the
        // callbacks run only while the daemon does.
        let context = Unmanaged.passUnretained(self).toOpaque()
        guard
            let daemon = daybook_mhd_start(
                socket.descriptor, answerCallback, completedCallback, context, 800, 20, 64 * 1024)
        else {
            let code = errno
            close(socket.descriptor)
            throw .system(call: "MHD_start_daemon", code: code)
        }
        let handle = DaemonHandle(pointer: daemon)
        state.withLock { $0.daemon = handle }
    }

    deinit {
        // Only a server that was never stopped gets here with a daemon; its callbacks must not outlive it.
        if let daemon = state.withLock({ $0.daemon }) { MHD_stop_daemon(daemon.pointer) }
    }

    /// Ends streams, lets running answers finish, and closes the port.
    ///
    /// A second call does nothing.
    ///
    /// - Parameter patience: how long answers are waited for; nil for as long as they take.
    /// - Returns: false when an answer took longer; then the port stays open, as its connection cannot be given up.
    @discardableResult
    func stop(patience: Duration? = nil) async -> Bool {
        let streams = state.withLock { state in
            state.stopping = true
            return Array(state.streams.values)
        }
        for stream in streams { stream.close() }
        // Their ends are sent by the polling thread; a tab that no longer reads is not waited for.
        for _ in 0..<100 where state.withLock({ !$0.streams.isEmpty }) { await Self.pause() }
        if let patience {
            let end = ContinuousClock.now + patience
            while state.withLock({ $0.answering > 0 }) {
                guard ContinuousClock.now < end else { return false }
                await Self.pause()
            }
        }
        await withCheckedContinuation { continuation in
            let idle = state.withLock { state in
                if state.answering > 0 { state.idle.append(continuation) }
                return state.answering == 0
            }
            if idle { continuation.resume() }
        }
        // The last answers are on their way; who does not read is not waited for.
        for _ in 0..<100 where state.withLock({ $0.sending > 0 }) { await Self.pause() }
        let daemon = state.withLock { state in
            defer { state.daemon = nil }
            return state.daemon
        }
        guard let daemon else { return true }
        await withCheckedContinuation { continuation in
            // Stopping waits for the polling thread; that wait must not take one of the tasks' threads.
            DispatchQueue.global().async {
                MHD_stop_daemon(daemon.pointer)
                continuation.resume()
            }
        }
        return true
    }

    /// Whether a request is being answered.
    var isAnswering: Bool { state.withLock { $0.answering > 0 } }

    /// A moment that also passes when the task was cancelled.
    private static func pause() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(10)) { continuation.resume() }
        }
    }

    // MARK: - On the polling thread

    /// The first look at a request: an exchange to read it into, or the answer that refuses it.
    fileprivate func open(method: String, path: String, connection: OpaquePointer) -> (Exchange, Response?) {
        let headers = values(of: connection, kind: .HEADER_KIND, lowercaseNames: true)
        var named: [String: String] = [:]
        for header in headers { named[header.name] = named[header.name] ?? header.value }
        let query = values(of: connection, kind: .GET_ARGUMENT_KIND, lowercaseNames: false)
        let known = Request.Method(rawValue: method)
        let refusal: Response? =
            if known == nil {
                Response.text("Method not allowed.", status: 405).adding("Allow", "GET, HEAD, POST")
            } else if headers.filter({ $0.name == "host" }).count != 1 {
                Response.text("A request needs one Host header.", status: 400)
            } else {
                guardian.refusalBeforeBody(method: known ?? .get, headers: named, limit: limits.requestBytes)
            }
        let body = refusal == nil && known == .post ? bodyReader(contentType: named["content-type"]) : .none
        let exchange = Exchange(method: known ?? .get, path: path, query: query, headers: named, body: body)
        return (exchange, refusal)
    }

    private func bodyReader(contentType: String?) -> BodyReader {
        guard let contentType else { return .none }
        let header = MultipartParser.parameters(ofHeader: contentType)
        switch header.value {
        case "application/x-www-form-urlencoded":
            return .urlEncoded([], limit: limits.fieldBytes)
        case "multipart/form-data":
            do {
                let parser = try MultipartParser(boundary: header.parameters["boundary"] ?? "")
                return .multipart(parser, FormReceiver(limits: limits, folder: uploadFolder))
            } catch {
                return .failed(FormBody(problem: .malformed(error.message)))
            }
        default:
            return .failed(FormBody(problem: .unsupportedType))
        }
    }

    /// The body is whole: a task answers while the connection sleeps.
    ///
    /// False when the server is stopping.
    fileprivate func dispatch(_ exchange: Exchange, connection: ConnectionHandle) -> Bool {
        let accepted = state.withLock { state in
            guard !state.stopping else { return false }
            state.answering += 1
            return true
        }
        guard accepted else { return false }
        // Asleep before the task starts, so that its answer cannot come first.
        MHD_suspend_connection(connection.pointer)
        Task { await self.answer(exchange, connection: connection) }
        return true
    }

    private func answer(_ exchange: Exchange, connection: ConnectionHandle) async {
        let form = exchange.state.withLock { state in
            let (form, files) = state.body.finish()
            state.body = .none
            state.temporaryFiles = files
            return form
        }
        let request = Request(
            method: exchange.method, path: exchange.path, query: exchange.query, headers: exchange.headers, form: form)
        let response: Response
        if let refusal = guardian.refusalAfterBody(request) {
            response = refusal
        } else {
            response = await handler(request)
        }
        exchange.removeTemporaryFiles()
        state.withLock { $0.sending += 1 }
        let isGone = exchange.state.withLock { state in
            state.response = response
            if !state.ended { MHD_resume_connection(connection.pointer) }
            return state.ended
        }
        if isGone { sent() }
        let idle = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.answering -= 1
            guard state.answering == 0 else { return [] }
            defer { state.idle = [] }
            return state.idle
        }
        for continuation in idle { continuation.resume() }
    }

    /// An answer is sent, or nobody waits for it any more.
    fileprivate func sent() { state.withLock { $0.sending -= 1 } }

    /// Remembers an open stream, so that stopping can end it.
    fileprivate func opened(_ stream: EventStream) {
        let stopping = state.withLock { state in
            state.streams[ObjectIdentifier(stream)] = stream
            return state.stopping
        }
        if stopping { stream.close() }
    }

    fileprivate func closed(_ stream: EventStream) {
        _ = state.withLock { $0.streams.removeValue(forKey: ObjectIdentifier(stream)) }
    }

    private func values(of connection: OpaquePointer, kind: MHD_ValueKind, lowercaseNames: Bool) -> [FormField] {
        final class Collector {
            var fields: [FormField] = []
        }
        let collector = Collector()
        // The collector lives through the call, which runs the closure on this thread only.
        withExtendedLifetime(collector) {
            _ = MHD_get_connection_values_n(
                connection, kind,
                { context, _, name, nameLength, value, valueLength in
                    guard let context, let name else { return .NO }
                    let collector = Unmanaged<Collector>.fromOpaque(context).takeUnretainedValue()
                    collector.fields.append(
                        FormField(name: text(name, nameLength), value: value.map { text($0, valueLength) } ?? ""))
                    return .YES
                }, Unmanaged.passUnretained(collector).toOpaque())
        }
        guard lowercaseNames else { return collector.fields }
        return collector.fields.map { FormField(name: $0.name.lowercased(), value: $0.value) }
    }
}

private func text(_ start: UnsafePointer<CChar>, _ length: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
}

/// libmicrohttpd asks: first with the headers, then with each piece of the body, then for the answer.
private let answerCallback: MHD_AccessHandlerCallback = { context, connection, url, method, _, data, size, slot in
    guard let context, let connection, let url, let method, let size, let slot else { return .NO }
    let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    guard let known = slot.pointee else {
        let (exchange, refusal) = server.open(
            method: String(cString: method), path: String(cString: url), connection: connection)
        // Balanced by `completedCallback`, which libmicrohttpd calls exactly once per request.
        slot.pointee = Unmanaged.passRetained(exchange).toOpaque()
        guard let refusal else { return .YES }
        return send(refusal, exchange: exchange, connection: connection, server: server)
    }
    let exchange = Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
    if size.pointee > 0, let data {
        exchange.state.withLock { $0.body.feed(UnsafeRawBufferPointer(start: data, count: size.pointee)) }
        size.pointee = 0
        return .YES
    }
    if let response = exchange.state.withLock({ $0.response }) {
        return send(response, exchange: exchange, connection: connection, server: server)
    }
    if server.dispatch(exchange, connection: ConnectionHandle(pointer: connection)) { return .YES }
    let stopping = Response.text("Daybook is stopping.", status: 503)
    return send(stopping, exchange: exchange, connection: connection, server: server)
}

/// The request is over, sent or not: gives up what it held.
private let completedCallback: MHD_RequestCompletedCallback = { context, _, slot, _ in
    guard let context, let slot, let known = slot.pointee else { return }
    slot.pointee = nil
    let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    let exchange = Unmanaged<Exchange>.fromOpaque(known).takeRetainedValue()
    let (stream, leftover, wasAnswered) = exchange.state.withLock { state -> (EventStream?, [URL], Bool) in
        state.ended = true
        // A body that was cut short has left files which no task has taken over.
        let (_, files) = state.body.finish()
        state.body = .none
        return (state.stream, files, state.response != nil)
    }
    if wasAnswered { server.sent() }
    for file in leftover { try? FileManager.default.removeItem(at: file) }
    if let stream {
        stream.detach()
        server.closed(stream)
    }
}

private func send(
    _ response: Response, exchange: Exchange, connection: OpaquePointer, server: HTTPServer
) -> MHD_Result {
    let made: OpaquePointer?
    switch response.body {
    case .bytes(let bytes):
        // libmicrohttpd copies the bytes and does not write to them.
        made = bytes.withUnsafeBytes { buffer in
            MHD_create_response_from_buffer(
                buffer.count, UnsafeMutableRawPointer(mutating: buffer.baseAddress), .RESPMEM_MUST_COPY)
        }
    case .file(let url, let size):
        let descriptor = Foundation.open(url.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            return send(
                .text("The file is missing.", status: 404), exchange: exchange, connection: connection, server: server)
        }
        // The descriptor now belongs to the response.
        made = MHD_create_response_from_fd64(size, descriptor)
    case .events(let stream):
        stream.attach(to: ConnectionHandle(pointer: connection))
        exchange.state.withLock { $0.stream = stream }
        server.opened(stream)
        // Balanced by the response's free callback.
        made = MHD_create_response_from_callback(
            daybook_mhd_size_unknown(), 4096,
            { context, _, target, room in
                guard let context, let target else { return daybook_mhd_end_of_stream() }
                return Unmanaged<EventStream>.fromOpaque(context).takeUnretainedValue()
                    .read(into: UnsafeMutableRawBufferPointer(start: target, count: room))
            }, Unmanaged.passRetained(stream).toOpaque(),
            { context in
                if let context { Unmanaged<EventStream>.fromOpaque(context).release() }
            })
    }
    guard let made else { return .NO }
    defer { MHD_destroy_response(made) }
    for header in response.headers + RequestGuard.headersOfEveryAnswer {
        MHD_add_response_header(made, header.name, header.value)
    }
    return MHD_queue_response(connection, UInt32(response.status), made)
}
