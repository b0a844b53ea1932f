import CMicrohttpd
import Foundation
import Synchronization

/// One request while it is being read, answered and sent.
///
/// Three parties touch it in turn: the polling thread reads the body, a task makes the answer, the polling thread
/// sends it. `state` is guarded by its lock at every access, so that a client that goes away in between is harmless.
final class Exchange: Sendable {
    struct State {
        var body: BodyReader
        var response: Response?
        var stream: EventStream?
        /// Temporary files to remove when the request is over.
        var temporaryFiles: [URL] = []
        /// The connection is gone; an answer that comes now is dropped.
        var ended = false
    }

    let method: Request.Method
    let path: String
    let query: [FormField]
    let headers: [String: String]
    let state: Mutex<State>

    init(
        method: Request.Method, path: String, query: [FormField], headers: [String: String], body: consuming BodyReader
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        state = Mutex(State(body: body))
    }

    /// Removes what the request left behind.
    ///
    /// Called once, when the connection has let go of it and no task answers it.
    func removeTemporaryFiles() {
        let files = state.withLock { state in
            defer { state.temporaryFiles = [] }
            return state.temporaryFiles
        }
        for file in files {
            // A file that was taken over by its receiver is gone already, which is what is wanted.
            try? FileManager.default.removeItem(at: file)
        }
    }
}

/// Reads a request's body as it arrives.
enum BodyReader {
    case none
    case urlEncoded([UInt8], limit: Int)
    case multipart(MultipartParser, FormReceiver)
    case failed(FormBody)

    /// Takes the next piece; what comes after a failure is dropped.
    mutating func feed(_ bytes: UnsafeRawBufferPointer) {
        switch self {
        case .none, .failed:
            break
        case .urlEncoded(var collected, let limit):
            self = .none
            collected.append(contentsOf: bytes)
            self =
                collected.count > limit ? .failed(FormBody(problem: .tooLarge)) : .urlEncoded(collected, limit: limit)
        case .multipart(var parser, var receiver):
            self = .none
            do {
                try parser.feed(bytes, to: &receiver)
                self = .multipart(parser, receiver)
            } catch {
                self = .failed(Self.failedForm(receiver, error))
            }
        }
    }

    /// The form, and every temporary file that was made for it.
    mutating func finish() -> (FormBody, [URL]) {
        switch self {
        case .none:
            return (FormBody(), [])
        case .failed(let form):
            return (form, form.files.map(\.location))
        case .urlEncoded(let bytes, _):
            return (FormBody.urlEncoded(bytes), [])
        case .multipart(let parser, let receiver):
            do {
                try parser.finish()
                return (receiver.form, receiver.form.files.map(\.location))
            } catch {
                let form = Self.failedForm(receiver, error)
                return (form, form.files.map(\.location))
            }
        }
    }

    private static func failedForm(_ receiver: FormReceiver, _ error: any Error) -> FormBody {
        if let unfinished = receiver.unfinishedFile {
            // The part was cut short and belongs to nobody.
            try? FileManager.default.removeItem(at: unfinished)
        }
        let reason = (error as? MultipartParser.Failure)?.message ?? "\(error)"
        return receiver.failed(.malformed(reason))
    }
}
