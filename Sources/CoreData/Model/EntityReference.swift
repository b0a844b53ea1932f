import CRuntime
import Synchronization

/// A reference to an entity that does not keep it alive, and is nil once the entity is gone.
///
/// Not a `weak` one: a single such reference makes every reference count of the entity slow, and each object that
/// is made of it takes some.
struct EntityReference {
    private let anchor: EntityAnchor?

    init(_ entity: NSEntityDescription?) { anchor = entity?.anchor }

    var entity: NSEntityDescription? { anchor?.entity }
}

/// What references to one entity hold instead of it.
final class EntityAnchor: Sendable {
    /// Of the entity; 0 when it is gone, or not there yet.
    private let address = Mutex<UInt>(0)

    /// The entity, unless its deinit has begun.
    var entity: NSEntityDescription? {
        // While the lock is held the entity's memory is there, since its deinit has to take the lock first.
        address.withLock { address -> Carried<NSEntityDescription?> in
            guard let retained = swift_tryRetain(UnsafeMutableRawPointer(bitPattern: address)) else {
                return Carried(nil)
            }
            return Carried(Unmanaged<NSEntityDescription>.fromOpaque(retained).takeRetainedValue())
        }.value
    }

    func tie(to entity: NSEntityDescription) {
        let new = UInt(bitPattern: Unmanaged.passUnretained(entity).toOpaque())
        address.withLock { $0 = new }
    }

    func cut() { address.withLock { $0 = 0 } }
}
