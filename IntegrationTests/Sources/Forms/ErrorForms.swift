import CoreData

/// What apps do with an error of a save.
public enum ErrorForms {
    public static func code(of work: () throws -> Void) -> (domain: String, code: Int)? {
        do {
            try work()
            return nil
        } catch {
            let nserror = error as NSError
            return (nserror.domain, nserror.code)
        }
    }

    public static func invalidKeys(_ error: Error) -> [String] {
        let error = error as NSError
        let details = error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? [error]
        return details.compactMap { $0.userInfo[NSValidationKeyErrorKey] as? String }.sorted()
    }
}
