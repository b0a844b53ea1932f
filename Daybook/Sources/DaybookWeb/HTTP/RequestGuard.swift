import Foundation

/// Refuses requests that did not come from a page of ours.
///
/// A page elsewhere can make a browser send requests to a loopback address. It cannot choose `Host` (a name of its own
/// that it points at 127.0.0.1 shows there), cannot hide `Origin` on a write, and cannot read the token in our forms.
struct RequestGuard: Sendable {
    private let authorities: Set<String>
    private let origins: Set<String>
    private let token: String

    init(port: UInt16, token: String) {
        let names = ["127.0.0.1", "localhost"]
        authorities = Set(names.map { "\($0):\(port)" } + (port == 80 ? names : []))
        origins = Set(authorities.map { "http://\($0)" })
        self.token = token
    }

    /// Decided by the headers alone, before a byte of the body is read.
    func refusalBeforeBody(method: Request.Method, headers: [String: String], limit: Int) -> Response? {
        guard let host = headers["host"]?.lowercased(), authorities.contains(host) else {
            return .text("This address is not served here.", status: 421)
        }
        guard method == .post else { return nil }
        if let origin = headers["origin"] {
            guard origins.contains(origin.lowercased()), origin.lowercased() == "http://\(host)" else {
                return .text("The form came from another site.", status: 403)
            }
        } else if let site = headers["sec-fetch-site"], site != "same-origin" {
            return .text("The form came from another site.", status: 403)
        }
        if let length = headers["content-length"].flatMap(Int.init), length > limit {
            return .text("The form is larger than \(limit / 1_048_576) MB.", status: 413)
        }
        return nil
    }

    /// Decided once the form is read: a write carries the token.
    func refusalAfterBody(_ request: Request) -> Response? {
        guard request.method == .post else { return nil }
        let given = request.form["token"] ?? request.headers["x-daybook-token"] ?? ""
        if case .malformed = request.form.problem, given.isEmpty {
            return .text("The form could not be read.", status: 400)
        }
        return Self.equal(given, token) ? nil : .text("The form is not one of this server's.", status: 403)
    }

    /// Compares in a time that tells nothing about where two texts differ.
    private static func equal(_ left: String, _ right: String) -> Bool {
        let left = Array(left.utf8)
        let right = Array(right.utf8)
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for index in left.indices { difference |= left[index] ^ right[index] }
        return difference == 0
    }

    /// Nothing from elsewhere, nothing inline, in no frame.
    static let headersOfEveryAnswer: [FormField] = [
        FormField(
            name: "Content-Security-Policy",
            value: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
                + "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"),
        FormField(name: "X-Content-Type-Options", value: "nosniff"),
        FormField(name: "Referrer-Policy", value: "same-origin"),
        FormField(name: "Cross-Origin-Opener-Policy", value: "same-origin"),
        FormField(name: "Cross-Origin-Resource-Policy", value: "same-origin"),
        FormField(name: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=()"),
    ]
}
