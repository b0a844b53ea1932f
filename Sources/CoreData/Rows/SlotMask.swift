/// A set of slots; entities with up to 64 slots need no allocation.
struct SlotMask: Equatable, Sendable {
    private(set) var low: UInt64 = 0
    /// The words of the slots from 64 on.
    private(set) var high: [UInt64] = []

    init() {}

    init(low: UInt64, high: [UInt64]) {
        self.low = low
        self.high = high
    }

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
