import Foundation

/// The library's errors in the words of a command line: its suggestions are for programs.
enum SpokenError {
    /// What an error suggests, as somebody at a terminal can follow it; nil when there is nothing to do.
    static func suggestion(of error: NSError) -> String? {
        guard let suggestion = error.userInfo[NSLocalizedRecoverySuggestionErrorKey] as? String else { return nil }
        if suggestion.hasPrefix("Rewrite the predicate for the store") { return nil }
        // its words stand in the description already.
        if suggestion.hasPrefix("See the underlying error") { return nil }
        if suggestion.contains("NSPersistentStoreTimeoutOption") {
            return "Another process holds the database. Try again when it has finished."
        }
        if suggestion.hasPrefix("Open the store with the model that it was made with") {
            return "Give the model that it was made with, if there is another: --model."
        }
        return suggestion
    }

    /// What failed.
    static func description(of error: NSError) -> String {
        let text = error.userInfo[NSLocalizedDescriptionKey] as? String ?? error.localizedDescription
        return text.replacing(" Set it before saving.", with: "").replacing(
            "give it with withSubstitutionVariables(_:)", with: "write the value in its place")
    }

    /// What is wrong with a predicate, where only running it tells; nil for other errors.
    static func mistakeInPredicate(_ error: NSError) -> String? {
        let text = description(of: error)
        guard let end = text.firstRange(of: "is no regular expression."), let start = text.firstRange(of: ": ") else {
            return nil
        }
        return String(text[start.upperBound..<end.upperBound])
    }

    /// The entity in which a predicate or sort key names what is not there; nil for other errors.
    static func entityOfUnknownKey(_ error: NSError) -> String? {
        let text = description(of: error)
        guard text.hasPrefix("keypath "), let range = text.firstRange(of: " not found in entity ") else { return nil }
        return String(text[range.upperBound...])
    }
}
