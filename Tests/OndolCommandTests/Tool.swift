import Foundation

/// The tool as a process of its own, for what cannot be seen within one.
struct Tool {
    /// The program; nil where it does not lie beside the tests.
    static let url: URL? = {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return [own, package.appendingPathComponent(".build/debug")].map { $0.appendingPathComponent("ondol") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    static var isPresent: Bool { url != nil }

    let process = Process()
    let input = Pipe()
    let output = Pipe()

    /// Starts the tool; its temporary files go to `temporary`.
    init(_ arguments: [String], temporary: Folder, wrapper: [String] = []) throws {
        let words = wrapper + [Self.url?.path ?? ""] + arguments
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": temporary.url.path]) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// Returns once something whose name begins so is in the folder, or the process is over.
    func wait(for prefix: String, in folder: Folder) throws { try wait(for: prefix, in: folder.url) }

    func wait(for prefix: String, in folder: URL) throws {
        while process.isRunning {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            if names.contains(where: { $0.hasPrefix(prefix) }) { return }
            sched_yield()
        }
    }

    /// Sends a signal and waits for the end.
    func end(by signal: Int32) {
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
    }
}
