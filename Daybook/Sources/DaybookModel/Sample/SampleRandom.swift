/// Numbers that are the same for the same seed on every machine.
struct SampleRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// The next number of the sequence.
    ///
    /// Source: SplitMix64, Steele, Lea and Flood 2014.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    /// A number of a range.
    mutating func next(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// One of several.
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[next(in: 0...elements.count - 1)]
    }
}
