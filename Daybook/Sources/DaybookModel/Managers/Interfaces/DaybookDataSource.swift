import Combine

/// All managers of one Daybook, as view models get them.
///
/// Every publisher of a manager delivers one value and then completes, or fails. The work starts when the publisher is
/// made, off the caller's thread, and its result is delivered on a background queue: use `receive(on:)` before
/// touching state of a user interface. A value that a writing call delivers is on disk, files included.
public protocol DaybookDataSource: Sendable {
    /// Entries.
    var transactions: any TransactionManaging { get }
    /// Categories.
    var categories: any CategoryManaging { get }
    /// Reading plans.
    var plans: any ReadingPlanManaging { get }
    /// Memos.
    var memos: any MemoManaging { get }
    /// Collections.
    var collections: any CollectionManaging { get }
    /// Settings.
    var settings: any SettingsManaging { get }
    /// Photos as files.
    var photos: any PhotoManaging { get }
    /// The trash.
    var trash: any TrashManaging { get }
    /// Imports.
    var imports: any ImportManaging { get }
    /// Exports.
    var exports: any ExportManaging { get }
    /// News of changes that are on disk, whoever made them; delivered on a background queue.
    var dataDidChange: AnyPublisher<DataChange, Never> { get }
}
