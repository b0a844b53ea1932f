import Foundation

/// A folder that lives as long as the value.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("daybook-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        // Nothing depends on it: the system clears its temporary folder too.
        try? FileManager.default.removeItem(at: url)
    }

    func names(in subfolder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.appendingPathComponent(subfolder).path).sorted()
    }
}
