import Synchronization

/// The stages of a chain: each makes a closure that ends in the next one.
///
/// None is inlined: a chain of publishers cannot see through its stages either.
enum Stages {
    @inline(never)
    static func map(_ transform: @escaping (Int) -> Int, _ next: @escaping Sink) -> Sink {
        { value in next(transform(value)) }
    }

    @inline(never)
    static func filter(_ isIncluded: @escaping (Int) -> Bool, _ next: @escaping Sink) -> Sink {
        { value in if isIncluded(value) { next(value) } }
    }

    /// Two inputs; from the time both have a value, each new value gives the latest pair.
    @inline(never)
    static func latest(locked: Bool, _ next: @escaping (Int, Int) -> Void) -> (left: Sink, right: Sink) {
        let latest = Latest(locked: locked)
        return (
            { value in if let (a, b) = latest.set(left: value) { next(a, b) } },
            { value in if let (a, b) = latest.set(right: value) { next(a, b) } }
        )
    }
}

/// The newest value of each of two inputs.
final class Latest {
    private struct Values {
        var left: Int?
        var right: Int?

        var pair: (Int, Int)? {
            guard let left, let right else { return nil }
            return (left, right)
        }
    }

    private var plain = Values()
    private let mutex = Mutex(Values())
    private let locked: Bool

    init(locked: Bool) {
        self.locked = locked
    }

    func set(left: Int) -> (Int, Int)? {
        guard locked else {
            plain.left = left
            return plain.pair
        }
        return mutex.withLock { values in
            values.left = left
            return values.pair
        }
    }

    func set(right: Int) -> (Int, Int)? {
        guard locked else {
            plain.right = right
            return plain.pair
        }
        return mutex.withLock { values in
            values.right = right
            return values.pair
        }
    }
}
