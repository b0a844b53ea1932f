import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Holds a data folder for one process, so that no second one sweeps away what the first is writing.
///
/// The system gives the lock up when the process ends, however it ends.
final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock.
    ///
    /// - Throws: `DaybookError.folderInUse` when another process (or another lock of this one) holds it, `.storage`
    ///   when the lock file cannot be made.
    init(folder: URL) throws(DaybookError) {
        let path = folder.appendingPathComponent(".lock").path
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .storage("open .lock: \(String(cString: strerror(errno)))") }
        // A tool that another process of ours was just starting holds a copy of its lock until it runs: wait a little.
        for attempt in 0..<50 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            if attempt < 49 { usleep(10_000) }
        }
        close(descriptor)
        throw .folderInUse(folder.path)
    }

    deinit {
        // Unlocked by name: closing alone would leave the lock with a child that is just being started.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
