import Combine
import DaybookModel
import Foundation

/// What can be taken out, and taking it out.
@MainActor
public final class ExportViewModel: ScreenViewModel {
    /// Collections, each of which is a table of its own.
    @Published public private(set) var collections: [ItemCollection] = []

    /// The backups that were made by themselves, newest first.
    @Published public private(set) var backups: [DailyBackup] = []

    /// Fetches what there is.
    public func load() async {
        backups = await value(of: services.exports.backups()) ?? backups
        collections = await value(of: services.collections.collections()) ?? collections
    }

    /// Fetches anew.
    public override func reload() async { await load() }

    /// A table as CSV; nil when it cannot be made, see `error`.
    public func table(_ table: ExportTable, language: Language) async -> Data? {
        await value(of: services.exports.table(table, language: language))
    }

    /// Everything in one archive; nil when it cannot be made, see `error`.
    public func archive(language: Language) async -> ExportedFile? {
        await value(of: services.exports.archive(language: language))
    }
}
