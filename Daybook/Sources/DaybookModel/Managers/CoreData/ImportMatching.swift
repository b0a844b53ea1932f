import CoreData
import Foundation

/// The rows of a file held against the database: new, seen before, or similar to an entry that is there.
struct ImportMatching {
    /// A row with the key by which it is known again; nil for rows that are not imported.
    struct Keyed {
        var row: ImportRow
        var key: String?
    }

    private(set) var rows: [Keyed] = []

    /// Matches all rows; each look-up in the database covers many rows.
    init(file: ParsedFile, options: ImportOptions, context: NSManagedObjectContext) throws {
        let prefix = options.collectionID?.uuidString ?? ""
        var keys = ImportKeys(source: file.format.area == .collections ? prefix : file.source)
        let isByMemo = file.format == .kindle || file.format == .koreader
        rows = file.rows.map { row in
            if let entry = row.transaction { return Keyed(row: row, key: keys.key(for: entry)) }
            if let book = row.book, isByMemo {
                return Keyed(row: row, key: book.memos.first.map { keys.key(for: $0, of: book) })
            }
            if let book = row.book { return Keyed(row: row, key: keys.key(for: book)) }
            if let item = row.item { return Keyed(row: row, key: keys.key(for: item)) }
            return Keyed(row: row, key: nil)
        }
        let isNewCollection = file.format.area == .collections && options.collectionID == nil
        let seen = isNewCollection ? [] : try Self.seenKeys(rows.compactMap(\.key), file.format, in: context)
        let similar = try Self.similar(rows.map(\.row), in: context)
        for index in rows.indices where rows[index].row.state == .new {
            let row = rows[index].row
            if let key = rows[index].key, seen.contains(key) {
                guard !options.repeatedLines.contains(row.line) else {
                    // Wanted again: without a key it stands beside the one that is there.
                    rows[index].key = nil
                    continue
                }
                rows[index].row = row.changed(to: .seen)
            } else if let entry = row.transaction, similar.contains(Likeness(entry)) {
                rows[index].row = row.changed(to: .similar)
            }
        }
    }

    private static func seenKeys(
        _ keys: [String], _ format: ImportFormat, in context: NSManagedObjectContext
    ) throws -> Set<String> {
        var seen: Set<String> = []
        for start in stride(from: 0, to: keys.count, by: 400) {
            let part = Array(keys[start..<min(start + 400, keys.count)])
            let known = NSPredicate(format: "importKey IN %@", part)
            switch format.area {
            case .account, .settings:
                seen.formUnion(try context.all(TransactionEntity.self, known).compactMap(\.importKey))
            case .reading:
                seen.formUnion(try context.all(ReadingPlanEntity.self, known).compactMap(\.importKey))
                seen.formUnion(try context.all(MemoEntity.self, known).compactMap(\.importKey))
            case .collections:
                seen.formUnion(try context.all(CollectionItemEntity.self, known).compactMap(\.importKey))
            }
            let gone = try context.all(SeenKeyEntity.self, NSPredicate(format: "key IN %@", part))
            seen.formUnion(gone.compactMap(\.key))
        }
        return seen
    }

    /// What makes two entries look alike.
    private struct Likeness: Hashable {
        let day: Int32
        let kind: String
        let minorUnits: Int64
        let currency: String

        init(_ entry: ImportedTransaction) {
            day = Int32(entry.day.number)
            kind = entry.kind.rawValue
            minorUnits = entry.amount.minorUnits
            currency = entry.amount.currency.code
        }

        init(_ row: TransactionEntity) {
            day = row.day
            kind = row.kind ?? ""
            minorUnits = row.amountMinor
            currency = row.currency ?? ""
        }
    }

    private static func similar(_ rows: [ImportRow], in context: NSManagedObjectContext) throws -> Set<Likeness> {
        let days = rows.compactMap { $0.transaction?.day.number }
        guard let first = days.min(), let last = days.max() else { return [] }
        let inRange = NSPredicate(format: "day >= %d AND day <= %d", Int32(first), Int32(last))
        return Set(try context.all(TransactionEntity.self, .all([.living, inRange])).map { Likeness($0) })
    }
}
