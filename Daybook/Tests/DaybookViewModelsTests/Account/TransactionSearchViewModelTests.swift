import DaybookModel
import Testing

@testable import DaybookViewModels

@MainActor
struct TransactionSearchViewModelTests {
    @Test func load_severalConditions_allMustHold() async throws {
        let fixture = try Fixture()
        let model = TransactionSearchViewModel(services: fixture.services)
        model.kind = .expense
        model.minimum = "1만"
        model.maximum = "60,000"
        model.from = "3/1"
        model.through = "오늘"
        await model.load()
        let found = try #require(model.list)
        #expect(!found.transactions.isEmpty)
        #expect(found.transactions.allSatisfy { (10_000...60_000).contains($0.amount.minorUnits) })
        #expect(found.totals.first?.expense.minorUnits == found.transactions.reduce(0) { $0 + $1.amount.minorUnits })
    }

    @Test func load_fieldsThatCannotBeRead_areNotedAndNothingIsSearched() async throws {
        let fixture = try Fixture()
        let model = TransactionSearchViewModel(services: fixture.services)
        model.minimum = "많이"
        model.from = "언젠가"
        await model.load()
        #expect(model.list == nil)
        #expect(model.errors[.amount] == .validation(.amount, .unreadable))
        #expect(model.errors[.startDay] == .validation(.startDay, .unreadable))
    }

    @Test func load_endBeforeStart_isNoted() async throws {
        let fixture = try Fixture()
        let model = TransactionSearchViewModel(services: fixture.services)
        model.from = "2026-03-10"
        model.through = "2026-03-01"
        await model.load()
        #expect(model.errors[.endDay] == .validation(.endDay, .endBeforeStart))
    }

    @Test func search_lowestAboveHighest_isSaid_andAPageBeyondTheLast_isTheLast() async throws {
        let fixture = try Fixture()
        let model = TransactionSearchViewModel(services: fixture.services)
        (model.minimum, model.maximum) = ("100", "5")
        await model.load()
        #expect(model.list == nil && model.errors.all == [.validation(.amount, .lowestAboveHighest)])
        (model.minimum, model.maximum, model.page) = ("", "", 50)
        await model.load()
        #expect(model.page == 0 && model.list?.transactions.isEmpty == false)
    }
}
