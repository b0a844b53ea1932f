import Foundation

/// How the values given for the directives of a format are read.
enum FormatArguments {
    /// Returns the value inside any number of optionals; nil for none and for `NSNull`.
    static func unwrapped(_ value: Any?) -> Any? {
        guard let value else { return nil }
        if let optional = value as? any OptionalValue { return unwrapped(optional.wrappedValue) }
        return value is NSNull ? nil : value
    }

    /// Returns the text of a string argument, nil for anything else.
    static func string(_ value: Any?) -> String? {
        switch value {
        case let text as String: text
        case let text as Substring: String(text)
        case let text as NSString: String(describing: text)
        default: nil
        }
    }

    /// True for arguments that become part of the tree instead of being a value in it.
    static func isStructure(_ value: Any?) -> Bool {
        value is NSPredicate || value is NSExpression
    }
}

/// An optional whose wrapped type is not known.
private protocol OptionalValue {
    var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrappedValue: Any? { self }
}
