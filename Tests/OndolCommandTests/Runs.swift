import Foundation
import Synchronization

@testable import ondol

/// What a run of the tool did.
struct Run {
    let code: ExitCode
    let output: String
    let errors: String

    /// Runs the tool with these arguments.
    init(_ arguments: String...) { self.init(arguments) }

    init(_ arguments: [String]) {
        let texts = Collected()
        let console = Console(output: { texts.add($0, isError: false) }, errors: { texts.add($0, isError: true) })
        code = Ondol.run(arguments, console)
        (output, errors) = texts.both
    }

    /// The output as JSON.
    func json() throws -> Any { try JSONSerialization.jsonObject(with: Data(output.utf8)) }

    func object() throws -> [String: Any] { try json() as? [String: Any] ?? [:] }
}

private final class Collected: Sendable {
    private let texts = Mutex<(output: String, errors: String)>(("", ""))

    var both: (String, String) { texts.withLock { ($0.output, $0.errors) } }

    func add(_ text: String, isError: Bool) {
        texts.withLock {
            if isError { $0.errors += text } else { $0.output += text }
        }
    }
}

/// A folder of its own that goes with the test.
final class Folder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("ondol-tests-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Writes files as `contents()` gives them.
    func fill(with files: [String: Data]) throws {
        for (name, data) in files {
            let file = url.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: file)
        }
    }

    /// Every file below with its bytes.
    func contents() throws -> [String: Data] {
        var result: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
            var isDirectory: ObjCBool = false
            let path = path(name)
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), !isDirectory.boolValue else {
                continue
            }
            result[name] = try Data(contentsOf: URL(fileURLWithPath: path))
        }
        return result
    }
}
