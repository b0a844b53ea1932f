import Foundation

/// The name a value transformer is registered under.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
    /// The name as a string.
    public let rawValue: String

    /// Creates a name from a string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a name from a string.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Turns true into false and false into true.
    public static let negateBooleanTransformerName = NSValueTransformerName("NSNegateBoolean")
    /// True for nil.
    public static let isNilTransformerName = NSValueTransformerName("NSIsNil")
    /// False for nil.
    public static let isNotNilTransformerName = NSValueTransformerName("NSIsNotNil")
    /// Reads objects of allowed classes from an archive, and writes them in reverse.
    public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName("NSSecureUnarchiveFromData")
}
