/// A word for each of some primary keys of one entity hierarchy of one store: addresses of objects, versions.
///
/// Primary keys are mostly small, dense and looked up in their order. Sixteen consecutive keys share a *stretch* of
/// sixteen places, two cache lines. A directory finds the stretches of keys up to a bound that grows with their number
/// by index; those of other keys are found by hashing, and the one used last without any search.
struct KeyTable {
    let store: UInt32
    let root: UInt32
    private(set) var count = 0

    /// The words, sixteen places a stretch; 0 marks a free place.
    private var places: ContiguousArray<UInt> = []
    /// How many places of each stretch are taken.
    private var filled: ContiguousArray<UInt8> = []
    /// Stretches that hold nothing, and belong to no keys.
    private var spare: ContiguousArray<Int32> = []

    /// Stretches, plus 1, by their keys' common bits from `origin` on; 0 where there is none.
    private var directory: ContiguousArray<Int32> = []
    private var origin: Int64 = 0
    /// The stretches of keys outside the directory.
    private var others = StretchHash()
    /// The stretch that was found last.
    private var last = (keys: Int64(0), stretch: -1)

    private static let bits: Int64 = 4
    private static let size = 16
    /// The directory reaches so far in any case, and has at most so many entries for each stretch.
    private static let (least, sparsest) = (1024, 16)

    init(store: UInt32, root: UInt32) {
        self.store = store
        self.root = root
    }

    /// The place of some keys in the directory, if it reaches so far.
    ///
    /// Temporary keys are counted down.
    @inline(__always)
    private func index(_ keys: Int64) -> UInt64 {
        UInt64(bitPattern: store == 0 ? origin &- keys : keys &- origin)
    }

    /// The stretch of some keys; nil when it has none.
    @inline(__always)
    private func find(_ keys: Int64) -> Int? {
        let index = index(keys)
        if index < UInt64(directory.count) {
            let stretch = Int(directory[Int(index)]) - 1
            return stretch < 0 ? nil : stretch
        }
        return others.isEmpty ? nil : others.find(keys)
    }

    /// The place of a key; nil when its stretch has none.
    @inline(__always)
    private mutating func place(_ key: Int64) -> Int? {
        let keys = key >> Self.bits
        if last.keys != keys || last.stretch < 0 {
            guard let stretch = find(keys) else { return nil }
            last = (keys, stretch)
        }
        return last.stretch &* Self.size &+ Int(key & 15)
    }

    /// The word of a key; nil when it has none.
    mutating func word(_ key: Int64) -> UInt? {
        guard let place = place(key) else { return nil }
        let word = places[place]
        return word == 0 ? nil : word
    }

    /// All words, in no order.
    var words: [UInt] { places.filter { $0 != 0 } }

    /// Puts a word, not 0, in the place of a key.
    mutating func insert(_ key: Int64, _ word: UInt) {
        let place = place(key) ?? made(key)
        if places[place] == 0 {
            count += 1
            filled[last.stretch] += 1
        }
        places[place] = word
    }

    /// The place of a key whose stretch has none yet.
    private mutating func made(_ key: Int64) -> Int {
        let keys = key >> Self.bits
        let stretch: Int
        if let one = spare.popLast() {
            stretch = Int(one)
        } else {
            stretch = filled.count
            places.append(contentsOf: repeatElement(0, count: Self.size))
            filled.append(0)
        }
        // Temporary keys are counted through the whole process: they begin anywhere.
        if count == 0 { origin = store == 0 || keys >= Self.least ? keys : 0 }
        if reaches(keys) {
            directory[Int(index(keys))] = Int32(truncatingIfNeeded: stretch + 1)
        } else {
            others.insert(keys, stretch)
        }
        last = (keys, stretch)
        return stretch * Self.size + Int(key & 15)
    }

    /// Whether the directory has an entry for some keys, which it may have to grow for.
    private mutating func reaches(_ keys: Int64) -> Bool {
        let index = index(keys)
        if index < UInt64(directory.count) { return true }
        let bound = max(Self.least, filled.count * Self.sparsest)
        guard index < UInt64(bound) else { return false }
        var size = max(16, directory.count * 2)
        while size <= Int(index) { size *= 2 }
        directory.append(contentsOf: repeatElement(0, count: size - directory.count))
        for entry in others.all where self.index(entry.keys) < UInt64(size) {
            directory[Int(self.index(entry.keys))] = Int32(truncatingIfNeeded: entry.stretch + 1)
            others.remove(entry.keys)
        }
        return true
    }

    /// Takes a word out, unless its key has another.
    mutating func remove(_ key: Int64, _ word: UInt) {
        guard let place = place(key), places[place] == word else { return }
        places[place] = 0
        count -= 1
        let stretch = last.stretch
        filled[stretch] -= 1
        if filled[stretch] > 0 { return }
        let keys = last.keys
        last.stretch = -1
        if count == 0, filled.count > Self.least {
            self = KeyTable(store: store, root: root)
            return
        }
        let index = index(keys)
        if index < UInt64(directory.count) { directory[Int(index)] = 0 } else { others.remove(keys) }
        spare.append(Int32(truncatingIfNeeded: stretch))
    }

    /// Makes room for `additional` keys, as far as their keys lie close together.
    mutating func reserve(_ additional: Int) {
        let wanted = places.count + (additional + Self.size - 1) / Self.size * Self.size
        // By doubling, as arrays grow by themselves: this may be called for each of many small groups.
        if wanted > places.capacity { places.reserveCapacity(max(wanted, places.capacity * 2)) }
    }
}

/// Stretches by the common bits of their keys: open addressing.
private struct StretchHash {
    struct Entry {
        var keys: Int64 = 0
        /// The stretch, plus 1; 0 marks a free entry.
        var mark = 0
        var stretch: Int { mark - 1 }
    }

    private var entries: ContiguousArray<Entry> = []
    private var used = 0
    private var mask = -1
    /// 64 less the number of bits that choose an entry.
    private var shift: UInt64 = 0

    var isEmpty: Bool { used == 0 }
    var all: [Entry] { entries.filter { $0.mark != 0 } }

    @inline(__always)
    private func home(_ keys: Int64) -> Int {
        Int(truncatingIfNeeded: (UInt64(bitPattern: keys) &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }

    private func index(_ keys: Int64) -> Int? {
        guard mask >= 0 else { return nil }
        var index = home(keys)
        // ends at a free entry: the table is never full.
        while entries[index].mark != 0 {
            if entries[index].keys == keys { return index }
            index = (index + 1) & mask
        }
        return nil
    }

    func find(_ keys: Int64) -> Int? { index(keys).map { entries[$0].stretch } }

    /// Enters keys that are not there.
    mutating func insert(_ keys: Int64, _ stretch: Int) {
        if (used + 1) * 4 > (mask + 1) * 3 { grow() }
        place(Entry(keys: keys, mark: stretch + 1))
        used += 1
    }

    private mutating func place(_ entry: Entry) {
        var index = home(entry.keys)
        while entries[index].mark != 0 { index = (index + 1) & mask }
        entries[index] = entry
    }

    mutating func remove(_ keys: Int64) {
        guard let found = index(keys) else { return }
        // Closes the gap, so that probing needs no tombstones.
        var hole = found
        var index = (hole + 1) & mask
        while entries[index].mark != 0 {
            if (index &- home(entries[index].keys)) & mask >= (index &- hole) & mask {
                entries[hole] = entries[index]
                hole = index
            }
            index = (index + 1) & mask
        }
        entries[hole] = Entry()
        used -= 1
    }

    private mutating func grow() {
        let old = entries
        let capacity = max(8, (mask + 1) * 2)
        entries = ContiguousArray(repeating: Entry(), count: capacity)
        mask = capacity - 1
        shift = UInt64(64 - capacity.trailingZeroBitCount)
        for entry in old where entry.mark != 0 { place(entry) }
    }
}
