/// A request of a browser: the little of HTTP/1.1 that a page for looking needs.
///
/// Source: RFC 9112. Only GET and HEAD without a body exist here; everything else is refused.
struct WebRequest: Equatable {
    let isHead: Bool
    /// Decoded, begins with a slash.
    let path: String
    let query: [String: String]
    let host: String

    /// Longer heads are refused.
    static let longestHead = 16_384

    /// Why a head cannot be answered: the status to send.
    struct Refusal: Error, Equatable {
        let status: Int
        let reason: String
    }

    /// The head in what was received, without the empty line that ends it; nil when that has not come yet.
    ///
    /// Lines may end with a line feed alone.
    ///
    /// - Parameter start: where the end may begin at the earliest.
    static func head(in received: [UInt8], lookingFrom start: Int) -> ArraySlice<UInt8>? {
        for (index, byte) in received.enumerated().dropFirst(start) where byte == UInt8(ascii: "\n") {
            let rest = received[(index + 1)...]
            if rest.first == UInt8(ascii: "\n") || rest.starts(with: "\r\n".utf8) {
                let end = index > 0 && received[index - 1] == UInt8(ascii: "\r") ? index - 1 : index
                return received[..<end]
            }
        }
        return nil
    }

    /// Reads a head, without the empty line that ends it.
    init(head: String) throws(Refusal) {
        // one character each, whichever way a line ends.
        let lines = head.split(omittingEmptySubsequences: false) { $0 == "\r\n" || $0 == "\n" }
        let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3 else { throw Refusal(status: 400, reason: "The request line is malformed.") }
        guard words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else {
            throw Refusal(status: 505, reason: "Only HTTP/1.1 is spoken here.")
        }
        guard words[0] == "GET" || words[0] == "HEAD" else {
            throw Refusal(status: 405, reason: "There is nothing to change here.")
        }
        isHead = words[0] == "HEAD"
        var hosts: [String] = []
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex, line.first != " ", line.first != "\t"
            else { throw Refusal(status: 400, reason: "A header is malformed.") }
            switch line[..<colon].lowercased() {
            case "host": hosts.append(String(line[line.index(after: colon)...]).trimmed)
            case "transfer-encoding": throw Refusal(status: 400, reason: "A request here has no body.")
            case "content-length":
                guard String(line[line.index(after: colon)...]).trimmed == "0" else {
                    throw Refusal(status: 400, reason: "A request here has no body.")
                }
            default: break
            }
        }
        guard hosts.count == 1 else { throw Refusal(status: 400, reason: "There has to be one Host.") }
        host = hosts[0].lowercased()
        let target = words[1]
        guard target.first == "/" else { throw Refusal(status: 400, reason: "The address is malformed.") }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = try Self.decoded(parts[0], isForm: false)
        var query: [String: String] = [:]
        if parts.count > 1 {
            for pair in parts[1].split(separator: "&") {
                let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                query[try Self.decoded(sides[0], isForm: true)] =
                    sides.count > 1 ? try Self.decoded(sides[1], isForm: true) : ""
            }
        }
        self.query = query
    }

    private static func decoded(_ text: Substring, isForm: Bool) throws(Refusal) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+") where isForm: bytes.append(0x20)
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst(), let low = rest.popFirst(),
                    let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
                else { throw Refusal(status: 400, reason: "An escape in the address is malformed.") }
                bytes.append(value)
            default: bytes.append(byte)
            }
        }
        guard let decoded = String(validating: bytes, as: UTF8.self), !decoded.unicodeScalars.contains("\0") else {
            throw Refusal(status: 400, reason: "The address is no text.")
        }
        return decoded
    }
}
