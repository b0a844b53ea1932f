import DaybookModel
import Foundation
import FoundationNetworking
import Testing

@testable import DaybookWeb

@MainActor
struct SafetyTests {
    @Test(arguments: ["evil.example", "evil.example:8787", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example", ""])
    func get_underAnotherHost_isRefused(host: String) async throws {
        try await withServer { fixture in
            let answer = try await fixture.get("/account", ["Host": host])
            #expect(answer.status == 421 || answer.status == 400)
            #expect(!answer.body.contains("점심"))
        }
    }

    @Test(arguments: ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1"])
    func post_fromAnotherOrigin_isRefused(origin: String) async throws {
        try await withServer { fixture in
            let id = try fixture.entry("월세").id
            let answer = try await fixture.post("/account/entries/\(id)/delete", [:], ["Origin": origin])
            #expect(answer.status == 403)
            #expect(try fixture.entry("월세").trashedAt == nil)
        }
    }

    @Test(arguments: ["cross-site", "same-site", "none"])
    func post_withoutOriginFromAnotherSite_isRefused(site: String) async throws {
        try await withServer { fixture in
            let answer = try await fixture.post("/trash/empty", [:], ["Sec-Fetch-Site": site])
            #expect(answer.status == 403)
        }
    }

    @Test(arguments: ["", "0000", String(repeating: "0", count: 64)])
    func post_withoutTheToken_isRefused(token: String) async throws {
        try await withServer { fixture in
            let id = try fixture.entry("월세").id
            let answer = try await fixture.post("/account/entries/\(id)/delete", ["token": token])
            #expect(answer.status == 403)
            #expect(try fixture.entry("월세").trashedAt == nil)
        }
    }

    @Test func post_fromOurOwnPage_isAccepted() async throws {
        try await withServer { fixture in
            let id = try fixture.entry("월세").id
            let answer = try await fixture.post(
                "/account/entries/\(id)/delete", [:],
                ["Origin": fixture.server.address, "Sec-Fetch-Site": "same-origin"])
            #expect(answer.status == 303)
            #expect(try fixture.entry("월세").trashedAt != nil)
        }
    }

    @Test func write_byGet_changesNothing() async throws {
        try await withServer { fixture in
            let id = try fixture.entry("월세").id
            let answer = try await fixture.get("/account/entries/\(id)/delete?token=\(fixture.token)")
            #expect(answer.status == 405)
            #expect(try fixture.entry("월세").trashedAt == nil)
        }
    }

    @Test func everyAnswer_forbidsForeignContent() async throws {
        try await withServer { fixture in
            for path in ["/account", "/assets/app.js", "/nothing", "/photos/\(UUID())/original"] {
                let answer = try await fixture.get(path)
                let policy = answer.headers["content-security-policy"] ?? ""
                #expect(policy.contains("default-src 'none'"))
                #expect(!policy.contains("unsafe"))
                #expect(answer.headers["x-content-type-options"] == "nosniff")
            }
        }
    }

    @Test func everyPage_hasNoInlineScriptOrStyle() async throws {
        try await withServer { fixture in
            let id = try fixture.entry("월세").id
            for path in [
                "/account", "/account?view=calendar", "/account/entries/new", "/account/entries/\(id)",
                "/account/statistics", "/account/search", "/reading", "/collections", "/settings", "/trash", "/import",
                "/start",
            ] {
                let page = try await fixture.get(path)
                #expect(page.status == 200, "\(path)")
                #expect(!page.body.contains(" style=\""), "\(path)")
                #expect(!page.body.contains("<style"), "\(path)")
                #expect(!page.body.contains(" onclick"), "\(path)")
                #expect(page.body.components(separatedBy: "<script").count == 2, "\(path)")
                #expect(page.body.contains("<script src=\"/assets/app.js"), "\(path)")
            }
        }
    }

    @Test func memoWithMarkup_isShownAsText() async throws {
        try await withServer { fixture in
            let id = try fixture.entry("<b>Books & co</b>").id
            for path in [
                "/account", "/account/entries/\(id)", "/account/entries/\(id)/edit", "/account/search?q=Books",
            ] {
                let page = try await fixture.get(path)
                #expect(page.body.contains("&lt;b&gt;Books &amp; co&lt;/b&gt;"), "\(path)")
                #expect(!page.body.contains("<b>Books"), "\(path)")
            }
        }
    }

    @Test func back_toAnotherSite_leadsHome() async throws {
        try await withServer { fixture in
            let answer = try await fixture.post("/undo", ["back": "//evil.example/x"])
            #expect(answer.headers["location"]?.hasPrefix("/?said=") == true)
        }
    }

    @Test func post_ofAnotherContentType_isRefused() async throws {
        try await withServer { fixture in
            let answer = try await fixture.post("/account/entries", [:], ["Content-Type": "application/json"])
            #expect(answer.status == 403 || answer.status == 415)
        }
    }

    @Test func token_survivesARestart() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try FormToken.load(from: folder)
        #expect(first.utf8.count == 64)
        #expect(try FormToken.load(from: folder) == first)
        let file = folder.appendingPathComponent("form-token")
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try Data("short".utf8).write(to: file)
        #expect(try FormToken.load(from: folder) != "short")
    }

    @Test func start_portInUse_saysWhich() async throws {
        try await withServer { fixture in
            let port = try #require(UInt16(fixture.server.address.split(separator: ":").last ?? ""))
            #expect(throws: HTTPServerError.portInUse(port)) { try ListeningSocket(port: port) }
            #expect(HTTPServerError.portInUse(port).description.contains("--port"))
        }
    }

    /// Something large may take longer than anybody wants to wait.
    @Test func stop_whileARequestIsAnswered_waitsNoLongerThanAsked() async throws {
        let fixture = try WebFixture()
        fixture.source.hold()
        let request = Task { try await fixture.get("/account") }
        while !fixture.server.isAnswering { await Task.yield() }
        #expect(!(await fixture.server.stop(patience: .milliseconds(30))))
        fixture.source.release()
        #expect(await fixture.server.stop(patience: .seconds(20)))
        #expect(try await request.value.status == 200)
        await fixture.stop()
    }

    @Test func stop_twiceAndWithOpenStreams_ends() async throws {
        let fixture = try WebFixture()
        let address = fixture.server.address
        let stream = Task.detached {
            let (bytes, _) = try await URLSession.shared.data(from: try #require(URL(string: address + "/events")))
            return bytes.count
        }
        // The stream's first event comes at once; its end comes with the server's.
        while !fixture.server.hasOpenStreams { await Task.yield() }
        await fixture.stop()
        await fixture.server.stop()
        #expect(try await stream.value > 0)
    }
}
