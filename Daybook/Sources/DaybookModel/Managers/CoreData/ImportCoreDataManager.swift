import Combine
import CoreData
import Foundation
import Synchronization

/// Imports: files are kept in memory for a while (`ImportFiles`), rows go to Core Data in one save.
final class ImportCoreDataManager: ImportManaging {
    let storage: Storage
    private let today: @Sendable () -> CalendarDay

    /// Files by identity.
    private let files = Mutex(ImportFiles())
    private static let largestByteCount = 64 << 20

    init(storage: Storage, today: @escaping @Sendable () -> CalendarDay) {
        self.storage = storage
        self.today = today
    }

    // MARK: Files

    func open(_ data: Data, fileName: String, options: ImportOptions) -> AnyPublisher<ImportPreview, DaybookError> {
        guard data.count <= Self.largestByteCount else {
            return Fail(error: .validation(.file, .tooLarge(limit: "64 MB"))).eraseToAnyPublisher()
        }
        let id = storage.makeID()
        let now = storage.now()
        files.withLock { $0.keep(data, fileName: fileName, id: id, now: now) }
        trimLater(after: ImportFiles.lifetime)
        return preview(id: id, options: options)
    }

    func preview(id: UUID, options: ImportOptions) -> AnyPublisher<ImportPreview, DaybookError> {
        guard let kept = kept(id) else { return Fail(error: .notFound(.importBatch, id)).eraseToAnyPublisher() }
        return storage.read { context in
            let file = try self.parse(id, kept, options, in: context)
            let options = try ImportMatching.resolved(options, for: file, in: context)
            let rows = try ImportMatching(file: file, options: options, context: context).rows.map(\.row)
            if kept.data.count > FreedMemory.largeByteCount { FreedMemory.giveBackSoon() }
            return ImportPreview(
                id: id, fileName: kept.fileName, format: file.format, encoding: file.encoding,
                separator: file.separator, headerRow: file.headerRow, header: file.header, roles: file.roles,
                dateOrder: file.dateOrder, decimalMark: file.decimalMark, currency: file.currency,
                collectionID: file.format.area == .collections ? options.collectionID : nil,
                questions: file.questions, rows: rows)
        }
    }

    func close(id: UUID) {
        files.withLock { $0.drop(id) }
    }

    private func kept(_ id: UUID) -> ImportFiles.Kept? {
        let now = storage.now()
        return files.withLock { $0.find(id, now: now) }
    }

    /// Drops what nobody looked at for long, once that is due; the manager may be gone by then.
    private func trimLater(after seconds: TimeInterval) {
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + seconds + 1) { [weak self] in
            guard let self else { return }
            let now = storage.now()
            files.withLock { $0.trim(now: now) }
            FreedMemory.giveBackSoon()
        }
    }

    /// Reads a file, or takes what was read under the same choices before.
    private func parse(
        _ id: UUID, _ kept: ImportFiles.Kept, _ options: ImportOptions, in context: NSManagedObjectContext
    ) throws -> ParsedFile {
        let home = try SettingsCoreDataManager.settings(in: context).homeCurrency
        let choices = ImportFiles.Choices(options, home: home, today: today())
        let now = storage.now()
        if let parsed = files.withLock({ $0.parsed(id, choices, now: now) }) {
            return parsed.skipping(options.skippedLines)
        }
        let file = try ImportReader(homeCurrency: home, today: choices.today).read(kept.data, options: options)
        files.withLock { $0.note(file, of: id, choices, now: now) }
        trimLater(after: ImportFiles.parsedLifetime)
        return file.skipping(options.skippedLines)
    }

    // MARK: Importing

    func run(id: UUID, options: ImportOptions) -> AnyPublisher<ImportResult, DaybookError> {
        guard let kept = kept(id) else { return Fail(error: .notFound(.importBatch, id)).eraseToAnyPublisher() }
        return storage.write([.account, .reading, .collections]) { session in
            let file = try self.parse(id, kept, options, in: session.context)
            guard file.questions.isEmpty else { throw DaybookError.validation(.file, .undecided) }
            let options = try ImportMatching.resolved(options, for: file, in: session.context)
            let matching = try ImportMatching(file: file, options: options, context: session.context)
            let writer = try ImportWriter(file: file, fileName: kept.fileName, options: options, session: session)
            let done = try writer.write(matching.rows.filter(\.row.isWanted))
            session.isChanged = done.added + done.renamed > 0
            self.files.withLock { $0.dropParsed(id) }
            if kept.data.count > FreedMemory.largeByteCount { FreedMemory.giveBackSoon() }
            let rows = matching.rows.map(\.row)
            return ImportResult(
                batchID: writer.batchID, total: rows.count, added: done.added, renamed: done.renamed,
                seen: rows.count { $0.state == .seen },
                leftOut: rows.count { $0.state == .leftOut || ($0.state == .similar && !$0.isWanted) },
                unreadable: rows.filter { $0.state == .unreadable }.map {
                    ImportResult.UnreadableRow(line: $0.line, problem: $0.problem ?? .tooFewCells)
                },
                collectionID: writer.collectionID)
        }
    }

    // MARK: Done imports

    func batches() -> AnyPublisher<[ImportBatch], DaybookError> {
        storage.read { context in
            try context.all(ImportBatchEntity.self, sortedBy: [NSSortDescriptor(key: "importedAt", ascending: false)])
                .map { try $0.plain() }
        }
    }

    func undo(batchID: UUID) -> AnyPublisher<ImportBatch, DaybookError> {
        storage.write([.account, .reading, .collections]) { session in
            let batch = try session.context.find(ImportBatchEntity.self, .importBatch, batchID)
            guard batch.undoneAt == nil else { throw DaybookError.notFound(.importBatch, batchID) }
            session.changedIDs.insert(batchID)
            batch.undoneAt = session.now
            // Keys go too, so that the file may be imported again.
            for entry in batch.transactions?.members(TransactionEntity.self) ?? [] {
                entry.importKey = nil
                if entry.trashedAt == nil { entry.trashedAt = session.now }
            }
            for plan in batch.plans?.members(ReadingPlanEntity.self) ?? [] {
                plan.importKey = nil
                if plan.trashedAt == nil { plan.trashedAt = session.now }
            }
            for memo in batch.memos?.members(MemoEntity.self) ?? [] {
                memo.importKey = nil
                if memo.trashedAt == nil, memo.plan?.trashedAt == nil { memo.trashedAt = session.now }
            }
            let collections = batch.collections?.members(CollectionEntity.self) ?? []
            for collection in collections where collection.trashedAt == nil { collection.trashedAt = session.now }
            for item in batch.items?.members(CollectionItemEntity.self) ?? [] {
                guard let collection = item.collection, !collections.contains(collection) else { continue }
                item.importKey = nil
                if item.trashedAt == nil { item.trashedAt = session.now }
            }
            for item in batch.renamedItems?.members(CollectionItemEntity.self) ?? [] {
                var names = item.names
                names[.korean] = item.formerNameKo
                names[.english] = item.formerNameEn
                item.take(
                    CollectionItemDraft(
                        names: names, group: item.formerGroupName, number: item.number, variant: item.variant,
                        note: item.note, quantity: Int(item.quantity)))
                item.importKey = nil
                item.renamedBy = nil
            }
            if batch.addedCount > FreedMemory.largeCount { FreedMemory.giveBackSoon() }
            return try batch.plain()
        }
    }
}

extension ImportBatchEntity {
    /// The plain import.
    ///
    /// - Throws: `DaybookError.storage` when the row lacks what every import has.
    func plain() throws -> ImportBatch {
        guard let id, let fileName, let format = format.flatMap(ImportFormat.init), let importedAt else {
            throw DaybookError.storage("an import's row is damaged")
        }
        return ImportBatch(
            id: id, fileName: fileName, format: format, importedAt: importedAt, addedCount: Int(addedCount),
            undoneAt: undoneAt)
    }
}
