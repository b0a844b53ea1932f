import CoreData
import Foundation
import Testing

@Suite struct AsynchronousFetchTests {
    private func filled(_ kind: League.Kind) throws -> League {
        let league = try League(kind)
        try league.context.performAndWait {
            for number in 0..<50 { _ = league.context.make("Player", ["name": "P\(number % 10)\(number)"]) }
            try league.context.save()
            league.context.reset()
        }
        return league
    }

    /// Executes a request and gives its result once the block was called.
    private func outcome<T>(
        _ fetch: NSFetchRequest<T>, in context: NSManagedObjectContext, cancels: Bool = false,
        before: @escaping () -> Void = {}
    ) async throws -> NSAsynchronousFetchResult<T> {
        let box: Box<NSAsynchronousFetchResult<T>> = try await withCheckedThrowingContinuation { continuation in
            context.perform {
                before()
                let request = NSAsynchronousFetchRequest(fetchRequest: fetch) { result in
                    // Only the context's queue may ask.
                    _ = context.registeredObjects.count
                    continuation.resume(returning: Box(result))
                }
                do {
                    let result = try context.execute(request)
                    let started = result as? NSAsynchronousFetchResult<T>
                    #expect(started != nil && started?.finalResult == nil)
                    if cancels { started?.cancel() }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
        return box.value
    }

    /// Carries a result to the test, which looks at it on the context's queue.
    private struct Box<Value>: @unchecked Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    private func request(_ predicate: NSPredicate? = nil) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Player")
        request.predicate = predicate
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        return request
    }

    @Test(arguments: League.Kind.allCases)
    func execute_bringsWhatAFetchBrings(kind: League.Kind) async throws {
        let league = try filled(kind)
        defer { league.remove() }
        let context = league.context
        let fetch = request(NSPredicate(format: "name BEGINSWITH 'P1'"))
        // Changes that are not saved count.
        let result = try await outcome(fetch, in: context) {
            _ = context.make("Player", ["name": "P1 new"])
        }
        try await context.perform {
            let found = try #require(result.finalResult)
            #expect(found.count == 6)
            #expect(found == (try context.fetch(fetch)))
            #expect(result.operationError == nil && result.managedObjectContext === context)
            #expect(result.progress?.completedUnitCount == 6 && result.progress?.isFinished == true)
        }
    }

    @Test(arguments: [1, 2, 4])
    func execute_ofOtherForms_bringsThem(rawForm: UInt) async throws {
        let league = try filled(.sqlite)
        defer { league.remove() }
        let context = league.context
        let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Player")
        fetch.resultType = NSFetchRequestResultType(rawValue: rawForm)
        let result = try await outcome(fetch, in: context)
        await context.perform {
            #expect(result.finalResult?.count == (rawForm == 4 ? 1 : 50))
        }
    }

    @Test(arguments: League.Kind.allCases)
    func cancel_endsWithoutResult(kind: League.Kind) async throws {
        let league = try filled(kind)
        defer { league.remove() }
        let context = league.context
        let result = try await outcome(request(), in: context, cancels: true)
        await context.perform {
            #expect(result.finalResult == nil)
            #expect((result.operationError as? CocoaError)?.code == .userCancelled)
        }
    }

    @Test func failure_isInTheResult() async throws {
        let league = try filled(.sqlite)
        defer { league.remove() }
        let context = league.context
        let result = try await outcome(request(NSPredicate(format: "nothing == 1")), in: context)
        await context.perform {
            #expect(result.finalResult == nil && result.operationError != nil)
        }
    }

    @Test func unknownEntity_throwsAtOnce() throws {
        let league = try filled(.sqlite)
        defer { league.remove() }
        league.context.performAndWait {
            let request = NSAsynchronousFetchRequest(
                fetchRequest: NSFetchRequest<NSManagedObject>(entityName: "Nobody"))
            #expect(throws: (any Error).self) { try league.context.execute(request) }
        }
    }
}
