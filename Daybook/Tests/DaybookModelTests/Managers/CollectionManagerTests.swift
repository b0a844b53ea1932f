import Foundation
import Testing

@testable import DaybookModel

@Suite struct CollectionManagerTests {
    let daybook: TestDaybook
    var manager: any CollectionManaging { get throws { try daybook.data.collections } }
    private let day = CalendarDay(dayCount: 739_700)

    init() throws {
        daybook = try TestDaybook()
    }

    private func countries() async throws -> ItemCollection {
        try #require(try await value(manager.collections()).first { $0.catalogueID == CountryCatalogue.id })
    }

    @Test func countries_areBuiltInOnce() async throws {
        let countries = try await countries()
        #expect(countries.name(in: .english) == "Countries and regions visited")
        #expect(countries.progress == OwnedProgress(owned: 0, total: CountryCatalogue.entries().count))
        #expect(countries.groups.map { RegionGroup.title($0.group, in: .english) }.contains("Asia"))
        #expect(countries.groups.reduce(0) { $0 + $1.progress.total } == countries.progress.total)
        _ = try await value(manager.delete(id: countries.id))
        _ = try await value(daybook.data.trash.empty(trashedBefore: nil))
        try daybook.reopen()
        #expect(try await value(manager.collections()).isEmpty)
    }

    @Test func toggle_thereAndBack_changesOnlyThatItem() async throws {
        let id = try await countries().id
        let korea = try #require(
            try await value(manager.items(collectionID: id, matching: CollectionItemFilter(text: "대한민국"))).first)
        let on = try await value(manager.toggle(itemID: korea.id, on: day))
        #expect(on.item.isOwned && on.item.ownedDay == day && on.progress.owned == 1)
        try daybook.reopen()
        #expect(
            try await value(manager.items(collectionID: id, matching: CollectionItemFilter(ownership: .owned))).map(
                \.id) == [korea.id])
        #expect(
            try await value(manager.items(collectionID: id, matching: CollectionItemFilter(ownership: .missing))).count
                == on.progress.total - 1)
        let off = try await value(manager.toggle(itemID: korea.id, on: day))
        #expect(!off.item.isOwned && off.item.ownedDay == nil && off.progress.owned == 0)
    }

    @Test func reset_andUndo() async throws {
        let id = try await countries().id
        let items = try await value(manager.items(collectionID: id, matching: CollectionItemFilter())).prefix(5).map(
            \.id)
        #expect(try await value(manager.setOwned(true, itemIDs: items, on: day)).progress.owned == 5)
        let reset = try await value(manager.reset(id: id))
        #expect(Set(reset.items.map(\.id)) == Set(items))
        #expect(try await value(manager.collection(id: id)).progress.owned == 0)
        let restored = try await value(manager.undo(reset))
        #expect(restored.progress.owned == 5)
        #expect(try await value(manager.item(id: items[0])).ownedDay == day)
    }

    @Test func item_inTheTrash_countsNowhere_andComesBackAsItWas() async throws {
        let id = try await countries().id
        let all = try await value(manager.items(collectionID: id, matching: CollectionItemFilter()))
        let item = all[3]
        _ = try await value(manager.toggle(itemID: item.id, on: day))
        _ = try await value(manager.deleteItem(id: item.id))
        try daybook.reopen()
        let without = try await value(manager.collection(id: id))
        #expect(without.progress == OwnedProgress(owned: 0, total: all.count - 1))
        #expect(without.groups.reduce(0) { $0 + $1.progress.total } == all.count - 1)
        #expect(
            !(try await value(manager.items(collectionID: id, matching: CollectionItemFilter())).contains {
                $0.id == item.id
            }))
        #expect(try await value(manager.reset(id: id)).items.isEmpty)
        #expect(try await value(daybook.data.trash.contents()).items.map(\.id) == [item.id])
        let back = try await value(manager.restoreItem(id: item.id))
        #expect(back.isOwned && back.ownedDay == day && back.position == item.position && back.trashedAt == nil)
        #expect(try await value(manager.collection(id: id)).progress == OwnedProgress(owned: 1, total: all.count))
        #expect(try await value(daybook.data.trash.contents()).isEmpty)
    }

    @Test func item_purged_isGoneForGood() async throws {
        let id = try await countries().id
        let item = try await value(manager.items(collectionID: id, matching: CollectionItemFilter()))[0]
        _ = try await value(manager.deleteItem(id: item.id))
        daybook.clock.advance(days: 29)
        #expect(try await value(daybook.data.emptyOldTrash()) == 0)
        daybook.clock.advance(days: 2)
        #expect(try await value(daybook.data.emptyOldTrash()) == 1)
        #expect(await failure(try manager.restoreItem(id: item.id)) == .notFound(.item, item.id))
        #expect(await failure(try manager.item(id: item.id)) == .notFound(.item, item.id))
    }

    @Test func items_byThePage_areAllOfThemOnce() async throws {
        let id = try await countries().id
        let whole = try await value(manager.items(collectionID: id, matching: CollectionItemFilter()))
        var parts: [CollectionItem] = []
        for offset in stride(from: 0, to: whole.count, by: 50) {
            let part = try await value(
                manager.items(collectionID: id, matching: CollectionItemFilter(), limit: 50, offset: offset))
            #expect(part.count == whole.count && part.items.count <= 50)
            parts += part.items
        }
        #expect(parts == whole)
    }

    @Test(.needsVips) func picture_ofAnItem_isKeptReplacedUndoneAndPurgedWithIt() async throws {
        let id = try await value(manager.add(name: "우표", language: .korean)).id
        let draft = CollectionItemDraft(names: [.korean: "올림픽"])
        let item = try await value(manager.addItem(draft, collectionID: id, photo: .test(10)))
        let first = try #require(item.picture)
        let replaced = try await value(
            manager.updateItem(id: item.id, with: draft, photo: PhotoEdits(removing: [first.id], adding: [.test(20)])))
        let second = try #require(replaced.picture)
        #expect(second.id != first.id)
        let back = PhotoEdits(removing: [second.id], restoring: [first.id])
        #expect(try await value(manager.updateItem(id: item.id, with: draft, photo: back)).picture == first)
        #expect(
            try await value(manager.items(collectionID: id, matching: CollectionItemFilter())).map(\.picture) == [first]
        )
        _ = try await value(manager.deleteItem(id: item.id))
        #expect(try !daybook.images().isEmpty)
        _ = try await value(daybook.data.trash.empty(trashedBefore: nil))
        #expect(try daybook.images().isEmpty)
    }

    /// What the database counts is what counting the items by hand gives.
    @Test func counts_ofTheDatabase_areThoseOfTheItems() async throws {
        let id = try await countries().id
        let all = try await value(manager.items(collectionID: id, matching: CollectionItemFilter()))
        let owned = all.enumerated().filter { $0.offset % 7 == 0 }.map(\.element.id)
        _ = try await value(manager.setOwned(true, itemIDs: owned, on: day))
        _ = try await value(manager.deleteItem(id: owned[2]))
        let items = try await value(manager.items(collectionID: id, matching: CollectionItemFilter()))
        let counted = try await value(manager.collection(id: id))
        #expect(counted.progress == OwnedProgress(owned: items.count(where: \.isOwned), total: items.count))
        var order: [String] = []
        for item in items { if let group = item.group, !order.contains(group) { order.append(group) } }
        #expect(
            counted.groups
                == order.map { group in
                    let own = items.filter { $0.group == group }
                    return GroupProgress(
                        group: group, progress: OwnedProgress(owned: own.count(where: \.isOwned), total: own.count))
                })
        #expect(try await value(manager.collections()).first == counted)
    }

    @Test func collection_ofOnesOwn_addRenameItemsDelete() async throws {
        let added = try await value(manager.add(name: " 우표 ", language: .korean))
        #expect(added.names == [.korean: "우표"] && added.name(in: .english) == "우표")
        #expect(await failure(try manager.add(name: " ", language: .korean)) == .validation(.name, .missing))
        let item = try await value(
            manager.addItem(
                CollectionItemDraft(names: [.english: "stamp"], group: "1988", number: "7"), collectionID: added.id))
        #expect(item.position == 0)
        #expect(
            await failure(try manager.addItem(CollectionItemDraft(names: [:]), collectionID: added.id))
                == .validation(.name, .missing))
        let changed = try await value(
            manager.updateItem(id: item.id, with: CollectionItemDraft(names: [.korean: "올림픽"], quantity: 3)))
        #expect(changed.names == [.korean: "올림픽"] && changed.quantity == 3 && changed.group == nil)
        #expect(try await value(manager.setWished(true, itemID: item.id)).item.isWished)
        #expect(
            try await value(
                manager.items(collectionID: added.id, matching: CollectionItemFilter(ownership: .wished, text: "ㅇㄹㅍ"))
            ).count == 1)
        #expect(try await value(manager.deleteItem(id: item.id)).trashedAt != nil)
        #expect(await failure(try manager.toggle(itemID: item.id, on: day)) == .notFound(.item, item.id))
        _ = try await value(manager.restoreItem(id: item.id))
        #expect(try await value(manager.item(id: item.id)) == changed.wished)
        _ = try await value(manager.delete(id: added.id))
        #expect(await failure(try manager.toggle(itemID: item.id, on: day)) == .notFound(.item, item.id))
        #expect(try await value(manager.restore(id: added.id)).name(in: .korean) == "우표")
    }
}

extension CollectionItem {
    /// The same, wished for.
    fileprivate var wished: CollectionItem {
        var item = self
        item.isWished = true
        return item
    }
}
