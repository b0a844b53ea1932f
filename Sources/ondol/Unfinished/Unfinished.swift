import Foundation
import Synchronization

/// What is not finished yet, and has to go when the process is stopped before it is.
///
/// Threading: may be used from anywhere.
enum Unfinished {
    private static let paths = Mutex<Set<String>>([])

    static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

    static func remove(_ path: String) { paths.withLock { _ = $0.remove(path) } }

    /// Removes everything that is not finished.
    static func clear() {
        // the work goes on meanwhile on its own thread, and may make a file in a folder that is just being removed.
        for _ in 0..<5 {
            let present = paths.withLock { $0 }.filter { FileManager.default.fileExists(atPath: $0) }
            if present.isEmpty { return }
            for path in present {
                // nobody is left to tell; what stays is removed by the next run.
                try? FileManager.default.removeItem(atPath: path)
            }
        }
    }
}
