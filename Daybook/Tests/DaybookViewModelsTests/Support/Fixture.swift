import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookViewModels

/// Managers in memory with samples, and services on them.
@MainActor
struct Fixture {
    let source = MemoryDataSource()
    let services: DaybookServices
    let today: CalendarDay
    let undo = UndoCenter()

    init(filled: Bool = true) throws {
        let today = try #require(CalendarDay(year: 2026, month: 3, day: 31))
        self.today = today
        services = DaybookServices(source) { today }
        if filled { source.fillWithSamples(today: today) }
    }

    func march() throws -> MonthPeriod { try #require(MonthPeriod(year: 2026, month: 3)) }

    func category(_ name: String) throws -> DaybookModel.Category { try #require(source.category(name)) }

    func newest() throws -> Transaction {
        try #require(source.state.withLock { $0.transactions.first { $0.memo == "점심 김치찌개" } })
    }

    func entry(_ id: Transaction.ID) -> Transaction? {
        source.state.withLock { state in state.transactions.first { $0.id == id } }
    }
}

/// Lets what is waiting on the main actor run until a condition holds.
@MainActor
func eventually(_ condition: () -> Bool) async -> Bool {
    for _ in 0..<100_000 {
        if condition() { return true }
        await Task.yield()
    }
    return condition()
}
