import Foundation

/// What lets `NSPredicate` be made from a format.
///
/// Foundation declares these initialisers unavailable outside Apple's platforms. One from a protocol
/// may hand out a subclass, so the predicate made from a format keeps the tree it was parsed into.
public protocol FormattedPredicate {}

extension NSPredicate: FormattedPredicate {}

extension FormattedPredicate {
    /// Creates a predicate from a format.
    ///
    /// Stops the program when the format is malformed or an argument is missing;
    /// `NSPredicate.parsing(_:arguments:)` throws instead.
    ///
    /// - Parameters:
    ///   - predicateFormat: The predicate, with directives such as `%@` and `%K`.
    ///   - args: One value for each directive.
    /// - Complexity: A format is parsed once; later predicates of the same format and the same `%K`
    ///   arguments share the result.
    public init(format predicateFormat: String, _ args: CVarArg...) {
        self = Self.formatted(predicateFormat, args.map { $0 as Any? })
    }

    /// Creates a predicate from a format and an array of arguments.
    ///
    /// Stops the program when the format is malformed or an argument is missing;
    /// `NSPredicate.parsing(_:arguments:)` throws instead.
    public init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        self = Self.formatted(predicateFormat, arguments?.map { $0 as Any? } ?? [])
    }

    /// Creates a predicate from a format and a C variable argument list.
    ///
    /// The list must hold what the directives say: objects for `%@` and `%K`, numbers of the right width
    /// for the others. Stops the program when the format is malformed.
    public init(format predicateFormat: String, arguments argList: CVaListPointer) {
        do {
            let arguments = try FormatDirective.arguments(of: predicateFormat, from: argList)
            self = Self.formatted(predicateFormat, arguments)
        } catch {
            fatalError("NSPredicate(format:arguments:): \(error)")
        }
    }

    private static func formatted(_ format: String, _ arguments: [Any?]) -> Self {
        let predicate: NSPredicate
        do {
            predicate = try NSPredicate.parsing(format, arguments: arguments)
        } catch {
            fatalError("NSPredicate(format:): \(error)")
        }
        if Self.self == NSPredicate.self {
            // Safe: the type was compared just now. The cast below costs as much as all the rest.
            return unsafeBitCast(predicate, to: Self.self)
        }
        guard let predicate = predicate as? Self else {
            fatalError("\(Self.self)(format:): \"\(format)\" makes a \(type(of: predicate)), no \(Self.self).")
        }
        return predicate
    }

    /// Returns a copy of the predicate with variables replaced by constants.
    ///
    /// Stops the program when a variable of the predicate has no value.
    ///
    /// - Parameter variables: Values by the names of the variables, without `$`.
    public func withSubstitutionVariables(_ variables: [String: Any]) -> Self {
        guard let predicate = self as? NSPredicate else { return self }
        let node = PredicateNode(predicate)
        if case .opaque = node { return self }
        do {
            let substituted = NSPredicate.made(of: PredicateSource(try node.withoutArguments.substituting(variables)))
            return substituted as? Self ?? self
        } catch {
            fatalError("NSPredicate.withSubstitutionVariables(_:) for \"\(node)\": \(error)")
        }
    }

    /// Does nothing: predicates made in code or from formats may always be evaluated.
    public func allowEvaluation() {}
}

extension NSPredicate {
    /// Returns the predicate of a format, or throws where `NSPredicate(format:)` stops the program.
    ///
    /// - Parameters:
    ///   - format: The predicate, with directives such as `%@` and `%K`.
    ///   - arguments: One value for each directive.
    /// - Throws: `PredicateFormatError`, which says where the format is malformed and what was expected.
    public static func parsing(_ format: String, arguments: [Any?] = []) throws(PredicateFormatError) -> NSPredicate {
        let template = try PredicateTemplate.template(for: format, arguments: arguments)
        return made(of: PredicateSource(template: template, arguments: arguments))
    }

    /// Evaluates the predicate, or throws where `evaluate(with:)` stops the program.
    ///
    /// - Throws: `PredicateEvaluationError` for unknown keys, unlike classes and the like; also what
    ///   the object throws when it is asked for a property.
    public func evaluating(
        with object: Any?, substitutionVariables variables: [String: Any] = [:]
    ) throws -> Bool {
        switch self {
        case let sourced as any SourcedPredicate:
            return try sourced.evaluator.evaluate(object, variables: variables)
        default:
            return try PredicateEvaluator(self).evaluate(object, variables: variables)
        }
    }

    /// True when structure and constants are equal.
    ///
    /// Foundation's own comparison knows Boolean predicates only.
    public static func == (left: NSPredicate, right: NSPredicate) -> Bool {
        left === right || PredicateNode(left) == PredicateNode(right)
    }

    /// False when structure and constants are equal.
    public static func != (left: NSPredicate, right: NSPredicate) -> Bool {
        !(left == right)
    }

    /// The predicate as a format, for every class of predicate.
    ///
    /// `predicateFormat` of Foundation's compound predicates knows nothing of their parts.
    public var formatDescription: String {
        PredicateNode(self).description
    }
}
