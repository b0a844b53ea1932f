/// The generator all benchmark data comes from.
package struct SplitMix64: Sendable {
    private var state: UInt64

    /// Starts at a state; equal states give equal sequences.
    package init(state: UInt64) {
        self.state = state
    }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number from 0 up to, not including, a bound.
    package mutating func below(_ bound: Int) -> Int {
        Int(next() % UInt64(bound))
    }

    /// Letters from a to p; one draw serves 16 of them, lowest bits first.
    package mutating func letters(_ count: Int) -> String {
        String(unsafeUninitializedCapacity: count) { buffer in
            var word: UInt64 = 0
            for index in 0..<count {
                if index % 16 == 0 { word = next() }
                buffer[index] = UInt8(ascii: "a") + UInt8(word & 15)
                word >>= 4
            }
            return count
        }
    }
}
