/// Executes requests of the change history.
extension NSPersistentHistoryChangeRequest: ExecutableRequest {
    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let coordinator = try context.requiredCoordinator
        let stores = coordinator.persistentStores.filter { store in
            affectedStores?.contains { $0 === store } ?? true
        }.compactMap { $0 as? any HistoryStore }.filter(\.keepsHistory)
        guard !stores.isEmpty else {
            throw CoreDataError.make(
                NSPersistentStoreUnsupportedRequestTypeError,
                "None of the coordinator's stores keeps a history.",
                suggestion: "Add the store with the option NSPersistentHistoryTrackingKey.")
        }
        if isDeletion {
            for store in stores {
                if let place = try place(in: store) { try store.deleteTransactions(before: place) }
            }
            return NSPersistentHistoryResult(true, .statusOnly)
        }
        return try fetch(stores)
    }

    /// The request's place in a store; nil when a token does not speak of the store.
    private func place(in store: any HistoryStore) throws -> HistoryPlace? {
        switch place {
        case .everything: return HistoryPlace.none
        case .date(let date): return .date(date)
        case .token(let token):
            return token.numbers[store.identity.uuid].map { .transaction($0) }
        }
    }

    private func fetch(_ stores: [any HistoryStore]) throws -> NSPersistentHistoryResult {
        if case .token(let token) = place, !stores.contains(where: { token.numbers[$0.identity.uuid] != nil }) {
            throw CoreDataError.make(
                NSPersistentHistoryTokenExpiredError,
                "The history token belongs to none of the coordinator's stores (it speaks of "
                    + "\(token.numbers.keys.sorted().joined(separator: ", "))).",
                suggestion: "The store was replaced. Read everything anew, and go on from "
                    + "currentPersistentHistoryToken(fromStores:).")
        }
        let needsChanges =
            resultType != .transactionsOnly && resultType != .count && resultType != .statusOnly || asksForChanges
        var transactions: [NSPersistentHistoryTransaction] = []
        for store in stores {
            guard let place = try place(in: store) else { continue }
            let identity = store.identity
            for recorded in try store.transactions(after: place, withChanges: needsChanges) {
                let transaction = NSPersistentHistoryTransaction(recorded, store: identity)
                if needsChanges {
                    let changes = recorded.changes.compactMap { NSPersistentHistoryChange($0, store: identity) }
                    for change in changes { change.transaction = transaction }
                    transaction.changes = changes
                }
                transactions.append(transaction)
            }
        }
        return try select(transactions)
    }

    private var asksForChanges: Bool {
        (fetchRequest?.entity?.name ?? fetchRequest?.entityName) == "Change"
    }

    /// Applies the fetch request and gives the result its form.
    private func select(_ all: [NSPersistentHistoryTransaction]) throws -> NSPersistentHistoryResult {
        var transactions = all
        var changes = all.flatMap { $0.changes ?? [] }
        if let fetchRequest {
            let filter = fetchRequest.predicate.map { PredicateEvaluator($0) }
            if asksForChanges {
                changes = try changes.filter { try filter?.evaluate(coding: $0) ?? true }
                changes = try arranged(changes, fetchRequest)
                let kept = Set(changes.map(ObjectIdentifier.init))
                for transaction in transactions {
                    transaction.changes = transaction.changes?.filter { kept.contains(ObjectIdentifier($0)) }
                }
                transactions = transactions.filter { !($0.changes ?? []).isEmpty }
            } else {
                transactions = try transactions.filter { try filter?.evaluate(coding: $0) ?? true }
                transactions = try arranged(transactions, fetchRequest)
                changes = transactions.flatMap { $0.changes ?? [] }
            }
        }
        switch resultType {
        case .statusOnly: return NSPersistentHistoryResult(true, resultType)
        case .count: return NSPersistentHistoryResult(asksForChanges ? changes.count : transactions.count, resultType)
        case .objectIDs: return NSPersistentHistoryResult(changes.map(\.changedObjectID), resultType)
        case .changesOnly:
            // keeps the transactions alive that the changes refer to weakly.
            return ChangesWithTransactions(changes, transactions)
        case .transactionsOnly:
            for transaction in transactions { transaction.changes = nil }
            return NSPersistentHistoryResult(transactions, resultType)
        case .transactionsAndChanges: return NSPersistentHistoryResult(transactions, resultType)
        }
    }

    private func arranged<Element>(
        _ elements: [Element], _ request: NSFetchRequest<NSFetchRequestResult>
    ) throws -> [Element] {
        var result = elements
        if let descriptors = request.sortDescriptors, !descriptors.isEmpty {
            result = try Sorter.sorted(result, by: descriptors)
        }
        result = Array(result.dropFirst(max(0, request.fetchOffset)))
        return request.fetchLimit > 0 ? Array(result.prefix(request.fetchLimit)) : result
    }
}

/// A result of changes, and the transactions they belong to.
private final class ChangesWithTransactions: NSPersistentHistoryResult {
    private let transactions: [NSPersistentHistoryTransaction]

    init(_ changes: [NSPersistentHistoryChange], _ transactions: [NSPersistentHistoryTransaction]) {
        self.transactions = transactions
        super.init(changes, .changesOnly)
    }
}
