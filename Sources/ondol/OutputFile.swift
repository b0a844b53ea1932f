import Foundation

/// Writes what a command made.
enum OutputFile {
    /// The word that stands for the standard output.
    static let standardOutput = "-"

    /// Writes `data`, making the folders on the way.
    ///
    /// A file that holds the same already stays untouched,
    /// so that what depends on it is not built again.
    static func write(_ data: Data, to url: URL) throws {
        let target = resolved(url.path)
        if !isSpecial(target.path), let present = try? Data(contentsOf: target), present == data { return }
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        if isSpecial(target.path) {
            let handle = try FileHandle(forWritingTo: target)
            try handle.write(contentsOf: data)
            try handle.close()
        } else {
            try data.write(to: target, options: .atomic)
        }
    }

    /// Writes piece by piece into a file beside `path`, which takes its place when all is written.
    ///
    /// A symbolic link stays, and what it leads to is written.
    ///
    /// - Parameter store: a store that the output must not fall onto, with what belongs to it.
    /// - Throws: `StoreFileError`; `path` is then as it was.
    static func stream(to path: String, sparing store: URL, _ body: (inout OutputBuffer) throws -> Void) throws {
        let target = resolved(path)
        guard isSpecial(target.path) || (try? FileManager.default.destinationOfSymbolicLink(atPath: target.path)) == nil
        else {
            throw StoreFileError(
                path: path, problem: "The symbolic link leads round in a circle.",
                remedy: "Give another name for the output.")
        }
        let taken = ["", "-wal", "-shm", "-journal"].map { store.resolvingSymlinksInPath().path + $0 }
        guard !taken.contains(target.resolvingSymlinksInPath().path) else {
            throw StoreFileError(
                path: path, problem: "This is the store itself.", remedy: "Give another name for the output.")
        }
        // what is no ordinary file, such as /dev/stdout, is written to directly.
        if isSpecial(target.path) { return try stream(into: target.path, named: path, body) }
        var mode: mode_t?
        if let information = status(target.path) {
            mode = information.st_mode & 0o7777
            guard !isDatabase(target.path) else {
                throw StoreFileError(
                    path: path, problem: "There is a database here.",
                    remedy: "Give another name for the output; databases are not overwritten.")
            }
        }
        let folder = try WorkingFolder(beside: target, named: path)
        defer { withExtendedLifetime(folder) {} }
        let part = folder.url.appendingPathComponent("output").path
        guard FileManager.default.createFile(atPath: part, contents: nil) else {
            throw StoreFileError(
                path: path, problem: "The file cannot be written.",
                remedy: "Check that the folder exists and is writable.")
        }
        try stream(into: part, named: path, body)
        if let mode { chmod(part, mode) }
        if rename(part, target.path) != 0 {
            throw StoreFileError(
                path: path, problem: "The file cannot be put in place: \(String(cString: strerror(errno))).",
                remedy: "Check what is there.")
        }
    }

    private static func stream(
        into file: String, named path: String, _ body: (inout OutputBuffer) throws -> Void
    ) throws {
        guard let handle = FileHandle(forWritingAtPath: file) else {
            throw StoreFileError(
                path: path, problem: "The file cannot be written.", remedy: "Check what is there, and its permissions.")
        }
        var buffer = OutputBuffer { text in
            do {
                try handle.write(contentsOf: Data(text.utf8))
            } catch {
                throw StoreFileError(
                    path: path, problem: "It cannot be written: \(error.localizedDescription)",
                    remedy: "Check that there is room.")
            }
        }
        try body(&buffer)
        try buffer.flush()
        try handle.close()
    }

    /// Where a path leads through symbolic links, also when there is nothing yet.
    static func resolved(_ path: String) -> URL {
        var url = URL(fileURLWithPath: path)
        // what /dev/stdout leads to has no name.
        if isSpecial(url.path) { return url }
        // more links than that lead round in a circle; opening then says so.
        for _ in 0..<40 {
            guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) else { break }
            url = URL(fileURLWithPath: next, relativeTo: url.deletingLastPathComponent()).absoluteURL
        }
        return url
    }

    private static func status(_ path: String) -> stat? {
        var information = stat()
        return stat(path, &information) == 0 ? information : nil
    }

    /// True for what is there and no ordinary file, and for devices whatever they lead to.
    private static func isSpecial(_ path: String) -> Bool {
        path.hasPrefix("/dev/") || status(path).map { $0.st_mode & S_IFMT != S_IFREG } ?? false
    }

    private static func isDatabase(_ path: String) -> Bool {
        guard let handle = FileHandle(forReadingAtPath: path) else { return false }
        // closing what was only read does not fail.
        defer { try? handle.close() }
        return (try? handle.read(upToCount: 16)) == Data("SQLite format 3\u{0}".utf8)
    }
}
