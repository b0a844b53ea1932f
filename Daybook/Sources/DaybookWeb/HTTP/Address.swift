import Foundation

/// Builds addresses within Daybook, percent-encoded by construction.
enum Address {
    private static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

    /// Percent-encodes everything but RFC 3986's unreserved characters.
    static func encode(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text.utf8 {
            if unreserved.contains(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A path of components and a query; fields with an empty value are left out.
    static func make(_ components: [String], _ query: [FormField] = []) -> String {
        let path = "/" + components.map(encode).joined(separator: "/")
        return join(path: path, query: query.filter { !$0.value.isEmpty }, encodePath: false)
    }

    /// The path as it stands with the query's fields behind it.
    static func join(path: String, query: [FormField], encodePath: Bool = true) -> String {
        let encoded =
            encodePath
            ? path.split(separator: "/", omittingEmptySubsequences: false).map { encode(String($0)) }
                .joined(separator: "/") : path
        guard !query.isEmpty else { return encoded }
        return encoded + "?" + query.map { encode($0.name) + "=" + encode($0.value) }.joined(separator: "&")
    }

    /// The address if it leads to a page of ours, else the fallback: a form's "back" field must not lead elsewhere.
    static func local(_ address: String?, or fallback: String) -> String {
        guard let address, address.hasPrefix("/"), !address.hasPrefix("//"), !address.contains("\\"),
            !address.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else { return fallback }
        return address
    }

    /// The address with one query field set to a value, or removed.
    static func setting(_ name: String, to value: String?, in address: String) -> String {
        let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var pairs = parts.count > 1 ? parts[1].split(separator: "&").map(String.init) : []
        let encoded = encode(name)
        pairs.removeAll { $0 == encoded || $0.hasPrefix(encoded + "=") }
        if let value { pairs.append(encoded + "=" + encode(value)) }
        return pairs.isEmpty ? String(parts[0]) : parts[0] + "?" + pairs.joined(separator: "&")
    }
}
