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

    /// One word, for the parser recurses, and each of its calls reserves room for the error.
    private final class Details: Sendable {
        let code: Code
        let format: String
        let offset: Int
        let reason: String

        init(code: Code, format: String, offset: Int, reason: String) {
            self.code = code
            self.format = format
            self.offset = offset
            self.reason = reason
        }
    }

    private let details: Details

    init(_ code: Code, format: String, offset: Int, reason: String) {
        details = Details(code: code, format: format, offset: offset, reason: reason)
    }

    /// What kind of fault was found.
    public var code: Code { details.code }
    /// The format as it was given.
    public var format: String { details.format }
    /// The position in `format`, in characters from its start.
    public var offset: Int { details.offset }
    /// What was found and what was expected there.
    public var reason: String { details.reason }

    /// True when kind, format, position and reason are equal.
    public static func == (left: PredicateFormatError, right: PredicateFormatError) -> Bool {
        left.code == right.code && left.format == right.format && left.offset == right.offset
            && left.reason == right.reason
    }

    /// The whole message: the format, the position, what was expected.
    public var description: String {
        "Unable to parse the format string \"\(format)\" at character \(offset): \(reason)."
    }
}
