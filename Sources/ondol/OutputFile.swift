import Foundation

/// Writes what a command made.
enum OutputFile {
    /// Writes `data`, making the folders on the way.
    ///
    /// A file that holds the same already stays untouched,
    /// so that what depends on it is not built again.
    static func write(_ data: Data, to url: URL) throws {
        if let present = try? Data(contentsOf: url), present == data { return }
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url, options: .atomic)
    }
}
