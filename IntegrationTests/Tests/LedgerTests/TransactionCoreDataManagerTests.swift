import Combine
import Foundation
import Ledger
import Testing

@Suite struct TransactionCoreDataManagerTests {
    let store: TemporaryStore
    let manager: TransactionCoreDataManager

    init() throws {
        store = try TemporaryStore()
        manager = TransactionCoreDataManager(stack: try store.stack())
    }

    private let lunch = Transaction(
        amount: 12_300, category: "식비", memo: "점심", date: Date(timeIntervalSinceReferenceDate: 1000),
        photos: ["a.jpg", "b.jpg"])

    @Test func add_thenReopen_keepsEveryValue() async throws {
        _ = try await manager.add(lunch).one()
        let reopened = TransactionCoreDataManager(stack: try store.stack())
        #expect(try await reopened.fetchAll().one() == [lunch])
    }

    @Test func update_changesPhotosAndAmount() async throws {
        _ = try await manager.add(lunch).one()
        var changed = lunch
        changed.amount = Decimal(string: "0.07")!
        changed.photos = ["b.jpg", "c.jpg"]
        _ = try await manager.update(changed).one()
        #expect(try await manager.fetchAll().one() == [changed])
    }

    @Test func delete_unknown_failsWithNotFound() async throws {
        let id = UUID()
        await #expect(throws: TransactionCoreDataManager.Failure.notFound(id)) {
            try await manager.delete(id: id).one()
        }
    }

    @Test func fetch_ofAPeriod_excludesItsEnd() async throws {
        for second in [0.0, 10, 20] {
            var transaction = lunch
            transaction.id = UUID()
            transaction.date = Date(timeIntervalSinceReferenceDate: second)
            _ = try await manager.add(transaction).one()
        }
        let found = try await manager.fetch(
            from: Date(timeIntervalSinceReferenceDate: 0), to: Date(timeIntervalSinceReferenceDate: 20)
        ).one()
        #expect(found.map { $0.date.timeIntervalSinceReferenceDate } == [10, 0])
    }

    @Test func changes_areSentAfterEachSave() async throws {
        nonisolated(unsafe) var sent = 0
        let subscription = manager.changes.sink { sent += 1 }
        _ = try await manager.add(lunch).one()
        try await manager.delete(id: lunch.id).one()
        #expect(sent == 2)
        subscription.cancel()
    }
}

extension Publisher where Output: Sendable {
    /// The first value, or the failure.
    func one() async throws -> Output {
        nonisolated(unsafe) var subscription: AnyCancellable?
        defer { subscription?.cancel() }
        return try await withCheckedThrowingContinuation { continuation in
            nonisolated(unsafe) var finished = false
            subscription = first().sink { completion in
                if case .failure(let error) = completion, !finished { continuation.resume(throwing: error) }
            } receiveValue: { value in
                finished = true
                continuation.resume(returning: value)
            }
        }
    }
}
