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

    /// Writes piece by piece into a file beside `path`, which takes its place when all is written.
    ///
    /// - Parameter store: a store that the output must not fall onto, with what belongs to it.
    /// - Throws: `StoreFileError`; `path` is then as it was.
    static func stream(to path: String, sparing store: URL, _ body: (inout OutputBuffer) throws -> Void) throws {
        let target = URL(fileURLWithPath: path)
        let taken = ["", "-wal", "-shm", "-journal"].map { store.resolvingSymlinksInPath().path + $0 }
        guard !taken.contains(target.resolvingSymlinksInPath().path) else {
            throw StoreFileError(
                path: path, problem: "This is the store itself.", remedy: "Give another name for the output.")
        }
        var information = stat()
        let isThere = stat(path, &information) == 0
        let isSpecial = isThere && information.st_mode & S_IFMT != S_IFREG
        if isThere, !isSpecial, let handle = FileHandle(forReadingAtPath: path) {
            let beginning = try handle.read(upToCount: 16)
            try handle.close()
            guard beginning != Data("SQLite format 3\u{0}".utf8) else {
                throw StoreFileError(
                    path: path, problem: "There is a database here.",
                    remedy: "Give another name for the output; databases are not overwritten.")
            }
        }
        // what is no ordinary file, such as /dev/stdout, is written to directly.
        let part = isSpecial ? path : path + ".part-\(UUID().uuidString.prefix(8))"
        guard isSpecial || FileManager.default.createFile(atPath: part, contents: nil),
            let handle = FileHandle(forWritingAtPath: part)
        else {
            throw StoreFileError(
                path: path, problem: "The file cannot be written.",
                remedy: "Check that the folder exists and is writable.")
        }
        do {
            var buffer = OutputBuffer { try handle.write(contentsOf: Data($0.utf8)) }
            try body(&buffer)
            try buffer.flush()
            try handle.close()
            if !isSpecial, rename(part, path) != 0 {
                throw StoreFileError(
                    path: path, problem: "The file cannot be put in place: \(String(cString: strerror(errno))).",
                    remedy: "Check what is there.")
            }
        } catch {
            if !isSpecial { try? FileManager.default.removeItem(atPath: part) }
            throw error
        }
    }
}
