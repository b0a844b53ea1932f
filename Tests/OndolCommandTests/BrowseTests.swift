import CoreData
import Foundation
import SQLite
import Testing

@testable import ondol

struct BrowseTests {
    private func pages(_ path: String) -> BrowsePages {
        BrowsePages(BrowseStore(path: path, model: nil, version: nil))
    }

    private func request(_ target: String) throws -> WebRequest {
        try WebRequest(head: "GET \(target) HTTP/1.1\r\nHost: localhost:1")
    }

    private func get(_ pages: BrowsePages, _ target: String) throws -> (status: Int, text: String) {
        let response = pages.respond(to: try request(target))
        return (response.status, String(decoding: response.body, as: UTF8.self))
    }

    @Test func pages_ofLibrary_showEntitiesObjectsAndLinks() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let before = try folder.contents()
        let pages = pages(path)
        let start = try get(pages, "/")
        #expect(start.status == 200)
        #expect(start.text.contains("<a href=\"/entity?name=Book\">Book</a> : Work"))
        let books = try get(pages, "/entity?name=Work&where=year+%3E+1970&sort=-year")
        #expect(books.status == 200)
        #expect(books.text.contains("2 objects"))
        let first = try #require(books.text.range(of: "채식주의자"))
        let second = try #require(books.text.range(of: "The Dispossessed"))
        #expect(first.lowerBound < second.lowerBound)
        let book = try get(pages, "/object?id=Book/p1")
        #expect(book.text.contains("<a href=\"/object?id=Author/p1\">Author/p1</a> Ursula K. Le Guin"))
        #expect(try get(pages, "/members?id=Author/p1&name=works").text.contains("Music and Poetry of the Kesh"))
        #expect(try folder.contents() == before)
    }

    @Test func pages_ofHostileText_escapeIt() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let evil = "<script>alert('x')</script>\" onload=\"&amp;"
        let connection = try Connection(path: path, mode: .readWrite, busyTimeout: 1)
        let update = try connection.prepareOnce("UPDATE ZTAG SET ZNAME = ? WHERE Z_PK = 1", purpose: "test")
        update.bind(1, text: evil)
        try update.run()
        connection.close()
        let pages = pages(path)
        let escaped = evil.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        for target in [
            "/entity?name=Tag", "/object?id=Tag/p1", "/object?id=Record/p3", "/entity?name=\(escaped)",
            "/entity?name=Tag&where=\(escaped)", "/entity?name=Tag&sort=\(escaped)", "/object?id=\(escaped)",
            "/members?id=Tag/p1&name=\(escaped)", "/\(escaped)",
        ] {
            let text = try get(pages, target).text
            #expect(!text.contains("<script"), "\(target)")
            #expect(!text.contains("\" onload"), "\(target)")
        }
        #expect(try get(pages, "/object?id=Tag/p1").text.contains("&lt;script&gt;alert(&#39;x&#39;)"))
    }

    @Test func value_ofPicture_isShownAndOfOtherBytesIsSaved() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let connection = try Connection(path: path, mode: .readWrite, busyTimeout: 1)
        try connection.execute(
            "UPDATE ZWORK SET ZTHUMBNAIL = x'89504E470D0A1A0A00' WHERE Z_PK = 1; "
                + "UPDATE ZWORK SET ZTHUMBNAIL = CAST('<svg onload=alert(1)>' AS BLOB) WHERE Z_PK = 2", purpose: "test")
        connection.close()
        let pages = pages(path)
        #expect(pages.respond(to: try request("/value?id=Book/p1&name=thumbnail")).type == "image/png")
        #expect(try get(pages, "/object?id=Book/p1").text.contains("<img src=\"/value?id=Book/p1&amp;name=thumbnail\""))
        let other = pages.respond(to: try request("/value?id=Book/p2&name=thumbnail"))
        #expect(other.type == "application/octet-stream")
        #expect(
            String(decoding: other.message(isHead: true), as: UTF8.self).contains("Content-Disposition: attachment"))
        // one in an external file.
        #expect(pages.respond(to: try request("/value?id=Author/p1&name=portrait")).body.count == 150_000)
    }

    @Test(arguments: [
        ("/nothing", 404), ("/object?id=Book/p99", 404), ("/object", 400), ("/entity", 400),
        ("/entity?name=Movie", 400),
        ("/entity?name=Tag&where=x+%3D%3D", 400), ("/entity?name=Tag&where=nothing+%3D%3D+1", 400),
        ("/entity?name=Tag&page=99999999999999", 200), ("/value?id=Tag/p1&name=name", 404), ("/members?id=Tag/p1", 404),
    ])
    func page_thatCannotBeShown_saysWhy(target: String, status: Int) throws {
        let folder = try Folder()
        #expect(try get(pages(try Library.make(in: folder)), target).status == status)
    }

    @Test func page_afterSomebodyWrote_showsIt() throws {
        let folder = try Folder()
        let path = try Library.make(in: folder)
        let pages = pages(path)
        #expect(try get(pages, "/entity?name=Tag").text.contains("3 objects"))
        let writer = try Connection(path: path, mode: .readWrite, busyTimeout: 1)
        try writer.execute("INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (9, 3, 1, 'new')", purpose: "test")
        #expect(try get(pages, "/entity?name=Tag").text.contains("4 objects"))
        writer.close()
        #expect(try get(pages, "/entity?name=Tag").text.contains("4 objects"))
        try FileManager.default.removeItem(atPath: path)
        #expect(try get(pages, "/").status == 500)
    }

    @Test(arguments: [
        ("", 400), ("GET", 400), ("GET / HTTP/1.1", 400), ("GET / HTTP/2\r\nHost: x", 505),
        ("POST / HTTP/1.1\r\nHost: x", 405), ("GET x HTTP/1.1\r\nHost: x", 400),
        ("GET /%zz HTTP/1.1\r\nHost: x", 400), ("GET /%00 HTTP/1.1\r\nHost: x", 400),
        ("GET /%ff HTTP/1.1\r\nHost: x", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nHost: y", 400), ("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 3", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked", 400), ("GET / HTTP/1.1\r\nHost: x\r\n folded", 400),
        ("GET /%4 HTTP/1.1\r\nHost: x", 400),
    ])
    func request_malformed_isRefused(head: String, status: Int) {
        #expect {
            _ = try WebRequest(head: head)
        } throws: {
            ($0 as? WebRequest.Refusal)?.status == status
        }
    }

    @Test func server_answersTheLoopbackNamesOnly() async throws {
        let folder = try Folder()
        let pages = pages(try Library.make(in: folder))
        let server = try WebServer(port: 0) { pages.respond(to: $0) }
        let thread = Thread { server.run() }
        thread.start()
        defer { server.stop() }
        func answer(_ message: String) throws -> String {
            let client = try Client(port: server.port)
            client.send(message)
            return client.receiveAll()
        }
        let good = try answer("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
        #expect(good.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(good.contains("Content-Security-Policy: default-src 'none'"))
        #expect(good.contains("Book"))
        let head = try answer("HEAD / HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\r\n")
        #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n") && head.hasSuffix("\r\n\r\n"))
        #expect(try answer("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n").hasPrefix("HTTP/1.1 403 "))
        #expect(try answer("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").hasPrefix("HTTP/1.1 403 "))
        #expect(try answer("DELETE / HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\r\n").hasPrefix("HTTP/1.1 405 "))
        #expect(try answer("GET /" + String(repeating: "x", count: 40_000)).hasPrefix("HTTP/1.1 431 "))
        // clients that say nothing do not keep others waiting: none had to go for the answer.
        let silent = try (0..<150).map { _ in try Client(port: server.port) }
        #expect(try answer("GET / HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        let open = silent.count { $0.isOpen }
        #expect(open == silent.count)
        // nor do those that stop in the middle, whichever way.
        let halves = ["GET / HTTP/1.1\r\nX: ", "G", "GET / HTTP/1.1\r\n", "HEAD /x"]
        let halting = try (0..<100).map { index in
            let client = try Client(port: server.port)
            client.send(halves[index % halves.count])
            return client
        }
        #expect(try answer("GET / HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        let stillOpen = halting.count { $0.isOpen }
        #expect(stillOpen == halting.count)
        halting[0].send("1\r\nHost: localhost:\(server.port)\r\n\r\n")
        #expect(halting[0].receiveAll().hasPrefix("HTTP/1.1 200 "))
        #expect(try answer("GET / HTTP/1.1\nHost: localhost:\(server.port)\n\n").hasPrefix("HTTP/1.1 200 "))
        #expect(try answer("\u{16}\u{03}\u{01}").hasPrefix("HTTP/1.1 400 "))
        #expect(throws: StoreFileError.self) { _ = try WebServer(port: server.port) { pages.respond(to: $0) } }
    }
}

/// A socket to the server under test.
private final class Client {
    private let socket: Int32

    init(port: Int) throws {
        socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let descriptor = socket
        let result = withUnsafePointer(to: &address) {
            // safe: the sockets interface takes every kind of address by the type of their common beginning.
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0)
    }

    deinit { close(socket) }

    func send(_ text: String) {
        var bytes = Array(text.utf8)
        _ = Foundation.send(socket, &bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Whether the server has not ended the connection.
    var isOpen: Bool {
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, Int32(MSG_DONTWAIT)) < 0
    }

    func receiveAll() -> String {
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { return String(decoding: result, as: UTF8.self) }
            result += buffer[..<count]
        }
    }
}
