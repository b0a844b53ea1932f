import SQLite

/// The functions and collations that our statements, and the triggers of stores made elsewhere, call.
///
/// Strings are compared by the functions of the Predicates room, so that a predicate means the same here
/// and in memory. Names of functions that occur in schemas are Apple's: source sqlite-format, section 11.
enum StoreFunctions {
    static let compare = "NSCoreDataStringCompare"
    static let search = "NSCoreDataStringSearch"
    static let like = "NSCoreDataLike"
    static let matches = "NSCoreDataMatches"
    static let fold = "OndolFold"
    static let call = "OndolCall"
    static let now = "NSCoreDataNow"

    /// What `NSCoreDataStringSearch` looks for.
    enum Search: Int64 {
        case contains = 0
        case begins = 1
        case ends = 2
    }

    /// Registers everything on a connection that was just opened.
    static func register(on connection: Connection) throws {
        try registerStringFunctions(on: connection)
        try connection.define(function: call, arguments: -1) { arguments in
            guard arguments.count > 0, let name = arguments[0].string else { return .null }
            do {
                let values = (1..<arguments.count).map { value(of: arguments[$0]) }
                return result(try ExpressionFunctions.call(name, values))
            } catch {
                return .failure("\(error)")
            }
        }
        try connection.define(function: now, arguments: 0, isDeterministic: false) { _ in
            .real(Date().timeIntervalSinceReferenceDate)
        }
        // triggers of derived attributes tell Apple's framework about new values; we read them anyway.
        for name in [
            "NSCoreDataDATriggerUpdatedAffectedObjectValue", "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
            "NSCoreDataTriggerUpdateAffectedObjectValue",
        ] {
            try connection.define(function: name, arguments: -1, isDeterministic: false) { _ in .null }
        }
        for collation in SortCollation.all {
            try connection.define(collation: collation.name) { left, right in
                let order = collation.comparison.order(
                    String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self))
                return Int32(order.rawValue)
            }
        }
    }

    private static func registerStringFunctions(on connection: Connection) throws {
        try connection.define(function: compare, arguments: 3) { arguments in
            guard let left = arguments[0].string, let right = arguments[1].string else { return .null }
            return .integer(Int64(StringMatching.compare(left, right, options(arguments[2])).rawValue))
        }
        try connection.define(function: search, arguments: 4) { arguments in
            guard let bytes = arguments[0].utf8, let partBytes = arguments[1].utf8,
                let search = Search(rawValue: arguments[2].integer)
            else { return .null }
            let options = options(arguments[3])
            let quick =
                switch search {
                case .contains: BytesMatching.contains(bytes, partBytes, options)
                case .begins: BytesMatching.begins(bytes, with: partBytes, options)
                case .ends: BytesMatching.ends(bytes, with: partBytes, options)
                }
            if let quick { return .integer(quick ? 1 : 0) }
            let (text, part) = (String(decoding: bytes, as: UTF8.self), String(decoding: partBytes, as: UTF8.self))
            let found =
                switch search {
                case .contains: StringMatching.contains(text, part, options)
                case .begins: StringMatching.begins(text, with: part, options)
                case .ends: StringMatching.ends(text, with: part, options)
                }
            return .integer(found ? 1 : 0)
        }
        try connection.define(function: like, arguments: 3) { arguments in
            guard let text = arguments[0].string, let pattern = arguments[1].string else { return .null }
            return .integer(StringMatching.isLike(text, pattern, options(arguments[2])) ? 1 : 0)
        }
        try connection.define(function: matches, arguments: 3) { arguments in
            guard let text = arguments[0].string, let pattern = arguments[1].string else { return .null }
            do {
                return .integer(try StringMatching.matches(text, pattern, options(arguments[2])) ? 1 : 0)
            } catch {
                return .failure("\(error)")
            }
        }
        try connection.define(function: fold, arguments: 2) { arguments in
            guard let text = arguments[0].string else { return .null }
            return .text(StringMatching.folded(text, options(arguments[1])))
        }
    }

    private static func options(_ argument: FunctionArgument) -> NSComparisonPredicate.Options {
        NSComparisonPredicate.Options(rawValue: UInt(truncatingIfNeeded: argument.integer))
    }

    private static func value(of argument: FunctionArgument) -> Any? {
        switch argument.storageClass {
        case .integer: Int(argument.integer)
        case .real: argument.real
        case .text, .blob: argument.string
        case .null: nil
        }
    }

    private static func result(_ value: Any?) -> FunctionResult {
        switch Operand(value) {
        case .integer(let value): .integer(value)
        case .unsigned(let value): .real(Double(value))
        case .real(let value): .real(value)
        case .decimal(let value): .real(DecimalCodec.double(from: value))
        case .string(let value): .text(value)
        case .date(let value): .real(value.timeIntervalSinceReferenceDate)
        case .uuid(let value): .text(value.uuidString)
        case .url(let value): .text(value.absoluteString)
        case .null, .data, .collection, .dictionary, .object: .null
        }
    }
}

/// The collations behind sort descriptors that compare by a method of strings.
struct SortCollation: Sendable {
    let name: String
    fileprivate let kind: Kind

    fileprivate enum Kind: Sendable {
        case noCase
        case localized
        case localizedNoCase
        case finder
    }

    var comparison: SortKey.Comparison {
        switch kind {
        case .noCase: .caseInsensitive
        case .localized: .localized
        case .localizedNoCase: .localizedCaseInsensitive
        case .finder: .localizedStandard
        }
    }

    static let noCase = SortCollation(name: "NSCollateNoCase", kind: .noCase)
    static let localized = SortCollation(name: "NSCollateLocaleSensitive", kind: .localized)
    static let localizedNoCase = SortCollation(name: "NSCollateLocaleSensitiveNoCase", kind: .localizedNoCase)
    static let finder = SortCollation(name: "NSCollateFinderlike", kind: .finder)
    static let all = [noCase, localized, localizedNoCase, finder]
}
