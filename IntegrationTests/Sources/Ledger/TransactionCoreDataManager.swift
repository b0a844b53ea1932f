import Combine
import CoreData

/// The account book's entries; every call gives a publisher of one value.
public final class TransactionCoreDataManager {
    public enum Failure: Error, Equatable {
        case notFound(UUID)
        case store(String)
    }

    private let context: NSManagedObjectContext
    private let changed = PassthroughSubject<Void, Never>()

    public init(stack: CoreDataStack) {
        context = stack.newBackgroundContext()
    }

    /// Sends after each save.
    public var changes: AnyPublisher<Void, Never> { changed.eraseToAnyPublisher() }

    public func fetchAll() -> AnyPublisher<[Transaction], Failure> {
        run { context in
            let request: NSFetchRequest<TransactionEntity> = TransactionEntity.fetchRequest()
            request.sortDescriptors = [
                NSSortDescriptor(keyPath: \TransactionEntity.date, ascending: false)
            ]
            request.relationshipKeyPathsForPrefetching = ["photos"]
            return try context.fetch(request).compactMap { $0.toModel() }
        }
    }

    public func fetch(from start: Date, to end: Date) -> AnyPublisher<[Transaction], Failure> {
        run { context in
            let request: NSFetchRequest<TransactionEntity> = TransactionEntity.fetchRequest()
            request.predicate = NSPredicate(format: "date >= %@ AND date < %@", start as NSDate, end as NSDate)
            request.sortDescriptors = [NSSortDescriptor(key: "date", ascending: false)]
            return try context.fetch(request).compactMap { $0.toModel() }
        }
    }

    public func add(_ transaction: Transaction) -> AnyPublisher<Transaction, Failure> {
        run { context in
            let entity = TransactionEntity(context: context)
            entity.update(from: transaction, in: context)
            try context.save()
            return transaction
        }
        .handleEvents(receiveOutput: { [changed] _ in changed.send() })
        .eraseToAnyPublisher()
    }

    public func update(_ transaction: Transaction) -> AnyPublisher<Transaction, Failure> {
        run { context in
            let entity = try Self.entity(transaction.id, in: context)
            entity.update(from: transaction, in: context)
            if context.hasChanges { try context.save() }
            return transaction
        }
        .handleEvents(receiveOutput: { [changed] _ in changed.send() })
        .eraseToAnyPublisher()
    }

    public func delete(id: UUID) -> AnyPublisher<Void, Failure> {
        run { context in
            context.delete(try Self.entity(id, in: context))
            try context.save()
        }
        .handleEvents(receiveOutput: { [changed] _ in changed.send() })
        .eraseToAnyPublisher()
    }

    private static func entity(_ id: UUID, in context: NSManagedObjectContext) throws -> TransactionEntity {
        let request = NSFetchRequest<TransactionEntity>(entityName: "TransactionEntity")
        request.predicate = NSPredicate(format: "id == %@", id as CVarArg)
        request.fetchLimit = 1
        guard let entity = try context.fetch(request).first else { throw Failure.notFound(id) }
        return entity
    }

    /// Work on the context's queue as a publisher; what failed is taken back.
    private func run<Output: Sendable>(
        _ work: @escaping @Sendable (NSManagedObjectContext) throws -> Output
    ) -> AnyPublisher<Output, Failure> {
        let context = context
        return Deferred {
            Future<Output, Failure> { promise in
                nonisolated(unsafe) let promise = promise
                context.perform {
                    do {
                        promise(.success(try work(context)))
                    } catch let failure as Failure {
                        context.rollback()
                        promise(.failure(failure))
                    } catch {
                        context.rollback()
                        promise(.failure(.store(error.localizedDescription)))
                    }
                }
            }
        }
        .eraseToAnyPublisher()
    }
}
