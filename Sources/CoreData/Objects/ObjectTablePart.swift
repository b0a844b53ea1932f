/// The objects of one entity hierarchy of one store, by primary key: open addressing.
///
/// Primary keys are mostly consecutive, and so is the order in which they are looked up. Eight consecutive
/// keys share one stretch of memory, and stretches are spread by a multiplicative hash, which places
/// consecutive ones without collisions.
struct ObjectTablePart {
    let store: UInt32
    let root: UInt32
    private(set) var count = 0

    private struct Entry {
        var key: Int64 = 0
        /// Address of the object; 0 marks a free place.
        var object: UInt = 0
    }

    private var entries: ContiguousArray<Entry> = []
    private var mask = -1
    /// 64 less the number of bits that choose a stretch.
    private var shift: UInt64 = 0

    init(store: UInt32, root: UInt32) {
        self.store = store
        self.root = root
    }

    @inline(__always)
    private func home(_ key: Int64) -> Int {
        let stretch = (UInt64(bitPattern: key) >> 3 &* 0x9E37_79B9_7F4A_7C15) >> shift
        return Int(truncatingIfNeeded: stretch << 3 | UInt64(bitPattern: key) & 7)
    }

    private func find(_ key: Int64) -> Int? {
        guard mask >= 0 else { return nil }
        return entries.withUnsafeBufferPointer { entries in
            var index = home(key)
            // ends at a free place: the table is never full.
            while entries[index].object != 0 {
                if entries[index].key == key { return index }
                index = (index + 1) & mask
            }
            return nil
        }
    }

    func object(_ key: Int64) -> UInt? { find(key).map { entries[$0].object } }

    var objects: [UInt] { entries.compactMap { $0.object == 0 ? nil : $0.object } }

    /// Puts an object in the place of its key; there must be room.
    mutating func insert(_ key: Int64, _ object: UInt) {
        var index = home(key)
        let mask = mask
        let isNew = entries.withUnsafeMutableBufferPointer { entries in
            while entries[index].object != 0 {
                if entries[index].key == key {
                    entries[index].object = object
                    return false
                }
                index = (index + 1) & mask
            }
            entries[index] = Entry(key: key, object: object)
            return true
        }
        if isNew { count += 1 }
    }

    /// Takes an object out, unless its key belongs to another.
    mutating func remove(_ key: Int64, _ object: UInt) {
        guard let start = find(key), entries[start].object == object else { return }
        // Closes the gap, so that probing needs no tombstones.
        var hole = start
        var index = (hole + 1) & mask
        while entries[index].object != 0 {
            if (index &- home(entries[index].key)) & mask >= (index &- hole) & mask {
                entries[hole] = entries[index]
                hole = index
            }
            index = (index + 1) & mask
        }
        entries[hole].object = 0
        count -= 1
    }

    /// Makes room for `additional` objects.
    mutating func reserve(_ additional: Int) {
        let needed = count + additional
        if mask >= 0, needed * 4 <= (mask + 1) * 3 { return }
        var capacity = max(16, mask + 1)
        while needed * 4 > capacity * 3 { capacity *= 2 }
        let old = entries
        entries = ContiguousArray(repeating: Entry(), count: capacity)
        mask = capacity - 1
        shift = UInt64(64 - (capacity.trailingZeroBitCount - 3))
        for entry in old where entry.object != 0 {
            var place = home(entry.key)
            while entries[place].object != 0 { place = (place + 1) & mask }
            entries[place] = entry
        }
    }
}
