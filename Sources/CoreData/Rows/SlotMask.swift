/// A set of slots; entities with up to 64 slots need no allocation.
struct SlotMask: Equatable, Sendable {
    private var low: UInt64 = 0
    private var high: [UInt64] = []

    var isEmpty: Bool { low == 0 && high.allSatisfy { $0 == 0 } }

    @inline(__always)
    func contains(_ slot: Int) -> Bool {
        if slot < 64 { return low & (1 << UInt64(slot)) != 0 }
        let word = slot >> 6 - 1
        return word < high.count && high[word] & (1 << UInt64(slot & 63)) != 0
    }

    @inline(__always)
    mutating func insert(_ slot: Int) {
        if slot < 64 {
            low |= 1 << UInt64(slot)
            return
        }
        let word = slot >> 6 - 1
        while high.count <= word { high.append(0) }
        high[word] |= 1 << UInt64(slot & 63)
    }

    mutating func remove(_ slot: Int) {
        if slot < 64 {
            low &= ~(1 << UInt64(slot))
            return
        }
        let word = slot >> 6 - 1
        if word < high.count { high[word] &= ~(1 << UInt64(slot & 63)) }
    }
}
