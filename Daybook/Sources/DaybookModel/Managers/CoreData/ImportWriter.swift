import CoreData
import Foundation

/// Makes rows of the database out of the rows of a file, all within one write.
final class ImportWriter {
    private let file: ParsedFile
    private let options: ImportOptions
    private let session: WriteSession
    private let fileName: String
    private var context: NSManagedObjectContext { session.context }
    private var batch: ImportBatchEntity?
    private var collection: CollectionEntity?
    private var categories: [CategoryEntity] = []
    /// Categories last used with memos, so that a rule made by hand once is applied again.
    private var learned: [String: CategoryEntity] = [:]

    init(file: ParsedFile, fileName: String, options: ImportOptions, session: WriteSession) throws {
        self.file = file
        self.fileName = fileName
        self.options = options
        self.session = session
    }

    /// The import's identity; nil when nothing was added.
    var batchID: UUID? { batch?.id }

    /// The collection that items went to.
    var collectionID: UUID? { collection?.id }

    /// Adds rows, and gives items the names that rows say; the counts are of the rows.
    func write(_ rows: [ImportMatching.Keyed]) throws -> (added: Int, renamed: Int) {
        guard !rows.isEmpty else { return (0, 0) }
        let renamed = rows.count { $0.renames != nil }
        let batch = ImportBatchEntity(context: context)
        batch.id = session.makeID()
        batch.fileName = fileName
        batch.format = file.format.rawValue
        batch.importedAt = session.now
        batch.addedCount = Int32(clamping: rows.count - renamed)
        self.batch = batch
        switch file.format.area {
        case .account: try addEntries(rows, batch)
        case .reading: try addBooks(rows, batch)
        case .collections: try addItems(rows, batch)
        case .settings: break
        }
        return (rows.count - renamed, renamed)
    }

    // MARK: Entries

    private func addEntries(_ rows: [ImportMatching.Keyed], _ batch: ImportBatchEntity) throws {
        categories = try context.all(CategoryEntity.self, .living, with: ["parent"])
        try learn(Set(rows.compactMap { $0.row.transaction?.memo }.filter { !$0.isEmpty }))
        for (index, keyed) in rows.enumerated() {
            guard let imported = keyed.row.transaction else { continue }
            let entry = TransactionEntity(context: context)
            entry.id = session.makeID()
            // Rows of one day keep the file's order: the first row counts as the newest, as in the file.
            entry.createdAt = session.now.addingTimeInterval(-Double(index) / 1000)
            entry.take(
                TransactionDraft(
                    kind: imported.kind, amount: imported.amount, categoryID: nil, day: imported.day,
                    memo: imported.memo, payment: imported.payment),
                now: session.now)
            entry.category = category(for: imported)
            entry.importKey = keyed.key
            entry.batch = batch
        }
    }

    private func learn(_ memos: Set<String>) throws {
        let memos = memos.sorted()
        for start in stride(from: 0, to: memos.count, by: 400) {
            let part = Array(memos[start..<min(start + 400, memos.count)])
            let predicate = NSPredicate(format: "memo IN %@ AND category != nil AND trashedAt == nil", part)
            let sort = [NSSortDescriptor(key: "updatedAt", ascending: true)]
            for entry in try context.all(TransactionEntity.self, predicate, sortedBy: sort, with: ["category"]) {
                if let memo = entry.memo, let kind = entry.kind { learned["\(kind)|\(memo)"] = entry.category }
            }
        }
    }

    /// The category that the file names, made when it is not there; else the one last used with the memo.
    private func category(for entry: ImportedTransaction) -> CategoryEntity? {
        guard let name = entry.category else { return learned["\(entry.kind.rawValue)|\(entry.memo)"] }
        guard let subname = entry.subcategory, subname != name else {
            // A single name may be that of the second level: 저축 is 이체 › 저축, and no other one is made beside it.
            let known = categories.filter { $0.kind == entry.kind.rawValue && $0.isNamed(name) }
            return known.first { $0.parent == nil } ?? known.first
                ?? category(named: name, kind: entry.kind, under: nil)
        }
        let top = category(named: name, kind: entry.kind, under: nil)
        return category(named: subname, kind: entry.kind, under: top)
    }

    private func category(named name: String, kind: TransactionKind, under parent: CategoryEntity?) -> CategoryEntity {
        if let found = categories.first(where: { $0.kind == kind.rawValue && $0.parent === parent && $0.isNamed(name) })
        {
            return found
        }
        let category = CategoryEntity(context: context)
        category.id = session.makeID()
        category.createdAt = session.now
        category.name = name
        category.kind = kind.rawValue
        category.parent = parent
        category.position = Int32(clamping: categories.count)
        categories.append(category)
        return category
    }

    // MARK: Books

    private func addBooks(_ rows: [ImportMatching.Keyed], _ batch: ImportBatchEntity) throws {
        // Files of highlights have a row for each, and their books may be there already.
        let isByMemo = file.format == .kindle || file.format == .koreader
        var plans: [(likeness: BookLikeness, plan: ReadingPlanEntity)] = []
        if isByMemo {
            let oldest = [NSSortDescriptor(key: "createdAt", ascending: true)]
            plans = try context.all(ReadingPlanEntity.self, .living, sortedBy: oldest).map {
                (BookLikeness($0), $0)
            }
        }
        for (index, keyed) in rows.enumerated() {
            guard let book = keyed.row.book else { continue }
            let plan: ReadingPlanEntity
            let likeness = BookLikeness(book)
            if isByMemo, let known = plans.first(where: { $0.likeness.isLike(likeness) }) {
                plan = known.plan
            } else {
                plan = makePlan(book, index, batch)
                if isByMemo { plans.append((likeness, plan)) }
            }
            if !isByMemo { plan.importKey = keyed.key }
            for (place, imported) in book.memos.enumerated() {
                let memo = MemoEntity(context: context)
                memo.id = session.makeID()
                memo.createdAt = session.now.addingTimeInterval(Double(index) / 1000 + Double(place) / 10_000)
                memo.plan = plan
                let days = [imported.day, book.endDay, book.addedDay, book.startDay]
                let day = days.lazy.compactMap { $0 }.first ?? CalendarDay(session.now, in: .current)
                memo.take(
                    MemoDraft(text: imported.text, page: imported.page, kind: imported.kind, day: day), now: session.now
                )
                memo.batch = batch
                if isByMemo, place == 0 { memo.importKey = keyed.key }
            }
        }
    }

    private func makePlan(_ book: ImportedBook, _ index: Int, _ batch: ImportBatchEntity) -> ReadingPlanEntity {
        let plan = ReadingPlanEntity(context: context)
        plan.id = session.makeID()
        plan.createdAt = session.now.addingTimeInterval(-Double(index) / 1000)
        plan.take(
            ReadingPlanDraft(
                title: book.title, author: book.author, startDay: book.startDay, endDay: book.endDay,
                totalPages: book.totalPages,
                currentPage: book.status == .done ? book.totalPages ?? book.currentPage ?? 0 : book.currentPage ?? 0,
                status: book.status),
            now: session.now)
        plan.batch = batch
        return plan
    }

    // MARK: Items

    /// A file's name without its ending: `my-list.csv` lists `my-list`.
    static func title(of fileName: String) -> String {
        guard let dot = fileName.lastIndex(of: "."), dot > fileName.startIndex else { return fileName }
        let ending = fileName[fileName.index(after: dot)...]
        return (1...5).contains(ending.count) ? String(fileName[..<dot]) : fileName
    }

    private func addItems(_ rows: [ImportMatching.Keyed], _ batch: ImportBatchEntity) throws {
        let collection: CollectionEntity
        if let id = options.collectionID {
            collection = try CollectionCoreDataManager.living(id, in: context)
        } else {
            let name = options.collectionName?.trimmingBlanks.nonEmpty ?? Self.title(of: fileName)
            collection = try CollectionCoreDataManager.makeCollection(
                names: [.korean: name, .english: name], in: session)
            collection.batch = batch
        }
        self.collection = collection
        let start = (collection.items?.members(CollectionItemEntity.self).map(\.position).max() ?? -1) + 1
        var keys = ImportKeys(source: collection.id?.uuidString ?? "")
        for (index, keyed) in rows.enumerated() {
            guard let imported = keyed.row.item else { continue }
            if let id = keyed.renames {
                try rename(id, imported, keyed.key, batch)
                continue
            }
            let item = CollectionItemEntity(context: context)
            item.id = session.makeID()
            item.take(
                CollectionItemDraft(
                    names: imported.names, group: imported.group, number: imported.number, variant: imported.variant,
                    note: imported.note, quantity: imported.quantity))
            item.position = start + Int32(clamping: index)
            item.collection = collection
            if imported.isOwned { collection.addToOwnedItems(item) }
            // Keys of a new collection carry its identity, which the preview could not know yet.
            item.importKey = options.collectionID == nil ? keys.key(for: imported) : keyed.key
            item.batch = batch
        }
    }

    /// Gives an item the name and the group that the file says; ticks and notes stay, and the old words are kept for undo.
    private func rename(
        _ id: NSManagedObjectID, _ imported: ImportedItem, _ key: String?, _ batch: ImportBatchEntity
    ) throws {
        guard let item = try context.existingObject(with: id) as? CollectionItemEntity else { return }
        (item.formerNameKo, item.formerNameEn, item.formerGroupName) = (item.nameKo, item.nameEn, item.groupName)
        item.take(
            CollectionItemDraft(
                names: item.names.merging(imported.names) { _, new in new }, group: imported.group ?? item.groupName,
                number: item.number, variant: item.variant, note: item.note, quantity: Int(item.quantity)))
        item.importKey = key
        item.renamedBy = batch
    }
}
