import Combine
import DaybookModel
import Foundation

struct MemorySettings: SettingsManaging {
    let source: MemoryDataSource

    func settings() -> AnyPublisher<DaybookSettings, DaybookError> { source.read { $0.settings } }

    func undo(from before: DaybookSettings, to after: DaybookSettings) -> AnyPublisher<DaybookSettings, DaybookError> {
        source.write(.settings) { state in
            state.settings = state.settings.takingBack(from: before, to: after)
            return state.settings
        }
    }

    func update(_ settings: DaybookSettings) -> AnyPublisher<DaybookSettings, DaybookError> {
        source.write(.settings) { state in
            state.settings = settings
            return settings
        }
    }
}

struct MemoryPhotos: PhotoManaging {
    let source: MemoryDataSource

    func file(of id: UUID, rendition: PhotoRendition) -> AnyPublisher<PhotoFile, DaybookError> {
        let result = Result { try source.file(of: id) }
        return source.read { (state) throws(DaybookError) in
            switch result {
            case .success(let url?):
                let data = state.photos[id] ?? Data()
                return PhotoFile(
                    url: url, contentType: data.starts(with: [0xFF]) ? "image/jpeg" : "image/png",
                    byteCount: data.count)
            case .success(nil): throw .notFound(.photo, id)
            case .failure(let error): throw .storage("\(error)")
            }
        }
    }
}

struct MemoryTrash: TrashManaging {
    let source: MemoryDataSource

    func contents(limit: Int?, offset: Int) -> AnyPublisher<TrashContents, DaybookError> {
        source.read { state in
            let all = TrashContents(
                transactions: state.transactions.filter { $0.trashedAt != nil },
                plans: state.plans.filter { $0.trashedAt != nil },
                memos: state.memos.filter { $0.trashedAt != nil },
                collections: state.collections.filter { $0.trashedAt != nil },
                items: state.items.filter { $0.trashedAt != nil },
                categories: state.categories.filter { $0.trashedAt != nil })
            func window<Thing>(_ things: [Thing]) -> [Thing] {
                Array(things.dropFirst(offset).prefix(limit ?? things.count))
            }
            return TrashContents(
                transactions: window(all.transactions), plans: window(all.plans), memos: window(all.memos),
                collections: window(all.collections), items: window(all.items), categories: window(all.categories),
                counts: all.counts)
        }
    }

    func empty(trashedBefore moment: Date?) -> AnyPublisher<Int, DaybookError> {
        source.write(.account) { state in
            func isOld(_ date: Date?) -> Bool { date.map { $0 < moment ?? .distantFuture } ?? false }
            func count() -> Int {
                state.transactions.count + state.plans.count + state.memos.count + state.collections.count
                    + state.items.count + state.categories.count
            }
            let before = count()
            state.transactions.removeAll { isOld($0.trashedAt) }
            state.plans.removeAll { isOld($0.trashedAt) }
            state.memos.removeAll { isOld($0.trashedAt) }
            state.collections.removeAll { isOld($0.trashedAt) }
            state.items.removeAll { isOld($0.trashedAt) }
            state.categories.removeAll { isOld($0.trashedAt) }
            return before - count()
        }
    }
}

/// Reads a file of lines `day,amount,memo`; a line that is none is unreadable.
struct MemoryImports: ImportManaging {
    let source: MemoryDataSource

    func open(_ data: Data, fileName: String, options: ImportOptions) -> AnyPublisher<ImportPreview, DaybookError> {
        source.read { (state) throws(DaybookError) in
            guard let text = String(data: data, encoding: .utf8) else {
                throw .validation(.file, .unknownEncoding)
            }
            let lines = text.split(separator: "\n")
            guard !lines.isEmpty else { throw .validation(.file, .noRows(detail: "")) }
            let preview = Self.preview(id: UUID(), fileName: fileName, lines: lines.map(String.init), state: state)
            state.previews[preview.id] = preview
            return preview
        }
    }

    private static func preview(
        id: UUID, fileName: String, lines: [String], state: MemoryDataSource.State
    ) -> ImportPreview {
        let rows = lines.enumerated().map { index, line in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard cells.count == 3, let day = CalendarDay(iso: cells[0]) else {
                return ImportRow(line: index + 1, cells: cells, state: .unreadable, problem: .date(cells[0]))
            }
            guard let amount = Int64(cells[1]) else {
                return ImportRow(line: index + 1, cells: cells, state: .unreadable, problem: .amount(cells[1]))
            }
            let read = ImportedTransaction(
                kind: amount < 0 ? .expense : .income, amount: Money(minorUnits: abs(amount), currency: .krw),
                day: day, memo: cells[2])
            let isSeen = state.transactions.contains {
                $0.day == day && $0.memo == read.memo && $0.amount == read.amount
            }
            return ImportRow(line: index + 1, cells: cells, state: isSeen ? .seen : .new, transaction: read)
        }
        return ImportPreview(
            id: id, fileName: fileName, format: .transactionTable, encoding: .utf8, separator: ",", headerRow: nil,
            header: ["날짜", "금액", "내용"], roles: [.date, .amount, .text], dateOrder: .yearMonthDay,
            decimalMark: .point, currency: .krw, questions: [], rows: rows)
    }

    func preview(id: UUID, options: ImportOptions) -> AnyPublisher<ImportPreview, DaybookError> {
        source.read { (state) throws(DaybookError) in
            guard let kept = state.previews[id] else { throw .notFound(.importBatch, id) }
            return kept
        }
    }

    func run(id: UUID, options: ImportOptions) -> AnyPublisher<ImportResult, DaybookError> {
        source.write(.account) { (state) throws(DaybookError) in
            guard let kept = state.previews[id] else { throw .notFound(.importBatch, id) }
            let batch = UUID()
            let wanted = kept.rows.filter { $0.state == .new && !options.skippedLines.contains($0.line) }
            let moment = state.now()
            for read in wanted.compactMap(\.transaction) {
                state.transactions.append(
                    Transaction(
                        id: UUID(), kind: read.kind, amount: read.amount, category: nil, day: read.day,
                        memo: read.memo, createdAt: moment, updatedAt: moment, importBatchID: batch))
            }
            state.batches.insert(
                ImportBatch(
                    id: batch, fileName: kept.fileName, format: kept.format, importedAt: moment,
                    addedCount: wanted.count, undoneAt: nil), at: 0)
            let bad = kept.rows.filter { $0.state == .unreadable }
            return ImportResult(
                batchID: batch, total: kept.rows.count, added: wanted.count, seen: kept.count(of: .seen),
                leftOut: kept.count(of: .new) - wanted.count,
                unreadable: bad.map { ImportResult.UnreadableRow(line: $0.line, problem: $0.problem ?? .tooFewCells) })
        }
    }

    func close(id: UUID) { source.state.withLock { $0.previews[id] = nil } }

    func batches() -> AnyPublisher<[ImportBatch], DaybookError> { source.read { $0.batches } }

    func undo(batchID: UUID) -> AnyPublisher<ImportBatch, DaybookError> {
        source.write(.account) { (state) throws(DaybookError) in
            guard let index = state.batches.firstIndex(where: { $0.id == batchID }) else {
                throw .notFound(.importBatch, batchID)
            }
            let old = state.batches[index]
            state.batches[index] = ImportBatch(
                id: old.id, fileName: old.fileName, format: old.format, importedAt: old.importedAt,
                addedCount: old.addedCount, undoneAt: state.now())
            for entry in state.transactions.indices where state.transactions[entry].importBatchID == batchID {
                state.transactions[entry].trashedAt = state.clock
            }
            return state.batches[index]
        }
    }
}
