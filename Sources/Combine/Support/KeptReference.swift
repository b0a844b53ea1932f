public import Synchronization

/// A place for an object which is set once, then kept as long as the place lives, and read without a lock.
///
/// Because the object stays, using it takes no reference of its own.
@usableFromInline
struct KeptReference<Object: AnyObject>: ~Copyable, @unchecked Sendable {
    // Unchecked: a reference published once by an atomic store; the object sees to its own safety.
    @usableFromInline
    let slot = Atomic<Unmanaged<Object>?>(nil)

    @inlinable
    init() {}

    deinit {
        slot.load(ordering: .acquiring)?.release()
    }

    @inlinable
    var isEmpty: Bool { slot.load(ordering: .acquiring) == nil }

    /// The object, if it has been set.
    @inlinable
    var object: Object? { slot.load(ordering: .acquiring)?.takeUnretainedValue() }

    /// Sets the object; only one caller may, and only while the place is empty.
    @usableFromInline
    @discardableResult
    func keep(_ object: Object) -> Object {
        slot.store(Unmanaged.passRetained(object), ordering: .releasing)
        return object
    }

    /// Works on the object, if it has been set.
    ///
    /// The caller keeps the place alive meanwhile.
    @inlinable
    @inline(__always)
    func use(_ body: (Object) -> Void) {
        slot.load(ordering: .acquiring)?._withUnsafeGuaranteedRef(body)
    }
}
