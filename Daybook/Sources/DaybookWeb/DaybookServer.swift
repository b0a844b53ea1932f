import DaybookModel
import DaybookViewModels
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Daybook's pages on an HTTP server of this machine.
@MainActor
public final class DaybookServer {
    private let server: HTTPServer
    private let pages: DaybookPages

    /// The address to open in a browser.
    public var address: String { "http://127.0.0.1:\(server.port)" }

    /// Starts to listen on the loopback address.
    ///
    /// - Parameters:
    ///   - port: 0 lets the system choose.
    ///   - folder: holds the token of our forms and, for the length of a request, files that are being uploaded.
    /// - Throws: `HTTPServerError` when the port cannot be used; an error of Foundation when the folder cannot.
    public init(services: DaybookServices, port: UInt16, folder: URL) throws {
        let uploads = folder.appendingPathComponent("uploads", isDirectory: true)
        // What a crash left there belongs to no request any more.
        if FileManager.default.fileExists(atPath: uploads.path) { try FileManager.default.removeItem(at: uploads) }
        let pages = DaybookPages(services: services, token: try FormToken.load(from: folder))
        self.pages = pages
        var router = Router { await pages.notFound($0) }
        pages.addGeneralRoutes(to: &router)
        pages.addAccountRoutes(to: &router)
        pages.addReadingRoutes(to: &router)
        pages.addCollectionRoutes(to: &router)
        pages.addExportRoutes(to: &router)
        let routes = router
        server = try HTTPServer(port: port, uploadFolder: uploads, token: pages.token) { await routes.answer($0) }
    }

    /// Whether a port could be listened on, before anything is made for it.
    ///
    /// - Throws: `HTTPServerError` when it cannot.
    public static func check(port: UInt16) throws(HTTPServerError) {
        if port != 0 { close(try ListeningSocket(port: port).descriptor) }
    }

    /// Whether a request is being answered.
    var isAnswering: Bool { server.isAnswering }

    /// Whether a tab listens for changes.
    var hasOpenStreams: Bool { pages.live.hasOpenStreams }

    /// Lets running answers finish and closes the port.
    ///
    /// - Parameter patience: how long they are waited for; nil for as long as they take.
    /// - Returns: false when one took longer, a large import say. What it was writing is on disk whole or not at all.
    @discardableResult
    public func stop(patience: Duration? = nil) async -> Bool {
        pages.live.stop()
        return await server.stop(patience: patience)
    }
}

/// The secret that forms of ours carry and that no other site can know.
enum FormToken {
    /// Reads the token, or makes one; it outlives a restart, so that a form that was open then can still be sent.
    static func load(from folder: URL) throws -> String {
        let file = folder.appendingPathComponent("form-token")
        if let data = FileManager.default.contents(atPath: file.path) {
            let known = String(decoding: data, as: UTF8.self)
            if known.utf8.count == 64,
                known.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
            {
                return known
            }
        }
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var random = SystemRandomNumberGenerator()
        let token = (0..<4).map { _ in
            let digits = String(random.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
        let made = FileManager.default.createFile(
            atPath: file.path, contents: Data(token.utf8), attributes: [.posixPermissions: 0o600])
        guard made else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path]) }
        return token
    }
}
