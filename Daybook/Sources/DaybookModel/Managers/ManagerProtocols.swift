import Combine
import Foundation

// Every publisher below delivers one value and then completes, or fails. It does its work when it is made (like a
// `Future`), off the caller's thread, and delivers on a background queue: use `receive(on:)` before touching UI state.
// A value that was delivered by a writing call is on disk.

/// The account book's entries.
public protocol TransactionManaging: Sendable {
    /// The entries that pass a filter, newest first, with the sums of all of them.
    func transactions(matching filter: TransactionFilter, limit: Int?, offset: Int) -> AnyPublisher<
        TransactionList, DaybookError
    >
    /// The entries of a period that pass a filter, newest first.
    func transactions(in period: MonthPeriod, matching filter: TransactionFilter) -> AnyPublisher<
        TransactionList, DaybookError
    >
    /// An entry, also when it is in the trash. Fails with `.notFound`.
    func transaction(id: UUID) -> AnyPublisher<Transaction, DaybookError>
    /// What the start page tells of a period; `today` bounds the comparison with the period before.
    func summary(of period: MonthPeriod, today: CalendarDay) -> AnyPublisher<PeriodSummary, DaybookError>
    /// The figures of a period in one currency.
    func statistics(of period: MonthPeriod, currency: Currency) -> AnyPublisher<PeriodStatistics, DaybookError>
    /// The sums of each month, in the order of `periods`.
    func monthTotals(of periods: [MonthPeriod], currency: Currency) -> AnyPublisher<[MonthTotals], DaybookError>
    /// The category last used with a memo, nil when there is none.
    func suggestedCategory(forMemo memo: String, kind: TransactionKind) -> AnyPublisher<Category?, DaybookError>
    /// Adds an entry with its photos. Fails with `.validation` at the first field that is wrong.
    func add(_ draft: TransactionDraft, photos: [PhotoUpload]) -> AnyPublisher<Transaction, DaybookError>
    /// Changes an entry. With `ifUnchangedSince` (the `updatedAt` that was read) fails with `.conflict` when it moved on.
    func update(id: UUID, with draft: TransactionDraft, photos: PhotoEdits, ifUnchangedSince: Date?) -> AnyPublisher<
        Transaction, DaybookError
    >
    /// Copies an entry to another day, without photos.
    func duplicate(id: UUID, on day: CalendarDay) -> AnyPublisher<Transaction, DaybookError>
    /// Moves an entry to the trash. Fails with `.notFound` when there is none or it is there already.
    func delete(id: UUID) -> AnyPublisher<Transaction, DaybookError>
    /// Takes an entry out of the trash.
    func restore(id: UUID) -> AnyPublisher<Transaction, DaybookError>
}

/// The account book's categories.
public protocol CategoryManaging: Sendable {
    /// All categories: each of the first level followed by its own.
    func categories() -> AnyPublisher<[Category], DaybookError>
    /// Adds a category.
    func add(_ draft: CategoryDraft) -> AnyPublisher<Category, DaybookError>
    /// Changes a category.
    func update(id: UUID, with draft: CategoryDraft) -> AnyPublisher<Category, DaybookError>
    /// Removes a category that no entry uses; entries move to `replacement` when it is given.
    func delete(id: UUID, movingEntriesTo replacement: UUID?) -> AnyPublisher<Category, DaybookError>
}

/// Reading plans.
public protocol ReadingPlanManaging: Sendable {
    /// The plans: current first, then coming, then done and stopped, newest first.
    func plans(matching text: String) -> AnyPublisher<[ReadingPlan], DaybookError>
    /// A plan, also when it is in the trash. Fails with `.notFound`.
    func plan(id: UUID) -> AnyPublisher<ReadingPlan, DaybookError>
    /// What goes with a plan when it is deleted.
    func contents(id: UUID) -> AnyPublisher<ReadingPlanContents, DaybookError>
    /// Figures, by month for one year.
    func statistics(year: Int) -> AnyPublisher<ReadingStatistics, DaybookError>
    /// Adds a plan.
    func add(_ draft: ReadingPlanDraft, cover: PhotoUpload?) -> AnyPublisher<ReadingPlan, DaybookError>
    /// Changes a plan.
    func update(id: UUID, with draft: ReadingPlanDraft, cover: PhotoEdits, ifUnchangedSince: Date?) -> AnyPublisher<
        ReadingPlan, DaybookError
    >
    /// Moves a plan with its memos to the trash.
    func delete(id: UUID) -> AnyPublisher<ReadingPlan, DaybookError>
    /// Takes a plan with its memos out of the trash.
    func restore(id: UUID) -> AnyPublisher<ReadingPlan, DaybookError>
}

/// Memos of reading plans.
public protocol MemoManaging: Sendable {
    /// The memos of a plan.
    func memos(planID: UUID, order: MemoOrder) -> AnyPublisher<[Memo], DaybookError>
    /// The memos of all plans that hold the words, newest first.
    func memos(matching text: String, limit: Int?) -> AnyPublisher<[Memo], DaybookError>
    /// A memo, also when it is in the trash. Fails with `.notFound`.
    func memo(id: UUID) -> AnyPublisher<Memo, DaybookError>
    /// Adds a memo; moves the plan's progress forward, never backward.
    func add(_ draft: MemoDraft, planID: UUID, photo: PhotoUpload?) -> AnyPublisher<Memo, DaybookError>
    /// Changes a memo.
    func update(id: UUID, with draft: MemoDraft, photo: PhotoEdits, ifUnchangedSince: Date?) -> AnyPublisher<
        Memo, DaybookError
    >
    /// Moves a memo to the trash.
    func delete(id: UUID) -> AnyPublisher<Memo, DaybookError>
    /// Takes a memo out of the trash.
    func restore(id: UUID) -> AnyPublisher<Memo, DaybookError>
}

/// Collections and their items.
public protocol CollectionManaging: Sendable {
    /// All collections with their progress, in the order they were made.
    func collections() -> AnyPublisher<[ItemCollection], DaybookError>
    /// A collection with its progress. Fails with `.notFound`.
    func collection(id: UUID) -> AnyPublisher<ItemCollection, DaybookError>
    /// The items of a collection that pass a filter, in order.
    func items(collectionID: UUID, matching filter: CollectionItemFilter) -> AnyPublisher<
        [CollectionItem], DaybookError
    >
    /// An item. Fails with `.notFound`.
    func item(id: UUID) -> AnyPublisher<CollectionItem, DaybookError>
    /// Adds an empty collection.
    func add(name: String, language: Language) -> AnyPublisher<ItemCollection, DaybookError>
    /// Renames a collection in one language.
    func rename(id: UUID, to name: String, language: Language) -> AnyPublisher<ItemCollection, DaybookError>
    /// Adds an item at the end.
    func addItem(_ draft: CollectionItemDraft, collectionID: UUID) -> AnyPublisher<CollectionItem, DaybookError>
    /// Changes an item.
    func updateItem(id: UUID, with draft: CollectionItemDraft) -> AnyPublisher<CollectionItem, DaybookError>
    /// Removes an item from its collection for good.
    func deleteItem(id: UUID) -> AnyPublisher<CollectionItem, DaybookError>
    /// Turns owned into not owned and back.
    func toggle(itemID: UUID, on day: CalendarDay) -> AnyPublisher<ItemChange, DaybookError>
    /// Marks items owned or not owned.
    func setOwned(_ owned: Bool, itemIDs: [UUID], on day: CalendarDay) -> AnyPublisher<OwnedProgress, DaybookError>
    /// Marks an item wished for or not.
    func setWished(_ wished: Bool, itemID: UUID) -> AnyPublisher<ItemChange, DaybookError>
    /// Marks all items not owned; what comes back undoes it.
    func reset(id: UUID) -> AnyPublisher<CollectionReset, DaybookError>
    /// Puts back what a reset took; items owned again since then stay as they are.
    func undo(_ reset: CollectionReset) -> AnyPublisher<ItemCollection, DaybookError>
    /// Moves a collection to the trash.
    func delete(id: UUID) -> AnyPublisher<ItemCollection, DaybookError>
    /// Takes a collection out of the trash.
    func restore(id: UUID) -> AnyPublisher<ItemCollection, DaybookError>
}

/// Settings.
public protocol SettingsManaging: Sendable {
    /// The settings.
    func settings() -> AnyPublisher<DaybookSettings, DaybookError>
    /// Stores settings.
    func update(_ settings: DaybookSettings) -> AnyPublisher<DaybookSettings, DaybookError>
}

/// Photos as files.
public protocol PhotoManaging: Sendable {
    /// A rendition's file; thumbnails and display forms are made when first asked for.
    func file(of id: UUID, rendition: PhotoRendition) -> AnyPublisher<PhotoFile, DaybookError>
}

/// Things in the trash.
public protocol TrashManaging: Sendable {
    /// What is in the trash, newest first.
    func contents() -> AnyPublisher<TrashContents, DaybookError>
    /// Removes for good what has been in the trash since before a moment, files included; nil removes everything.
    func empty(trashedBefore moment: Date?) -> AnyPublisher<Int, DaybookError>
}

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
