import Foundation

/// Why the server could not start.
public enum HTTPServerError: Error, Equatable, CustomStringConvertible {
    /// Another program listens on the port.
    case portInUse(UInt16)
    /// The port needs rights that this program does not have.
    case portForbidden(UInt16)
    /// A call of the system failed.
    case system(call: String, code: Int32)

    /// What happened and what to do.
    public var description: String {
        switch self {
        case .portInUse(let port):
            "Port \(port) is in use by another program. Stop that program, or choose another port with --port."
        case .portForbidden(let port):
            "Port \(port) may not be used by this account. Choose a port above 1023 with --port."
        case .system(let call, let code):
            "The web server could not start: \(call) failed (\(String(cString: strerror(code))))."
        }
    }
}
