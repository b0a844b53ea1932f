import Foundation

/// Finds the handler of an address.
struct Router: Sendable {
    typealias Handler = @Sendable (Request) async -> Response

    private struct Route: Sendable {
        let method: Request.Method
        let pattern: [String]
        let handler: Handler
    }

    private var routes: [Route] = []
    private let notFound: Handler

    /// - Parameter notFound: answers what no route matches.
    init(notFound: @escaping Handler) {
        self.notFound = notFound
    }

    /// Adds a route; a component like `:id` matches one component of any text.
    mutating func on(_ method: Request.Method, _ pattern: String, _ handler: @escaping Handler) {
        routes.append(
            Route(method: method, pattern: pattern.split(separator: "/").map(String.init), handler: handler))
    }

    /// Answers by the first route that matches; a known address asked in the wrong way is 405.
    func answer(_ request: Request) async -> Response {
        let path = request.path.split(separator: "/").map(String.init)
        var otherMethods: Set<String> = []
        // The server sends a HEAD's headers only, so that it is a GET to us.
        let method: Request.Method = request.method == .head ? .get : request.method
        for route in routes {
            guard let parameters = Self.match(route.pattern, path) else { continue }
            guard route.method == method else {
                otherMethods.insert(route.method.rawValue)
                continue
            }
            var request = request
            request.parameters = parameters
            return await route.handler(request)
        }
        guard otherMethods.isEmpty else {
            return .text("Method not allowed.", status: 405)
                .adding("Allow", otherMethods.sorted().joined(separator: ", "))
        }
        return await notFound(request)
    }

    private static func match(_ pattern: [String], _ path: [String]) -> [String: String]? {
        guard pattern.count == path.count else { return nil }
        var parameters: [String: String] = [:]
        for (expected, given) in zip(pattern, path) {
            if expected.hasPrefix(":") {
                parameters[String(expected.dropFirst())] = given
            } else if expected != given {
                return nil
            }
        }
        return parameters
    }
}
