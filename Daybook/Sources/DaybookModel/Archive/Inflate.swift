/// Unpacks DEFLATE data (RFC 1951).
///
/// Never reads or writes outside its bounds, whatever the bytes are: what cannot be unpacked is an error.
struct Inflate {
    /// The bytes are no DEFLATE data, end too early, or unpack to more than was allowed.
    struct Failure: Error {}

    private let input: ArraySlice<UInt8>
    private var position: Int
    private var bits: UInt32 = 0
    private var bitCount = 0
    private var output: [UInt8] = []
    private let limit: Int

    private init(_ input: ArraySlice<UInt8>, limit: Int) {
        self.input = input
        self.limit = limit
        position = input.startIndex
    }

    /// Unpacks all of it.
    ///
    /// - Throws: `Failure`, also when there are more than `limit` bytes.
    /// - Complexity: O(n) in the bytes that come out.
    static func unpack(_ input: ArraySlice<UInt8>, limit: Int) throws(Failure) -> [UInt8] {
        var inflate = Inflate(input, limit: limit)
        while try !inflate.block() {}
        return inflate.output
    }

    /// Unpacks a block and says whether it was the last.
    private mutating func block() throws(Failure) -> Bool {
        let isLast = try take(1) == 1
        switch try take(2) {
        case 0: try stored()
        case 1: try packed(Self.fixedLengths, Self.fixedDistances)
        case 2:
            let (lengths, distances) = try dynamicTables()
            try packed(lengths, distances)
        default: throw Failure()
        }
        return isLast
    }

    // MARK: Bits

    private mutating func take(_ count: Int) throws(Failure) -> Int {
        while bitCount < count {
            guard position < input.endIndex else { throw Failure() }
            bits |= UInt32(input[position]) << UInt32(bitCount)
            position += 1
            bitCount += 8
        }
        let value = bits & ((1 << UInt32(count)) - 1)
        bits >>= UInt32(count)
        bitCount -= count
        return Int(value)
    }

    private mutating func stored() throws(Failure) {
        // What is left of the byte is padding; whole bytes taken ahead are given back.
        position -= bitCount / 8
        bits = 0
        bitCount = 0
        let (length, complement) = (try take(16), try take(16))
        guard length ^ 0xFFFF == complement, input.endIndex - position >= length, output.count + length <= limit else {
            throw Failure()
        }
        output += input[position..<position + length]
        position += length
    }

    // MARK: Codes

    /// A canonical Huffman code: how many codes each length has, and the symbols in order.
    private struct Code {
        var counts = [Int](repeating: 0, count: 16)
        var symbols: [Int]

        init(lengths: [Int]) throws(Failure) {
            for length in lengths { counts[length] += 1 }
            counts[0] = 0
            var room = 1
            for length in 1...15 {
                room = room * 2 - counts[length]
                guard room >= 0 else { throw Failure() }
            }
            var starts = [Int](repeating: 0, count: 17)
            for length in 1...15 { starts[length + 1] = starts[length] + counts[length] }
            symbols = [Int](repeating: 0, count: starts[16])
            for (symbol, length) in lengths.enumerated() where length > 0 {
                symbols[starts[length]] = symbol
                starts[length] += 1
            }
        }

        /// For the tables that the format fixes.
        init(fixed lengths: [Int]) {
            do {
                try self.init(lengths: lengths)
            } catch {
                preconditionFailure("the fixed code of DEFLATE is complete")
            }
        }
    }

    private static let fixedLengths = Code(
        fixed: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    private static let fixedDistances = Code(fixed: [Int](repeating: 5, count: 30))

    private mutating func symbol(_ code: Code) throws(Failure) -> Int {
        var value = 0
        var first = 0
        var index = 0
        for length in 1...15 {
            value |= try take(1)
            let count = code.counts[length]
            if value - count < first { return code.symbols[index + value - first] }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        throw Failure()
    }

    private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private mutating func dynamicTables() throws(Failure) -> (Code, Code) {
        let (lengthCount, distanceCount, orderCount) = (try take(5) + 257, try take(5) + 1, try take(4) + 4)
        guard lengthCount <= 286, distanceCount <= 30 else { throw Failure() }
        var lengths = [Int](repeating: 0, count: 19)
        for index in 0..<orderCount { lengths[Self.lengthOrder[index]] = try take(3) }
        let code = try Code(lengths: lengths)
        lengths = []
        while lengths.count < lengthCount + distanceCount {
            let (value, count): (Int, Int)
            switch try symbol(code) {
            case let plain where plain < 16: (value, count) = (plain, 1)
            case 16:
                guard let last = lengths.last else { throw Failure() }
                (value, count) = (last, 3 + (try take(2)))
            case 17: (value, count) = (0, 3 + (try take(3)))
            default: (value, count) = (0, 11 + (try take(7)))
            }
            guard lengths.count + count <= lengthCount + distanceCount else { throw Failure() }
            lengths += [Int](repeating: value, count: count)
        }
        guard lengths[256] > 0 else { throw Failure() }
        return (
            try Code(lengths: Array(lengths[..<lengthCount])), try Code(lengths: Array(lengths[lengthCount...]))
        )
    }

    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let lengthExtras = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distanceBases = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
        6145,
        8193, 12289, 16385, 24577,
    ]

    private mutating func packed(_ lengths: Code, _ distances: Code) throws(Failure) {
        while true {
            let symbol = try symbol(lengths)
            if symbol < 256 {
                guard output.count < limit else { throw Failure() }
                output.append(UInt8(symbol))
                continue
            }
            if symbol == 256 { return }
            guard symbol - 257 < Self.lengthBases.count else { throw Failure() }
            let length = Self.lengthBases[symbol - 257] + (try take(Self.lengthExtras[symbol - 257]))
            let place = try self.symbol(distances)
            guard place < Self.distanceBases.count else { throw Failure() }
            let distance = Self.distanceBases[place] + (try take(max(0, place / 2 - 1)))
            guard distance <= output.count, output.count + length <= limit else { throw Failure() }
            let start = output.count - distance
            // Source and target may overlap: what was just written is copied again.
            for offset in 0..<length { output.append(output[start + offset]) }
        }
    }
}
