/// The objects of one entity hierarchy of one store, by primary key.
///
/// Primary keys are mostly consecutive, and so is the order in which they are looked up. Eight consecutive keys
/// share a *stretch* of eight places, one cache line; stretches are found by open addressing, and the one that
/// was used last without any search.
struct ObjectTablePart {
    let store: UInt32
    let root: UInt32
    private(set) var count = 0

    /// Addresses of objects, eight places a stretch; 0 marks a free place.
    private var places: ContiguousArray<UInt> = []
    /// Stretches in `places` that hold nothing, and belong to no keys.
    private var spare: ContiguousArray<Int> = []

    /// Where the stretch of some keys lies.
    private struct Entry {
        /// The keys without their last three bits.
        var keys: Int64 = 0
        /// The first of its places, plus 1; 0 marks a free entry.
        var start = 0
    }

    private var entries: ContiguousArray<Entry> = []
    private var used = 0
    private var mask = -1
    /// 64 less the number of bits that choose an entry.
    private var shift: UInt64 = 0
    /// The entry that was found last.
    private var last = Entry()

    init(store: UInt32, root: UInt32) {
        self.store = store
        self.root = root
    }

    @inline(__always)
    private static func keys(_ key: Int64) -> Int64 { key >> 3 }

    @inline(__always)
    private func home(_ keys: Int64) -> Int {
        Int(truncatingIfNeeded: (UInt64(bitPattern: keys) &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }

    /// The index of the entry of `keys`; nil when there is none.
    private func find(_ keys: Int64) -> Int? {
        guard mask >= 0 else { return nil }
        return entries.withUnsafeBufferPointer { entries in
            var index = home(keys)
            // ends at a free entry: the table is never full.
            while entries[index].start != 0 {
                if entries[index].keys == keys { return index }
                index = (index + 1) & mask
            }
            return nil
        }
    }

    /// The place of a key; nil when its stretch has none.
    @inline(__always)
    private mutating func place(_ key: Int64) -> Int? {
        let keys = Self.keys(key)
        if last.keys != keys || last.start == 0 {
            guard let index = find(keys) else { return nil }
            last = entries[index]
        }
        return last.start - 1 + Int(key & 7)
    }

    mutating func object(_ key: Int64) -> UInt? {
        guard let place = place(key) else { return nil }
        let object = places[place]
        return object == 0 ? nil : object
    }

    var objects: [UInt] { places.filter { $0 != 0 } }

    /// Puts an object in the place of its key.
    mutating func insert(_ key: Int64, _ object: UInt) {
        let place = place(key) ?? made(key)
        if places[place] == 0 { count += 1 }
        places[place] = object
    }

    /// The place of a key whose stretch has none yet.
    private mutating func made(_ key: Int64) -> Int {
        if (used + 1) * 4 > (mask + 1) * 3 { grow(toHold: used + 1) }
        let start: Int
        if let one = spare.popLast() {
            start = one
        } else {
            start = places.count
            places.append(contentsOf: repeatElement(0, count: 8))
        }
        let entry = Entry(keys: Self.keys(key), start: start + 1)
        var index = home(entry.keys)
        while entries[index].start != 0 { index = (index + 1) & mask }
        entries[index] = entry
        used += 1
        last = entry
        return start + Int(key & 7)
    }

    /// Takes an object out, unless its key belongs to another.
    mutating func remove(_ key: Int64, _ object: UInt) {
        guard let place = place(key), places[place] == object else { return }
        places[place] = 0
        count -= 1
        let start = last.start - 1
        for other in start..<(start + 8) where places[other] != 0 { return }
        removeStretch(last)
    }

    private mutating func removeStretch(_ entry: Entry) {
        last = Entry()
        guard let found = find(entry.keys) else { return }
        // Closes the gap, so that probing needs no tombstones.
        var hole = found
        var index = (hole + 1) & mask
        while entries[index].start != 0 {
            if (index &- home(entries[index].keys)) & mask >= (index &- hole) & mask {
                entries[hole] = entries[index]
                hole = index
            }
            index = (index + 1) & mask
        }
        entries[hole] = Entry()
        used -= 1
        if used == 0 {
            places = []
            spare = []
        } else {
            spare.append(entry.start - 1)
        }
    }

    /// Makes room for `additional` objects, as far as their keys lie close together.
    mutating func reserve(_ additional: Int) {
        let stretches = used + (additional + 7) / 8
        if stretches * 4 > (mask + 1) * 3 { grow(toHold: stretches) }
    }

    private mutating func grow(toHold stretches: Int) {
        var capacity = max(8, mask + 1)
        while stretches * 4 > capacity * 3 { capacity *= 2 }
        let old = entries
        entries = ContiguousArray(repeating: Entry(), count: capacity)
        mask = capacity - 1
        shift = UInt64(64 - capacity.trailingZeroBitCount)
        for entry in old where entry.start != 0 {
            var place = home(entry.keys)
            while entries[place].start != 0 { place = (place + 1) & mask }
            entries[place] = entry
        }
    }
}
