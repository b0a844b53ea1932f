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
    /// Every change that is on disk, whoever made it.
    public let changes: AnyPublisher<DataChange, Never>
    /// The day it is.
    public let today: () -> CalendarDay

    /// Gathers the managers; nothing is asked of them yet.
    public init(
        transactions: any TransactionManaging, categories: any CategoryManaging, plans: any ReadingPlanManaging,
        memos: any MemoManaging, collections: any CollectionManaging, settings: any SettingsManaging,
        photos: any PhotoManaging, trash: any TrashManaging, imports: any ImportManaging,
        changes: AnyPublisher<DataChange, Never>, today: @escaping () -> CalendarDay
    ) {
        self.transactions = transactions
        self.categories = categories
        self.plans = plans
        self.memos = memos
        self.collections = collections
        self.settings = settings
        self.photos = photos
        self.trash = trash
        self.imports = imports
        self.changes = changes
        self.today = today
    }
}
