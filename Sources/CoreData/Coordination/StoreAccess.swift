/// How a store's file is opened by somebody who only looks at it and must leave no trace.
///
/// An ordinary read-only connection to a database in WAL mode makes or changes the files `-wal` and `-shm`.
/// Source: https://www.sqlite.org/wal.html, "Read-Only Databases", and https://www.sqlite.org/uri.html.
package enum StoreAccess: String, Sendable {
    /// Nobody has the file open for writing, and everything is in it: no locks, no files beside it.
    case immutable
    /// The log and its index are there and may be in use: both are read as they are.
    case liveLog
    /// A rollback journal is used, which needs locks but no files.
    case locking

    /// Key of the option of `addPersistentStore` whose value is one of these, as a string.
    package static let option = "OndolStoreAccess"
    /// Key of the option that opens a store with a model which differs from the one it was made with.
    ///
    /// For models that were inferred from the tables: their version hashes mean nothing.
    package static let ignoresVersionHashesOption = "OndolIgnoresVersionHashes"

    /// The file as SQLite's URI.
    package func uri(ofFile path: String) -> String {
        var escaped = ""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "-"):
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                escaped += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        let parameters =
            switch self {
            case .immutable: "mode=ro&immutable=1"
            case .liveLog: "mode=ro&readonly_shm=1"
            case .locking: "mode=ro"
            }
        return "file:\(escaped)?\(parameters)"
    }
}
