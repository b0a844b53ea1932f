import Foundation

/// What goes back to the browser.
struct Response: Sendable {
    enum Body: Sendable {
        case bytes([UInt8])
        /// A file on disk, sent from its start.
        case file(URL, size: UInt64)
        /// Server-sent events; ends when the stream is closed.
        case events(EventStream)
    }

    var status: Int
    var headers: [FormField]
    var body: Body

    init(status: Int = 200, contentType: String, body: Body, headers: [FormField] = []) {
        self.status = status
        self.body = body
        self.headers = [FormField(name: "Content-Type", value: contentType)] + headers
    }

    static func html(_ page: HTML, status: Int = 200) -> Response {
        Response(
            status: status, contentType: "text/html; charset=utf-8", body: .bytes(Array(page.rendered.utf8)),
            headers: [FormField(name: "Cache-Control", value: "no-store")])
    }

    static func text(_ text: String, status: Int = 200) -> Response {
        Response(
            status: status, contentType: "text/plain; charset=utf-8", body: .bytes(Array(text.utf8)),
            headers: [FormField(name: "Cache-Control", value: "no-store")])
    }

    static func json(_ value: some Encodable & Sendable, status: Int = 200) -> Response {
        do {
            let data = try JSONEncoder().encode(value)
            return Response(
                status: status, contentType: "application/json", body: .bytes(Array(data)),
                headers: [FormField(name: "Cache-Control", value: "no-store")])
        } catch {
            return .text("could not encode the answer: \(error)", status: 500)
        }
    }

    /// Answers a write: the browser then asks for the address anew, so that a reload repeats nothing.
    static func seeOther(_ address: String) -> Response {
        Response(
            status: 303, contentType: "text/plain; charset=utf-8", body: .bytes([]),
            headers: [
                FormField(name: "Location", value: address), FormField(name: "Cache-Control", value: "no-store"),
            ])
    }

    /// The answer with one more header.
    func adding(_ name: String, _ value: String) -> Response {
        var copy = self
        copy.headers.append(FormField(name: name, value: value))
        return copy
    }
}
