import DaybookModel
import Foundation
import Testing

@testable import DaybookViewModels

@MainActor
struct CollectionViewModelTests {
    private func model(_ fixture: Fixture) throws -> CollectionViewModel {
        let id = try #require(fixture.source.state.withLock { $0.collections.first?.id })
        return CollectionViewModel(services: fixture.services, id: id)
    }

    @Test func toggle_changesThatItemAndTheCountsOnly() async throws {
        let fixture = try Fixture()
        let model = try model(fixture)
        model.filter = CollectionItemFilter(ownership: .missing)
        await model.load()
        let before = model.items
        let change = try #require(await model.toggle(before[0].id, undo: fixture.undo))
        #expect(change.item.isOwned)
        #expect(model.collection?.progress == OwnedProgress(owned: 3, total: 9))
        // The item stays where it is until the list is fetched again: a tick must not move the list.
        #expect(model.items.map(\.id) == before.map(\.id))
        #expect(model.filter.ownership == .missing)
    }

    @Test func toggle_andWish_areStepsThatAreTakenBack() async throws {
        let fixture = try Fixture()
        let model = try model(fixture)
        model.filter = CollectionItemFilter(ownership: .missing)
        await model.load()
        let item = try #require(model.items.first)
        func now() throws -> CollectionItem {
            try #require(fixture.source.state.withLock { $0.items.first { $0.id == item.id } })
        }
        _ = await model.setWished(true, item.id, undo: fixture.undo)
        _ = await model.toggle(item.id, undo: fixture.undo)
        #expect(try now().isOwned)
        #expect(fixture.undo.last?.event == .itemTicked(names: item.names, owned: true))
        #expect(await fixture.undo.undoLast() == .undone)
        #expect(try !now().isOwned)
        #expect(await fixture.undo.undoLast() == .undone)
        #expect(try now().isWished == item.isWished)
    }

    @Test(arguments: [("２", 2), (" 3 ", 3), ("0", nil), ("", nil), ("1.5", nil)] as [(String, Int?)])
    func item_quantityAsTyped_isReadOrRefused(typed: String, wanted: Int?) async throws {
        let fixture = try Fixture()
        let item = try #require(fixture.source.state.withLock { $0.items.first })
        let form = CollectionItemFormViewModel(
            services: fixture.services, collectionID: item.collectionID, id: item.id)
        #expect(await form.prepare())
        form.quantity = typed
        #expect((await form.save(undo: fixture.undo) == nil) == (wanted == nil))
        #expect(form.errors[.quantity] == (wanted == nil ? .validation(.quantity, .unreadable) : nil))
        let kept = fixture.source.state.withLock { $0.items.first { $0.id == item.id }?.quantity }
        #expect(kept == wanted ?? item.quantity)
    }

    @Test func item_changedElsewhereInAnotherField_keepsBoth_andInTheSameOne_isAConflict() async throws {
        let fixture = try Fixture()
        let item = try #require(fixture.source.state.withLock { $0.items.first })
        func form() async -> CollectionItemFormViewModel {
            let form = CollectionItemFormViewModel(
                services: fixture.services, collectionID: item.collectionID, id: item.id)
            await form.prepare()
            return form
        }
        func now() throws -> CollectionItem {
            try #require(fixture.source.state.withLock { $0.items.first { $0.id == item.id } })
        }
        let (first, second, third) = (await form(), await form(), await form())
        first.note = "n1"
        second.number = "7"
        third.note = "n3"
        #expect(await first.save(undo: fixture.undo) != nil)
        #expect(await second.save(undo: fixture.undo) != nil)
        #expect(try now().note == "n1" && now().number == "7")
        #expect(await third.save(undo: fixture.undo) == nil)
        #expect(third.errors.general == .conflict(.item, item.id) && third.theirs == ["note": "n1"])
        #expect(try now().note == "n1")
    }

    @Test func load_groupThatIsGone_showsAll() async throws {
        let fixture = try Fixture()
        let model = try model(fixture)
        model.filter.group = "달나라"
        await model.load()
        #expect(model.filter.group == nil)
        #expect(model.items.count == 9)
    }

    @Test func reset_manyOwned_wantsTheName() async throws {
        let fixture = try Fixture()
        let model = try model(fixture)
        fixture.source.state.withLock { state in
            for number in 0..<21 {
                state.items.append(
                    CollectionItem(
                        id: UUID(), collectionID: model.id, names: [.korean: "\(number)"], isOwned: true,
                        position: 100 + number))
            }
        }
        #expect(await model.reset(typedName: "", undo: fixture.undo) == nil)
        #expect(await model.reset(typedName: "가본나라", undo: fixture.undo) == nil)
        let step = try #require(await model.reset(typedName: " 가 본 나라 ", undo: fixture.undo))
        #expect(fixture.undo.step(step)?.event == .collectionReset(items: 23))
        await model.load()
        #expect(model.collection?.progress.owned == 0)
        #expect(model.collection?.progress.total == 30)
        #expect(await fixture.undo.undo(step) == .undone)
        await model.load()
        #expect(model.collection?.progress.owned == 23)
    }

    @Test func reset_fewOwned_asksForNoName() async throws {
        let fixture = try Fixture()
        #expect(await (try model(fixture)).reset(typedName: "", undo: fixture.undo) != nil)
    }

    @Test func setOwned_shownItems_isUndoneForThoseThatChanged() async throws {
        let fixture = try Fixture()
        let model = try model(fixture)
        model.filter.group = "아시아"
        await model.load()
        let step = try #require(await model.setOwned(true, undo: fixture.undo))
        #expect(model.collection?.progress.owned == 4)
        #expect(await fixture.undo.undo(step) == .undone)
        await model.load()
        #expect(model.collection?.progress.owned == 2)
        #expect(model.items.filter(\.isOwned).count == 2)
    }

    @Test func delete_clearsWhatIsShown() async throws {
        let fixture = try Fixture()
        let model = try model(fixture)
        await model.load()
        #expect(await model.delete(undo: fixture.undo) != nil)
        #expect(model.collection == nil)
        #expect(model.items.isEmpty)
    }

    @Test func save_itemWithoutAnyName_isRefused() async throws {
        let fixture = try Fixture()
        let form = CollectionItemFormViewModel(services: fixture.services, collectionID: try model(fixture).id)
        form.names = [.korean: " "]
        form.quantity = "0"
        #expect(await form.save(undo: fixture.undo) == nil)
        #expect(form.errors[.name] == .validation(.name, .missing))
        #expect(form.errors[.quantity] == .validation(.quantity, .unreadable))
    }
}
