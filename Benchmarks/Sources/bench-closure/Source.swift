import Synchronization

/// What a value goes to: the next closure of a chain.
typealias Sink = (Int) -> Void

/// Who listens to a source, and the value it last had.
///
/// Sendable unchecked: closures of a chain are called on the thread that sends, and the programs
/// here send on one thread only.
struct SourceState: @unchecked Sendable {
    private(set) var listeners = Listeners()
    var value = 0
    private var tokens: [Int] = []
    private var nextToken = 0

    mutating func add(_ sink: @escaping Sink) -> Int {
        defer { nextToken += 1 }
        listeners.sinks.append(sink)
        tokens.append(nextToken)
        return nextToken
    }

    mutating func remove(_ token: Int) {
        guard let index = tokens.lastIndex(of: token) else { return }
        listeners.sinks.remove(at: index)
        tokens.remove(at: index)
    }
}

/// The closures that listen, in the order in which they were added.
///
/// Sendable unchecked, as `SourceState`.
struct Listeners: @unchecked Sendable {
    fileprivate(set) var sinks: [Sink] = []

    @inline(__always)
    func call(with value: Int) {
        sinks.withUnsafeBufferPointer { sinks in
            for sink in sinks { sink(value) }
        }
    }
}

/// Where a chain starts: closures that listen, called in the order in which they were added.
protocol Source: AnyObject {
    init()
    /// Adds a closure; the token removes it again.
    @discardableResult func add(_ sink: @escaping Sink) -> Int
    func remove(_ token: Int)
    /// Passes a value on.
    func send(_ value: Int)
    /// Keeps a value and passes it on.
    func set(_ value: Int)
}

/// A source without a lock.
final class PlainSource: Source {
    // Unchecked: one thread, and no closure of a chain comes back into its own source.
    @exclusivity(unchecked) private var state = SourceState()

    func add(_ sink: @escaping Sink) -> Int { state.add(sink) }

    func remove(_ token: Int) { state.remove(token) }

    @inline(never)
    func send(_ value: Int) {
        state.listeners.call(with: value)
    }

    @inline(never)
    func set(_ value: Int) {
        state.value = value
        state.listeners.call(with: value)
    }
}

/// A source with one lock: what listens is taken out under it and called outside.
final class LockedSource: Source {
    private let state = Mutex(SourceState())

    func add(_ sink: @escaping Sink) -> Int { state.withLock { $0.add(sink) } }

    func remove(_ token: Int) { state.withLock { $0.remove(token) } }

    @inline(never)
    func send(_ value: Int) {
        state.withLock { $0.listeners }.call(with: value)
    }

    @inline(never)
    func set(_ value: Int) {
        state.withLock { state in
            state.value = value
            return state.listeners
        }.call(with: value)
    }
}
