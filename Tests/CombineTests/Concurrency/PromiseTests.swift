import Combine
import Dispatch
import OndolTestSupport
import Testing

/// Promises kept from other places, in the forms that compile in the Swift 6 language mode.
@Suite struct PromiseTests {
    actor Bank {
        func balance(of account: Int) throws -> Int {
            guard account > 0 else { throw TestFailure("no such account") }
            return account * 10
        }
    }

    // The example of the documentation of `Future.Promise`.
    private func balance(of account: Int, in bank: Bank) -> Future<Int, any Error> {
        Future { promise in
            nonisolated(unsafe) let promise = promise  // called once, and it locks by itself
            Task {
                do { promise(.success(try await bank.balance(of: account))) } catch { promise(.failure(error)) }
            }
        }
    }

    @Test func promise_keptInATask_resolves() async throws {
        let bank = Bank()
        #expect(try await balance(of: 4, in: bank).value == 40)
        await #expect(throws: TestFailure("no such account")) { try await balance(of: 0, in: bank).value }
    }

    @Test func promise_keptOnAQueue_resolves() async {
        let future = Future<Int, Never> { promise in
            nonisolated(unsafe) let promise = promise  // called once, and it locks by itself
            DispatchQueue.global().async { promise(.success(5)) }
        }
        #expect(await future.value == 5)
    }

    @Test func promise_passedOnToAPlainClosure_needsNothing() async {
        func load(completion: @escaping (Result<Int, Never>) -> Void) { completion(.success(6)) }
        #expect(await Future<Int, Never> { promise in load(completion: promise) }.value == 6)
        #expect(await Future<Int, Never>(load).value == 6)
    }
}
