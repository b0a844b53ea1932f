import DaybookModel
import DaybookTestSupport
import DaybookViewModels
import Foundation
import FoundationNetworking
import Testing

@testable import DaybookWeb

/// A server on a port of the system's choosing, on managers in memory, and a client that speaks HTTP to it.
@MainActor
final class WebFixture {
    struct Answer {
        let status: Int
        let headers: [String: String]
        let body: String
    }

    let source = MemoryDataSource()
    let server: DaybookServer
    let folder: URL
    let today: CalendarDay
    /// Redirects are looked at, not followed.
    private let session: URLSession
    private(set) var token = ""

    init(filled: Bool = true) throws {
        let today = try #require(CalendarDay(year: 2026, month: 3, day: 31))
        self.today = today
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("daybook-web-\(UUID().uuidString)")
        if filled { source.fillWithSamples(today: today) }
        server = try DaybookServer(services: DaybookServices(source) { today }, port: 0, folder: folder)
        token = try String(contentsOf: folder.appendingPathComponent("form-token"), encoding: .utf8)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 120
        configuration.httpShouldSetCookies = false
        session = URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
    }

    private final class NoRedirects: NSObject, URLSessionTaskDelegate, Sendable {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }
    }

    func stop() async {
        session.invalidateAndCancel()
        await server.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    func get(_ path: String, _ headers: [String: String] = [:]) async throws -> Answer {
        try await send("GET", path, headers, nil)
    }

    func post(_ path: String, _ fields: [String: String], _ headers: [String: String] = [:]) async throws -> Answer {
        var fields = fields
        fields["token"] = fields["token"] ?? token
        let body = fields.map { "\(Address.encode($0))=\(Address.encode($1))" }.joined(separator: "&")
        var headers = headers
        headers["Content-Type"] = headers["Content-Type"] ?? "application/x-www-form-urlencoded"
        return try await send("POST", path, headers, Data(body.utf8))
    }

    func upload(
        _ path: String, _ fields: [String: String], files: [(field: String, name: String, data: Data)]
    ) async throws -> Answer {
        var fields = fields
        fields["token"] = fields["token"] ?? token
        var body = Data()
        for (name, value) in fields {
            body += Data("--XyZ\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        for file in files {
            let head =
                "--XyZ\r\nContent-Disposition: form-data; name=\"\(file.field)\"; filename=\"\(file.name)\"\r\n\r\n"
            body += Data(head.utf8) + file.data + Data("\r\n".utf8)
        }
        body += Data("--XyZ--\r\n".utf8)
        return try await send("POST", path, ["Content-Type": "multipart/form-data; boundary=XyZ"], body)
    }

    private func send(_ method: String, _ path: String, _ headers: [String: String], _ body: Data?) async throws
        -> Answer
    {
        var request = URLRequest(url: try #require(URL(string: server.address + path)))
        request.httpMethod = method
        request.httpBody = body
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await session.data(for: request)
        let answer = try #require(response as? HTTPURLResponse)
        var found: [String: String] = [:]
        for (name, value) in answer.allHeaderFields { found["\(name)".lowercased()] = "\(value)" }
        return Answer(status: answer.statusCode, headers: found, body: String(decoding: data, as: UTF8.self))
    }

    func entry(_ memo: String) throws -> Transaction {
        try #require(source.state.withLock { $0.transactions.first { $0.memo == memo } })
    }

    func category(_ name: String) throws -> String { try #require(source.category(name)).id.uuidString }

    /// The smallest JPEG that counts as one here.
    static let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 7, count: 64))
}

/// Runs with a server that is stopped afterwards, whatever happens.
@MainActor
func withServer(filled: Bool = true, _ body: @MainActor (WebFixture) async throws -> Void) async throws {
    let fixture = try WebFixture(filled: filled)
    do {
        try await body(fixture)
    } catch {
        await fixture.stop()
        throw error
    }
    await fixture.stop()
}
