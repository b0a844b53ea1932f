import CRuntime
import Synchronization

/// What references to an object hold instead of it: they do not keep it alive, and find nil once it is gone.
///
/// For objects that are retained often. A single `weak` reference makes every reference count of its object slow for
/// good. The object ties the anchor to itself in its init and cuts it in its deinit.
final class Anchor<Object: AnyObject>: Sendable {
    /// Of the object; 0 when it is gone, or not there yet.
    private let address = Mutex<UInt>(0)

    /// The object, unless its deinit has begun.
    var object: Object? {
        // While the lock is held the object's memory is there, since its deinit has to take the lock first.
        address.withLock { address -> Carried<Object?> in
            guard let retained = swift_tryRetain(UnsafeMutableRawPointer(bitPattern: address)) else {
                return Carried(nil)
            }
            return Carried(Unmanaged<Object>.fromOpaque(retained).takeRetainedValue())
        }.value
    }

    func tie(to object: Object) {
        let new = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
        address.withLock { $0 = new }
    }

    func cut() { address.withLock { $0 = 0 } }
}
