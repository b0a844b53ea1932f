import Combine
import DaybookModel
import Foundation
import Testing

@testable import DaybookViewModels

@MainActor
struct EverywhereViewModelTests {
    @Test func undo_twice_worksOnce() async throws {
        let center = UndoCenter()
        var count = 0
        let step = center.record(.memoAdded) {
            count += 1
            return nil
        }
        #expect(center.last?.id == step)
        #expect(await center.undo(step) == .undone)
        #expect(await center.undo(step) == .nothingToUndo)
        #expect(count == 1)
        #expect(center.last == nil)
    }

    @Test func undo_failed_canBeTriedAgain() async throws {
        let center = UndoCenter()
        var failures: [DaybookError?] = [.diskFull, nil]
        let step = center.record(.memoAdded) { failures.removeFirst() }
        #expect(await center.undo(step) == .failed(.diskFull))
        #expect(center.step(step)?.canUndo == true)
        #expect(await center.undo(step) == .undone)
    }

    @Test func record_manySteps_forgetsTheOldest() {
        let center = UndoCenter()
        let first = center.record(.memoAdded) { nil }
        for _ in 0..<200 { center.record(.memoAdded) { nil } }
        #expect(center.step(first) == nil)
        #expect(center.steps.count == 200)
    }

    @Test(arguments: ["0", "32", "", "월초"])
    func save_monthStartThatIsNoDay_isRefused(typed: String) async throws {
        let fixture = try Fixture()
        let model = SettingsViewModel(services: fixture.services)
        await model.load()
        model.monthStartDay = typed
        #expect(await model.save(undo: fixture.undo) { $0.homeCurrency = .usd } == nil)
        #expect(model.errors[.monthStartDay] == .validation(.monthStartDay, .unreadable))
        #expect(model.settings.homeCurrency == .usd)
        #expect(fixture.source.state.withLock { $0.settings.homeCurrency } == .krw)
    }

    @Test func undo_settings_bringsBackTheOldOnes() async throws {
        let fixture = try Fixture()
        let model = SettingsViewModel(services: fixture.services)
        await model.load()
        model.monthStartDay = "25"
        let step = try #require(await model.save(undo: fixture.undo) { $0.language = .english })
        #expect(fixture.source.state.withLock { $0.settings.monthStartDay } == 25)
        #expect(await fixture.undo.undo(step) == .undone)
        #expect(fixture.source.state.withLock { $0.settings } == DaybookSettings(isFirstStartDone: true))
    }

    @Test func restore_fromTrash_isUndoneIntoTheTrash() async throws {
        let fixture = try Fixture()
        let id = try fixture.newest().id
        _ = await SingleValue.of(fixture.services.transactions.delete(id: id))
        let model = TrashViewModel(services: fixture.services)
        await model.load()
        #expect(model.contents?.transactions.map(\.id) == [id])
        let step = try #require(await model.restore(.entry, id: id, undo: fixture.undo))
        #expect(fixture.entry(id)?.trashedAt == nil)
        #expect(await fixture.undo.undo(step) == .undone)
        #expect(fixture.entry(id)?.trashedAt != nil)
    }

    @Test func category_deleted_comesBackByUndo_withItsEntries() async throws {
        let fixture = try Fixture()
        let coffee = try fixture.category("커피")
        let used = fixture.source.state.withLock { state in state.transactions.count { $0.category?.id == coffee.id } }
        let model = CategoryListViewModel(services: fixture.services)
        await model.load()
        #expect(await model.delete(id: coffee.id, movingEntriesTo: nil, undo: fixture.undo) == nil)
        #expect(model.usedBy == used)
        let other = try #require(model.categories.first { $0.kind == coffee.kind && $0.id != coffee.id })
        let step = try #require(await model.delete(id: coffee.id, movingEntriesTo: other.id, undo: fixture.undo))
        #expect(!model.categories.contains { $0.id == coffee.id })
        let trash = TrashViewModel(services: fixture.services)
        await trash.load()
        #expect(trash.contents?.categories.map(\.id) == [coffee.id])
        #expect(await fixture.undo.undo(step) == .undone)
        let back = fixture.source.state.withLock { state in state.transactions.count { $0.category?.id == coffee.id } }
        #expect(back == used && used > 0)
    }

    @Test func item_deleted_comesBackByUndo_andFromTheTrash() async throws {
        let fixture = try Fixture()
        let item = try #require(fixture.source.state.withLock { $0.items.first })
        func isThere() -> Bool {
            fixture.source.state.withLock { state in
                state.items.contains { $0.id == item.id && $0.trashedAt == nil }
            }
        }
        let model = CollectionItemFormViewModel(
            services: fixture.services, collectionID: item.collectionID, id: item.id)
        let step = try #require(await model.delete(undo: fixture.undo))
        #expect(!isThere())
        #expect(
            !(await CollectionItemFormViewModel(
                services: fixture.services, collectionID: item.collectionID, id: item.id
            ).prepare()))
        #expect(await fixture.undo.undo(step) == .undone)
        #expect(isThere())
        _ = await model.delete(undo: fixture.undo)
        let trash = TrashViewModel(services: fixture.services)
        let back = try #require(await trash.restore(.item, id: item.id, undo: fixture.undo))
        #expect(isThere())
        #expect(await fixture.undo.undo(back) == .undone)
        #expect(!isThere())
    }

    @Test func importing_rowsChosen_addsThemAndCanBeUndone() async throws {
        let fixture = try Fixture(filled: false)
        let model = ImportViewModel(services: fixture.services)
        await model.open(Data("2026-03-01,-500,커피\nnonsense\n2026-03-02,-700,빵".utf8), fileName: "a.csv")
        let preview = try #require(model.preview)
        #expect(preview.count(of: .new) == 2)
        model.options.skippedLines = [3]
        let step = try #require(await model.run(id: preview.id, undo: fixture.undo))
        #expect(model.result?.added == 1)
        #expect(model.result?.unreadable.map(\.line) == [2])
        #expect(await fixture.undo.undo(step) == .undone)
        #expect(fixture.source.state.withLock { $0.transactions.allSatisfy { $0.trashedAt != nil } })
    }

    @Test func value_publisherWithoutValue_isAnError() async throws {
        let empty = Empty<Int, DaybookError>().eraseToAnyPublisher()
        guard case .failure(.storage) = await SingleValue.of(empty) else {
            Issue.record("a publisher without a value must fail")
            return
        }
    }

    @Test func trash_ofMany_isShownByThePage() async throws {
        let fixture = try Fixture()
        let count = TrashViewModel.pageSize * 2 + 7
        fixture.source.state.withLock { state in
            state.transactions = (0..<count).map { number in
                let moment = Date(timeIntervalSinceReferenceDate: Double(number))
                return Transaction(
                    id: UUID(), kind: .expense, amount: Money(minorUnits: 10, currency: .krw), category: nil,
                    day: fixture.today, memo: "m\(number)", createdAt: moment, updatedAt: moment, trashedAt: moment)
            }
        }
        var seen: Set<UUID> = []
        for page in 0..<3 {
            let model = TrashViewModel(services: fixture.services)
            model.page = page
            await model.load()
            let shown = try #require(model.contents)
            #expect(shown.counts.transactions == count)
            #expect(shown.transactions.count == (page == 2 ? 7 : TrashViewModel.pageSize))
            #expect(model.hasNextPage == (page < 2))
            seen.formUnion(shown.transactions.map(\.id))
        }
        #expect(seen.count == count)
    }
}
