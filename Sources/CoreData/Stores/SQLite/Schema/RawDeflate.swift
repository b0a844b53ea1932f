/// The compressed form of `Z_MODELCACHE`: a DEFLATE stream without header and checksum.
///
/// Source: RFC 1951; sqlite-format, section 2.
enum RawDeflate {
    /// Why a stream cannot be read.
    struct DamagedStream: Error, CustomStringConvertible {
        let description: String
    }

    /// Larger contents than this are refused: models take kilobytes.
    static let limit = 256 << 20

    /// - Throws: `DamagedStream`.
    static func inflated(_ bytes: [UInt8]) throws(DamagedStream) -> [UInt8] {
        var reader = BitReader(bytes: bytes)
        var output: [UInt8] = []
        var isLast = false
        while !isLast {
            isLast = try reader.bits(1) == 1
            switch try reader.bits(2) {
            case 0: try copyStored(&reader, &output)
            case 1: try decode(&reader, &output, .fixedLiterals, .fixedDistances)
            case 2:
                let (literals, distances) = try readCodes(&reader)
                try decode(&reader, &output, literals, distances)
            default: throw DamagedStream(description: "a block has no valid type")
            }
        }
        return output
    }

    /// A valid stream of stored blocks: what it holds is not made smaller.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65535)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            result.append(rest.isEmpty ? 1 : 0)
            result.append(UInt8(length & 0xFF))
            result.append(UInt8(length >> 8))
            result.append(UInt8(~length & 0xFF))
            result.append(UInt8(~length >> 8))
            result += block
        } while !rest.isEmpty
        return result
    }

    // MARK: Blocks

    private static func copyStored(_ reader: inout BitReader, _ output: inout [UInt8]) throws(DamagedStream) {
        reader.alignToByte()
        let length = try reader.bits(16)
        let check = try reader.bits(16)
        guard length == ~check & 0xFFFF else { throw DamagedStream(description: "a stored block has no valid length") }
        output += try reader.bytes(length)
        try checkSize(output)
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
    private static let distanceExtras = [
        0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
    ]

    private static func decode(
        _ reader: inout BitReader, _ output: inout [UInt8], _ literals: PrefixCode, _ distances: PrefixCode
    ) throws(DamagedStream) {
        while true {
            let symbol = try literals.symbol(&reader)
            if symbol == 256 { return }
            if symbol < 256 {
                output.append(UInt8(symbol))
                try checkSize(output)
                continue
            }
            guard symbol - 257 < lengthBases.count else { throw DamagedStream(description: "a length is not valid") }
            let length = lengthBases[symbol - 257] + (try reader.bits(lengthExtras[symbol - 257]))
            let code = try distances.symbol(&reader)
            guard code < distanceBases.count else { throw DamagedStream(description: "a distance is not valid") }
            let distance = distanceBases[code] + (try reader.bits(distanceExtras[code]))
            guard distance <= output.count else {
                throw DamagedStream(description: "a distance reaches before the start")
            }
            for _ in 0..<length { output.append(output[output.count - distance]) }
            try checkSize(output)
        }
    }

    private static func checkSize(_ output: [UInt8]) throws(DamagedStream) {
        if output.count > limit { throw DamagedStream(description: "the contents are larger than \(limit) bytes") }
    }

    private static let orderOfCodeLengths = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private static func readCodes(_ reader: inout BitReader) throws(DamagedStream) -> (PrefixCode, PrefixCode) {
        let literalCount = try reader.bits(5) + 257
        let distanceCount = try reader.bits(5) + 1
        let lengthCount = try reader.bits(4) + 4
        var lengths = [Int](repeating: 0, count: 19)
        for index in 0..<lengthCount { lengths[orderOfCodeLengths[index]] = try reader.bits(3) }
        let code = PrefixCode(lengths)
        var all: [Int] = []
        while all.count < literalCount + distanceCount {
            let symbol = try code.symbol(&reader)
            switch symbol {
            case 0..<16: all.append(symbol)
            case 16:
                guard let last = all.last else { throw DamagedStream(description: "a repeat has nothing to repeat") }
                all += Array(repeating: last, count: try reader.bits(2) + 3)
            case 17: all += Array(repeating: 0, count: try reader.bits(3) + 3)
            default: all += Array(repeating: 0, count: try reader.bits(7) + 11)
            }
        }
        guard all.count == literalCount + distanceCount else {
            throw DamagedStream(description: "code lengths run over their number")
        }
        return (PrefixCode(Array(all[..<literalCount])), PrefixCode(Array(all[literalCount...])))
    }

    // MARK: Codes

    /// Bits from the lowest of each byte on.
    private struct BitReader {
        let bytes: [UInt8]
        private var position = 0
        private var bit = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func bits(_ count: Int) throws(DamagedStream) -> Int {
            var result = 0
            for index in 0..<count {
                guard position < bytes.count else { throw DamagedStream(description: "the stream ends too early") }
                result |= Int(bytes[position] >> UInt8(bit) & 1) << index
                bit += 1
                if bit == 8 {
                    bit = 0
                    position += 1
                }
            }
            return result
        }

        mutating func alignToByte() {
            if bit > 0 {
                bit = 0
                position += 1
            }
        }

        mutating func bytes(_ count: Int) throws(DamagedStream) -> ArraySlice<UInt8> {
            guard position + count <= bytes.count else { throw DamagedStream(description: "the stream ends too early") }
            defer { position += count }
            return bytes[position..<position + count]
        }
    }

    /// A canonical prefix code, by number of codes of each length.
    private struct PrefixCode {
        private var counts = [Int](repeating: 0, count: 16)
        private var symbols: [Int] = []

        init(_ lengths: [Int]) {
            for length in lengths where length > 0 { counts[length] += 1 }
            symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
        }

        static let fixedLiterals = PrefixCode(
            (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
        static let fixedDistances = PrefixCode(Array(repeating: 5, count: 30))

        func symbol(_ reader: inout BitReader) throws(DamagedStream) -> Int {
            var code = 0
            var first = 0
            var index = 0
            for length in 1...15 {
                code |= try reader.bits(1)
                let count = counts[length]
                // in bounds also for a code that claims more symbols than it has.
                if code - first < count, index + code - first < symbols.count { return symbols[index + code - first] }
                index += count
                first = (first + count) << 1
                code <<= 1
            }
            throw DamagedStream(description: "a code stands for nothing")
        }
    }
}
