import CRuntime
import Foundation

/// What a directive of a format takes from a C variable argument list.
///
/// Swift arguments are taken as they are, whatever the directive says.
enum FormatDirective: Equatable {
    case object
    case integer(isWide: Bool, isSigned: Bool)
    case real
    case character
    case text

    /// From the letter of a C conversion.
    init(conversion: UInt8, isWide: Bool) {
        self =
            switch conversion {
            case UInt8(ascii: "d"), UInt8(ascii: "i"): .integer(isWide: isWide, isSigned: true)
            case UInt8(ascii: "D"): .integer(isWide: true, isSigned: true)
            case UInt8(ascii: "u"), UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "o"):
                .integer(isWide: isWide, isSigned: false)
            case UInt8(ascii: "U"), UInt8(ascii: "O"), UInt8(ascii: "p"): .integer(isWide: true, isSigned: false)
            case UInt8(ascii: "c"), UInt8(ascii: "C"): .character
            case UInt8(ascii: "s"), UInt8(ascii: "S"): .text
            default: .real
            }
    }

    /// The arguments that the directives of a format take from a list.
    ///
    /// The list must hold what the format says, as with every C function that reads one.
    ///
    /// - Throws: `PredicateFormatError` where the format has no tokens.
    static func arguments(
        of format: String, from list: CVaListPointer
    ) throws(PredicateFormatError) -> [Any?] {
        let directives = try PredicateLexer.tokens(of: format).compactMap { placed -> FormatDirective? in
            switch placed.token {
            case .valueArgument(let directive): directive
            case .keyPathArgument: .object
            default: nil
            }
        }
        var words = [Int64](repeating: 0, count: directives.count)
        var reals = [Double](repeating: 0, count: directives.count)
        ondol_read_arguments(list, directives.map(\.kind), directives.count, &words, &reals)
        return directives.indices.map { directives[$0].value(of: words[$0], reals[$0]) }
    }

    private var kind: UInt8 {
        let kind: ondol_argument_kind =
            switch self {
            case .object, .text: ondol_argument_pointer
            case .integer(let isWide, _): isWide ? ondol_argument_long_long : ondol_argument_int
            case .character: ondol_argument_int
            case .real: ondol_argument_double
            }
        return UInt8(kind.rawValue)
    }

    private func value(of word: Int64, _ real: Double) -> Any? {
        switch self {
        case .real:
            return real
        case .integer(_, isSigned: true):
            return Int(word)
        case .integer(let isWide, isSigned: false):
            return isWide ? UInt64(bitPattern: word) : UInt64(UInt32(truncatingIfNeeded: word))
        case .character:
            return Unicode.Scalar(UInt32(truncatingIfNeeded: word)).map { String(Character($0)) }
        case .text:
            // Safe as far as the list holds what the format says.
            return UnsafePointer<CChar>(bitPattern: Int(word)).map { String(cString: $0) }
        case .object:
            // Safe as far as the list holds what the format says, and objects outlive it.
            return UnsafeRawPointer(bitPattern: Int(word)).map {
                Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()
            }
        }
    }
}
