import Combine
import Foundation

/// Importing files.
public protocol ImportManaging: Sendable {
    /// Keeps a file for importing and shows what it would bring. Nothing is stored in the database.
    func open(_ data: Data, fileName: String, options: ImportOptions) -> AnyPublisher<ImportPreview, DaybookError>
    /// Shows a kept file again under other choices. Fails with `.notFound(.importBatch, _)` when it is no longer kept.
    func preview(id: UUID, options: ImportOptions) -> AnyPublisher<ImportPreview, DaybookError>
    /// Imports a kept file: all rows that can be read, in one save, or nothing.
    func run(id: UUID, options: ImportOptions) -> AnyPublisher<ImportResult, DaybookError>
    /// Drops a kept file.
    func close(id: UUID)
    /// The imports that were done, newest first.
    func batches() -> AnyPublisher<[ImportBatch], DaybookError>
    /// Takes back an import: what it added goes to the trash, or for good where there is none.
    func undo(batchID: UUID) -> AnyPublisher<ImportBatch, DaybookError>
}
