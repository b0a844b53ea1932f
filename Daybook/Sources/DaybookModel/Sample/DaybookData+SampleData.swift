import Combine
import CoreData
import Foundation

extension DaybookData {
    /// Fills an opened Daybook with sample data: thirteen months of entries, some with a receipt, books with memos,
    /// countries visited.
    ///
    /// The same day, language and seed make the same data. One save; a thing that is there already is left as it is.
    ///
    /// - Returns: how many entries were made.
    public func addSampleData(
        today: CalendarDay, language: Language, seed: UInt64 = 20_260_331
    ) -> AnyPublisher<Int, DaybookError> {
        let plan = SamplePlan(today: today, language: language, seed: seed)
        let receipts = plan.entries.indices.filter { plan.entries[$0].hasReceipt }
        let uploads = receipts.map { PhotoUpload(data: PlainPNG.receipt(seed: UInt64($0)), fileName: "receipt.png") }
        return storage.write([.account, .reading, .collections], photos: uploads) { session in
            let entries = try Self.addEntries(plan, session)
            for (index, photo) in zip(receipts, session.takePhotos(after: 0)) {
                photo.transaction = entries[index]
                photo.position = 0
            }
            Self.addBooks(plan, session)
            try Self.visitCountries(plan, today: today, session)
            return entries.count
        }
    }

    private static func addEntries(_ plan: SamplePlan, _ session: WriteSession) throws -> [TransactionEntity] {
        var categories: [String: CategoryEntity] = [:]
        for category in try session.context.all(CategoryEntity.self) {
            if let key = category.builtInKey { categories[key] = category }
        }
        return plan.entries.enumerated().map { index, entry in
            let row = TransactionEntity(context: session.context)
            row.id = session.makeID()
            row.createdAt = session.now.addingTimeInterval(Double(index - plan.entries.count))
            row.take(
                TransactionDraft(
                    kind: entry.kind, amount: entry.amount, categoryID: nil, day: entry.day, memo: entry.memo,
                    payment: entry.payment),
                now: session.now)
            row.category = categories[entry.categoryKey]
            return row
        }
    }

    private static func addBooks(_ plan: SamplePlan, _ session: WriteSession) {
        for (index, book) in plan.books.enumerated() {
            let row = ReadingPlanEntity(context: session.context)
            row.id = session.makeID()
            row.createdAt = session.now.addingTimeInterval(Double(-index))
            row.take(book.draft, now: session.now)
            for (place, draft) in book.memos.enumerated() {
                let memo = MemoEntity(context: session.context)
                memo.id = session.makeID()
                memo.createdAt = session.now.addingTimeInterval(Double(place) / 10)
                memo.plan = row
                memo.take(draft, now: session.now)
            }
        }
    }

    private static func visitCountries(_ plan: SamplePlan, today: CalendarDay, _ session: WriteSession) throws {
        let visited = NSPredicate(format: "catalogueKey IN %@ AND ownedBy == nil", plan.countries)
        for item in try session.context.all(CollectionItemEntity.self, visited) { item.toggleOwned(on: today) }
    }
}
