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
        var objects: [UnsafeRawPointer?] = []
        var count = 0
        var mask = -1

        func find(_ key: ObjectKey) -> Int? {
            guard mask >= 0 else { return nil }
            var index = Int(truncatingIfNeeded: key.mixed) & mask
            while objects[index] != nil {
                if keys[index] == key { return index }
                index = (index + 1) & mask
            }
            return nil
        }

        mutating func insert(_ key: ObjectKey, _ object: UnsafeRawPointer) {
            if (count + 1) * 4 > (mask + 1) * 3 { grow() }
            var index = Int(truncatingIfNeeded: key.mixed) & mask
            while objects[index] != nil {
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
            while objects[index] != nil {
                let home = Int(truncatingIfNeeded: keys[index].mixed) & mask
                if (index &- home) & mask >= (index &- hole) & mask {
                    keys[hole] = keys[index]
                    objects[hole] = objects[index]
                    hole = index
                }
                index = (index + 1) & mask
            }
            objects[hole] = nil
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
            objects = [UnsafeRawPointer?](repeating: nil, count: capacity)
            mask = capacity - 1
            for index in oldObjects.indices {
                guard let object = oldObjects[index] else { continue }
                var place = Int(truncatingIfNeeded: oldKeys[index].mixed) & mask
                while objects[place] != nil { place = (place + 1) & mask }
                keys[place] = oldKeys[index]
                objects[place] = object
            }
        }
    }

    private let storage = Mutex(Storage())

    /// The living object of `key`.
    func object(_ key: ObjectKey) -> NSManagedObject? {
        storage.withLock { storage in
            guard let index = storage.find(key), let pointer = storage.objects[index] else { return nil }
            return Self.retained(pointer)
        }
    }

    /// Makes room for `additional` objects.
    func reserve(_ additional: Int) { storage.withLock { $0.reserve(additional) } }

    func insert(_ object: NSManagedObject) {
        let pointer = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
        let key = object.key
        storage.withLock { $0.insert(key, pointer) }
    }

    /// Takes `object` out, unless its key has been given to another object meanwhile.
    func remove(key: ObjectKey, object pointer: UnsafeRawPointer) {
        storage.withLock { storage in
            if let index = storage.find(key), storage.objects[index] == pointer { storage.remove(at: index) }
        }
    }

    func remove(_ object: NSManagedObject) {
        remove(key: object.key, object: UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()))
    }

    /// All living objects.
    var all: [NSManagedObject] {
        storage.withLock { storage in storage.objects.compactMap { $0.flatMap(Self.retained) } }
    }

    private static func retained(_ pointer: UnsafeRawPointer) -> NSManagedObject? {
        guard let retained = swift_tryRetain(UnsafeMutableRawPointer(mutating: pointer)) else { return nil }
        return Unmanaged<NSManagedObject>.fromOpaque(retained).takeRetainedValue()
    }
}
