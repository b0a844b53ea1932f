import CSQLite
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Keeps SQLite from giving the files beside a database to the database's owner, which it does whenever root opens
/// them, also for reading.
///
/// SQLite asks `geteuid` whether it may; while somebody only reads, it is told that it is not root.
/// Source: https://www.sqlite.org/c3ref/vfs.html, `xSetSystemCall`.
///
/// Threading: may be used from anywhere. It holds for the whole process, so that nobody should make files for others
/// meanwhile.
package enum OwnerKeeping {
    private static let readers = Atomic<Int>(0)

    private static let isInstalled: Bool = {
        guard let system = sqlite3_vfs_find(nil), let replace = system.pointee.xSetSystemCall else { return false }
        let answer: @convention(c) () -> uid_t = { OwnerKeeping.hasReaders ? 1 : geteuid() }
        // safe: SQLite keeps system calls as pointers to functions without a type, and calls this one as what it is.
        return replace(system, "geteuid", unsafeBitCast(answer, to: sqlite3_syscall_ptr.self)) == SQLITE_OK
    }()

    private static var hasReaders: Bool { readers.load(ordering: .relaxed) > 0 }

    /// Owners stay until the same number of calls of `end()`.
    package static func begin() {
        _ = isInstalled
        readers.add(1, ordering: .sequentiallyConsistent)
    }

    package static func end() { readers.subtract(1, ordering: .sequentiallyConsistent) }
}
