/// Why a predicate or expression format could not be read.
public struct PredicateFormatError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What kind of fault was found.
    public enum Code: Sendable {
        /// The text breaks the grammar at `offset`.
        case syntax
        /// The format asks for another argument than it was given.
        case argument
        /// The format nests deeper, or is longer, than the parser allows.
        case tooComplex
    }

    /// What kind of fault was found.
    public let code: Code
    /// The format as it was given.
    public let format: String
    /// The position in `format`, in characters from its start.
    public let offset: Int
    /// What was found and what was expected there.
    public let reason: String

    init(_ code: Code, format: String, offset: Int, reason: String) {
        self.code = code
        self.format = format
        self.offset = offset
        self.reason = reason
    }

    /// The whole message: the format, the position, what was expected.
    public var description: String {
        "Unable to parse the format string \"\(format)\" at character \(offset): \(reason)."
    }
}
