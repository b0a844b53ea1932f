import Combine
import DaybookModel
import Foundation
import Testing

@testable import DaybookViewModels

@MainActor
struct AccountHomeViewModelTests {
    @Test func load_month_showsDaysNewestFirstWithTheirSums() async throws {
        let fixture = try Fixture()
        let model = AccountHomeViewModel(services: fixture.services, period: try fixture.march())
        await model.load()
        #expect(model.days.map(\.day) == model.days.map(\.day).sorted(by: >))
        #expect(model.days.first?.day == fixture.today)
        #expect(model.days.first?.totals.first?.expense.minorUnits == 16_800)
        let shown = model.days.flatMap(\.transactions).filter { $0.kind == .expense && $0.amount.currency == .krw }
        #expect(model.summary?.totals.first?.expense.minorUnits == shown.reduce(0) { $0 + $1.amount.minorUnits })
        #expect(model.error == nil)
        #expect(!model.isBusy)
    }

    @Test func load_noEntryAtAll_saysThatTheBookIsEmpty() async throws {
        let fixture = try Fixture(filled: false)
        let model = AccountHomeViewModel(services: fixture.services, period: try fixture.march())
        await model.load()
        #expect(model.isBookEmpty)
        #expect(model.days.isEmpty)
    }

    @Test func load_entriesInOtherMonthsOnly_isNoEmptyBook() async throws {
        let fixture = try Fixture()
        let model = AccountHomeViewModel(
            services: fixture.services, period: try #require(MonthPeriod(year: 2030, month: 1)))
        await model.load()
        #expect(model.days.isEmpty)
        #expect(!model.isBookEmpty)
    }

    @Test func load_largeMonth_comesByThePage_withTheDaysOwnSums() async throws {
        let fixture = try Fixture(filled: false)
        let size = AccountHomeViewModel.pageSize
        let count = size * 2 + 50
        fixture.source.state.withLock { state in
            for number in 0..<count {
                let moment = Date(timeIntervalSinceReferenceDate: Double(number))
                state.transactions.append(
                    Transaction(
                        id: UUID(), kind: .expense, amount: Money(minorUnits: 10, currency: .krw), category: nil,
                        day: CalendarDay(year: 2026, month: 3, day: 1 + number % 20) ?? fixture.today,
                        memo: "\(number)",
                        createdAt: moment, updatedAt: moment))
            }
        }
        let model = AccountHomeViewModel(services: fixture.services, period: try fixture.march())
        var seen: Set<UUID> = []
        for page in 0..<3 {
            await model.load(.page(page))
            #expect(model.page == page && model.hasNextPage == (page < 2))
            let shown = model.days.flatMap(\.transactions)
            #expect(shown.count == (page < 2 ? size : 50))
            seen.formUnion(shown.map(\.id))
            for day in model.days {
                let sum = model.summary?.days.first { $0.day == day.day }?.totals
                #expect(day.totals == sum, "the day's sums are of all its entries, also of those on another page")
            }
        }
        #expect(seen.count == count)
        await model.load(.page(99))
        #expect(model.page == 2, "a page that there is not is the last one")
        let day = try #require(CalendarDay(year: 2026, month: 3, day: 5))
        await model.load(.day(day))
        #expect(model.days.contains { $0.day == day })
        // An entry far down is on the page that is shown with it.
        let oldest = try #require(fixture.source.state.withLock { $0.transactions.first })
        await model.select(oldest.id)
        await model.load(.selection)
        #expect(model.page == 2 && model.days.contains { $0.transactions.contains { $0.id == oldest.id } })
        await model.reload()
        #expect(model.page == 2 && model.selection?.id == oldest.id)
        await model.load(.none)
        #expect(model.days.isEmpty && model.summary?.count == count && !model.isBookEmpty)
    }

    @Test func delete_selectedEntry_dropsItFromTheListAndClearsTheSelection() async throws {
        let fixture = try Fixture()
        let id = try fixture.newest().id
        let model = AccountHomeViewModel(services: fixture.services, period: try fixture.march())
        await model.load()
        await model.select(id)
        #expect(model.selection?.id == id)
        let step = await model.delete(id: id, undo: fixture.undo)
        #expect(step != nil)
        #expect(model.selection == nil)
        #expect(!model.days.contains { day in day.transactions.contains { $0.id == id } })
        #expect(fixture.entry(id)?.trashedAt != nil)
    }

    @Test func delete_lastEntryOfADay_dropsTheDay() async throws {
        let fixture = try Fixture()
        let model = AccountHomeViewModel(services: fixture.services, period: try fixture.march())
        await model.load()
        let day = try #require(model.days.first { $0.transactions.count == 1 })
        await model.delete(id: day.transactions[0].id, undo: fixture.undo)
        #expect(!model.days.contains { $0.day == day.day })
    }

    @Test func delete_goneElsewhere_dropsItAndSaysSo() async throws {
        let fixture = try Fixture()
        let id = try fixture.newest().id
        let model = AccountHomeViewModel(services: fixture.services, period: try fixture.march())
        await model.load()
        fixture.source.state.withLock { state in state.transactions.removeAll { $0.id == id } }
        #expect(await model.delete(id: id, undo: fixture.undo) == nil)
        #expect(model.error == .notFound(.transaction, id))
        #expect(!model.days.contains { day in day.transactions.contains { $0.id == id } })
    }

    @Test func delete_failedWrite_keepsTheEntryInTheList() async throws {
        let fixture = try Fixture()
        let id = try fixture.newest().id
        let model = AccountHomeViewModel(services: fixture.services, period: try fixture.march())
        await model.load()
        fixture.source.state.withLock { $0.failures = [.diskFull] }
        #expect(await model.delete(id: id, undo: fixture.undo) == nil)
        #expect(model.error == .diskFull)
        #expect(model.days.contains { day in day.transactions.contains { $0.id == id } })
    }

    @Test func undo_afterDelete_bringsTheEntryBack() async throws {
        let fixture = try Fixture()
        let id = try fixture.newest().id
        let model = AccountHomeViewModel(services: fixture.services, period: try fixture.march())
        let step = try #require(await model.delete(id: id, undo: fixture.undo))
        #expect(await fixture.undo.undo(step) == .undone)
        #expect(fixture.entry(id)?.trashedAt == nil)
        #expect(fixture.undo.step(step)?.canUndo == false)
    }

    @Test func follow_changeElsewhere_reloads() async throws {
        let fixture = try Fixture()
        let id = try fixture.newest().id
        let model = AccountHomeViewModel(services: fixture.services, period: try fixture.march())
        await model.load()
        await model.select(id)
        model.follow([.account])
        _ = await SingleValue.of(fixture.services.transactions.delete(id: id))
        #expect(await eventually { model.selection == nil })
        #expect(await eventually { !model.days.contains { day in day.transactions.contains { $0.id == id } } })
    }

    @Test func follow_changeOfAnotherArea_doesNotReload() async throws {
        let fixture = try Fixture(filled: false)
        let model = AccountHomeViewModel(services: fixture.services, period: try fixture.march())
        model.follow([.account])
        var changes = 0
        let watching = model.objectWillChange.sink { changes += 1 }
        fixture.source.announce([.reading])
        for _ in 0..<50 { await Task.yield() }
        #expect(changes == 0)
        watching.cancel()
    }

    @Test func load_whileValuesAreHeldBack_isBusyUntilTheyCome() async throws {
        let fixture = try Fixture()
        fixture.source.hold()
        let model = AccountHomeViewModel(services: fixture.services, period: try fixture.march())
        let loading = Task { await model.load() }
        #expect(await eventually { model.isBusy })
        #expect(model.summary == nil)
        fixture.source.release()
        await loading.value
        #expect(!model.isBusy)
        #expect(model.summary != nil)
    }
}
