import Combine
import Foundation
import Ledger
import Testing

@Suite struct TransactionListViewModelTests {
    let store: TemporaryStore
    let queue = DispatchQueue(label: "view model")
    let viewModel: TransactionListViewModel

    init() throws {
        store = try TemporaryStore()
        viewModel = TransactionListViewModel(
            manager: TransactionCoreDataManager(stack: try store.stack()), scheduler: queue)
    }

    @Test func add_reloads_andSumsUp() async throws {
        viewModel.add(Transaction(amount: 5, category: "a", memo: "Coffee", date: .distantPast))
        _ = try await viewModel.$transactions.first { $0.count == 1 }.one()
        viewModel.add(Transaction(amount: 20, isExpense: false, category: "b", date: .distantPast))
        _ = try await viewModel.$transactions.first { $0.count == 2 }.one()
        #expect(try await viewModel.$balance.first { $0 == 15 }.one() == 15)
        queue.sync { viewModel.searchText = "coffee" }
        #expect(try await viewModel.$visible.first { $0.count == 1 }.one().map(\.memo) == ["Coffee"])
    }

    @Test func delete_ofAnUnknownEntry_becomesAMessage() async throws {
        let id = UUID()
        viewModel.delete(id: id)
        let message = try await viewModel.$message.compactMap { $0 }.one()
        #expect(message.contains(id.uuidString))
    }
}
