import Foundation

/// How the values given for the directives of a format are read.
enum FormatArguments {
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
