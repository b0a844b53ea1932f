/// The checksum of ZIP: CRC-32 with the polynomial 0xEDB88320.
struct CRC32 {
    private var state: UInt32 = 0xFFFF_FFFF

    /// The checksum of everything taken in so far.
    var value: UInt32 { state ^ 0xFFFF_FFFF }

    /// Takes in more bytes.
    mutating func update(_ bytes: some Sequence<UInt8>) {
        var state = state
        for byte in bytes { state = Self.table[Int((state ^ UInt32(byte)) & 0xFF)] ^ (state >> 8) }
        self.state = state
    }

    /// The checksum of some bytes.
    static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var sum = CRC32()
        sum.update(bytes)
        return sum.value
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }
}
