import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Memory that a large piece of work has let go of.
enum FreedMemory {
    /// Work on more things than this, or on more bytes than `largeByteCount`, counts as large.
    static let largeCount = 5000
    static let largeByteCount = 1 << 20

    private static let isAwaited = Mutex(false)
    /// By then the answer that shows the work's result has been rendered, and its values are gone too.
    private static let seconds = 3.0

    /// Gives freed memory back to the system in a few seconds; several calls until then are one.
    static func giveBackSoon() {
        let isFirst = isAwaited.withLock { isAwaited in
            defer { isAwaited = true }
            return !isAwaited
        }
        guard isFirst else { return }
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + seconds) {
            isAwaited.withLock { $0 = false }
            giveBack()
        }
    }

    /// Gives freed memory back to the system.
    ///
    /// The C library of Linux keeps what is freed for the next large piece of work, which may come in a month: after an
    /// import of many rows that is hundreds of megabytes. Elsewhere the system takes unused pages by itself.
    ///
    /// - Returns: whether there is such a call here.
    @discardableResult
    static func giveBack() -> Bool {
        #if canImport(Glibc)
            // `malloc.h` is no part of the module Glibc, so that the function is looked up by its name.
            guard let symbol = dlsym(nil, "malloc_trim") else { return false }
            // Safe: the C library declares it as `int malloc_trim(size_t)`.
            let trim = unsafeBitCast(symbol, to: (@convention(c) (Int) -> CInt).self)
            _ = trim(0)
            return true
        #else
            return false
        #endif
    }
}
