import Dispatch
import Synchronization

/// The queue of a context, and who is running on it.
final class Confinement: Sendable {
    let queue: DispatchQueue
    private let isMain: Bool
    /// The thread that runs a block of this context now; 0 for none.
    ///
    /// Lets `performAndWait` be called from
    /// inside itself, also with blocks of other contexts in between.
    private let runner = Atomic<UInt>(0)
    /// The context; weak because it owns this.
    private let owner = Mutex<WeakOwner>(WeakOwner())

    private struct WeakOwner {
        weak var context: NSManagedObjectContext?
    }

    /// Says whose queue this is; once, by the context.
    func belongs(to context: NSManagedObjectContext) { owner.withLock { $0.context = context } }

    /// The context on whose queue the caller runs.
    static var currentContext: NSManagedObjectContext? {
        if let confinement = Thread.current.threadDictionary[Self.key] as? Confinement {
            return confinement.owner.withLock { $0.context }
        }
        return nil
    }

    private static let key = "org.ondol.CoreData.confinement"

    /// Marks the main queue.
    ///
    /// In a program whose main thread sleeps (`dispatchMain`, `async` main) the queue is
    /// served by other threads, and waiting for it from one of those would never end.
    private static let mainMark: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    init(_ type: NSManagedObjectContextConcurrencyType) {
        isMain = type == .mainQueueConcurrencyType
        queue = isMain ? .main : DispatchQueue(label: "NSManagedObjectContext", qos: .userInitiated)
    }

    /// Whether the calling thread may touch the context now.
    var isCurrent: Bool {
        if isMain { return Thread.isMainThread || DispatchQueue.getSpecific(key: Self.mainMark) != nil }
        return runner.load(ordering: .acquiring) == Self.thread
    }

    /// Whether misuse of contexts stops the program: the launch argument
    /// `-com.apple.CoreData.ConcurrencyDebug 1`, as on Apple's platforms, or the environment variable
    /// `COREDATA_CONCURRENCY_DEBUG=1`.
    static let isChecked: Bool = {
        let arguments = ProcessInfo.processInfo.arguments
        if let index = arguments.firstIndex(of: "-com.apple.CoreData.ConcurrencyDebug"), index + 1 < arguments.count {
            return (Int(arguments[index + 1]) ?? 0) > 0
        }
        return ProcessInfo.processInfo.environment["COREDATA_CONCURRENCY_DEBUG"] == "1"
    }()

    /// Stops the program when it is checked for misuse and the caller is not on the queue.
    @inline(__always)
    func check(_ call: @autoclosure () -> String) {
        if Self.isChecked && !isCurrent {
            CoreDataError.misuse(
                """
                \(call()) was called outside of its context's queue. Wrap the work in the context's perform or \
                performAndWait, and hand object IDs, not objects, to other queues.
                """)
        }
    }

    /// Runs `body` on the queue and waits; at once when already there.
    func sync<R>(_ body: () throws -> R) rethrows -> R {
        if isCurrent { return try noted(body) }
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
        return try noted(body)
    }

    /// Lets `currentContext` find the context while `body` runs.
    private func noted<R>(_ body: () throws -> R) rethrows -> R {
        let thread = Thread.current
        let outer = thread.threadDictionary[Self.key]
        thread.threadDictionary[Self.key] = self
        defer { thread.threadDictionary[Self.key] = outer }
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
