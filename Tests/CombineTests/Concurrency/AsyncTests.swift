import Combine
import OndolTestSupport
import Testing

@Suite struct AsyncTests {
    @Test func values_ofASequence_arriveAllAndEnd() async {
        var seen: [Int] = []
        for await value in [1, 2, 3].publisher.values { seen.append(value) }
        #expect(seen == [1, 2, 3])
    }

    @Test func values_failure_isThrownOnce() async throws {
        let publisher = Record<Int, TestFailure>(output: [1], completion: .failure(TestFailure("x")))
        var iterator = publisher.values.makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        await #expect(throws: TestFailure("x")) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test func values_each_areAskedForOneByOne() async {
        let source = ScriptedPublisher<Int, Never>()
        let sequence = source.buffer(size: 8, prefetch: .byRequest, whenFull: .dropOldest).values
        var iterator = sequence.makeAsyncIterator()
        source.line?.send(1)
        source.line?.send(2)
        source.line?.send(completion: .finished)
        #expect(await iterator.next() == 1)
        #expect(await iterator.next() == 2)
        #expect(await iterator.next() == nil)
    }

    @Test func iterator_dropped_cancels() {
        let source = ScriptedPublisher<Int, Never>()
        do {
            let iterator = source.values.makeAsyncIterator()
            withExtendedLifetime(iterator) {}
        }
        #expect(source.line?.cancellations == 1)
    }

    @Test func cancelledTask_endsTheSequence() async {
        let source = ScriptedPublisher<Int, Never>()
        let task = Task {
            var count = 0
            for await _ in PassthroughSubject<Int, Never>().values { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value == 0)
        withExtendedLifetime(source) {}
    }

    @Test func future_value_isThatOfThePromise() async throws {
        #expect(await Future<Int, Never> { $0(.success(4)) }.value == 4)
        await #expect(throws: TestFailure("x")) {
            try await Future<Int, TestFailure> { $0(.failure(TestFailure("x"))) }.value
        }
    }

    @Test func future_promise_countsOnceAndIsReplayed() {
        var promise: Future<Int, Never>.Promise?
        let future = Future<Int, Never> { promise = $0 }
        let waiting = TrackingSubscriber<Int, Never>(demand: .unlimited)
        future.subscribe(waiting)
        promise?(.success(1))
        promise?(.success(2))
        let late = TrackingSubscriber<Int, Never>(demand: .max(1))
        future.subscribe(late)
        #expect(waiting.events == [.subscription("Future"), .value(1), .finished])
        #expect(late.events == waiting.events)
    }
}
