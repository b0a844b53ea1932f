import Combine
import Foundation
import Testing

@testable import DaybookModel

@Suite(.needsVips) struct TransactionManagerTests {
    let daybook: TestDaybook
    var manager: any TransactionManaging { get throws { try daybook.data.transactions } }

    init() throws {
        daybook = try TestDaybook()
    }

    @Test func add_thenFetchByID_hasEveryValue() async throws {
        var draft = try await daybook.draft(12_300, " 점심 ")
        draft.payment = "푸른카드"
        let added = try await value(manager.add(draft, photos: [.test(1), .test(2)]))
        try daybook.reopen()
        let found = try await value(manager.transaction(id: added.id))
        #expect(found == added)
        #expect(found.amount == Money(minorUnits: 12_300, currency: .krw))
        #expect(found.memo == "점심" && found.payment == "푸른카드" && found.day.iso == "2026-03-31")
        #expect(found.category?.path(in: .english) == "Food › Café")
        #expect(found.photos.map(\.position) == [0, 1])
        #expect(try daybook.images().count == 4)
        let file = try await value(daybook.data.photos.file(of: found.photos[1].id, rendition: .original))
        #expect(try Data(contentsOf: file.url) == PhotoUpload.test(2).data)
    }

    @Test func add_invalid_namesTheFirstField() async throws {
        var draft = try await daybook.draft(0)
        draft.categoryID = nil
        #expect(await failure(try manager.add(draft, photos: [])) == .validation(.amount, .notPositive))
        draft.amount = Money(minorUnits: 1, currency: .krw)
        #expect(await failure(try manager.add(draft, photos: [])) == .validation(.category, .missing))
        draft.categoryID = UUID()
        #expect(await failure(try manager.add(draft, photos: [])) == .validation(.category, .notAvailable))
        draft.categoryID = try await daybook.category("salary").id
        #expect(await failure(try manager.add(draft, photos: [.test()])) == .validation(.category, .notAvailable))
        #expect(try daybook.images().isEmpty)
        let six = [PhotoUpload](repeating: .test(), count: 6)
        draft.kind = .income
        #expect(await failure(try manager.add(draft, photos: six)) == .validation(.photos, .tooManyPhotos(limit: 5)))
    }

    @Test func add_badPhoto_keepsNothing() async throws {
        let draft = try await daybook.draft(100)
        let bad = PhotoUpload(data: Data("not a photo".utf8), fileName: "a.jpg")
        let error = await failure(try manager.add(draft, photos: [.test(), bad]))
        #expect(error == .validation(.photos, .photoNotRecognised(fileName: "a.jpg")))
        #expect(try await value(manager.transactions(matching: TransactionFilter(), limit: nil, offset: 0)).count == 0)
        #expect(try daybook.images().isEmpty)
    }

    @Test func update_replacesValuesAndPhotos() async throws {
        let added = try await value(manager.add(try await daybook.draft(100), photos: [.test(1)]))
        let draft = try await daybook.draft(250, "바뀜", day: "2026-02-01", key: "salary", kind: .income)
        let edits = PhotoEdits(removing: [added.photos[0].id], adding: [.test(9)])
        let updated = try await value(
            manager.update(id: added.id, with: draft, photos: edits, ifUnchangedSince: added.updatedAt))
        #expect(updated.kind == .income && updated.amount.minorUnits == 250 && updated.memo == "바뀜")
        #expect(updated.photos.count == 1 && updated.photos[0].id != added.photos[0].id)
        #expect(updated.createdAt == added.createdAt && updated.updatedAt > added.updatedAt)
        // The photo taken away is still there to be brought back, until the trash is emptied.
        let back = PhotoEdits(removing: [updated.photos[0].id], restoring: [added.photos[0].id])
        let restored = try await value(manager.update(id: added.id, with: draft, photos: back, ifUnchangedSince: nil))
        #expect(restored.photos.map(\.id) == [added.photos[0].id])
        #expect(try await value(daybook.data.trash.empty(trashedBefore: nil)) == 1)
        #expect(try daybook.images().count == 2)
    }

    @Test func update_ofAnOlderVersion_isAConflict() async throws {
        let added = try await value(manager.add(try await daybook.draft(100), photos: []))
        let draft = try await daybook.draft(200)
        _ = try await value(
            manager.update(id: added.id, with: draft, photos: PhotoEdits(), ifUnchangedSince: added.updatedAt))
        let late = try manager.update(
            id: added.id, with: draft, photos: PhotoEdits(), ifUnchangedSince: added.updatedAt)
        #expect(await failure(late) == .conflict(.transaction, added.id))
    }

    @Test func unknownID_isNotFound_everywhere() async throws {
        let id = UUID()
        let draft = try await daybook.draft(1)
        let notFound = DaybookError.notFound(.transaction, id)
        #expect(await failure(try manager.transaction(id: id)) == notFound)
        #expect(
            await failure(
                try manager.update(id: id, with: draft, photos: PhotoEdits(adding: [.test()]), ifUnchangedSince: nil))
                == notFound)
        #expect(await failure(try manager.delete(id: id)) == notFound)
        #expect(await failure(try manager.restore(id: id)) == notFound)
        #expect(await failure(try manager.duplicate(id: id, on: draft.day)) == notFound)
        #expect(try daybook.images().isEmpty)
    }

    @Test func delete_thenRestore_thenPurge() async throws {
        let added = try await value(manager.add(try await daybook.draft(100), photos: [.test()]))
        _ = try await value(manager.delete(id: added.id))
        #expect(await failure(try manager.delete(id: added.id)) == .notFound(.transaction, added.id))
        #expect(try await value(manager.transactions(matching: TransactionFilter(), limit: nil, offset: 0)).count == 0)
        #expect(try await value(daybook.data.trash.contents()).transactions.map(\.id) == [added.id])
        #expect(try daybook.images().count == 2)
        #expect(try await value(manager.restore(id: added.id)).trashedAt == nil)
        #expect(try await value(daybook.data.trash.contents()).isEmpty)
        _ = try await value(manager.delete(id: added.id))
        daybook.clock.advance(days: 29)
        #expect(try await value(daybook.data.emptyOldTrash()) == 0)
        daybook.clock.advance(days: 2)
        #expect(try await value(daybook.data.emptyOldTrash()) == 1)
        #expect(await failure(try manager.transaction(id: added.id)) == .notFound(.transaction, added.id))
        #expect(try daybook.images().isEmpty)
    }

    @Test func list_filters_andItsTotalsAgree() async throws {
        _ = try await value(manager.add(try await daybook.draft(4500, "점심 Lunch", day: "2026-03-01"), photos: []))
        _ = try await value(
            manager.add(try await daybook.draft(9000, "저녁", day: "2026-03-31", key: "food"), photos: []))
        _ = try await value(
            manager.add(try await daybook.draft(1000, "버스", day: "2026-04-01", key: "transport.public"), photos: []))
        _ = try await value(
            manager.add(try await daybook.draft(250, "app", day: "2026-03-05", currency: .usd), photos: []))
        _ = try await value(
            manager.add(
                try await daybook.draft(5_000_000, "급여", day: "2026-03-25", key: "salary", kind: .income), photos: []))
        func memos(_ filter: TransactionFilter) async throws -> [String] {
            try await value(manager.transactions(matching: filter, limit: nil, offset: 0)).transactions.map(\.memo)
        }
        #expect(try await memos(TransactionFilter()) == ["버스", "저녁", "급여", "app", "점심 Lunch"])
        #expect(try await memos(TransactionFilter(text: "ㅈㅅ")) == ["점심 Lunch"])
        #expect(try await memos(TransactionFilter(text: "ＬＵＮＣＨ")) == ["점심 Lunch"])
        #expect(try await memos(TransactionFilter(text: "카페")) == ["app", "점심 Lunch"])
        #expect(try await memos(TransactionFilter(text: "groceries")) == [])
        #expect(try await memos(TransactionFilter(text: "food 저녁")) == ["저녁"])
        #expect(try await memos(TransactionFilter(kinds: [.income])) == ["급여"])
        #expect(
            try await memos(TransactionFilter(categoryID: try await daybook.category("food").id)) == [
                "저녁", "app", "점심 Lunch",
            ])
        #expect(try await memos(TransactionFilter(minimumAmount: 4500, maximumAmount: 9000)) == ["저녁", "점심 Lunch"])
        #expect(try await memos(TransactionFilter(currency: .usd)) == ["app"])
        let march = try #require(MonthPeriod(year: 2026, month: 3))
        let list = try await value(
            manager.transactions(in: march, matching: TransactionFilter(), limit: nil, offset: 0))
        #expect(list.transactions.map(\.memo) == ["저녁", "급여", "app", "점심 Lunch"])
        #expect(
            list.totals == [
                Totals(currency: .krw, incomeMinorUnits: 5_000_000, expenseMinorUnits: 13_500),
                Totals(currency: .usd, incomeMinorUnits: 0, expenseMinorUnits: 250),
            ])
        let summary = try await value(manager.summary(of: march, today: march.last))
        #expect(summary.totals == list.totals && summary.count == 4)
        let window = try await value(manager.transactions(matching: TransactionFilter(), limit: 2, offset: 1))
        #expect(window.transactions.map(\.memo) == ["저녁", "급여"] && window.count == 5)
        let statistics = try await value(manager.statistics(of: march, currency: .krw))
        #expect(statistics.totals == list.totals[0])
        #expect(statistics.expenses.reduce(0) { $0 + $1.amount.minorUnits } == 13_500)
        let months = try await value(manager.monthTotals(of: march.twelveMonths, currency: .krw))
        #expect(
            months.last?.totals == list.totals[0] && months.dropLast().allSatisfy { $0.totals.expense.minorUnits == 0 })
    }

    @Test func suggestedCategory_isTheLastUsedForTheMemo() async throws {
        #expect(try await value(manager.suggestedCategory(forMemo: "커피", kind: .expense)) == nil)
        _ = try await value(manager.add(try await daybook.draft(1, "커피", key: "food"), photos: []))
        _ = try await value(manager.add(try await daybook.draft(1, "커피", key: "food.cafe"), photos: []))
        #expect(try await value(manager.suggestedCategory(forMemo: "커피", kind: .expense))?.builtInKey == "food.cafe")
        #expect(try await value(manager.suggestedCategory(forMemo: "커피", kind: .income)) == nil)
    }

    @Test func duplicate_isACopyOnAnotherDay() async throws {
        let added = try await value(manager.add(try await daybook.draft(100, "a"), photos: [.test()]))
        let day = try #require(CalendarDay(iso: "2026-04-09"))
        let copy = try await value(manager.duplicate(id: added.id, on: day))
        #expect(copy.id != added.id && copy.day == day && copy.memo == "a" && copy.amount == added.amount)
        #expect(copy.category == added.category && copy.photos.isEmpty)
    }

    @Test func changes_areAnnouncedAfterTheSave() async throws {
        var subscription: AnyCancellable?
        let changes = AsyncStream<DataChange> { continuation in
            subscription = try? daybook.data.dataDidChange.sink { continuation.yield($0) }
        }
        var iterator = changes.makeAsyncIterator()
        let added = try await value(manager.add(try await daybook.draft(100), photos: []))
        let change = try #require(await iterator.next())
        #expect(change.areas == [.account] && change.ids.contains(added.id))
        _ = await failure(try manager.delete(id: UUID()))
        _ = try await value(manager.restore(id: added.id))
        _ = try await value(manager.delete(id: added.id))
        // Neither the failed write nor the one that changed nothing was announced.
        #expect(try #require(await iterator.next()).ids == [added.id])
        #expect(try await value(manager.transaction(id: added.id)).trashedAt != nil)
        withExtendedLifetime(subscription) {}
    }

    @Test(arguments: ["UTC", "Asia/Seoul", "America/Los_Angeles", "Pacific/Kiritimati"])
    func day_isKeptInEveryZone(zone: String) async throws {
        let timeZone = try #require(TimeZone(identifier: zone))
        let day = CalendarDay(Date(timeIntervalSince1970: 1_769_959_800), in: timeZone)
        var draft = try await daybook.draft(1)
        draft.day = day
        let added = try await value(manager.add(draft, photos: []))
        try daybook.reopen()
        #expect(try await value(manager.transaction(id: added.id)).day == day)
        let month = try #require(MonthPeriod.month(containing: day))
        #expect(
            try await value(manager.transactions(in: month, matching: TransactionFilter(), limit: nil, offset: 0)).count
                == 1)
    }
}
