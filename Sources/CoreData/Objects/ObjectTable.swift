import CRuntime
import Synchronization

/// The objects that a context knows, by key, without keeping them alive.
///
/// An object removes itself in its deinit, on whatever thread that runs; a look-up that meets an object
/// on its way out must not bring it back. Both are settled by the lock and `swift_tryRetain`, the
/// runtime's way to retain an object unless its deinit has begun: while the lock is held, an object in
/// the table may be in its deinit, but its memory is still there, since deinit has to take the lock first.
final class ObjectTable: @unchecked Sendable {
    // @unchecked: everything is in `storage`, behind its lock.

    private struct Storage {
        var keys: [ObjectKey] = []
        /// Addresses of the objects; 0 marks a free place.
        var objects: [UInt] = []
        var count = 0
        var mask = -1

        func find(_ key: ObjectKey) -> Int? {
            guard mask >= 0 else { return nil }
            var index = Int(truncatingIfNeeded: key.mixed) & mask
            while objects[index] != 0 {
                if keys[index] == key { return index }
                index = (index + 1) & mask
            }
            return nil
        }

        mutating func insert(_ key: ObjectKey, _ object: UInt) {
            if (count + 1) * 4 > (mask + 1) * 3 { grow() }
            var index = Int(truncatingIfNeeded: key.mixed) & mask
            while objects[index] != 0 {
                if keys[index] == key {
                    objects[index] = object
                    return
                }
                index = (index + 1) & mask
            }
            keys[index] = key
            objects[index] = object
            count += 1
        }

        /// Closes the gap so that probing needs no tombstones.
        mutating func remove(at start: Int) {
            var hole = start
            var index = (hole + 1) & mask
            while objects[index] != 0 {
                let home = Int(truncatingIfNeeded: keys[index].mixed) & mask
                if (index &- home) & mask >= (index &- hole) & mask {
                    keys[hole] = keys[index]
                    objects[hole] = objects[index]
                    hole = index
                }
                index = (index + 1) & mask
            }
            objects[hole] = 0
            count -= 1
        }

        private mutating func grow() { resize(to: max(16, (mask + 1) * 2)) }

        mutating func reserve(_ additional: Int) {
            var capacity = max(16, mask + 1)
            while (count + additional) * 4 > capacity * 3 { capacity *= 2 }
            if capacity > mask + 1 { resize(to: capacity) }
        }

        private mutating func resize(to capacity: Int) {
            let (oldKeys, oldObjects) = (keys, objects)
            keys = [ObjectKey](repeating: ObjectKey(store: 0, root: 0, primaryKey: 0), count: capacity)
            objects = [UInt](repeating: 0, count: capacity)
            mask = capacity - 1
            for index in oldObjects.indices {
                let object = oldObjects[index]
                if object == 0 { continue }
                var place = Int(truncatingIfNeeded: oldKeys[index].mixed) & mask
                while objects[place] != 0 { place = (place + 1) & mask }
                keys[place] = oldKeys[index]
                objects[place] = object
            }
        }
    }

    private let storage = Mutex(Storage())

    /// The living object of `key`.
    func object(_ key: ObjectKey) -> NSManagedObject? {
        storage.withLock { storage -> Carried<NSManagedObject?> in
            guard let index = storage.find(key) else { return Carried(nil) }
            return Carried(Self.retained(storage.objects[index]))
        }.value
    }

    /// Makes room for `additional` objects.
    func reserve(_ additional: Int) { storage.withLock { $0.reserve(additional) } }

    func insert(_ object: NSManagedObject) {
        let address = Self.address(of: object)
        let key = object.key
        storage.withLock { $0.insert(key, address) }
    }

    /// Takes `object` out, unless its key has been given to another object meanwhile.
    func remove(key: ObjectKey, address: UInt) {
        storage.withLock { storage in
            if let index = storage.find(key), storage.objects[index] == address { storage.remove(at: index) }
        }
    }

    func remove(_ object: NSManagedObject) {
        remove(key: object.key, address: Self.address(of: object))
    }

    /// All living objects.
    var all: [NSManagedObject] {
        storage.withLock { storage in Carried(storage.objects.compactMap { $0 == 0 ? nil : Self.retained($0) }) }.value
    }

    static func address(of object: NSManagedObject) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    }

    private static func retained(_ address: UInt) -> NSManagedObject? {
        guard let retained = swift_tryRetain(UnsafeMutableRawPointer(bitPattern: address)) else { return nil }
        return Unmanaged<NSManagedObject>.fromOpaque(retained).takeRetainedValue()
    }
}
