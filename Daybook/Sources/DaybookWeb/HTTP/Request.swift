import Foundation

/// One request, read whole: address, headers and the form that came with it.
struct Request: Sendable {
    enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
    }

    let method: Method
    /// The address as the browser sent it, without the query; always begins with `/`.
    let path: String
    let query: [FormField]
    /// Header names in lower case.
    let headers: [String: String]
    let form: FormBody
    /// What the route's pattern matched, by name.
    var parameters: [String: String] = [:]

    /// The last value given for a name in the query.
    func query(_ name: String) -> String? {
        query.last { $0.name == name }?.value
    }

    /// All values given for a name in the query, in order.
    func queryAll(_ name: String) -> [String] {
        query.filter { $0.name == name }.map(\.value)
    }

    /// Path and query as one local address, so that a form can lead back to where it was opened.
    var address: String {
        Address.join(path: path, query: query)
    }

    /// A cookie's value.
    func cookie(_ name: String) -> String? {
        for pair in (headers["cookie"] ?? "").split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces) == name else { continue }
            return parts[1].trimmingCharacters(in: .whitespaces)
        }
        return nil
    }

    /// Whether our own script asks, which wants an answer instead of a redirect.
    var wantsJSON: Bool { headers["accept"]?.hasPrefix("application/json") == true }
}

/// A name and a value from a query or a form.
struct FormField: Sendable, Equatable {
    var name: String
    var value: String
}
