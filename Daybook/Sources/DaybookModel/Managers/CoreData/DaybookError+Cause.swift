import CoreData
import Foundation

extension DaybookError {
    /// An error of the layers below, in Daybook's words.
    init(cause: any Error) {
        if let own = cause as? DaybookError {
            self = own
            return
        }
        let error = cause as NSError
        let isFull =
            (error.domain == NSCocoaErrorDomain && error.code == CocoaError.fileWriteOutOfSpace.rawValue)
            || (error.userInfo[NSSQLiteErrorDomain] as? NSNumber)?.intValue == 13  // SQLITE_FULL
        self = isFull ? .diskFull : .storage("\(error.domain) \(error.code): \(error.localizedDescription)")
    }
}
