/// Errors in Apple's domain with Apple's codes, and a text that says what failed and what to do.
enum CoreDataError {
    /// An error of `NSCocoaErrorDomain`.
    ///
    /// - Parameters:
    ///   - code: one of the constants in `ErrorCodes.swift`.
    ///   - description: what failed and where.
    ///   - suggestion: what to do about it.
    static func make(
        _ code: Int, _ description: String, suggestion: String? = nil, underlying: (any Error)? = nil,
        userInfo: [String: Any] = [:]
    ) -> NSError {
        var info = userInfo
        info[NSLocalizedDescriptionKey] = description
        if let suggestion { info[NSLocalizedRecoverySuggestionErrorKey] = suggestion }
        if let underlying { info[NSUnderlyingErrorKey] = underlying }
        return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: info)
    }

    /// Stops the program where Apple's framework raises an exception.
    static func misuse(_ message: String, file: StaticString = #file, line: UInt = #line) -> Never {
        fatalError("CoreData: \(message)", file: file, line: line)
    }

    /// Says on standard error what went wrong where a call cannot throw and Apple's framework logs.
    static func report(_ message: String) {
        FileHandle.standardError.write(Data("CoreData: error: \(message)\n".utf8))
    }
}
