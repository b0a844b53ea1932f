import CoreData
import Foundation

/// The rows of a file held against the database: new, seen before, or similar to an entry that is there.
struct ImportMatching {
    /// A row with the key by which it is known again; nil for rows that are not imported.
    struct Keyed {
        var row: ImportRow
        var key: String?
        /// The item that takes its name over.
        var renames: NSManagedObjectID?
    }

    private(set) var rows: [Keyed] = []

    /// Matches all rows; each look-up in the database covers many rows.
    init(file: ParsedFile, options: ImportOptions, context: NSManagedObjectContext) throws {
        var keys = ImportKeys(source: file.source)
        let isByMemo = file.format == .kindle || file.format == .koreader
        rows = file.rows.map { row in
            if let problem = Self.tooLong(row) {
                return Keyed(row: row.changed(to: .unreadable, problem: problem), key: nil)
            }
            if let entry = row.transaction { return Keyed(row: row, key: keys.key(for: entry)) }
            if let book = row.book, isByMemo {
                return Keyed(row: row, key: book.memos.first.map { keys.key(for: $0, of: book) })
            }
            if let book = row.book { return Keyed(row: row, key: keys.key(for: book)) }
            if let item = row.item { return Keyed(row: row, key: keys.key(for: item)) }
            return Keyed(row: row, key: nil)
        }
        var seen: Set<String> = []
        var numbers = ItemNumbers()
        if file.format.area == .collections {
            if let id = options.collectionID {
                let collection = try CollectionCoreDataManager.living(id, in: context)
                seen = Self.itemKeys(of: collection).union(try Self.goneKeys(of: id, in: context))
                numbers = ItemNumbers(of: collection, file: file)
            }
        } else {
            seen = try Self.seenKeys(rows.compactMap(\.key), file.format, in: context)
        }
        let similar = try Self.similar(rows.map(\.row), in: context)
        let books = try isByMemo || file.format.area != .reading ? [:] : BookLikeness.all(in: context)
        let highlights = try HighlightLikeness(
            of: file.format == .koreader ? rows.compactMap(\.row.book) : [], in: context)
        for index in rows.indices where rows[index].row.state == .new {
            let row = rows[index].row
            if let key = rows[index].key, seen.contains(key) {
                guard !options.repeatedLines.contains(row.line) else {
                    // Wanted again: without a key it stands beside the one that is there.
                    rows[index].key = nil
                    continue
                }
                rows[index].row = row.changed(to: .seen)
            } else if let renamed = row.item.flatMap({ numbers.item($0) }) {
                rows[index].row = row.changed(to: .renamed)
                rows[index].renames = renamed
            } else if let entry = row.transaction, similar.contains(Likeness(entry)) {
                // What comes back out of our own table is most likely what went into it.
                let isOurs = file.header == ExportRows.entryHeader && !options.repeatedLines.contains(row.line)
                rows[index].row = row.changed(to: .similar, problem: isOurs ? .entryAlreadyThere : nil)
            } else if let missing = row.book.map({ book in book.memos.filter { !highlights.isThere($0, of: book) } }),
                file.format == .koreader, missing.first != row.book?.memos.first
            {
                // Chosen all the same: what is not there yet, such as a note that was written since.
                rows[index].row =
                    options.repeatedLines.contains(row.line)
                    ? row.changed(memos: missing).changed(to: .similar)
                    : row.changed(to: .similar, problem: .highlightAlreadyThere)
            } else if let book = row.book.map({ BookLikeness($0) }),
                books[book.title]?.contains(where: book.isLike) == true
            {
                // A book is read from one file and then from another far more often than it is read twice.
                rows[index].row = row.changed(
                    to: .similar, problem: options.repeatedLines.contains(row.line) ? nil : .alreadyThere)
            }
        }
    }

    // MARK: Collections

    /// The options with the collection that items go to: the one chosen, else the one that holds half of them or more.
    static func resolved(
        _ options: ImportOptions, for file: ParsedFile, in context: NSManagedObjectContext
    ) throws -> ImportOptions {
        guard file.format.area == .collections, options.collectionID == nil, !options.makesCollection,
            options.collectionName == nil
        else { return options }
        var keys = ImportKeys(source: "")
        let wanted = Set(file.rows.compactMap { row in row.item.map { keys.key(for: $0) } })
        var best: (id: UUID, count: Int)?
        for collection in try context.all(CollectionEntity.self, .living, with: ["items"]) {
            guard let id = collection.id else { continue }
            let count = wanted.intersection(itemKeys(of: collection)).count
            if count * 2 >= max(wanted.count, 1), count > best?.count ?? 0 { best = (id, count) }
        }
        var options = options
        options.collectionID = best?.id
        return options
    }

    /// The key that stays when an imported item of a collection goes for good.
    static func seenKey(_ key: String, in collectionID: UUID) -> String { "\(collectionID.uuidString)\u{1F}\(key)" }

    /// The keys of imported items that went for good.
    private static func goneKeys(of id: UUID, in context: NSManagedObjectContext) throws -> Set<String> {
        let prefix = seenKey("", in: id)
        let gone = try context.all(SeenKeyEntity.self, NSPredicate(format: "key BEGINSWITH %@", prefix))
        return Set(gone.compactMap { $0.key.map { String($0.dropFirst(prefix.count)) } })
    }

    /// The keys that the items of a collection have, or would have had if they came from a file.
    private static func itemKeys(of collection: CollectionEntity) -> Set<String> {
        var keys = ImportKeys(source: "")
        var found: Set<String> = []
        let items = collection.items?.members(CollectionItemEntity.self) ?? []
        for item in items.sorted(by: { $0.position < $1.position }) {
            if let key = item.importKey { found.insert(key) }
            // One in the trash is known by its import only: what was taken back may come again.
            guard item.trashedAt == nil else { continue }
            found.insert(
                keys.key(
                    for: ImportedItem(
                        names: item.names, group: item.groupName, number: item.number, variant: item.variant)))
        }
        return found
    }

    // MARK: What is there

    private static func seenKeys(
        _ keys: [String], _ format: ImportFormat, in context: NSManagedObjectContext
    ) throws -> Set<String> {
        var seen: Set<String> = []
        for start in stride(from: 0, to: keys.count, by: 400) {
            let part = Array(keys[start..<min(start + 400, keys.count)])
            let known = NSPredicate(format: "importKey IN %@", part)
            switch format.area {
            case .account, .settings: seen.formUnion(try importKeys(TransactionEntity.self, known, in: context))
            case .reading:
                seen.formUnion(try importKeys(ReadingPlanEntity.self, known, in: context))
                seen.formUnion(try importKeys(MemoEntity.self, known, in: context))
            case .collections:
                // An item is known within its collection only.
                break
            }
            let gone = try context.all(SeenKeyEntity.self, NSPredicate(format: "key IN %@", part))
            seen.formUnion(gone.compactMap(\.key))
        }
        return seen
    }

    private static func importKeys<Entity: NSManagedObject>(
        _ type: Entity.Type, _ predicate: NSPredicate, in context: NSManagedObjectContext
    ) throws -> [String] {
        try context.distinct(type, predicate, ["importKey"]).compactMap { $0["importKey"] as? String }
    }

    /// What of a row has more characters than are kept.
    private static func tooLong(_ row: ImportRow) -> ImportProblem? {
        guard row.state == .new else { return nil }
        var texts: [(String?, DaybookError.Field)] = []
        if let entry = row.transaction {
            texts = [
                (entry.memo, .memo), (entry.payment, .payment), (entry.category, .name), (entry.subcategory, .name),
            ]
        } else if let book = row.book {
            texts = [(book.title, .title), (book.author, .author)]
            for memo in book.memos { texts += [(memo.text, .text), (memo.page, .page)] }
        } else if let item = row.item {
            texts = item.names.values.map { ($0, .name) }
            texts += [(item.group, .group), (item.number, .number), (item.variant, .variant), (item.note, .note)]
        }
        guard case .validation(_, .tooLong(let limit))? = TextLimits.problem(texts) else { return nil }
        return .tooLong(limit: limit)
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

        init(_ row: NSDictionary) {
            day = Int32(clamping: NSManagedObjectContext.integer(row["day"]))
            kind = row["kind"] as? String ?? ""
            minorUnits = NSManagedObjectContext.integer(row["amountMinor"])
            currency = row["currency"] as? String ?? ""
        }
    }

    private static func similar(_ rows: [ImportRow], in context: NSManagedObjectContext) throws -> Set<Likeness> {
        let days = rows.compactMap { $0.transaction?.day.number }
        guard let first = days.min(), let last = days.max() else { return [] }
        let inRange = NSPredicate(
            format: "trashedAt == nil AND day >= %d AND day <= %d", Int32(first), Int32(last))
        return Set(
            try context.distinct(TransactionEntity.self, inRange, ["day", "kind", "currency", "amountMinor"]).map {
                Likeness($0)
            })
    }
}
