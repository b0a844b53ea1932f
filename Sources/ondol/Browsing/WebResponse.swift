import Foundation

/// What is sent back.
struct WebResponse {
    var status = 200
    var type = "text/html; charset=utf-8"
    /// The name under which a browser is to save the content rather than show it.
    var attachment: String?
    var body: Data

    init(html: HTML, status: Int = 200) {
        self.status = status
        body = Data(html.text.utf8)
    }

    init(body: Data, type: String, attachment: String? = nil) {
        self.body = body
        self.type = type
        self.attachment = attachment
    }

    private static let reasons = [
        200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        431: "Request Header Fields Too Large", 500: "Internal Server Error", 505: "HTTP Version Not Supported",
    ]

    /// The whole message; the body is left out of an answer to HEAD.
    func message(isHead: Bool) -> Data {
        var head = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Error")\r\n"
        head += "Content-Type: \(type)\r\nContent-Length: \(body.count)\r\nConnection: close\r\n"
        if status == 405 { head += "Allow: GET, HEAD\r\n" }
        if let attachment { head += "Content-Disposition: attachment; filename=\"\(attachment)\"\r\n" }
        // no script at all, nothing from elsewhere, nothing kept: the pages show somebody's data.
        head +=
            "Content-Security-Policy: default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; "
            + "base-uri 'none'; frame-ancestors 'none'\r\n"
        head += "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCache-Control: no-store\r\n"
        head += "Cross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\n\r\n"
        return Data(head.utf8) + (isHead ? Data() : body)
    }
}

/// HTML that is known to be well-formed: text gets in by being escaped only.
struct HTML: ExpressibleByStringInterpolation {
    private(set) var text: String

    private init(raw: String) { text = raw }

    /// Text, escaped for elements and attributes alike.
    init(text: String) {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{202A}"..."\u{202E}",
                "\u{2066}"..."\u{2069}":
                result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        self.init(raw: result)
    }

    init(stringLiteral value: String) { self.init(raw: value) }

    init(stringInterpolation: StringInterpolation) { self.init(raw: stringInterpolation.text) }

    static func joined(_ parts: [HTML]) -> HTML { HTML(raw: parts.map(\.text).joined()) }

    /// Literals are markup, strings are text.
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ value: HTML) { text += value.text }
        mutating func appendInterpolation(_ value: String) { text += HTML(text: value).text }
        mutating func appendInterpolation(_ value: Int) { text += String(value) }
    }
}
