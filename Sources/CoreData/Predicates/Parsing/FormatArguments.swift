import Foundation

/// How the values given for the directives of a format are read.
enum FormatArguments {
    /// Returns the text of a string argument, nil for anything else.
    static func string(_ value: Any?) -> String? {
        guard let value else { return nil }
        if type(of: value) == String.self { return value as? String }
        return switch value {
        case let text as String: text
        case let text as Substring: String(text)
        case let text as NSString: String(describing: text)
        default: nil
        }
    }

    /// True for arguments that become part of the tree instead of being a value in it.
    static func isStructure(_ value: Any?) -> Bool {
        guard let value else { return false }
        // Comparing types is many times faster than two failing casts, and these are most arguments.
        let type = type(of: value)
        if type == String.self || type == Int.self || type == Double.self || type == Bool.self { return false }
        // Only objects can be either; casting a Swift collection to a class would bridge its elements.
        guard type is AnyClass else { return false }
        return value is NSPredicate || value is NSExpression
    }
}
