import Foundation
import Testing

@testable import DaybookModel

/// Taking a step back touches only what the step changed, whatever kind of thing it was about.
@Suite struct TakingBackTests {
    let daybook: TestDaybook
    private let day = CalendarDay(dayCount: 739_700)

    init() throws {
        daybook = try TestDaybook()
    }

    // MARK: Entries

    private func entry() async throws -> Transaction {
        try await value(daybook.data.transactions.add(try await daybook.draft(10, "unm"), photos: []))
    }

    private func change(
        _ entry: Transaction, _ photos: PhotoEdits = PhotoEdits(), _ change: (inout TransactionDraft) -> Void
    ) async throws -> Transaction {
        var draft = TransactionDraft(entry)
        change(&draft)
        return try await value(
            daybook.data.transactions.update(id: entry.id, with: draft, photos: photos, ifUnchangedSince: nil))
    }

    @Test func entry_otherFieldsChangedSince_keepThem() async throws {
        let before = try await entry()
        let after = try await change(before) { $0.amount = Money(minorUnits: 20, currency: .krw) }
        _ = try await change(after) {
            $0.memo = "unm new memo"
            $0.payment = "card"
        }
        let undone = try await value(daybook.data.transactions.undo(Revision(before: before, after: after)))
        #expect(undone.amount.minorUnits == 10 && undone.memo == "unm new memo" && undone.payment == "card")
        try daybook.reopen()
        #expect(try await value(daybook.data.transactions.transaction(id: before.id)) == undone)
    }

    @Test func entry_sameFieldChangedSince_isAConflictAndStays() async throws {
        let before = try await entry()
        let after = try await change(before) {
            $0.amount = Money(minorUnits: 20, currency: .krw)
            $0.memo = "second"
        }
        let later = try await change(after) { $0.amount = Money(minorUnits: 30, currency: .krw) }
        let refused = try daybook.data.transactions.undo(Revision(before: before, after: after))
        #expect(await failure(refused) == .conflict(.transaction, before.id))
        #expect(try await value(daybook.data.transactions.transaction(id: before.id)) == later)
        // With the later step taken back, the earlier one can be too.
        _ = try await value(daybook.data.transactions.undo(Revision(before: after, after: later)))
        let undone = try await value(daybook.data.transactions.undo(Revision(before: before, after: after)))
        #expect(TransactionDraft(undone) == TransactionDraft(before))
    }

    @Test func entry_addedAndChangedSince_isNotTakenAway() async throws {
        let added = try await entry()
        let after = try await change(added) { $0.memo = "worked on" }
        #expect(await failure(try daybook.data.transactions.delete(asSeen: added)) == .conflict(.transaction, added.id))
        _ = try await value(daybook.data.transactions.undo(Revision(before: added, after: after)))
        #expect(try await value(daybook.data.transactions.delete(asSeen: added)).trashedAt != nil)
        #expect(await failure(try daybook.data.transactions.delete(asSeen: added)) == .notFound(.transaction, added.id))
    }

    @Test(.needsVips) func entry_photosAddedSince_stay() async throws {
        let before = try await value(
            daybook.data.transactions.add(try await daybook.draft(10), photos: [.test(1), .test(2)]))
        let after = try await change(before, PhotoEdits(removing: [before.photos[0].id], adding: [.test(3)])) { _ in }
        let later = try await change(after, PhotoEdits(adding: [.test(4)])) { _ in }
        let undone = try await value(daybook.data.transactions.undo(Revision(before: before, after: after)))
        let own = Set(after.photos.map(\.id)).subtracting(before.photos.map(\.id))
        let wanted = Set(later.photos.map(\.id)).subtracting(own).union([before.photos[0].id])
        #expect(Set(undone.photos.map(\.id)) == wanted && undone.photos.count == 3)
    }

    @Test func entry_givenACategory_losesItAgain() async throws {
        let before = try await entry()
        var without = before
        without.category = nil
        let undone = try await value(daybook.data.transactions.undo(Revision(before: without, after: before)))
        #expect(undone.category == nil)
    }

    // MARK: Plans and memos

    @Test func plan_otherFieldsChangedSince_keepThem_andMemosKeepItThere() async throws {
        let plans = try daybook.data.plans
        let before = try await value(plans.add(ReadingPlanDraft(title: "a", totalPages: 100), cover: nil))
        var draft = ReadingPlanDraft(before)
        draft.currentPage = 40
        let after = try await value(
            plans.update(id: before.id, with: draft, cover: PhotoEdits(), ifUnchangedSince: nil))
        draft.title = "b"
        _ = try await value(plans.update(id: before.id, with: draft, cover: PhotoEdits(), ifUnchangedSince: nil))
        let undone = try await value(plans.undo(Revision(before: before, after: after)))
        #expect(undone.title == "b" && undone.currentPage == 0)
        // What would not be right together is refused: page 40 is beyond the end by now.
        let shorter = ReadingPlanDraft(title: "b", totalPages: 30)
        _ = try await value(plans.update(id: before.id, with: shorter, cover: PhotoEdits(), ifUnchangedSince: nil))
        let refused = plans.undo(Revision(before: after, after: before))
        #expect(await failure(refused) == .validation(.page, .beyondLastPage))
        let seen = try await value(plans.plan(id: before.id))
        _ = try await value(
            daybook.data.memos.add(MemoDraft(text: "m", day: day), planID: before.id, photo: nil))
        #expect(await failure(plans.delete(asSeen: seen)) == .conflict(.plan, before.id))
    }

    @Test(.needsVips) func memo_photoReplacedSince_isAConflict() async throws {
        let plan = try await value(daybook.data.plans.add(ReadingPlanDraft(title: "a"), cover: nil))
        let memos = try daybook.data.memos
        let draft = MemoDraft(text: "one", page: "3", day: day)
        let before = try await value(memos.add(draft, planID: plan.id, photo: .test(1)))
        func replace(_ memo: Memo, _ text: String) async throws -> Memo {
            let old = Set([memo.photo?.id].compactMap(\.self))
            return try await value(
                memos.update(
                    id: memo.id, with: MemoDraft(text: text, page: "3", day: day),
                    photo: PhotoEdits(removing: old, adding: [.test(2)]), ifUnchangedSince: nil))
        }
        let after = try await replace(before, "two")
        let later = try await replace(after, "two")
        #expect(
            await failure(memos.undo(Revision(before: before, after: after))) == .conflict(.memo, before.id))
        #expect(try await value(memos.memo(id: before.id)) == later)
        _ = try await value(memos.undo(Revision(before: after, after: later)))
        let undone = try await value(memos.undo(Revision(before: before, after: after)))
        #expect(undone.text == "one" && undone.photo?.id == before.photo?.id)
        #expect(await failure(memos.delete(asSeen: after)) == .conflict(.memo, before.id))
        #expect(try await value(memos.delete(asSeen: undone)).trashedAt != nil)
    }

    // MARK: Categories

    @Test func category_renamedThenGivenAnIcon_getsBackItsNamesInBothLanguages() async throws {
        let manager = try daybook.data.categories
        let before = try await daybook.category("food.cafe")
        var draft = CategoryDraft(
            name: "다방", kind: before.kind, icon: before.icon, parentID: before.parentID)
        let after = try await value(manager.update(id: before.id, with: draft))
        #expect(after.name(in: .english) == "다방")
        draft.icon = "☕"
        _ = try await value(manager.update(id: before.id, with: draft))
        let undone = try await value(manager.undo(Revision(before: before, after: after)))
        #expect(undone.name(in: .english) == before.name(in: .english) && undone.name == before.name)
        #expect(undone.icon == "☕")
    }

    @Test func category_addedAndUsedSince_isNotTakenAway() async throws {
        let manager = try daybook.data.categories
        let added = try await value(manager.add(CategoryDraft(name: "취미", kind: .expense)))
        var draft = try await daybook.draft(5)
        draft.categoryID = added.id
        let entry = try await value(daybook.data.transactions.add(draft, photos: []))
        #expect(await failure(manager.delete(asSeen: added)) == .conflict(.category, added.id))
        #expect(try await value(daybook.data.transactions.transaction(id: entry.id)).category?.id == added.id)
        let unused = try await value(manager.add(CategoryDraft(name: "여행길", kind: .expense)))
        #expect(try await value(manager.delete(asSeen: unused)).trashedAt != nil)
    }

    // MARK: Collections

    @Test func collection_renamedInBothLanguages_takesBackOneName() async throws {
        let manager = try daybook.data.collections
        let before = try await value(manager.add(name: "우표", language: .korean))
        let after = try await value(manager.rename(id: before.id, to: "Stamps", language: .english))
        _ = try await value(manager.rename(id: before.id, to: "우표첩", language: .korean))
        let undone = try await value(manager.undo(Revision(before: before, after: after)))
        #expect(undone.names == [.korean: "우표첩"])
        _ = try await value(manager.addItem(CollectionItemDraft(names: [.korean: "하나"]), collectionID: before.id))
        #expect(await failure(manager.delete(asSeen: undone)) == .conflict(.collection, before.id))
    }

    @Test func item_otherFieldsChangedSince_keepThem() async throws {
        let manager = try daybook.data.collections
        let collection = try await value(manager.add(name: "우표", language: .korean))
        var draft = CollectionItemDraft(names: [.korean: "하나"])
        let before = try await value(manager.addItem(draft, collectionID: collection.id))
        draft.quantity = 3
        let after = try await value(manager.updateItem(id: before.id, with: draft))
        draft.note = "seen"
        _ = try await value(manager.updateItem(id: before.id, with: draft))
        let undone = try await value(manager.undo(Revision(before: before, after: after)))
        #expect(undone.quantity == 1 && undone.note == "seen")
        _ = try await value(manager.toggle(itemID: before.id, on: day))
        #expect(await failure(manager.deleteItem(asSeen: undone)) == .conflict(.item, before.id))
    }

    @Test func marking_undone_bringsBackDaysAndWishes_andLeavesLaterMarks() async throws {
        let manager = try daybook.data.collections
        let collection = try await value(manager.add(name: "우표", language: .korean))
        var ids: [UUID] = []
        for name in ["a", "b", "c"] {
            let draft = CollectionItemDraft(names: [.korean: name])
            ids.append(try await value(manager.addItem(draft, collectionID: collection.id)).id)
        }
        let early = day.adding(days: -100)
        for id in ids { _ = try await value(manager.toggle(itemID: id, on: early)) }
        let cleared = try await value(manager.setOwned(false, itemIDs: ids, on: day))
        _ = try await value(manager.toggle(itemID: ids[2], on: day))
        #expect(try await value(manager.undo(cleared)) == 2)
        let days = [early, early, day]
        for (id, wanted) in zip(ids, days) { #expect(try await value(manager.item(id: id)).ownedDay == wanted) }
        for id in ids { _ = try await value(manager.toggle(itemID: id, on: day)) }
        _ = try await value(manager.setWished(true, itemID: ids[0]))
        let marked = try await value(manager.setOwned(true, itemIDs: ids, on: day))
        // Taken out and put in again on another day since: that is another mark.
        _ = try await value(manager.toggle(itemID: ids[1], on: day))
        _ = try await value(manager.toggle(itemID: ids[1], on: day.adding(days: 1)))
        #expect(try await value(manager.undo(marked)) == 2)
        #expect(try await value(manager.item(id: ids[0])).isWished)
        #expect(try await value(manager.item(id: ids[1])).isOwned)
    }

    @Test func reset_undone_leavesNumbersGivenSince() async throws {
        let manager = try daybook.data.collections
        let collection = try await value(manager.add(name: "우표", language: .korean))
        let draft = CollectionItemDraft(names: [.korean: "a"], quantity: 4)
        let item = try await value(manager.addItem(draft, collectionID: collection.id))
        _ = try await value(manager.toggle(itemID: item.id, on: day))
        let reset = try await value(manager.reset(id: collection.id))
        var later = draft
        later.quantity = 7
        _ = try await value(manager.updateItem(id: item.id, with: later))
        _ = try await value(manager.undo(reset))
        let back = try await value(manager.item(id: item.id))
        #expect(back.quantity == 7 && back.isOwned)
    }

    // MARK: Settings

    @Test func settings_othersChosenSince_stay() async throws {
        let manager = try daybook.data.settings
        let before = try await value(manager.settings())
        var after = before
        after.monthStartDay = 25
        after.language = .english
        _ = try await value(manager.update(after))
        var later = after
        later.homeCurrency = .usd
        later.language = .korean
        _ = try await value(manager.update(later))
        let undone = try await value(manager.undo(from: before, to: after))
        #expect(undone.monthStartDay == 1 && undone.homeCurrency == .usd && undone.language == .korean)
        #expect(try await value(manager.settings()) == undone)
    }
}
