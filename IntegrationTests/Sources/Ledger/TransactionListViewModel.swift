import Combine
import Foundation

/// The state of the list of entries.
public final class TransactionListViewModel: ObservableObject {
    @Published public private(set) var transactions: [Transaction] = []
    @Published public private(set) var balance: Decimal = 0
    @Published public var searchText = ""
    @Published public private(set) var visible: [Transaction] = []
    @Published public private(set) var message: String?

    private let manager: TransactionCoreDataManager
    private let scheduler: DispatchQueue
    private var cancellables = Set<AnyCancellable>()

    public init(manager: TransactionCoreDataManager, scheduler: DispatchQueue = .main) {
        self.manager = manager
        self.scheduler = scheduler

        $transactions
            .map { transactions in
                transactions.reduce(Decimal(0)) { $1.isExpense ? $0 - $1.amount : $0 + $1.amount }
            }
            .removeDuplicates()
            .assign(to: &$balance)

        $transactions
            .combineLatest($searchText.removeDuplicates())
            .map { transactions, text in
                text.isEmpty ? transactions : transactions.filter { $0.memo.localizedCaseInsensitiveContains(text) }
            }
            .assign(to: &$visible)

        manager.changes
            .receive(on: scheduler)
            .sink { [weak self] in self?.load() }
            .store(in: &cancellables)
    }

    public func load() {
        manager.fetchAll()
            .receive(on: scheduler)
            .sink { [weak self] completion in
                if case .failure(let failure) = completion { self?.message = "Could not load: \(failure)" }
            } receiveValue: { [weak self] in
                self?.message = nil
                self?.transactions = $0
            }
            .store(in: &cancellables)
    }

    public func add(_ transaction: Transaction) {
        perform(manager.add(transaction).map { _ in }.eraseToAnyPublisher())
    }

    public func delete(id: UUID) {
        perform(manager.delete(id: id))
    }

    private func perform(_ change: AnyPublisher<Void, TransactionCoreDataManager.Failure>) {
        change
            .receive(on: scheduler)
            .sink { [weak self] completion in
                if case .failure(let failure) = completion { self?.message = "Could not save: \(failure)" }
            } receiveValue: {
            }
            .store(in: &cancellables)
    }
}
