import Foundation

/// MD5 (RFC 1321), which the compiler uses to tell private declarations of different files apart.
enum MD5 {
    /// The hash of the text's UTF-8 form, in upper-case hexadecimal digits.
    static func hexadecimal(_ text: String) -> String {
        var message = Array(text.utf8)
        let bits = UInt64(message.count) &* 8
        message.append(0x80)
        while message.count % 64 != 56 { message.append(0) }
        for shift in stride(from: 0, to: 64, by: 8) { message.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
        var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
        for start in stride(from: 0, to: message.count, by: 64) {
            let words = (0..<16).map { index in
                (0..<4).reduce(UInt32(0)) { $0 | UInt32(message[start + index * 4 + $1]) << UInt32($1 * 8) }
            }
            compress(words, &state)
        }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32($0 * 8)) } }
            .map { String(format: "%02X", $0) }.joined()
    }

    private static func compress(_ words: [UInt32], _ state: inout [UInt32]) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        for round in 0..<64 {
            let mixed: UInt32
            let word: Int
            switch round / 16 {
            case 0: (mixed, word) = ((b & c) | (~b & d), round)
            case 1: (mixed, word) = ((d & b) | (~d & c), (5 * round + 1) % 16)
            case 2: (mixed, word) = (b ^ c ^ d, (3 * round + 5) % 16)
            default: (mixed, word) = (c ^ (b | ~d), (7 * round) % 16)
            }
            // The constants are the sines of the round numbers, 32 bits of them.
            let constant = UInt32(abs(sin(Double(round + 1))) * 4_294_967_296)
            let sum = a &+ mixed &+ constant &+ words[word]
            let shift = shifts[round / 16][round % 4]
            (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
    }

    private static let shifts: [[UInt32]] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]
}
