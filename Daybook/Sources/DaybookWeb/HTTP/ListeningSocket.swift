import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A socket on the loopback address that accepts connections.
struct ListeningSocket {
    let descriptor: Int32
    let port: UInt16

    /// Binds 127.0.0.1, never another address.
    ///
    /// - Parameter port: 0 lets the system choose.
    /// - Throws: `HTTPServerError`, naming the port when it is taken.
    init(port: UInt16) throws(HTTPServerError) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .system(call: "socket", code: errno) }
        var failure: HTTPServerError?
        // A server that stopped a moment ago leaves the port in TIME_WAIT; that must not keep the next from starting.
        var yes: Int32 = 1
        if setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size)) != 0 {
            failure = .system(call: "setsockopt", code: errno)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        if failure == nil, bound != 0 {
            failure =
                switch errno {
                case EADDRINUSE: .portInUse(port)
                case EACCES: .portForbidden(port)
                default: .system(call: "bind", code: errno)
                }
        }
        if failure == nil, listen(descriptor, 64) != 0 {
            failure = errno == EADDRINUSE ? .portInUse(port) : .system(call: "listen", code: errno)
        }
        let named = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        if failure == nil, named != 0 { failure = .system(call: "getsockname", code: errno) }
        if let failure {
            close(descriptor)
            throw failure
        }
        self.descriptor = descriptor
        self.port = UInt16(bigEndian: address.sin_port)
    }
}
