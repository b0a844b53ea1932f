import Combine
import Foundation

/// Taking everything out.
public protocol ExportManaging: Sendable {
    /// A table as CSV; what lies in the trash is left out.
    func table(_ table: ExportTable, language: Language) -> AnyPublisher<Data, DaybookError>
    /// One ZIP archive of everything: the database as it is at this moment, all photos, and every table as CSV.
    ///
    /// Unpacked into a folder it is a data folder again.
    func archive(language: Language) -> AnyPublisher<ExportedFile, DaybookError>
    /// Makes the backup of the day beside the data, tested, and removes those that are older than the last seven.
    ///
    /// Delivers nil when the day has one already.
    func backUp() -> AnyPublisher<DailyBackup?, DaybookError>
    /// The backups that were made by themselves, newest first.
    func backups() -> AnyPublisher<[DailyBackup], DaybookError>
}
