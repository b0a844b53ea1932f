import Dispatch
import Synchronization

/// The queue of a context, and who is running on it.
final class Confinement: Sendable {
    let queue: DispatchQueue
    private let isMain: Bool
    /// The thread that runs a block of this context now; 0 for none. Lets `performAndWait` be called from
    /// inside itself, also with blocks of other contexts in between.
    private let runner = Atomic<UInt>(0)

    init(_ type: NSManagedObjectContextConcurrencyType) {
        isMain = type == .mainQueueConcurrencyType
        queue = isMain ? .main : DispatchQueue(label: "NSManagedObjectContext", qos: .userInitiated)
    }

    /// Whether the calling thread may touch the context now.
    var isCurrent: Bool {
        if isMain { return Thread.isMainThread }
        return runner.load(ordering: .acquiring) == Self.thread
    }

    /// Runs `body` on the queue and waits; at once when already there.
    func sync<R>(_ body: () throws -> R) rethrows -> R {
        if isCurrent { return try body() }
        return try queue.sync { try run(body) }
    }

    /// Runs `body` on the queue, later.
    func async(_ body: @escaping () -> Void) {
        let body = Carried(body)
        queue.async { self.run(body.value) }
    }

    private func run<R>(_ body: () throws -> R) rethrows -> R {
        runner.store(Self.thread, ordering: .releasing)
        defer { runner.store(0, ordering: .releasing) }
        return try body()
    }

    private static var thread: UInt {
        #if canImport(Glibc) || canImport(Musl) || canImport(Android)
            UInt(pthread_self())
        #else
            UInt(bitPattern: pthread_self())
        #endif
    }
}
