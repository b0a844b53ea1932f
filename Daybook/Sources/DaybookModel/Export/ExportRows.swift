import CoreData
import Foundation

/// The rows of tables that are taken out, read in one context.
struct ExportRows {
    let context: NSManagedObjectContext
    let language: Language

    /// The bytes of a table.
    ///
    /// - Throws: `DaybookError.notFound` for a collection that is gone, and what fetching throws.
    func csv(_ table: ExportTable) throws -> [UInt8] {
        switch table {
        case .entries: try entries()
        case .plans: try plans()
        case .memos: try memos()
        case .collection(let id): try items(of: CollectionCoreDataManager.living(id, in: context))
        }
    }

    /// Every table with its name in the archive.
    func all() throws -> [(name: String, bytes: [UInt8])] {
        var files: [(name: String, bytes: [UInt8])] = [
            ("csv/entries.csv", try entries()), ("csv/plans.csv", try plans()), ("csv/memos.csv", try memos()),
        ]
        var taken: Set<String> = []
        let byPosition = [NSSortDescriptor(key: "position", ascending: true)]
        for collection in try context.all(CollectionEntity.self, .living, sortedBy: byPosition) {
            let name = Self.fileName(try collection.plain().name(in: language), &taken)
            files.append(("csv/collections/\(name).csv", try items(of: collection)))
        }
        return files
    }

    /// A name that every file system takes, different from those given before.
    static func fileName(_ name: String, _ taken: inout Set<String>) -> String {
        let kept = name.map { $0.isLetter || $0.isNumber || "-_ ()".contains($0) ? $0 : "-" }
        let base = String(kept.prefix(60)).trimmingBlanks.nonEmpty ?? "collection"
        var result = base
        var number = 2
        while !taken.insert(result.lowercased()).inserted {
            result = "\(base) \(number)"
            number += 1
        }
        return result
    }

    // MARK: Tables

    /// The header of entries; a table that has it is one of ours, with days and amounts as we write them.
    static let entryHeader = [
        "Date", "Type", "Amount", "Currency", "Category", "Subcategory", "Description", "Payment", "Photos",
    ]

    /// In the columns that the import of tables knows.
    private func entries() throws -> [UInt8] {
        let sort = [
            NSSortDescriptor(key: "day", ascending: false), NSSortDescriptor(key: "createdAt", ascending: false),
        ]
        let rows = try context.all(
            TransactionEntity.self, .living, sortedBy: sort, with: TransactionEntity.shownRelationships)
        return CSVText.bytes(
            Self.entryHeader,
            try rows.map { row in
                let entry = try row.plain()
                let name = entry.category?.name(in: language) ?? ""
                let parent = entry.category?.parentName(in: language)
                return [
                    entry.day.iso, entry.kind.rawValue, entry.amount.plainText, entry.amount.currency.code,
                    parent ?? name, parent == nil ? "" : name, entry.memo, entry.payment ?? "",
                    Self.names(entry.photos),
                ]
            })
    }

    /// In the columns of Goodreads, which many programs read, and some of our own.
    private func plans() throws -> [UInt8] {
        let sort = [NSSortDescriptor(key: "createdAt", ascending: true)]
        let rows = try context.all(
            ReadingPlanEntity.self, .living, sortedBy: sort, with: ["photos", "memos"])
        return CSVText.bytes(
            [
                "Book Id", "Title", "Author", "Number of Pages", "Date Read", "Date Added", "Exclusive Shelf", "Start",
                "End", "Page Reached", "Cover",
            ],
            try rows.map { row in
                let plan = try row.plain()
                let shelf =
                    switch plan.status {
                    case .planned: "to-read"
                    case .reading: "currently-reading"
                    case .done: "read"
                    case .stopped: "did-not-finish"
                    }
                return [
                    plan.id.uuidString, plan.title, plan.author ?? "", plan.totalPages.map(String.init) ?? "",
                    plan.status == .done ? plan.endDay?.iso ?? "" : "", CalendarDay(plan.createdAt, in: .current).iso,
                    shelf, plan.startDay?.iso ?? "", plan.endDay?.iso ?? "", String(plan.currentPage),
                    Self.names([plan.cover].compactMap(\.self)),
                ]
            })
    }

    private func memos() throws -> [UInt8] {
        let sort = [NSSortDescriptor(key: "day", ascending: true), NSSortDescriptor(key: "createdAt", ascending: true)]
        let rows = try context.all(MemoEntity.self, .livingMemo, sortedBy: sort, with: ["plan", "photos"])
        return CSVText.bytes(
            ["Book Id", "Title", "Author", "Page", "Kind", "Text", "Date", "Photo"],
            try rows.map { row in
                let memo = try row.plain()
                return [
                    memo.planID.uuidString, row.plan?.title ?? "", row.plan?.author ?? "", memo.page ?? "",
                    memo.kind.rawValue, memo.text, memo.day.iso, Self.names([memo.photo].compactMap(\.self)),
                ]
            })
    }

    /// In the columns that the import of collections knows.
    private func items(of collection: CollectionEntity) throws -> [UInt8] {
        let sort = [NSSortDescriptor(key: "position", ascending: true)]
        let rows = try context.all(
            CollectionItemEntity.self, .all([.living, NSPredicate(format: "collection == %@", collection)]),
            sortedBy: sort,
            with: ["photos", "collection"])
        return CSVText.bytes(
            [
                "Name", "English name", "Group", "Number", "Variant", "Owned", "Quantity", "Note", "Wished",
                "Owned since",
                "Picture",
            ],
            try rows.map { row in
                let item = try row.plain()
                return [
                    item.names[.korean] ?? item.names[.english] ?? "", item.names[.english] ?? "", item.group ?? "",
                    item.number ?? "", item.variant ?? "", item.isOwned ? "O" : "X", String(item.quantity),
                    item.note ?? "", item.isWished ? "O" : "", item.ownedDay?.iso ?? "",
                    Self.names([item.picture].compactMap(\.self)),
                ]
            })
    }

    /// Where the photos are in the archive.
    private static func names(_ photos: [Photo]) -> String {
        photos.map { "images/" + PhotoStore.originalName($0.id, $0.mediaType) }.joined(separator: " ")
    }
}
