import CoreData
import Foundation
import SQLite

/// Errors as lines for people.
enum Failure {
    /// What failed and what to do, without the trimmings of `NSError`.
    static func text(_ error: any Error) -> String {
        switch error {
        case let error as StoreFileError: return error.description
        case let error as ModelError: return error.description
        case let error as PredicateFormatError: return error.description
        case let error as SQLiteError:
            return "\(error.path): SQLite could not \(error.purpose): \(error.message)."
        case let error as any CustomStringConvertible where !(error is NSError): return error.description
        default:
            let error = error as NSError
            var text = SpokenError.description(of: error)
            if let details = error.userInfo["NSDetailedErrors"] as? [NSError], let first = details.first {
                text += " \(Self.text(first))"
                if details.count > 1 { text += " (and \(details.count - 1) more)" }
            }
            if let last = text.last, !".!?:".contains(last) { text += "." }
            if let suggestion = SpokenError.suggestion(of: error) { text += " \(suggestion)" }
            return text
        }
    }
}
