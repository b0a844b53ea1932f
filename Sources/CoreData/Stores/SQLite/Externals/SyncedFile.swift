#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Files that are on the disk when the call returns.
enum SyncedFile {
    /// Writes a new file and waits until the disk has it.
    ///
    /// - Throws: 134030 with the cause under `NSUnderlyingErrorKey`; what was written is removed.
    static func write(_ data: Data, to url: URL) throws {
        let descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure("create", url) }
        do {
            try writeAll(data, to: descriptor, url)
            guard fsync(descriptor) == 0 else { throw failure("sync", url) }
            guard close(descriptor) == 0 else { throw failure("close", url) }
        } catch {
            close(descriptor)
            unlink(url.path)
            throw error
        }
    }

    static func writeAll(_ data: Data, to descriptor: Int32, _ url: URL) throws {
        try data.withUnsafeBytes { bytes in
            var offset = 0
            while offset < bytes.count {
                // in bounds: offset < count.
                let count = pwrite(descriptor, bytes.baseAddress! + offset, bytes.count - offset, off_t(offset))
                if count < 0 {
                    if errno == EINTR { continue }
                    throw failure("write", url)
                }
                offset += count
            }
        }
    }

    /// The bytes of an ordinary file.
    ///
    /// A link could lead out of the store's directory, and a pipe would never end: neither is followed.
    ///
    /// - Throws: 134030 with the cause under `NSUnderlyingErrorKey`.
    static func contents(_ url: URL) throws -> Data {
        let descriptor = open(url.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("read", url) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw failure("read", url) }
        guard information.st_mode & S_IFMT == S_IFREG else {
            errno = EINVAL
            throw failure("read", url)
        }
        return try handle.readToEnd() ?? Data()
    }

    /// Whether there is an ordinary file, itself and not a link to one.
    static func isPlain(_ url: URL) -> Bool {
        var information = stat()
        return lstat(url.path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
    }

    /// Copies a directory with what is in it; links, pipes and devices, which no store puts there, are left out.
    static func copyPlainFiles(of directory: URL, to new: URL) throws {
        let manager = FileManager.default
        try manager.createDirectory(at: new, withIntermediateDirectories: true)
        for name in try manager.contentsOfDirectory(atPath: directory.path) {
            let (from, to) = (directory.appendingPathComponent(name), new.appendingPathComponent(name))
            if isPlain(from) {
                try manager.copyItem(at: from, to: to)
            } else if try manager.attributesOfItem(atPath: from.path)[.type] as? FileAttributeType == .typeDirectory {
                try copyPlainFiles(of: from, to: to)
            }
        }
    }

    /// Gives a file another name in the same directory.
    static func rename(_ url: URL, to new: URL) throws {
        guard SyncedFile.renameFile(url.path, new.path) == 0 else { throw failure("rename", url) }
    }

    /// The C function, whose name `rename` hides.
    private static func renameFile(_ old: String, _ new: String) -> Int32 {
        #if canImport(Glibc)
            Glibc.rename(old, new)
        #elseif canImport(Musl)
            Musl.rename(old, new)
        #elseif canImport(Darwin)
            Darwin.rename(old, new)
        #endif
    }

    /// Waits until the disk has the names of new files.
    static func syncDirectory(_ url: URL) throws {
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", url) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("sync", url) }
    }

    static func failure(_ what: String, _ url: URL) -> NSError {
        let code = errno
        return CoreDataError.make(
            NSPersistentStoreSaveError, "Could not \(what) \(url.path): \(String(cString: strerror(code))).",
            suggestion: "Check free space and the permissions of the directory; nothing was saved.",
            underlying: NSError(domain: NSPOSIXErrorDomain, code: Int(code)))
    }
}

/// An exclusive lock on a file, given up when released or when the process ends.
final class FileLock {
    private var descriptor: Int32
    private let url: URL

    /// Nil when another process holds the lock.
    init?(_ url: URL) throws {
        self.url = url
        descriptor = open(url.path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw SyncedFile.failure("open", url) }
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            close(descriptor)
            descriptor = -1
            if code == EWOULDBLOCK { return nil }
            throw SyncedFile.failure("lock", url)
        }
    }

    deinit { release() }

    /// Writes new contents over the old ones and waits until the disk has them.
    func replaceContents(with data: Data) throws {
        // the new text is longer than the old one, so there is nothing to cut off first.
        try SyncedFile.writeAll(data, to: descriptor, url)
        guard fsync(descriptor) == 0 else { throw SyncedFile.failure("sync", url) }
    }

    func release() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}
