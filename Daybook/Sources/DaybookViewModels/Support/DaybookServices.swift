import Combine
import DaybookModel
import Foundation

/// What the view models work with: the managers, the changes they report, and the date.
@MainActor
public final class DaybookServices {
    /// Entries of the account book.
    public let transactions: any TransactionManaging
    /// Categories of the account book.
    public let categories: any CategoryManaging
    /// Reading plans.
    public let plans: any ReadingPlanManaging
    /// Memos of reading plans.
    public let memos: any MemoManaging
    /// Collections.
    public let collections: any CollectionManaging
    /// Settings.
    public let settings: any SettingsManaging
    /// Photos as files.
    public let photos: any PhotoManaging
    /// The trash.
    public let trash: any TrashManaging
    /// Imports.
    public let imports: any ImportManaging
    /// Exports.
    public let exports: any ExportManaging
    /// Every change that is on disk, whoever made it.
    public let changes: AnyPublisher<DataChange, Never>
    /// The day it is.
    public let today: () -> CalendarDay

    /// Takes over the managers of a source; nothing is asked of them yet.
    public init(_ source: any DaybookDataSource, today: @escaping () -> CalendarDay) {
        transactions = source.transactions
        categories = source.categories
        plans = source.plans
        memos = source.memos
        collections = source.collections
        settings = source.settings
        photos = source.photos
        trash = source.trash
        imports = source.imports
        exports = source.exports
        changes = source.dataDidChange
        self.today = today
    }
}
