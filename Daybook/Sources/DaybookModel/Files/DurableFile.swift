import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// File operations that are on disk when they return.
enum DurableFile {
    /// Writes a new file and syncs it; a file of that name is replaced.
    ///
    /// - Throws: `DaybookError.diskFull` or `.storage`; a half-written file is removed.
    static func write(_ data: Data, to url: URL) throws(DaybookError) {
        let descriptor = open(url.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("open", url) }
        var problem: DaybookError?
        data.withUnsafeBytes { bytes in
            var offset = 0
            while offset < bytes.count {
                // The pointer is valid: the buffer is not empty here.
                let count = Glibc.write(descriptor, bytes.baseAddress! + offset, bytes.count - offset)
                if count < 0 {
                    if errno == EINTR { continue }
                    problem = failure("write", url)
                    return
                }
                offset += count
            }
        }
        if problem == nil, fsync(descriptor) != 0 { problem = failure("sync", url) }
        close(descriptor)
        if let problem {
            unlink(url.path)
            throw problem
        }
    }

    /// Syncs a file that another process wrote.
    ///
    /// - Throws: `DaybookError.diskFull` or `.storage`.
    static func sync(_ url: URL) throws(DaybookError) {
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", url) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("sync", url) }
    }

    /// Gives a file another name in the same folder; the folder is not synced.
    ///
    /// - Throws: `DaybookError.storage`.
    static func rename(_ from: URL, to: URL) throws(DaybookError) {
        guard Glibc.rename(from.path, to.path) == 0 else { throw failure("rename", from) }
    }

    /// Removes a file; one that is not there is no error.
    ///
    /// - Throws: `DaybookError.storage`.
    static func remove(_ url: URL) throws(DaybookError) {
        guard unlink(url.path) == 0 || errno == ENOENT else { throw failure("remove", url) }
    }

    /// The bytes of a file; nil when it is not there.
    static func size(of url: URL) -> Int? {
        var status = stat()
        return stat(url.path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Takes the right to read files from everyone but their owner; files that are not there are passed over.
    static func keepPrivate(_ files: [URL]) {
        for file in files { chmod(file.path, 0o600) }
    }

    /// Whether the file system that holds a folder has no room left for anything worth writing.
    static func isFull(_ folder: URL) -> Bool {
        var status = statvfs()
        guard statvfs(folder.path, &status) == 0 else { return false }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize) < 256 << 10
    }

    private static func failure(_ call: String, _ url: URL) -> DaybookError {
        let code = errno
        if code == ENOSPC || code == EDQUOT { return .diskFull }
        return .storage("\(call) \(url.lastPathComponent): \(String(cString: strerror(code)))")
    }
}
