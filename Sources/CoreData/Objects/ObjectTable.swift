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

    /// One part for each entity hierarchy of each store: few, so that they are searched one by one.
    private struct Storage {
        private(set) var parts: [KeyTable] = []
        /// The part that was used last.
        private var last = 0

        mutating func part(_ key: ObjectKey) -> Int? {
            if last < parts.count, parts[last].store == key.store, parts[last].root == key.root { return last }
            guard let index = parts.firstIndex(where: { $0.store == key.store && $0.root == key.root }) else {
                return nil
            }
            last = index
            return index
        }

        mutating func object(_ key: ObjectKey) -> UInt? {
            part(key).flatMap { parts[$0].word(key.primaryKey) }
        }

        mutating func insert(_ key: ObjectKey, _ object: UInt) {
            let part = madePart(key)
            parts[part].reserve(1)
            parts[part].insert(key.primaryKey, object)
        }

        mutating func object(part: Int, _ primaryKey: Int64) -> UInt? { parts[part].word(primaryKey) }

        mutating func reserve(_ key: ObjectKey, _ additional: Int) { parts[madePart(key)].reserve(additional) }

        mutating func reserve(part: Int, _ additional: Int) { parts[part].reserve(additional) }

        mutating func insert(part: Int, _ primaryKey: Int64, _ object: UInt) { parts[part].insert(primaryKey, object) }

        mutating func madePart(_ key: ObjectKey) -> Int {
            if let part = part(key) { return part }
            parts.append(KeyTable(store: key.store, root: key.root))
            last = parts.count - 1
            return last
        }

        mutating func remove(_ key: ObjectKey, _ object: UInt) {
            if let part = part(key) { parts[part].remove(key.primaryKey, object) }
        }
    }

    private let storage = Mutex(Storage())

    /// The living object of `key`.
    func object(_ key: ObjectKey) -> NSManagedObject? {
        storage.withLock { storage -> Carried<NSManagedObject?> in
            Carried(storage.object(key).flatMap { Self.retained($0) })
        }.value
    }

    /// The living objects of many keys of one hierarchy, in order; nil when there is none of them.
    ///
    /// Makes room for those that are missing.
    func objects(_ keys: ArraySlice<Int64>, store: UInt32, root: UInt32) -> [NSManagedObject?]? {
        storage.withLock { storage -> Carried<[NSManagedObject?]?> in
            guard let first = keys.first else { return Carried(nil) }
            let part = storage.madePart(ObjectKey(store: store, root: root, primaryKey: first))
            var found: [NSManagedObject?]?
            if storage.parts[part].count > 0 {
                for (index, key) in keys.enumerated() {
                    guard let address = storage.object(part: part, key), let object = Self.retained(address)
                    else { continue }
                    if found == nil { found = Array(repeating: nil, count: keys.count) }
                    found?[index] = object
                }
            }
            if found == nil { storage.reserve(part: part, keys.count) }
            return Carried(found)
        }.value
    }

    /// The living objects among many keys of one hierarchy, in the order of the keys.
    func living(_ keys: ArraySlice<Int64>, store: UInt32, root: UInt32) -> [NSManagedObject] {
        storage.withLock { storage -> Carried<[NSManagedObject]> in
            guard let first = keys.first,
                let part = storage.part(ObjectKey(store: store, root: root, primaryKey: first))
            else { return Carried([]) }
            var found: [NSManagedObject] = []
            found.reserveCapacity(keys.count)
            for key in keys {
                if let address = storage.object(part: part, key), let object = Self.retained(address) {
                    found.append(object)
                }
            }
            return Carried(found)
        }.value
    }

    /// The living objects among many keys of one hierarchy that one reference alone keeps alive.
    func heldOnce(_ keys: ArraySlice<Int64>, store: UInt32, root: UInt32) -> [NSManagedObject] {
        // Those that more than one holds are released after the lock.
        let found = storage.withLock { storage -> Carried<(once: [NSManagedObject], more: [NSManagedObject])> in
            guard let first = keys.first,
                let part = storage.part(ObjectKey(store: store, root: root, primaryKey: first))
            else { return Carried(([], [])) }
            var (once, more): ([NSManagedObject], [NSManagedObject]) = ([], [])
            once.reserveCapacity(keys.count)
            for key in keys {
                guard let address = storage.object(part: part, key), let object = Self.retained(address) else {
                    continue
                }
                // The other one is ours.
                if swift_retainCount(UnsafeMutableRawPointer(bitPattern: address)) <= 2 {
                    once.append(object)
                } else {
                    more.append(object)
                }
            }
            return Carried((once, more))
        }
        return found.value.once
    }

    /// Enters objects of one hierarchy, by their keys in the same order.
    func insert(_ objects: [NSManagedObject], _ keys: ArraySlice<Int64>) {
        guard let first = objects.first else { return }
        precondition(objects.count == keys.count, "Each object has one key.")
        objects.withUnsafeBytes { references in
            // safe: an array of references is one of their addresses; read as such, none is retained.
            let addresses = Carried(references.bindMemory(to: UInt.self))
            storage.withLock { storage in
                let part = storage.madePart(first.key)
                storage.reserve(part: part, keys.count)
                for (index, key) in keys.enumerated() { storage.insert(part: part, key, addresses.value[index]) }
            }
        }
    }

    func insert(_ object: NSManagedObject) {
        let address = Self.address(of: object)
        let key = object.key
        storage.withLock { $0.insert(key, address) }
    }

    /// Takes `object` out, unless its key has been given to another object meanwhile.
    func remove(key: ObjectKey, address: UInt) {
        storage.withLock { $0.remove(key, address) }
    }

    func remove(_ object: NSManagedObject) {
        remove(key: object.key, address: Self.address(of: object))
    }

    /// Gives objects consecutive keys from `first` on.
    func rekey(_ objects: [NSManagedObject], from first: ObjectKey) {
        let carried = Carried(objects)
        storage.withLock { storage in
            storage.reserve(first, carried.value.count)
            var key = first
            for object in carried.value {
                let address = Self.address(of: object)
                storage.remove(object.key, address)
                object.key = key
                storage.insert(key, address)
                key.primaryKey += 1
            }
        }
    }

    /// All living objects.
    var all: [NSManagedObject] {
        storage.withLock { storage in
            Carried(storage.parts.flatMap { $0.words.compactMap { Self.retained($0) } })
        }.value
    }

    /// Whether there is any.
    var isEmpty: Bool { storage.withLock { $0.parts.allSatisfy { $0.count == 0 } } }

    static func address(of object: NSManagedObject) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    }

    private static func retained(_ address: UInt) -> NSManagedObject? {
        guard let retained = swift_tryRetain(UnsafeMutableRawPointer(bitPattern: address)) else { return nil }
        return Unmanaged<NSManagedObject>.fromOpaque(retained).takeRetainedValue()
    }
}
