import Combine
import DaybookModel
import Foundation

/// The import wizard: a file, what it would bring, the choices, and the result.
@MainActor
public final class ImportViewModel: ScreenViewModel {
    /// What the file would bring.
    @Published public private(set) var preview: ImportPreview?
    /// What the import did.
    @Published public private(set) var result: ImportResult?
    /// Imports done, newest first.
    @Published public private(set) var batches: [ImportBatch] = []
    /// Collections that items could go to.
    @Published public private(set) var collections: [ItemCollection] = []
    /// The choices that override what was recognised.
    @Published public var options = ImportOptions()

    /// Keeps a file and recognises it.
    public func open(_ data: Data, fileName: String) async {
        error = nil
        preview = await value(of: services.imports.open(data, fileName: fileName, options: options))
    }

    /// Shows a kept file again under the choices.
    public func show(id: UUID) async {
        preview = await value(of: services.imports.preview(id: id, options: options))
        if preview?.format.area == .collections {
            collections = await value(of: services.collections.collections()) ?? []
        }
    }

    /// Imports a kept file.
    public func run(id: UUID, undo center: UndoCenter) async -> UUID? {
        let imports = services.imports
        guard let done = await value(of: imports.run(id: id, options: options)) else { return nil }
        result = done
        guard let batch = done.batchID else { return nil }
        return center.record(
            .imported(count: done.added), undo: DaybookServices.undo { imports.undo(batchID: batch) })
    }

    /// Fetches the imports that were done.
    public func loadBatches() async {
        batches = await value(of: services.imports.batches()) ?? batches
    }

    /// Fetches anew.
    public override func reload() async { await loadBatches() }

    /// Takes an import back.
    public func undo(batchID: UUID, center: UndoCenter) async -> UUID? {
        guard await value(of: services.imports.undo(batchID: batchID)) != nil else { return nil }
        return center.record(.importUndone, undo: nil)
    }
}
